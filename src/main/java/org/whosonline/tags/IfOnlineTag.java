package org.whosonline.tags;

import jakarta.servlet.jsp.tagext.TagSupport;

/**
 * {@code <w:ifOnline user="42">…</w:ifOnline>}: shows its body if that user is online. A classic tag, since these allow
 * scriptlets in their body.
 */
public final class IfOnlineTag extends TagSupport {

    private static final long serialVersionUID = 1L;

    private String instance = "";
    private String user;
    private boolean not;

    /** For the container. */
    public IfOnlineTag() {}

    /** @param instance the site map to ask; null or empty for the main one */
    public void setInstance(String instance) {
        this.instance = instance == null ? "" : instance;
    }

    /** @param user the exact id; null for nobody, who is never online */
    public void setUser(String user) {
        this.user = user;
    }

    /** @param not whether the body is for users who are not online */
    public void setNot(boolean not) {
        this.not = not;
    }

    /** Where nobody knows, or whoever asks may not know, the body is left out in either case. */
    @Override
    public int doStartTag() {
        return Source.of(pageContext, instance)
                        .isOnline(user)
                        .filter(online -> online != not)
                        .isPresent()
                ? EVAL_BODY_INCLUDE
                : SKIP_BODY;
    }
}
