package org.whosonline.tags;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HtmlTest {

    /** PRIV-H01. */
    @Test
    void markupIsText() {
        assertEquals(
                "&lt;/script&gt;&lt;img src=x onerror=&#34;a(&#39;1&#39;)&#34;&gt;${1+1}",
                Html.text("</script><img src=x onerror=\"a('1')\">${1+1}"));
    }

    /** PRIV-H02. */
    @Test
    void whatLooksEscapedIsEscapedOnceMore() {
        assertEquals("Tom &amp;amp; &lt;Jerry&gt;", Html.text("Tom &amp; <Jerry>"));
    }

    @Test
    void otherTextStaysAsItIs() {
        String text = "A\n \ud83d\ude00 \u0645\u062d\u0645\u062f \u00e9 e\u0301 \u674e";
        assertEquals(text, Html.text(text));
    }

    @Test
    void aCarriageReturnStaysOne() {
        assertEquals("a&#13;\nb", Html.text("a\r\nb"));
    }

    @Test
    void whatHtmlCannotCarryIsReplaced() {
        assertEquals("\ufffd \ufffd \ufffd", Html.text("\0 \ud83d \ude00"));
    }

    @Test
    void addressesHoldAnyText() {
        assertEquals(
                "a%20b%2Bc%26d%3De%2F%25%27%22%3C%2A%C3%A9%F0%9F%98%84",
                Html.url("a b+c&d=e/%'\"<*\u00e9\ud83d\ude04"));
    }

    @Test
    void nothingReadsAsEmpty() {
        assertEquals("", Html.text(null));
        assertEquals("", Html.url(null));
    }
}
