package org.whosonline.tags;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.jsp.PageContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The language of a page: what the application has set for the standard tag library, as with {@code <fmt:setLocale>},
 * else what the browser prefers of those there are, else English. Never the JVM's locale, which a container gives for
 * browsers that prefer none.
 */
final class PageLocale {

    /** As in the specification of the standard tag library; that need not be there. */
    private static final String SETTING = "jakarta.servlet.jsp.jstl.fmt.locale";

    private PageLocale() {}

    static Locale of(PageContext page) {
        return of(
                page.getServletContext(), (HttpServletRequest) page.getRequest(), page.getAttribute(SETTING + ".page"));
    }

    /** @param ofPage what the page itself has set, null if nothing */
    static Locale of(ServletContext context, HttpServletRequest request, Object ofPage) {
        return Stream.of(
                        ofPage,
                        request.getAttribute(SETTING + ".request"),
                        ofSession(request),
                        context.getAttribute(SETTING + ".application"),
                        context.getInitParameter(SETTING))
                .map(PageLocale::parse)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> preferred(request.getHeaders("Accept-Language")));
    }

    private static Object ofSession(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        try {
            return session == null ? null : session.getAttribute(SETTING + ".session");
        } catch (IllegalStateException e) {
            // Another request of this session logs out right now.
            return null;
        }
    }

    /** A locale, or a text such as {@code ja}, {@code ja-JP} or {@code ja_JP}; null where there is neither. */
    private static Locale parse(Object setting) {
        if (setting instanceof Locale locale) {
            return locale;
        }
        return setting instanceof String text && !text.isBlank()
                ? Locale.forLanguageTag(text.trim().replace('_', '-'))
                : null;
    }

    /** By the first that fits of what the browser prefers; an element that makes no sense is left out. */
    private static Locale preferred(Enumeration<String> headers) {
        List<Locale.LanguageRange> ranges = new ArrayList<>();
        while (headers != null && headers.hasMoreElements()) {
            for (String element : headers.nextElement().split(",")) {
                try {
                    ranges.addAll(Locale.LanguageRange.parse(element));
                } catch (IllegalArgumentException e) {
                    // Not a language.
                }
            }
        }
        ranges.sort(Comparator.comparingDouble(Locale.LanguageRange::getWeight).reversed());
        Locale found = ranges.isEmpty() ? null : Locale.lookup(ranges, Texts.LANGUAGES);
        return found == null ? Texts.FALLBACK : found;
    }
}
