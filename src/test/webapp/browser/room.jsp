<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="w" uri="whosonline" %>
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<title>Room</title>
</head>
<body>
<main>
<h1>Room</h1>
<p><w:presence room="${param.room}"/></p>
<p><a href="other.jsp?room=${w:text(param.room)}">Another page of the same room</a></p>
</main>
</body>
</html>
