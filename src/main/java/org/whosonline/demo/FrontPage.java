package org.whosonline.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.whosonline.Mark;
import org.whosonline.tags.Html;
import org.whosonline.tags.Initials;
import org.whosonline.tags.ListedUser;
import org.whosonline.tags.Online;

/**
 * What the front page shows besides what its tags do. List and ages come from the snapshot of the tags and count from its
 * time, so that they agree.
 *
 * <p>Texts are ready for HTML: whatever users gave is escaped.
 */
public final class FrontPage {

    private static final int MAX_LISTED = 50;
    private static final int SESSION_ID_SHOWN = 10;

    private final Site site;
    private final Online online;
    private final List<ListedUser> users;
    private final Login login;
    private final HttpSession session;
    private final String problem;

    private FrontPage(HttpServletRequest request, Online online) {
        site = Site.of(request.getServletContext());
        this.online = online;
        users = online.getUsers();
        login = Login.of(request).orElse(null);
        session = request.getSession(false);
        problem = (String) request.getAttribute(LoginServlet.PROBLEM);
    }

    /** The page for one request; sets the headers that its content needs, but for those that the names need. */
    public static FrontPage of(HttpServletRequest request, HttpServletResponse response, Online online) {
        FrontPage page = new FrontPage(request, online);
        response.addHeader("Vary", "Cookie");
        if (page.session != null) {
            response.setHeader("Cache-Control", "private, no-store");
        }
        return page;
    }

    /** Why the number may be wrong or is missing; null if all is well. */
    public String warning() {
        return online.isStale() ? Words.outage(online.isKnown(), online.getAsOf(), length()) : null;
    }

    /** When number and list were true: "12:00:00 UTC"; null if nothing was ever read. */
    public String asOf() {
        return online.getAsOf() == null ? null : Words.time(online.getAsOf());
    }

    /** The same as ISO-8601. */
    public String asOfIso() {
        return online.getAsOf().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** How long a user stays online: "5 minutes". */
    public String window() {
        return Words.length(length());
    }

    private Duration length() {
        return Duration.ofSeconds(online.getWindowSeconds());
    }

    public boolean isLoggedIn() {
        return login != null;
    }

    /** The name of whoever is logged in. */
    public String ownName() {
        return Html.text(login.shownName());
    }

    /** Names are for those who are logged in, unless the site's list is public. */
    public boolean showsNames() {
        return online.isListed();
    }

    /** The first users of the list. */
    public List<Person> people() {
        return users.stream().limit(MAX_LISTED).map(this::person).toList();
    }

    private Person person(ListedUser user) {
        String name = user.getName();
        String id = user.getId();
        return new Person(
                Html.text(name),
                name.equals(id) ? null : Html.text(id),
                Html.text(Initials.of(name)),
                Initials.colour(id),
                login != null && login.user().equals(id),
                user.isHidden(),
                user.getLastSeen().toString(),
                Words.ago(age(user.getLastSeen())));
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
        return Html.text(id.substring(0, Math.min(SESSION_ID_SHOWN, id.length())) + "\u2026");
    }

    public String sessionCreated() {
        return Words.time(Instant.ofEpochMilli(session.getCreationTime()));
    }

    /** When this session last recorded its user. */
    public String lastRecord() {
        return mark().map(mark -> Instant.ofEpochSecond(mark.time()))
                .map(time -> Words.time(time) + (online.getAsOf() == null ? "" : ", " + Words.ago(age(time))))
                .orElse("not yet");
    }

    /** When the next page view of this session will be recorded. */
    public String nextRecord() {
        Duration left = mark().filter(mark -> online.getAsOf() != null)
                .map(mark -> site.recordAfter().minus(age(Instant.ofEpochSecond(mark.time()))))
                .orElse(Duration.ZERO);
        return left.toSeconds() > 0 ? "in " + Words.span(left) + " at the earliest" : "with the next page view";
    }

    /** Where the same can be had as JSON: the address in front of {@code /online}. */
    public String base() {
        return Html.text(site.base());
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
        Duration age = Duration.between(then, online.getAsOf());
        return age.isNegative() ? Duration.ZERO : age;
    }
}
