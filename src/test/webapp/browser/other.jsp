<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="w" uri="whosonline" %>
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<title>Other</title>
</head>
<body>
<main>
<h1>Other</h1>
<p><w:presence room="${param.room}"/></p>
<p><w:presence room="${param.room}"/></p>
</main>
</body>
</html>
