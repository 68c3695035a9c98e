<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<h1>Sorry <%= request.getAttribute("jakarta.servlet.error.status_code") %></h1>
<%@ include file="online.jspf" %>
