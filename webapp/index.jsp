<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true"
    import="java.util.List, org.whosonline.demo.FrontPage, org.whosonline.demo.Person" %>
<%@ taglib prefix="w" uri="whosonline" %>
<w:online var="online"/>
<%
    // One snapshot for everything below. What the page gives is ready for HTML.
    FrontPage demo = FrontPage.of(request, response, online);
    List<Person> people = demo.people();
    String root = request.getContextPath();
    String loginProblem = demo.problem();
    String loginRoom = null;
%>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title><w:count format="short"/> – WhosOnline</title>
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
  <section class="headline">
    <h1 class="count">
      <w:count format="short" strong="true"/><%
         if (online.isKnown()) { %><span class="away">, </span><span class="detail"><w:count format="window"/></span><% } %>
    </h1>
    <% if (demo.warning() != null) { %>
    <p class="warning"><%= demo.warning() %></p>
    <% } %>
    <% if (demo.asOf() != null) { %>
    <p class="as-of"><%= online.isKnown() ? "As of " : "Last read at " %><time datetime="<%= demo.asOfIso() %>"><%= demo.asOf() %></time></p>
    <% } %>
  </section>

  <div class="columns">
    <section class="card" aria-labelledby="who">
      <% if (!demo.showsNames()) { %>
      <h2 id="who">Try it</h2>
      <ol class="steps">
        <li>Log in. The number is for everybody; who is online is shown to users only.</li>
        <li>Open this page in another browser or in a private window, and log in there as somebody else.</li>
        <li>Reload: both are here. Log out on one side, and that user is gone at once. Close a window instead,
          and its user goes when <%= demo.window() %> have passed without a page view.</li>
      </ol>
      <% } else { %>
      <h2 id="who">Who is here</h2>
      <% if (!online.isKnown()) { %>
      <p class="empty">Nobody can say at the moment.</p>
      <% } else if (people.isEmpty()) { %>
      <p class="empty"><% if (online.getHidden() > 0) { %>Everybody who is online hides.<% } else { %>Nobody is online.<% if (!demo.isLoggedIn()) { %> Log in, and you will be the first.<% } } %></p>
      <% } else { %>
      <ul class="people">
        <% for (Person person : people) { %>
        <li>
          <span class="avatar colour-<%= person.colour() %>" aria-hidden="true"><%= person.sign() %></span>
          <span class="person">
            <span class="name" title="<%= person.name() %>"><bdi><%= person.name() %></bdi><% if (person.self()) { %> <span class="you">you</span><% }
                if (person.hidden()) { %> <span class="you">hidden from others</span><% } %></span>
            <% if (person.id() != null) { %><span class="id"><span class="away">id </span><bdi><%= person.id() %></bdi></span><% } %>
          </span>
          <span class="seen"><span class="last">last seen </span><time datetime="<%= person.lastSeen() %>"><%= person.ago() %></time></span>
        </li>
        <% } %>
      </ul>
      <% if (demo.more() != null) { %><p class="more">and <%= demo.more() %> more</p><% } %>
      <% } %>
      <% } %>
    </section>

    <div class="side">
      <% if (!demo.isLoggedIn()) { %>
      <%@ include file="/WEB-INF/login.jspf" %>
      <% } %>

      <section class="card" aria-labelledby="session">
        <h2 id="session">Your session</h2>
        <% if (demo.sessionId() == null) { %>
        <p class="empty">You have none. Looking at this page does not make one.</p>
        <% } else { %>
        <dl>
          <div><dt>Id</dt><dd><code><%= demo.sessionId() %></code></dd></div>
          <div><dt>Created</dt><dd><%= demo.sessionCreated() %></dd></div>
          <% if (demo.isLoggedIn()) { %>
          <div><dt>Last recorded</dt><dd><%= demo.lastRecord() %></dd></div>
          <div><dt>Next record</dt><dd><%= demo.nextRecord() %></dd></div>
          <% } %>
        </dl>
        <% } %>
      </section>

      <section class="card" aria-labelledby="rooms">
        <h2 id="rooms">Who is on this page?</h2>
        <p class="note">Not only on the site: rooms, for those who look at the same thing.</p>
        <%@ include file="/WEB-INF/rooms.jspf" %>
      </section>
    </div>
  </div>
</main>

<footer>
  <p>The same as JSON: <a href="<%= root %><%= demo.base() %>/online">who is online</a>,
    <a href="<%= root %><%= demo.base() %>/online/count">how many</a>,
    <a href="<%= root %><%= demo.base() %>/health">health</a></p>
</footer>
</body>
</html>
