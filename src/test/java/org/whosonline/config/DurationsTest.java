package org.whosonline.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @ValueSource(strings = {"0s", "1ms", "250ms", "1500ms", "1s", "90s", "5m", "24h"})
    void whatIsFormattedIsReadBack(String text) {
        Duration duration = Durations.parse(text);
        assertEquals(text, Durations.format(duration));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "5", "5 m", "5M", "1.5s", "-1s", "5m30s", "9999999999s", "PT", "P1Y", "five"})
    void anythingElseIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Durations.parse(text));
    }
}
