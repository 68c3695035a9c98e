<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<h1>Nest</h1>
<jsp:include page="part.jsp"/>
<jsp:include page="part.jsp"/>
