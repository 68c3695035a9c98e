package org.whosonline.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TermsTest {

    @Test
    void whatIsWrittenIsRead() {
        Terms terms = new Terms(300, true, List.of(new Layout(1, 5), new Layout(8, 70)));
        assertEquals("{\"window\":300,\"fixed\":true,\"layouts\":[[1,5],[8,70]]}", new String(terms.encode(), UTF_8));
        assertTrue(terms.sameAs(Terms.decode(terms.encode())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"layouts\":5}",
                "{\"layouts\":[]}",
                "{\"layouts\":[[0,5]]}",
                "{\"layouts\":[[4097,5]]}",
                "{\"layouts\":[[-1,5]]}",
                "{\"layouts\":[[1]]}",
                "{\"layouts\":[[\"a\",5]]}"
            })
    void whatMakesNoSenseIsNothing(String value) {
        assertTrue(Terms.decode(value.getBytes(UTF_8)).isNone());
    }

    @Test
    void aListThatNobodyCouldReadIsNothing() {
        String layouts = IntStream.rangeClosed(1, 4096)
                .mapToObj(buckets -> "[" + buckets + ",9999999999]")
                .collect(Collectors.joining(","));
        assertTrue(Terms.decode(("{\"window\":300,\"layouts\":[" + layouts + "]}").getBytes(UTF_8))
                .isNone());
    }
}
