package org.whosonline.tags;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whosonline.presence.Roster;

/**
 * The element of the tags {@code viewers} and {@code presence}, which may stand wherever a word may:
 *
 * <pre>{@code
 * <span class="whosonline-viewers" role="list" lang="en" aria-label="7 other people are looking at this"
 *   data-room="/docs/42" data-me="17" data-base="/whosonline" data-max="5" data-hash="9e10…"
 *   data-roster='{"room":"/docs/42","total":8,"viewers":[{"viewerId":"3",…},…],"hash":"9e10…","stale":false}'>
 *   <span class="whosonline-viewer whosonline-idle whosonline-colour-3" role="listitem"><span
 *     class="whosonline-avatar" role="img" title="Ana — idle (2 tabs)" aria-label="Ana — idle (2 tabs)">A</span></span> …
 *   <span class="whosonline-more" role="listitem"><span role="img" title="and 2 more" aria-label="and 2 more">+2</span></span>
 * </span>}</pre>
 *
 * <p>With nobody to draw it has {@code hidden} and is there for a script only.
 */
final class ViewersHtml {

    /** Pictures come by http, from wherever the page does or from an address of their own. */
    private static final Pattern PICTURE = Pattern.compile("https?://.*|[^:]*|/.*", Pattern.CASE_INSENSITIVE);

    /** Where a name is written from right to left, or says so itself, it must not turn around what stands beside it. */
    private static final Pattern TURNS = Pattern.compile("[\\u0590-\\u08ff\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069"
            + "\\ufb1d-\\ufdff\\ufe70-\\ufeff\\x{10800}-\\x{10fff}\\x{1e800}-\\x{1efff}]");

    private static final String OPENING = "<span class=\"whosonline-viewers\"";

    private final Texts texts;
    private final int max;
    private final boolean self;

    /** @param self whether whoever looks at the page is drawn too */
    ViewersHtml(Texts texts, int max, boolean self) {
        this.texts = texts;
        this.max = max;
        this.self = self;
    }

    /** @param viewers those of a room that whoever looks at the page may see */
    String faces(RoomViewers viewers) {
        List<RoomViewer> all = counted(viewers);
        // Of a big room those whom the script knows, or the faces would be others once it has begun.
        List<String> items = viewers.shown().stream()
                .filter(viewer -> self || !viewer.isSelf())
                .limit(max)
                .map(this::item)
                .toList();
        Stream<String> more = all.size() > items.size() ? Stream.of(more(all.size() - items.size())) : Stream.of();
        // Blanks in between, for pages without styles.
        String drawn = Stream.concat(items.stream(), more).collect(Collectors.joining(" "));
        StringBuilder html = new StringBuilder(OPENING);
        if (all.isEmpty()) {
            html.append(" hidden");
        } else {
            html.append(" role=\"list\" lang=\"").append(texts.language()).append('"');
            attribute(html, "aria-label", label(all.size(), viewers.isStale()));
        }
        return element(html, viewers, drawn);
    }

    /** The same as one sentence: "7 other people are looking at this". */
    String sentence(RoomViewers viewers) {
        int n = counted(viewers).size();
        StringBuilder html = new StringBuilder(OPENING);
        html.append(n == 0 ? " hidden" : " lang=\"" + texts.language() + '"');
        String words = n == 0 ? "" : "<span class=\"whosonline-count\">" + label(n, viewers.isStale()) + "</span>";
        return element(html, viewers, words);
    }

    private List<RoomViewer> counted(RoomViewers viewers) {
        return self ? viewers.getAll() : viewers.getOthers();
    }

    private String element(StringBuilder html, RoomViewers viewers, String content) {
        data(html, viewers.getRoom(), viewers.look());
        return html.append('>').append(content).append("</span>").toString();
    }

    private String label(int n, boolean stale) {
        String text = texts.count(self ? "viewers.all" : "viewers.others", n, texts.number(n));
        return stale ? texts.say("stale", text) : text;
    }

    private void data(StringBuilder html, String room, RoomSource.Look look) {
        Roster roster = look.roster();
        attribute(html, "data-room", Html.text(room));
        attribute(html, "data-me", Html.text(look.viewer()));
        attribute(html, "data-base", Html.text(look.base()));
        attribute(html, "data-max", Integer.toString(max));
        if (self) {
            attribute(html, "data-self", "true");
        }
        if (roster.total().isPresent()) {
            attribute(html, "data-hash", roster.hash());
        }
        // The quotes are those of JSON, and much shorter so than escaped.
        html.append(" data-roster='").append(look.frame()).append('\'');
    }

    /** @param value ready for HTML */
    static void attribute(StringBuilder html, String name, String value) {
        html.append(' ').append(name).append("=\"").append(value).append('"');
    }

    private String item(RoomViewer viewer) {
        StringBuilder html = new StringBuilder("<span class=\"whosonline-viewer whosonline-");
        html.append(viewer.getState());
        html.append(" whosonline-colour-").append(Initials.colour(viewer.getId()));
        html.append(viewer.isEditing() ? " whosonline-editing" : "");
        html.append(viewer.isSelf() ? " whosonline-self" : "");
        html.append("\" role=\"listitem\">");
        String tip = tip(viewer);
        String picture = viewer.getAvatar();
        if (picture != null && !picture.isEmpty() && PICTURE.matcher(picture).matches()) {
            html.append("<img class=\"whosonline-avatar\" width=\"32\" height=\"32\"");
            attribute(html, "src", Html.text(picture));
            attribute(html, "title", tip);
            attribute(html, "alt", tip);
            html.append('>');
        } else {
            html.append("<span class=\"whosonline-avatar\" role=\"img\"");
            attribute(html, "title", tip);
            attribute(html, "aria-label", tip);
            html.append('>').append(Html.text(viewer.getInitials())).append("</span>");
        }
        return html.append("</span>").toString();
    }

    private String more(int n) {
        String words = texts.count("more", n, texts.number(n));
        StringBuilder html = new StringBuilder("<span class=\"whosonline-more\" role=\"listitem\"><span role=\"img\"");
        attribute(html, "title", words);
        attribute(html, "aria-label", words);
        return html.append(">+")
                .append(texts.number(n))
                .append("</span></span>")
                .toString();
    }

    /** "Ana — idle (2 tabs): at lunch". */
    private String tip(RoomViewer viewer) {
        String text = apart(viewer.getName());
        if (viewer.isSelf()) {
            text = texts.say(viewer.isHidden() ? "viewer.self.hidden" : "viewer.self", text);
        }
        boolean active = viewer.getState().equals("active");
        if (viewer.isEditing()) {
            text = texts.say("viewer.doing", text, texts.say("viewer.editing"));
        } else if (!active) {
            text = texts.say("viewer.doing", text, texts.say("viewer." + viewer.getState()));
        }
        int tabs = viewer.getConnections();
        if (tabs > 1) {
            text = texts.say("viewer.more", text, texts.count("tabs", tabs, texts.number(tabs)));
        }
        return viewer.getStatus() == null ? text : texts.say("viewer.status", text, apart(viewer.getStatus()));
    }

    /** {@code text} ready for HTML, between the signs that isolate it where it needs them, without any by which it would get out. */
    private static String apart(String text) {
        String html = Html.text(text);
        return TURNS.matcher(text).find() ? "\u2068" + html.replaceAll("[\u2066-\u2069]", "") + "\u2069" : html;
    }
}
