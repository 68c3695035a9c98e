<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true"
    import="java.util.List, org.whosonline.demo.FrontPage, org.whosonline.demo.Person" %>
<%@ taglib prefix="w" uri="whosonline" %>
<%-- The list of the front page alone, with which its script brings the page up to date. --%>
<w:online var="online" names="true"/>
<%
    FrontPage demo = FrontPage.of(request, response, online);
    List<Person> people = demo.people();
%>
<% if (demo.showsNames()) { %>
<%@ include file="/WEB-INF/people.jspf" %>
<% } %>
