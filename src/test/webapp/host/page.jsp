<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<h1>Page</h1>
<%@ include file="WEB-INF/online.jspf" %>
