<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true"
    import="java.util.List, org.whosonline.demo.NotesPart, org.whosonline.demo.RoomPage, org.whosonline.demo.RoomPerson,
        org.whosonline.tags.RoomViewers" %>
<%@ taglib prefix="w" uri="whosonline" %>
<w:viewers room="${param.id}" hold="false" var="here" draw="false"/>
<%
    // One roster for everything below. What the page gives is ready for HTML.
    RoomPage demo = RoomPage.of(request, response, (RoomViewers) pageContext.getAttribute("here"));
    NotesPart notes = NotesPart.of(request);
    List<RoomPerson> people = demo.people();
    String root = request.getContextPath();
    String ownName = demo.isLoggedIn() ? demo.ownName() : null;
    String loginProblem = demo.problem();
    String loginField = "id";
    String loginValue = demo.room();
    // Whoever has joined or left by the plain forms goes on with them: no script joins once more.
    boolean live = demo.isVisible() && !demo.hasLeft() && demo.conn() == null;
%>
<!DOCTYPE html>
<html lang="en">
<head>
  <%@ include file="/WEB-INF/head.jspf" %>
  <title><%= demo.title() %> – WhosOnline</title>
  <% if (live) { %>
  <script type="module" src="<%= root %>/room.js"></script>
  <% } else { %>
  <link rel="stylesheet" href="<%= root %><%= demo.base() %>/presence.css">
  <script type="module" src="<%= root %><%= demo.base() %>/presence.js"></script>
  <% } %>
</head>
<body>
<%@ include file="/WEB-INF/bar.jspf" %>

<main>
  <section class="headline room">
    <div class="title">
      <p class="kicker">Room<% if (!demo.title().equals(demo.room())) { %>&#32;<bdi><%= demo.room() %></bdi><% } %></p>
      <h1><bdi><%= demo.title() %></bdi></h1>
    </div>
    <div class="faces">
      <% if (live) { %>
      <w:presence room="${param.id}" max="7" for="notes"/>
      <p class="alone" id="alone"<% if (!demo.isAlone()) { %> hidden<% } %>>Nobody else is here. Open this page in another browser, as somebody else.</p>
      <% } else { %>
      <w:viewers room="${param.id}" hold="false" max="7"/>
      <% } %>
    </div>
  </section>
  <% if (demo.warning() != null) { %>
  <p class="warning"><%= demo.warning() %></p>
  <% } %>
  <p class="warning" id="out" role="alert" hidden>You are logged out, so nobody sees you here.
    <a href="<%= root %>/" target="_blank">Log in again</a> before you save: what you have written stays here meanwhile.</p>

  <div class="columns three">
    <div class="side">
      <% if (!demo.isLoggedIn()) { %>
      <section class="card" aria-labelledby="try">
        <h2 id="try">Try it</h2>
        <ol class="steps">
          <li>Log in. Who is in a room is shown to users only.</li>
          <li>Open this page in another browser or in a private window as somebody else: each sees the other at once.</li>
          <li>Begin to write on one side: the other is told who writes, and warned before both do.</li>
        </ol>
      </section>
      <% } else if (!demo.isVisible()) { %>
      <section class="card" aria-labelledby="try">
        <h2 id="try">Who is here</h2>
        <p class="empty">You may not see who is in this room.</p>
      </section>
      <% } %>
      <% if (demo.isVisible() || notes.isUnsaved()) { %>
      <%@ include file="/WEB-INF/notes.jspf" %>
      <% } %>
      <% if (demo.isVisible()) { %>
      <% if (live) { %><noscript><% } %>
      <%@ include file="/WEB-INF/viewers.jspf" %>
      <% if (live) { %></noscript><% } %>
      <% } %>
    </div>

    <div class="side">
      <% if (!demo.isLoggedIn()) { %>
      <%@ include file="/WEB-INF/login.jspf" %>
      <% } else if (demo.isVisible()) { %>
      <% if (live) { %><noscript><% } %>
      <%@ include file="/WEB-INF/place.jspf" %>
      <% if (live) { %></noscript><% } %>
      <section class="card" aria-labelledby="status-title">
        <h2 id="status-title">Your status</h2>
        <% if (demo.problem() != null) { %>
        <p class="problem" id="problem" role="alert"><%= demo.problem() %></p>
        <% } %>
        <form class="status-form" id="status" method="post" action="<%= root %>/room">
          <input type="hidden" name="id" value="<%= demo.room() %>">
          <input type="hidden" name="do" value="status">
          <% if (demo.conn() != null) { %><input type="hidden" name="conn" value="<%= demo.conn() %>"><% } %>
          <label for="status-text">In your own words <span class="optional">(in all rooms)</span></label>
          <div class="line">
            <input id="status-text" name="text" type="text" maxlength="<%= demo.maxStatus() %>" value="<%= demo.status() %>" autocomplete="off"
              placeholder="Back in five minutes"<% if (demo.problem() != null) { %> aria-describedby="problem"<% } %>>
            <button class="quiet" type="submit">Set</button>
          </div>
          <p class="hint" id="status-said" role="status">Others see it with your name.</p>
        </form>
      </section>
      <section class="card" id="log" aria-labelledby="log-title" hidden>
        <h2 id="log-title">Who came and went</h2>
        <p class="empty">Nobody, since you opened this page.</p>
        <ol></ol>
      </section>
      <% } %>

      <section class="card" aria-labelledby="rooms">
        <h2 id="rooms">Rooms</h2>
        <%@ include file="/WEB-INF/rooms.jspf" %>
      </section>
    </div>

    <section class="card" aria-labelledby="live">
      <h2 id="live">From a terminal</h2>
      <p class="note">Each change of this room is a line there at the moment it is made:</p>
      <pre class="lines" tabindex="0"><code>curl -c cookies -d user=curl <%= demo.site() %>/login
curl -b cookies -N \
  '<%= demo.site() %><%= demo.base() %>/presence/stream?room=<%= demo.roomInAddress() %>'</code></pre>
      <p class="note">As long as it runs, <b>curl</b> is here too.</p>
    </section>
  </div>
</main>

<footer>
  <p>The same as JSON: <a href="<%= root %><%= demo.base() %>/presence?room=<%= demo.roomInAddress() %>">who is here</a></p>
</footer>
</body>
</html>
