<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<% if (true) { throw new IllegalArgumentException("broken on purpose"); } %>
