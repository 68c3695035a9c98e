<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true"
    import="org.whosonline.demo.Product, org.whosonline.demo.ProductPage" %>
<%@ taglib prefix="w" uri="whosonline" %>
<%
    ProductPage demo = ProductPage.of(request, response);
    Product product = demo.product();
    String root = request.getContextPath();
    String ownName = demo.ownName();
    String loginProblem = demo.problem();
    String loginField = "product";
    String loginValue = Integer.toString(product.id());
%>
<!DOCTYPE html>
<html lang="en">
<head>
  <%@ include file="/WEB-INF/head.jspf" %>
  <title><%= product.title() %>, <%= product.kind() %> – WhosOnline</title>
  <% if (ownName == null) { %>
  <script type="module" src="<%= root %><%= demo.base() %>/presence.js"></script>
  <% } %>
</head>
<body>
<%@ include file="/WEB-INF/bar.jspf" %>

<main>
  <article class="product">
    <div class="picture">
      <svg viewBox="0 0 400 400" role="img" aria-label="<%= product.kind() %> <%= product.title() %>"><use href="#goods-<%= product.id() %>"/></svg>
    </div>
    <div class="about">
      <p class="kicker"><%= product.kind() %></p>
      <h1><%= product.title() %></h1>
      <p class="price"><%= product.price() %></p>
      <p class="lookers"><w:presence room="<%= product.room() %>" view="count"/><% if (ownName == null) {
          %><a href="#log-in">Log in</a> to see how many others are looking at this.<% } %></p>
      <p class="text"><%= product.text() %></p>
      <fieldset class="colours">
        <legend>Colour</legend>
        <label class="fern"><input type="radio" name="colour" value="fern" checked><span>Fern</span></label>
        <label class="clay"><input type="radio" name="colour" value="clay"><span>Clay</span></label>
        <label class="ink"><input type="radio" name="colour" value="ink"><span>Ink</span></label>
      </fieldset>
      <ul class="facts">
        <% for (String fact : product.facts()) { %>
        <li><%= fact %></li>
        <% } %>
      </ul>
    </div>
  </article>

  <div class="columns">
    <section class="card" aria-labelledby="others">
      <h2 id="others">Goes well with it</h2>
      <ul class="shelf">
        <% for (Product other : demo.all()) { if (other != product) { %>
        <li><a class="way" href="<%= root %><%= other.address() %>">
          <svg viewBox="0 0 400 400" aria-hidden="true"><use href="#goods-<%= other.id() %>"/></svg>
          <span><b><%= other.title() %></b><span class="words"><%= other.kind() %>, <%= other.price() %></span></span></a></li>
        <% } } %>
      </ul>
    </section>
    <div class="side">
      <% if (ownName == null) { %>
      <%@ include file="/WEB-INF/login.jspf" %>
      <% } else { %>
      <section class="card" aria-labelledby="try">
        <h2 id="try">Try it</h2>
        <p class="note">Open this page in another browser, or in a private window, as somebody else: both say so at once,
          and no more a second after one is closed.</p>
      </section>
      <% } %>
    </div>
  </div>
</main>

<footer>
  <p><% if (ownName == null) { %>A demo: nothing of it can be bought.<% } else { %>The same as JSON: <a href="<%= root %><%= demo.base() %>/presence?room=%2Fproduct%2F<%= product.id() %>">who is looking at this</a><% } %></p>
</footer>
<%@ include file="/WEB-INF/goods.jspf" %>
</body>
</html>
