package org.whosonline.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.whosonline.tags.Html;
import org.whosonline.tags.Initials;
import org.whosonline.tags.RoomViewer;
import org.whosonline.tags.RoomViewers;

/**
 * What the page of a room shows besides what its tag does. All of it is of one moment.
 *
 * <p>Texts are ready for HTML: whatever users gave is escaped.
 */
public final class RoomPage {

    private static final int MAX_LISTED = 50;
    private static final int MAX_NAMED = 3;

    private final HttpServletRequest request;
    private final RoomViewers here;
    private final Login login;
    private final boolean left;

    private RoomPage(HttpServletRequest request, RoomViewers here) {
        this.request = request;
        this.here = here;
        this.login = Login.of(request).orElse(null);
        this.left = request.getParameter("left") != null;
    }

    /** The page for one request; sets the headers that its content needs, but for those that the tag sets. */
    public static RoomPage of(HttpServletRequest request, HttpServletResponse response, RoomViewers here) {
        response.addHeader("Vary", "Cookie");
        if (request.getSession(false) != null) {
            response.setHeader("Cache-Control", "private, no-store");
        }
        return new RoomPage(request, here);
    }

    /** The room's id. */
    public String room() {
        return Html.text(here.getRoom());
    }

    /** What the room is called. */
    public String title() {
        return Html.text(Example.title(here.getRoom()));
    }

    /** Whether it is known that nobody else is here. */
    public boolean isAlone() {
        return here.isKnown() && here.getOthers().isEmpty();
    }

    /** The address of a room's page within the application. */
    public String address(String room) {
        return RoomServlet.address(room);
    }

    /** This page's own, with its connection. */
    public String ownAddress() {
        String conn = conn();
        return Html.text(RoomServlet.address(here.getRoom()) + (conn == null ? "" : "&conn=" + conn));
    }

    public boolean isLoggedIn() {
        return login != null;
    }

    /** The name of whoever is logged in. */
    public String ownName() {
        return Html.text(login.shownName());
    }

    /** Whether there is anything to show to whoever is logged in. */
    public boolean isVisible() {
        return here.isVisible();
    }

    public boolean isKnown() {
        return here.isKnown();
    }

    /** Why the list may be wrong or is missing; null if all is well. */
    public String warning() {
        if (!here.isVisible() || !here.isStale()) {
            return null;
        }
        return here.isKnown()
                ? "The store cannot be read at the moment, or has just lost what it held: this is of before."
                : "The store that knows who is here does not answer at the moment.";
    }

    /** Who is editing, which is to be known before one does so too; null if nobody else is. */
    public String conflict() {
        List<RoomViewer> editors = here.getEditors();
        if (editors.isEmpty()) {
            return null;
        }
        String names = editors.stream()
                .limit(MAX_NAMED)
                .map(editor -> "<bdi>" + Html.text(editor.getName()) + "</bdi>")
                .collect(Collectors.joining(", "));
        int more = editors.size() - MAX_NAMED;
        return names
                + (more > 0 ? " and " + Words.number(more) + " more" : "")
                + (editors.size() == 1 ? " is editing this." : " are editing this.");
    }

    /** Whether whoever looks is editing in the same room, which makes the conflict a real one. */
    public boolean isEditing() {
        return isHere() && here.getSelf().isEditing();
    }

    /** Whether whoever looks is in the room, from this page or another. */
    public boolean isHere() {
        return !left && here.getSelf() != null;
    }

    /** The id of this page's connection; null if it has none. */
    public String conn() {
        return left ? null : RoomForm.conn(request);
    }

    /** Whether whoever looks is there, but not from this page. */
    public boolean isElsewhere() {
        return isHere() && conn() == null;
    }

    public boolean hasLeft() {
        return left;
    }

    /** How long one stays without another sign: "30 seconds". */
    public String lease() {
        return Words.length(Site.of(request.getServletContext()).lease());
    }

    /** What was wrong with the form just sent; null if nothing. */
    public String problem() {
        return (String) request.getAttribute(LoginServlet.PROBLEM);
    }

    /** What the form for the status holds: what was sent, else the status there is. */
    public String status() {
        String sent = problem() == null ? null : request.getParameter("text");
        String now = isHere() ? here.getSelf().getStatus() : null;
        return Html.text(sent == null ? now : sent);
    }

    public int maxStatus() {
        return RoomForm.MAX_STATUS;
    }

    /** The first viewers. */
    public List<RoomPerson> people() {
        return shown().stream().limit(MAX_LISTED).map(this::person).toList();
    }

    private List<RoomViewer> shown() {
        return left ? here.getOthers() : here.getAll();
    }

    private RoomPerson person(RoomViewer viewer) {
        Duration stay = Duration.between(viewer.getJoinedAt(), here.getAsOf());
        return new RoomPerson(
                Html.text(viewer.getName()),
                viewer.getName().equals(viewer.getId()) ? null : Html.text(viewer.getId()),
                Html.text(viewer.getInitials()),
                Initials.colour(viewer.getId()),
                viewer.isSelf(),
                viewer.isHidden(),
                viewer.getState(),
                viewer.isEditing(),
                viewer.getStatus() == null ? null : Html.text(viewer.getStatus()),
                viewer.getConnections(),
                viewer.getJoinedAt().toString(),
                Words.ago(stay));
    }

    /** How many more there are than {@link #people}; null if none. */
    public String more() {
        int more = shown().size() - MAX_LISTED;
        return more > 0 ? Words.number(more) : null;
    }

    /** The address that {@code curl} reaches this application at. */
    public String site() {
        String address = request.getRequestURL().toString();
        String path = request.getRequestURI();
        return Html.text(address.substring(0, address.length() - path.length()) + request.getContextPath());
    }

    /** Where WhosOnline's own addresses start, within this application. */
    public String base() {
        return Html.text(Site.of(request.getServletContext()).base());
    }

    /** The room's id as it stands in addresses. */
    public String roomInAddress() {
        return Html.url(here.getRoom());
    }
}
