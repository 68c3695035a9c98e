<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<h1>Plain</h1>
