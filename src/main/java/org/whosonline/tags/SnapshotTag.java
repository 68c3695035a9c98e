package org.whosonline.tags;

/** {@code <w:online var="online"/>}: gives the page the snapshot that all its tags show. */
public final class SnapshotTag extends OnlineTag {

    private String name;
    private boolean names;

    /** For the container. */
    public SnapshotTag() {}

    /** @param name the page attribute that is set to an {@link Online} */
    public void setVar(String name) {
        this.name = name;
    }

    /** @param names whether names follow, too far down for the tag that shows them to set headers */
    public void setNames(boolean names) {
        this.names = names;
    }

    @Override
    public void doTag() {
        Online online = online();
        if (names && online.isListed()) {
            online.keepPrivate();
        }
        page().setAttribute(name, online);
    }
}
