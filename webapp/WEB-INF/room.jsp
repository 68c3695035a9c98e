<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true"
    import="java.util.List, org.whosonline.demo.RoomPage, org.whosonline.demo.RoomPerson, org.whosonline.tags.RoomViewers" %>
<%@ taglib prefix="w" uri="whosonline" %>
<%-- This page keeps its connection when it is loaded again, so that no place has to be held for it. --%>
<w:viewers room="${param.id}" hold="false" var="here" draw="false"/>
<%
    // One roster for everything below. What the page gives is ready for HTML.
    RoomPage demo = RoomPage.of(request, response, (RoomViewers) pageContext.getAttribute("here"));
    List<RoomPerson> people = demo.people();
    String root = request.getContextPath();
    String loginProblem = demo.problem();
    String loginRoom = demo.room();
%>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title><%= demo.room() %> – WhosOnline</title>
  <link rel="icon" href="<%= root %>/demo.svg" type="image/svg+xml">
  <link rel="stylesheet" href="<%= root %>/demo.css">
</head>
<body>
<header class="bar">
  <a class="brand" href="<%= root %>/"><img src="<%= root %>/demo.svg" alt="" width="28" height="28">WhosOnline</a>
  <% if (demo.isLoggedIn()) { %>
  <form class="account" method="post" action="<%= root %>/logout">
    <span class="who"><span class="verb">Logged in as </span><bdi><%= demo.ownName() %></bdi></span>
    <button class="quiet" type="submit">Log out</button>
  </form>
  <% } %>
</header>

<main>
  <section class="headline room">
    <p class="kicker">Room</p>
    <h1><bdi><%= demo.room() %></bdi></h1>
    <div class="faces"><w:viewers room="${param.id}" hold="false" max="7"/></div>
    <% if (demo.warning() != null) { %>
    <p class="warning"><%= demo.warning() %></p>
    <% } %>
    <% if (demo.conflict() != null) { %>
    <p class="warning edit-conflict" role="status"><strong><%= demo.conflict() %></strong>
      <%= demo.isEditing() ? "So are you: whoever saves last may overwrite the other." : "Wait, or ask, before you change anything." %></p>
    <% } %>
  </section>

  <div class="columns three">
    <section class="card" aria-labelledby="who">
      <% if (!demo.isLoggedIn()) { %>
      <h2 id="who">Try it</h2>
      <ol class="steps">
        <li>Log in. Who is in a room is shown to users only.</li>
        <li>Join, and open this page in another browser or in a private window as somebody else.</li>
        <li>Say on one side that you are editing, and reload the other: it warns.</li>
      </ol>
      <% } else if (!demo.isVisible()) { %>
      <h2 id="who">Who is here</h2>
      <p class="empty">You may not see who is in this room.</p>
      <% } else { %>
      <h2 id="who">Who is here</h2>
      <% if (!demo.isKnown()) { %>
      <p class="empty">Nobody can say at the moment.</p>
      <% } else if (people.isEmpty()) { %>
      <p class="empty">Nobody is here. Join, and you will be the first.</p>
      <% } else { %>
      <ul class="people">
        <% for (RoomPerson person : people) { %>
        <li>
          <span class="avatar colour-<%= person.colour() %> state-<%= person.state() %>" aria-hidden="true"><%= person.sign() %></span>
          <span class="person">
            <span class="name" title="<%= person.name() %>"><bdi><%= person.name() %></bdi><% if (person.self()) { %> <span class="you">you</span><% }
                if (person.hidden()) { %> <span class="you">hidden from others</span><% } %></span>
            <% if (person.status() != null) { %><span class="words"><span class="away">status </span><bdi><%= person.status() %></bdi></span><% } %>
            <span class="marks"><% if (person.editing()) { %><span class="mark edit">editing</span> <% }
                %><span class="mark"><%= person.state() %></span><% if (person.tabs() > 1) { %> <span class="mark"><%= person.tabs() %> tabs</span><% } %></span>
          </span>
          <span class="seen"><span class="last">came </span><time datetime="<%= person.since() %>"><%= person.came() %></time></span>
        </li>
        <% } %>
      </ul>
      <% if (demo.more() != null) { %><p class="more">and <%= demo.more() %> more</p><% } %>
      <% } %>
      <p class="reload"><a href="<%= root %><%= demo.ownAddress() %>">Look again</a></p>
      <% } %>
    </section>

    <div class="side">
      <% if (!demo.isLoggedIn()) { %>
      <%@ include file="/WEB-INF/login.jspf" %>
      <% } else if (demo.isVisible()) { %>
      <section class="card" aria-labelledby="place">
        <h2 id="place">Your place</h2>
        <% if (demo.problem() != null) { %>
        <p class="problem" id="problem" role="alert"><%= demo.problem() %></p>
        <% } %>
        <form class="place" method="post" action="<%= root %>/room">
          <input type="hidden" name="id" value="<%= demo.room() %>">
          <% if (demo.conn() != null) { %><input type="hidden" name="conn" value="<%= demo.conn() %>"><% } %>
          <% if (demo.isElsewhere()) { %>
          <p class="note">You are here in another tab.</p>
          <% } else if (demo.hasLeft()) { %>
          <p class="note">You have left.</p>
          <% } else if (!demo.isHere()) { %>
          <p class="note">You look on from outside: others do not see you.</p>
          <% } %>
          <% if (demo.isHere() && demo.conn() != null) { %>
          <p class="note">You are here for <%= demo.lease() %> at a time: each reload of this page, and each button, begins them anew.</p>
          <div class="buttons">
            <button type="submit" name="do" value="join">Stay</button>
            <% if (demo.isEditing()) { %>
            <button class="quiet" type="submit" name="do" value="view">Stop editing</button>
            <% } else { %>
            <button class="quiet" type="submit" name="do" value="edit">Start editing</button>
            <% } %>
            <button class="quiet" type="submit" name="do" value="leave">Leave</button>
          </div>
          <% } else { %>
          <button type="submit" name="do" value="join">Join</button>
          <% } %>
        </form>
        <% if (demo.isHere() && demo.conn() != null) { %>
        <form class="status-form" method="post" action="<%= root %>/room">
          <input type="hidden" name="id" value="<%= demo.room() %>">
          <input type="hidden" name="do" value="status">
          <input type="hidden" name="conn" value="<%= demo.conn() %>">
          <label for="text">Status <span class="optional">(in all rooms)</span></label>
          <div class="line">
            <input id="text" name="text" type="text" maxlength="<%= demo.maxStatus() %>" value="<%= demo.status() %>" autocomplete="off"<%
                if (demo.problem() != null) { %> aria-describedby="problem"<% } %>>
            <button class="quiet" type="submit">Set</button>
          </div>
        </form>
        <% } %>
      </section>
      <% } %>

      <section class="card" aria-labelledby="rooms">
        <h2 id="rooms">Rooms</h2>
        <%@ include file="/WEB-INF/rooms.jspf" %>
      </section>
    </div>

    <section class="card" aria-labelledby="live">
      <h2 id="live">See it live</h2>
      <p class="note">Log in from a terminal, and each change of this room is a line there at the moment it is made:</p>
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
