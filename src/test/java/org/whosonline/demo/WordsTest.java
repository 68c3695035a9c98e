package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

    @ParameterizedTest
    @CsvSource({"-5,just now", "0,just now", "1,1 s ago", "59,59 s ago", "60,1 min ago", "299,4 min ago", "7300,2 h ago"
    })
    void saysHowLongAgo(int seconds, String words) {
        assertEquals(words, Words.ago(Duration.ofSeconds(seconds)));
    }

    @ParameterizedTest
    @CsvSource({"0,0 s", "59,59 s", "60,1 min", "108,1 min 48 s", "3600,1 h", "7530,2 h 5 min"})
    void saysHowLong(int seconds, String words) {
        assertEquals(words, Words.span(Duration.ofSeconds(seconds)));
    }

    @ParameterizedTest
    @CsvSource({
        "300,active in the last 5 minutes",
        "60,active in the last minute",
        "90,active in the last 90 seconds",
        "1,active in the last second",
        "3600,active in the last hour",
        "86400,active in the last 24 hours"
    })
    void namesTheWindow(int seconds, String words) {
        assertEquals(words, Words.activeIn(Duration.ofSeconds(seconds)));
    }

    @Test
    void numbersAreGrouped() {
        assertEquals("1,234,567", Words.number(1_234_567));
    }
}
