package org.whosonline.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.whosonline.Mark;
import org.whosonline.OnlineUser;
import org.whosonline.Snapshot;

/**
 * What the front page shows. Number, list and ages come from one snapshot and count from its time, so that they agree.
 *
 * <p>Texts are ready for HTML: whatever users gave is escaped.
 */
public final class FrontPage {

    private static final int MAX_LISTED = 50;
    private static final int SESSION_ID_SHOWN = 10;

    private final Site site;
    private final Snapshot snapshot;
    private final List<OnlineUser> users;
    private final Login login;
    private final HttpSession session;
    private final String problem;

    private FrontPage(HttpServletRequest request) {
        site = Site.of(request.getServletContext());
        snapshot = site.snapshot();
        users = snapshot.users();
        login = Login.of(request).orElse(null);
        session = request.getSession(false);
        problem = (String) request.getAttribute(LoginServlet.PROBLEM);
    }

    /** The page for one request; sets the headers that its content needs. */
    public static FrontPage of(HttpServletRequest request, HttpServletResponse response) {
        FrontPage page = new FrontPage(request);
        response.addHeader("Vary", "Cookie");
        if (page.session != null || page.showsNames()) {
            response.setHeader("Cache-Control", "private, no-store");
        }
        return page;
    }

    public Headline headline() {
        return Headline.of(snapshot);
    }

    /** How long a user stays online: "5 minutes". */
    public String window() {
        return Words.length(snapshot.window());
    }

    public boolean isLoggedIn() {
        return login != null;
    }

    /** The name of whoever is logged in. */
    public String ownName() {
        return Html.escape(login.shownName());
    }

    /** Names are for those who are logged in, unless the site's list is public. */
    public boolean showsNames() {
        return login != null || site.listPublic();
    }

    /** The first users of the list. */
    public List<Person> people() {
        return users.stream().limit(MAX_LISTED).map(this::person).toList();
    }

    private Person person(OnlineUser user) {
        String name = user.name();
        return new Person(
                Html.escape(name),
                name.equals(user.id()) ? null : Html.escape(user.id()),
                Html.escape(Avatar.sign(name)),
                Avatar.colour(user.id()),
                login != null && login.user().equals(user.id()),
                user.lastSeen().toString(),
                Words.ago(age(user.lastSeen())));
    }

    /** How many more there are than {@link #people}; null if none. */
    public String more() {
        int more = users.size() - MAX_LISTED;
        return more > 0 ? Words.number(more) : null;
    }

    /** What was wrong with the form just sent; null if nothing. */
    public String problem() {
        return problem;
    }

    /** The beginning of the session's id: enough to tell sessions apart, too little to take one over. Null without one. */
    public String sessionId() {
        if (session == null) {
            return null;
        }
        String id = session.getId();
        return Html.escape(id.substring(0, Math.min(SESSION_ID_SHOWN, id.length())) + "\u2026");
    }

    public String sessionCreated() {
        return Words.time(Instant.ofEpochMilli(session.getCreationTime()));
    }

    /** When this session last recorded its user. */
    public String lastRecord() {
        return mark().map(mark -> Instant.ofEpochSecond(mark.time()))
                .map(time -> Words.time(time) + (snapshot.asOf() == null ? "" : ", " + Words.ago(age(time))))
                .orElse("not yet");
    }

    /** When the next page view of this session will be recorded. */
    public String nextRecord() {
        Duration left = mark().filter(mark -> snapshot.asOf() != null)
                .map(mark -> site.recordAfter().minus(age(Instant.ofEpochSecond(mark.time()))))
                .orElse(Duration.ZERO);
        return left.toSeconds() > 0 ? "in " + Words.span(left) + " at the earliest" : "with the next page view";
    }

    /** Where the same can be had as JSON: the address in front of {@code /online}. */
    public String base() {
        return Html.escape(site.base());
    }

    private Optional<Mark> mark() {
        // The main map's name is the beginning of the others'.
        return Collections.list(session.getAttributeNames()).stream()
                .sorted()
                .map(session::getAttribute)
                .filter(Mark.class::isInstance)
                .map(Mark.class::cast)
                .filter(mark -> login != null && Objects.equals(mark.user(), login.user()))
                .findFirst();
    }

    /** The time from {@code then} to the snapshot, zero for what this node recorded since. */
    private Duration age(Instant then) {
        Duration age = Duration.between(then, snapshot.asOf());
        return age.isNegative() ? Duration.ZERO : age;
    }
}
