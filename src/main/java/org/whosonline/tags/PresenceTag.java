package org.whosonline.tags;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code <w:presence room="/docs/42"/>}: who is in a room, kept right by the script that the tag brings along, with the
 * first paint of {@code viewers} in it:
 *
 * <pre>{@code
 * <link rel="stylesheet" href="/app/whosonline/presence.css?v=3f09…">
 * <script type="module" src="/app/whosonline/presence.js?v=3f09…"></script>
 * <whos-here room="/docs/42" lang="en" max="5"><span class="whosonline-viewers" …>…</span></whos-here>}</pre>
 *
 * <p>The first two once a page, however many rooms it shows.
 */
public final class PresenceTag extends PageTag {

    /** Request attribute: the address of the page that has styles and script. */
    private static final String LINKED = PresenceTag.class.getName() + ".linked";

    /** Attributes of the element that it reads itself; null or empty are left out. */
    private final Map<String, String> passed = new LinkedHashMap<>();

    private String room;
    private int max = 5;
    private boolean self;
    private boolean sentence;

    /** For the container. */
    public PresenceTag() {}

    /** @param room the room's id; null or empty for the path of the page */
    public void setRoom(String room) {
        this.room = room;
    }

    /** @param max how many viewers are drawn; what is no number from 1 on, such as a preference nobody set, is left out */
    public void setMax(String max) {
        this.max = UsersTag.count(max, this.max);
    }

    /** @param self whether whoever looks at the page is drawn too */
    public void setSelf(boolean self) {
        this.self = self;
    }

    /**
     * @param view {@code faces} or {@code count}
     * @throws IllegalArgumentException if it is neither
     */
    public void setView(String view) {
        sentence = switch (view) {
            case "faces" -> false;
            case "count" -> true;
            default ->
                throw new IllegalArgumentException(
                        "The tag presence has no view=\"" + view + "\", but faces and count.");
        };
    }

    /** @param time how long faces stay after a change, such as {@code 6.5s}; null or empty for ever */
    public void setFade(String time) {
        passed.put("fade", time);
    }

    /** @param id of the form or field whose user is editing; null or empty if there is none */
    public void setFor(String id) {
        passed.put("for", id);
    }

    /** @param announce {@code off} to read out nobody who comes or goes */
    public void setAnnounce(String announce) {
        passed.put("announce", announce);
    }

    /** @param token against forged requests, which the script sends along; null or empty if there is none */
    public void setCsrf(String token) {
        passed.put("csrf", token);
    }

    /** @param name of the header with the token; null or empty for the one that the script takes */
    public void setCsrfHeader(String name) {
        passed.put("csrf-header", name);
    }

    /** @param name of the form field with the token; null or empty for the one that the script takes */
    public void setCsrfParameter(String name) {
        passed.put("csrf-parameter", name);
    }

    @Override
    public void doTag() throws IOException {
        HttpServletRequest request = (HttpServletRequest) page().getRequest();
        HttpServletResponse response = (HttpServletResponse) page().getResponse();
        String asked = room == null || room.isEmpty() ? PageRoom.of(request) : room;
        RoomViewers viewers = RoomViewers.of(page().getServletContext(), request, asked, true);
        if (viewers.isVisible()) {
            Caches.keepOut(request, response, "let it begin with the tag viewers with draw=\"false\"");
            write(page().getOut(), request, viewers, texts());
        }
    }

    void write(Writer out, HttpServletRequest request, RoomViewers viewers, Texts texts) throws IOException {
        if (isFirst(request)) {
            out.write(links(viewers.look()));
        }
        out.write(element(viewers, texts));
    }

    /**
     * Scenario: a page shows a room, and then forwards or fails. What it wrote is thrown away, and the page in its place, which
     * has the same attributes but an address of its own, needs styles and script again.
     */
    private static boolean isFirst(HttpServletRequest request) {
        String page = request.getRequestURI();
        boolean first = !page.equals(request.getAttribute(LINKED));
        request.setAttribute(LINKED, page);
        return first;
    }

    private static String links(RoomSource.Look look) {
        String address = Html.text(look.base()) + "/presence.";
        return "<link rel=\"stylesheet\" href=\"" + address + "css?v=" + look.version() + "\">"
                + "<script type=\"module\" src=\"" + address + "js?v=" + look.version() + "\"></script>";
    }

    private String element(RoomViewers viewers, Texts texts) {
        StringBuilder html = new StringBuilder("<whos-here");
        ViewersHtml.attribute(html, "room", Html.text(viewers.getRoom()));
        ViewersHtml.attribute(html, "lang", texts.language());
        ViewersHtml.attribute(html, "max", Integer.toString(max));
        html.append(self ? " self" : "").append(sentence ? " view=\"count\"" : "");
        passed.forEach((name, value) -> {
            if (value != null && !value.isEmpty()) {
                ViewersHtml.attribute(html, name, Html.text(value));
            }
        });
        ViewersHtml inner = new ViewersHtml(texts, max, self);
        return html.append('>')
                .append(sentence ? inner.sentence(viewers) : inner.faces(viewers))
                .append("</whos-here>")
                .toString();
    }
}
