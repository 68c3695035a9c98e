package org.whosonline.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NotesTest {

    private final Notes notes = new Notes();

    private static Note by(String user, String text) {
        return new Note(text, user, user);
    }

    @Test
    void whatSomebodyElseHasSavedIsNotOverwrittenUnseen() {
        String empty = notes.read("r").mark();
        assertEquals(Optional.empty(), notes.save("r", empty, by("ana", "one")));
        assertEquals(Optional.of(by("ana", "one")), notes.save("r", empty, by("bo", "two")));
        assertEquals(Optional.of(by("ana", "one")), notes.save("r", null, by("bo", "two")));
        assertEquals(by("ana", "one"), notes.read("r"));

        assertEquals(Optional.empty(), notes.save("r", by("ana", "one").mark(), by("bo", "two")));
        assertEquals(by("bo", "two"), notes.read("r"));
        assertEquals("", notes.read("other").text());
    }

    @Test
    void whoSavesWhatIsThereAlreadyHasNoConflict() {
        String empty = notes.read("r").mark();
        notes.save("r", empty, by("ana", "one"));
        assertEquals(Optional.empty(), notes.save("r", empty, by("bo", "one")));
        assertEquals("ana", notes.read("r").user());
    }

    @Test
    void ofManyAtOnceOneSaves() throws Exception {
        String empty = notes.read("r").mark();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Optional<Note>>> tries = IntStream.range(0, 200)
                    .<Callable<Optional<Note>>>mapToObj(i -> () -> notes.save("r", empty, by("u" + i, "text " + i)))
                    .toList();
            int saved = 0;
            for (Future<Optional<Note>> done : threads.invokeAll(tries)) {
                saved += done.get().isEmpty() ? 1 : 0;
            }
            assertEquals(1, saved);
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void thoseOfRoomsThatNobodyLooksAtMakeRoomForOthers() {
        String empty = notes.read("r").mark();
        notes.save("kept", empty, by("ana", "kept"));
        notes.save("lost", empty, by("ana", "lost"));
        for (int i = 0; i < 199; i++) {
            notes.save("r" + i, empty, by("ana", "text"));
            notes.read("kept");
        }
        assertEquals("kept", notes.read("kept").text());
        assertEquals("", notes.read("lost").text());
    }

    @Test
    void theRoomsThatTheDemoLeadsToDoNotBeginEmpty() {
        assertTrue(notes.read("/docs/42").text().startsWith("Meet at the boathouse"));
        assertEquals("Picnic on Saturday", Example.title("/docs/42"));
        assertEquals("/docs/44", Example.title("/docs/44"));
        assertNotEquals(notes.read("/docs/42").mark(), notes.read("/docs/43").mark());
    }
}
