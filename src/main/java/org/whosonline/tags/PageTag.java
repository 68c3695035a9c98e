package org.whosonline.tags;

import jakarta.servlet.jsp.PageContext;
import jakarta.servlet.jsp.tagext.SimpleTagSupport;

/** What all tags without scriptlets in their body have in common. */
public abstract class PageTag extends SimpleTagSupport {

    /** For the subclasses. */
    protected PageTag() {}

    final PageContext page() {
        return (PageContext) getJspContext();
    }

    /** What the tag says, in the language of the page. */
    final Texts texts() {
        return Texts.of(PageLocale.of(page()));
    }
}
