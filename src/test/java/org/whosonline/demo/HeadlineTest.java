package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.whosonline.TestSnapshots.user;

import org.junit.jupiter.api.Test;
import org.whosonline.TestSnapshots;

class HeadlineTest {

    @Test
    void saysHowManyAreOnline() {
        Headline headline = Headline.of(TestSnapshots.of(user("1", "Ana", 0), user("2", "Bo", 0), user("3", "Cy", 0)));

        assertEquals("3 users online, active in the last 5 minutes", headline.sentence());
        assertEquals("3 users online", headline.title());
        assertEquals("12:00:00 UTC", headline.asOf());
        assertEquals("2026-11-30T12:00:00Z", headline.asOfIso());
        assertNull(headline.warning());
    }

    @Test
    void oneIsSingularAndNoneIsPlural() {
        assertEquals(
                "1 user online, active in the last 5 minutes",
                Headline.of(TestSnapshots.of(user("1", "Ana", 0))).sentence());
        assertEquals(
                "0 users online, active in the last 5 minutes",
                Headline.of(TestSnapshots.of()).sentence());
    }

    @Test
    void oldNumbersAreMarked() {
        Headline headline = Headline.of(TestSnapshots.stale(user("1", "Ana", 0)));

        assertEquals("1 user online, active in the last 5 minutes", headline.sentence());
        assertEquals("These are the last known numbers: the store cannot be read at the moment.", headline.warning());
    }

    @Test
    void unknownIsNotZero() {
        Headline headline = Headline.of(TestSnapshots.unknown(TestSnapshots.NOON));

        assertEquals("Number of users unknown", headline.sentence());
        assertNull(headline.number());
        assertEquals("12:00:00 UTC", headline.asOf());
        assertEquals(
                "The store that knows who is online has not answered for 5 minutes or longer.", headline.warning());
    }

    @Test
    void neverReadHasNoTime() {
        Headline headline = Headline.of(TestSnapshots.unknown(null));

        assertEquals("Number of users unknown", headline.sentence());
        assertNull(headline.asOf());
        assertEquals("The store that knows who is online has not answered yet.", headline.warning());
    }
}
