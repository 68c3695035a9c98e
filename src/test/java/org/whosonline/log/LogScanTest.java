package org.whosonline.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogScanTest {

    private static final String HEADER = "[1,\"00000000000000aa\"]\n";
    private static final long NOW = 1_000;

    private final FutureLines future = new FutureLines();

    @Test
    void theNewestLineOfAMemberCountsWhateverTheOrder() {
        assertEquals(
                List.of(new Line("a", 20, "\"late\""), new Line("b", 7, null)),
                lines("[\"a\",10]\n[\"a\",20,\"late\"]\n[\"b\",7]\n[\"a\",15]\n"));
    }

    @Test
    void atEqualTimesTheLaterLineCounts() {
        assertEquals(List.of(new Line("a", 10, "\"2\"")), lines("[\"a\",10,\"1\"]\n[\"a\",10,\"2\"]\n"));
    }

    @Test
    void atEqualTimesARemovalCountsOnWhicheverSideItStands() {
        assertEquals(List.of(Line.removal("a", 10)), lines("[\"a\",10]\n[\"a\",10,false]\n"));
        assertEquals(List.of(Line.removal("a", 10)), lines("[\"a\",10,false]\n[\"a\",10]\n"));
    }

    @Test
    void aLaterRecordCountsAgainstARemoval() {
        assertEquals(List.of(new Line("a", 11, null)), lines("[\"a\",11]\n[\"a\",10,false]\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[\"\",5]",
                "x",
                "[",
                "[]",
                "[\"a\"]",
                "[\"a\",]",
                "[\"a\",x]",
                "[\"a\",-5]",
                "[\"a\",1.5]",
                "[a,5]",
                "[\"a,5]",
                "[\"a\\\",5]",
                "[\"a\" ,5]",
                "[\"a\",1234567890123]",
                "{\"a\":5}",
                "[\"a\",5",
                "[\"a\",5]]x",
                "a:1:{s:2:\"42\";i:1176",
                "[1,\"00000000000000aa\"]"
            })
    void aLineThatMakesNoSenseIsSkippedAndCountedAndHarmsNoOther(String broken) {
        LogScan scan = scan("[\"a\",1]\n" + broken + "\n[\"b\",2]\n");
        List<Line> lines = new ArrayList<>();
        scan.forEach(lines::add);
        assertEquals(List.of(new Line("a", 1, null), new Line("b", 2, null)), lines);
        assertEquals(1, scan.skipped());
        assertEquals(HEADER + "[\"a\",1]\n[\"b\",2]\n", text(scan.compact(HEADER.getBytes(UTF_8), 0)));
    }

    @Test
    void anEmptyLineIsNothing() {
        LogScan scan = scan("[\"a\",1]\n\n[\"b\",2]\n\n");
        List<Line> lines = new ArrayList<>();
        scan.forEach(lines::add);
        assertEquals(2, lines.size());
        assertEquals(0, scan.skipped());
    }

    @Test
    void aRemovalCountsAlsoBehindALineThatIsNotEnded() {
        byte[] log = (HEADER + "[\"a\",10]\n[\"bot\",1").getBytes(UTF_8);
        byte[] removal = Line.removal("a", 10).encodeApart();
        byte[] both = Arrays.copyOf(log, log.length + removal.length);
        System.arraycopy(removal, 0, both, log.length, removal.length);
        List<Line> lines = new ArrayList<>();
        new LogScan(both, HEADER.length(), NOW, future).forEach(lines::add);
        assertEquals(List.of(Line.removal("a", 10)), lines);
    }

    @Test
    void aLineWithoutItsEndIsSkipped() {
        assertEquals(List.of(new Line("a", 1, null)), lines("[\"a\",1]\n[\"b\",2]"));
    }

    @Test
    void compactionKeepsTheLinesThatCountInTheirOrderByteForByte() {
        String log = "[\"a\",10]\n[\"b\",900,\"Bé\"]\n[\"a\",950]\n[\"c\",799]\n[\"d\",800,false]\n[\"e\",799,false]\n";
        assertEquals(
                HEADER + "[\"b\",900,\"Bé\"]\n[\"a\",950]\n[\"d\",800,false]\n",
                text(scan(log).compact(HEADER.getBytes(UTF_8), 800)));
    }

    @Test
    @DisplayName("a line from the future counts from when it was first seen, and compaction writes that down")
    void aLineFromTheFutureCountsFromWhenItWasFirstSeen() {
        assertEquals(List.of(new Line("a", NOW, "\"A\"")), lines("[\"a\",1600,\"A\"]\n"));
        LogScan later =
                new LogScan((HEADER + "[\"a\",1600,\"A\"]\n").getBytes(UTF_8), HEADER.length(), NOW + 100, future);
        assertEquals(HEADER + "[\"a\",1000,\"A\"]\n", text(later.compact(HEADER.getBytes(UTF_8), 0)));
    }

    @Test
    void aLineAFewSecondsAheadIsTakenAsItIs() {
        assertEquals(List.of(new Line("a", NOW + 5, null)), lines("[\"a\",1005]\n"));
    }

    @Test
    void manyMembersWithEqualHashesAreToldApart() {
        StringBuilder log = new StringBuilder();
        List<Line> expected = new ArrayList<>();
        // "Aa" and "BB" have one hash, and so have all texts made of them.
        for (int i = 0; i < 1 << 10; i++) {
            String member =
                    Integer.toBinaryString(i + (1 << 10)).replace("1", "Aa").replace("0", "BB");
            log.append("[\"").append(member).append("\",").append(i % 900).append("]\n");
            expected.add(new Line(member, i % 900, null));
        }
        assertEquals(expected, lines(log.toString()));
    }

    private LogScan scan(String lines) {
        return new LogScan((HEADER + lines).getBytes(UTF_8), HEADER.length(), NOW, future);
    }

    private List<Line> lines(String log) {
        List<Line> lines = new ArrayList<>();
        scan(log).forEach(lines::add);
        return lines;
    }

    private static String text(byte[] log) {
        return new String(log, UTF_8);
    }
}
