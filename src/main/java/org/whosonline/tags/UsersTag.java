package org.whosonline.tags;

import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.tagext.JspFragment;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.whosonline.OnlineUser;
import org.whosonline.Snapshot;

/** {@code <w:users/>}: who is online, as a list; its body, if there is one, is what stands in each item. */
public final class UsersTag extends OnlineTag {

    private static final Comparator<OnlineUser> MOST_RECENT =
            Comparator.comparing(OnlineUser::lastSeen).reversed().thenComparing(Snapshot.BY_NAME);

    /** Writes what stands in an item. */
    @FunctionalInterface
    interface Item {
        void write(Writer out, ListedUser user) throws JspException, IOException;
    }

    private int limit = 20;
    private boolean recent;
    private String name = "user";
    private String styleClass = "whosonline-users";

    /** For the container. */
    public UsersTag() {}

    /** @param limit how many users are listed; what is no number from 1 on, such as a preference nobody set, is left out */
    public void setLimit(String limit) {
        this.limit = count(limit, this.limit);
    }

    /** The number in {@code text}; {@code otherwise} if that is null or no number from 1 on. */
    static int count(String text, int otherwise) {
        try {
            int wanted = text == null ? 0 : Integer.parseInt(text.strip());
            return wanted < 1 ? otherwise : wanted;
        } catch (NumberFormatException notANumber) {
            // It may come from an expression, and no page fails for its tags.
            return otherwise;
        }
    }

    /**
     * @param order {@code name} or {@code recent}
     * @throws IllegalArgumentException if it is neither
     */
    public void setOrder(String order) {
        recent = switch (order) {
            case "name" -> false;
            case "recent" -> true;
            default ->
                throw new IllegalArgumentException(
                        "The tag users has no order=\"" + order + "\", but name and recent.");
        };
    }

    /** @param name the page attribute that is a {@link ListedUser} in the body */
    public void setVar(String name) {
        this.name = name;
    }

    /** @param styleClass the class of the list, for styles */
    public void setStyleClass(String styleClass) {
        this.styleClass = styleClass;
    }

    @Override
    public void doTag() throws JspException, IOException {
        JspFragment body = getJspBody();
        Object before = page().getAttribute(name);
        Texts texts = texts();
        write(
                page().getOut(),
                online(),
                texts,
                body == null
                        ? (out, user) -> bareName(out, user, texts)
                        : (out, user) -> {
                            page().setAttribute(name, user);
                            body.invoke(null);
                        });
        page().setAttribute(name, before);
    }

    /**
     * Apart from its surroundings, so that a name that is written from right to left keeps to itself. Who hides is told
     * beside their own name that nobody else sees it.
     */
    static void bareName(Writer out, ListedUser user, Texts texts) throws IOException {
        out.write("<bdi>" + Html.text(user.getName()) + "</bdi>");
        if (user.isHidden()) {
            out.write(" <span class=\"whosonline-hidden\" lang=\"" + texts.language() + "\">" + texts.say("hidden.self")
                    + "</span>");
        }
    }

    void write(Writer out, Online online, Texts texts, Item item) throws JspException, IOException {
        if (!online.isKnown()) {
            paragraph(out, "whosonline-note", texts, texts.say("unknown.list"));
        } else if (!online.isListed()) {
            paragraph(out, "whosonline-note", texts, texts.say("hidden.list"));
        } else {
            online.keepPrivate();
            list(out, online, texts, item);
        }
    }

    private void list(Writer out, Online online, Texts texts, Item item) throws JspException, IOException {
        List<OnlineUser> all = online.everybody();
        if (all.isEmpty()) {
            paragraph(out, "whosonline-note", texts, texts.say(online.getHidden() == 0 ? "nobody" : "nobody.listed"));
            return;
        }
        List<OnlineUser> shown = recent ? mostRecent(all) : all.subList(0, Math.min(limit, all.size()));
        out.write("<ul class=\"" + Html.text(styleClass) + "\">");
        for (ListedUser user : Online.listed(shown)) {
            out.write("<li>");
            item.write(out, user);
            out.write("</li>");
        }
        out.write("</ul>");
        int more = all.size() - shown.size();
        if (more > 0) {
            paragraph(out, "whosonline-more", texts, texts.count("more", more, texts.number(more)));
        }
    }

    private static void paragraph(Writer out, String cssClass, Texts texts, String html) throws IOException {
        out.write("<p class=\"" + cssClass + "\" lang=\"" + texts.language() + "\">" + html + "</p>");
    }

    /** Without sorting all, of whom there may be very many. */
    private List<OnlineUser> mostRecent(List<OnlineUser> all) {
        PriorityQueue<OnlineUser> kept = new PriorityQueue<>(MOST_RECENT.reversed());
        for (OnlineUser user : all) {
            kept.add(user);
            if (kept.size() > limit) {
                kept.remove();
            }
        }
        return kept.stream().sorted(MOST_RECENT).toList();
    }
}
