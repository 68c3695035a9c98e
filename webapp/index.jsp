<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true"
    import="java.util.List, org.whosonline.demo.FrontPage, org.whosonline.demo.Person" %>
<%@ taglib prefix="w" uri="whosonline" %>
<w:online var="online"/>
<%
    // One snapshot for everything below. What the page gives is ready for HTML.
    FrontPage demo = FrontPage.of(request, response, online);
    List<Person> people = demo.people();
    String root = request.getContextPath();
    String ownName = demo.isLoggedIn() ? demo.ownName() : null;
    String loginProblem = demo.problem();
    String loginField = null;
    String loginValue = null;
%>
<!DOCTYPE html>
<html lang="en">
<head>
  <%@ include file="/WEB-INF/head.jspf" %>
  <title><w:count format="short"/> – WhosOnline</title>
  <script type="module" src="<%= root %><%= demo.base() %>/presence.js"></script>
  <script type="module" src="<%= root %>/front.js"></script>
</head>
<body>
<header class="bar">
  <a class="brand" href="<%= root %>/"><img src="<%= root %>/demo.svg" alt="" width="28" height="28"><span>WhosOnline</span></a>
  <% if (ownName != null) { %>
  <form class="account" method="post" action="<%= root %>/logout">
    <span class="who"><span class="verb">Logged in as </span><bdi><%= ownName %></bdi></span>
    <button class="quiet" type="submit">Log out</button>
  </form>
  <% } %>
</header>

<main>
  <section class="headline">
    <h1 class="count">
      <whos-online id="count" interval="5s"><w:count format="short"/></whos-online><%
         if (online.isKnown()) { %><span class="away">, </span><span class="detail"><w:count format="window"/></span><% } %>
    </h1>
    <% if (demo.warning() != null) { %>
    <p class="warning"><%= demo.warning() %></p>
    <% } %>
  </section>

  <ul class="ways">
    <li><a class="way" href="<%= root %>/room?id=%2Fdocs%2F42">
      <svg viewBox="0 0 120 72" aria-hidden="true"><use href="#art-document"/></svg>
      <span><b>A shared document</b>
        <span class="words">Who reads it with you, who is writing, and a warning before two change the same.</span></span></a></li>
    <li><a class="way" href="<%= root %>/product?id=7">
      <svg viewBox="0 0 120 72" aria-hidden="true"><use href="#art-shop"/></svg>
      <span><b>A product in a shop</b>
        <span class="words">“3 other people are looking at this”, right at every moment.</span></span></a></li>
  </ul>

  <div class="columns">
    <% if (!demo.showsNames()) { %>
    <section class="card" aria-labelledby="who">
      <h2 id="who">Try it</h2>
      <ol class="steps">
        <li>Log in. The number is for everybody; who is online is shown to users only.</li>
        <li>Open this page in another browser or in a private window, and log in there as somebody else: the number
          follows by itself.</li>
        <li>Log out on one side, and that user is gone at once. Close a window instead,
          and its user goes when <%= demo.window() %> have passed without a page view.</li>
      </ol>
    </section>
    <% } else { %>
    <%@ include file="/WEB-INF/people.jspf" %>
    <% } %>

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
        <h2 id="rooms">Rooms</h2>
        <p class="note">For those who look at the same thing.</p>
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
<%@ include file="/WEB-INF/art.jspf" %>
</body>
</html>
