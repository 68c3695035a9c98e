package org.whosonline.tags;

import jakarta.servlet.jsp.PageContext;
import jakarta.servlet.jsp.tagext.SimpleTagSupport;

/** What the tags that write something have in common. */
public abstract class OnlineTag extends SimpleTagSupport {

    private String instance = "";

    /** For the subclasses. */
    protected OnlineTag() {}

    /** @param instance the site map to show; null or empty for the main one */
    public final void setInstance(String instance) {
        this.instance = instance == null ? "" : instance;
    }

    final PageContext page() {
        return (PageContext) getJspContext();
    }

    /** What the page shows. */
    final Online online() {
        return Source.of(page(), instance);
    }

    /** What the tag says, in the language of the page. */
    final Texts texts() {
        return Texts.of(PageLocale.of(page()));
    }
}
