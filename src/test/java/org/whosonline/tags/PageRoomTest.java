package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.RequestDispatcher;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageRoomTest {

    private final View view = new View();

    @ParameterizedTest
    @DisplayName("SHOW-H06: a page's own room is its path, without session ids, and exact otherwise")
    @CsvSource({
        "/app/doc/7,/app/doc/7",
        "/app/doc/7/,/app/doc/7/",
        "/app/doc/7;jsessionid=A1.node,/app/doc/7",
        "/app;v=1/doc;x/7;SESSION=2;y,/app/doc/7",
        "/app/Doc/7,/app/Doc/7",
        "/app/doc/%37,/app/doc/%37",
        "/app/caf%C3%A9,/app/caf%C3%A9"
    })
    void thePathIsTheRoom(String uri, String room) {
        view.requestUri = uri;
        assertEquals(room, PageRoom.of(view.request));
    }

    @Test
    void aForwardedPageIsTheOneThatTheBrowserAskedFor() {
        view.requestUri = "/app/WEB-INF/doc.jsp";
        view.requestAttributes.put(RequestDispatcher.FORWARD_REQUEST_URI, "/app/doc/7;jsessionid=A1");
        assertEquals("/app/doc/7", PageRoom.of(view.request));
    }

    @Test
    void anErrorPageIsThePageThatWentWrong() {
        view.requestUri = "/app/WEB-INF/error.jsp";
        view.requestAttributes.put(RequestDispatcher.ERROR_REQUEST_URI, "/app/doc/7");
        assertEquals("/app/doc/7", PageRoom.of(view.request));
    }
}
