<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" isErrorPage="true"
    trimDirectiveWhitespaces="true" import="org.whosonline.demo.ErrorText" %>
<%@ taglib prefix="w" uri="whosonline" %>
<%
    ErrorText error = ErrorText.of(request);
    String root = request.getContextPath();
%>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title><%= error.title() %> – WhosOnline</title>
  <link rel="icon" href="<%= root %>/demo.svg" type="image/svg+xml">
  <link rel="stylesheet" href="<%= root %>/demo.css">
</head>
<body>
<header class="bar">
  <a class="brand" href="<%= root %>/"><img src="<%= root %>/demo.svg" alt="" width="28" height="28">WhosOnline</a>
</header>
<main>
  <section class="headline error">
    <p class="status"><%= error.status() %></p>
    <h1><%= error.title() %></h1>
    <p><%= error.sentence() %></p>
    <p class="as-of"><w:count/></p>
    <p><a href="<%= root %>/">To the front page</a></p>
  </section>
</main>
</body>
</html>
