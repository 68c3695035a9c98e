<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<h1>Early</h1>
<% out.flush(); response.flushBuffer(); %>
<p>Late</p>
