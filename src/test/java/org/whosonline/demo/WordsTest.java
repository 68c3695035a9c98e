package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
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
    @CsvSource({"300,5 minutes", "60,1 minute", "90,90 seconds", "1,1 second", "3600,1 hour", "86400,24 hours"})
    void namesTheWindow(int seconds, String words) {
        assertEquals(words, Words.length(Duration.ofSeconds(seconds)));
    }

    @Test
    void saysWhatIsTheMatterWhileTheStoreIsAway() {
        Duration window = Duration.ofMinutes(5);
        assertEquals(
                "The store cannot be read at the moment: number and list are of before.",
                Words.outage(true, Instant.EPOCH, window));
        assertEquals(
                "The store that knows who is online has not answered for 5 minutes or longer.",
                Words.outage(false, Instant.EPOCH, window));
        assertEquals("The store that knows who is online has not answered yet.", Words.outage(false, null, window));
    }

    @Test
    void numbersAreGrouped() {
        assertEquals("1,234,567", Words.number(1_234_567));
    }
}
