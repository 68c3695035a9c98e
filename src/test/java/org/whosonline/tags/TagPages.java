package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pages of applications that use the tags, by path. */
final class TagPages {

    /** A page of a foreign application with all tags. */
    private static final String PAGE = """
            <%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
            <%@ taglib prefix="w" uri="whosonline" %>
            <w:online var="online"/>
            <title><w:count format="short"/></title>
            <h1><w:count/></h1>
            <b><w:count format="number"/></b>
            <i>${online.count} ${online.known} ${online.stale} ${online.windowMinutes}</i>
            <div id="time">${online.asOf}</div>
            <div id="plain"><w:users/></div>
            <div id="links"><w:users limit="${2 - 1}" order="recent" var="u"><a href="/people?id=${w:url(u.id)}"
              title="${w:text(u.name)}">${w:text(u.name)}</a></w:users>${u}</div>
            <div id="bean">${online.users.size()}<% for (org.whosonline.tags.ListedUser user : online.getUsers()) { %>
              <%= org.whosonline.tags.Html.text(user.getName()) %><% } %></div>
            <div id="me"><w:ifOnline user="${param.of}"><%= 40 + 2 %></w:ifOnline></div>
            <div id="not"><w:ifOnline user="${param.of}" not="true">away</w:ifOnline></div>
            <jsp:include page="/part.jsp"/>
            """;

    private static final String PART = """
            <%@ page contentType="text/html;charset=UTF-8" session="false" %><%@ taglib prefix="w" uri="whosonline" %>
            <div id="part"><w:online var="o"/>${o.asOf}</div>
            """;

    private static final String TOP = """
            <%@ page session="false" buffer="1kb" %><%@ taglib prefix="w" uri="whosonline" %>
            <w:online var="online" names="true"/>
            <% out.print("x".repeat(5000)); %>
            <w:users/>
            """;

    /** The lines that the documentation shows, word by word. */
    private static final String DOCUMENTED = """
            <%@ page contentType="text/html;charset=UTF-8" session="false" %>
            <%@ taglib prefix="w" uri="whosonline" %>
            <w:count/>
            <w:users/>
            """;

    private static final String UNKNOWN_INSTANCE = """
            <%@ page session="false" %><%@ taglib prefix="w" uri="whosonline" %>
            <w:count instance="shop"/><w:users instance="shop"/>
            """;

    private static final String BROKEN = """
            <%@ page session="false" errorPage="/error.jsp" %><% if (true) { throw new IllegalStateException("x"); } %>
            """;

    private static final String LOGIN = """
            <% request.setCharacterEncoding("UTF-8");
               session.setAttribute("user", request.getParameter("user"));
               session.setAttribute("name", request.getParameter("name")); %>
            """;

    private static final String LOGOUT = "<% session.invalidate(); %>";

    /** In an application that the container keeps our initializer out of. */
    private static final String NO_INITIALIZERS = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0"><absolute-ordering/></web-app>
            """;

    private static final String OPTIONS = """
            whosonline.user.attribute=user
            whosonline.user.name-attribute=name
            """;

    /** An application whose users log in by {@code POST /login.jsp}. */
    static final Map<String, String> ALL = Map.of(
            "page.jsp", PAGE,
            "error.jsp", PAGE.replaceFirst("session", "isErrorPage=\"true\" session"),
            "part.jsp", PART,
            "top.jsp", TOP,
            "documented.jsp", DOCUMENTED,
            "instance.jsp", UNKNOWN_INSTANCE,
            "broken.jsp", BROKEN,
            "login.jsp", LOGIN,
            "logout.jsp", LOGOUT,
            "WEB-INF/classes/whosonline.properties", OPTIONS);

    /** Pages for another application. */
    static final Map<String, String> TWO = Map.of("page.jsp", PAGE, "part.jsp", PART);

    /** An application in which WhosOnline does not start. */
    static final Map<String, String> WITHOUT_US =
            Map.of("page.jsp", PAGE, "part.jsp", PART, "WEB-INF/web.xml", NO_INITIALIZERS);

    private TagPages() {}

    /** What stands in the first element that opens like this. */
    static String in(String tag, String html) {
        Matcher found = Pattern.compile("<" + tag + ">(.*?)</" + tag.split(" ")[0] + ">", Pattern.DOTALL)
                .matcher(html);
        assertTrue(found.find(), () -> tag + " is not in " + html);
        return found.group(1).strip().replaceAll("\\s+", " ");
    }
}
