package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HtmlTest {

    /** PRIV-H01. */
    @Test
    void markupIsText() {
        assertEquals(
                "&lt;/script&gt;&lt;img src=x onerror=&#34;a(&#39;1&#39;)&#34;&gt;${1+1}",
                Html.escape("</script><img src=x onerror=\"a('1')\">${1+1}"));
    }

    /** PRIV-H02. */
    @Test
    void whatLooksEscapedIsEscapedOnceMore() {
        assertEquals("Tom &amp;amp; &lt;Jerry&gt;", Html.escape("Tom &amp; <Jerry>"));
    }

    @Test
    void otherTextStaysAsItIs() {
        String text = "A\n \ud83d\ude00 \u0645\u062d\u0645\u062f \u00e9 e\u0301 \u674e";
        assertEquals(text, Html.escape(text));
    }

    @Test
    void aCarriageReturnStaysOne() {
        assertEquals("a&#13;\nb", Html.escape("a\r\nb"));
    }

    @Test
    void whatHtmlCannotCarryIsReplaced() {
        assertEquals("\ufffd \ufffd \ufffd", Html.escape("\0 \ud83d \ude00"));
    }
}
