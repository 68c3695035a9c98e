package org.whosonline.demo;

import java.util.Arrays;
import java.util.Optional;

/** The rooms that the demo leads to, so that they do not begin empty. */
enum Example {
    PICNIC("/docs/42", "Picnic on Saturday", """
            Meet at the boathouse at 11, bring blankets.

            Bread and cheese: Ana
            Lemonade: Ben
            Something sweet:
            A ball:

            If it rains: at the library caf\u00e9 instead.
            """),
    TRIP("/docs/43", "Packing list", """
            Tent, with all its pegs this time
            Lamp and spare batteries
            Map
            """),
    CAFE("Caf\u00e9 \u2615", "Caf\u00e9 \u2615", """
            Anything may be a room: this one is named by its address alone.
            """);

    private final String room;
    private final String title;
    private final String text;

    Example(String room, String title, String text) {
        this.room = room;
        this.title = title;
        this.text = text;
    }

    private static Optional<Example> of(String room) {
        return Arrays.stream(values())
                .filter(example -> example.room.equals(room))
                .findFirst();
    }

    /** What a room is called: others by their id. */
    static String title(String room) {
        return of(room).map(example -> example.title).orElse(room);
    }

    /** What its notes begin with; empty for all others. */
    static String text(String room) {
        return of(room).map(example -> example.text).orElse("");
    }
}
