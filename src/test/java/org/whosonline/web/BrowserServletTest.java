package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whosonline.testing.Exchange;

class BrowserServletTest {

    private static final Path SOURCES = Path.of("src", "main", "browser");
    private static final String SCRIPT = "export const a = 1;\n";

    private static final ScriptOptions DEFAULTS = new ScriptOptions(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(150),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(50),
            32);

    private final BrowserFiles files = BrowserFiles.of(Map.of("presence.js", SCRIPT, "presence.css", "a { b: c }"));
    private final String version = files.version();
    private final BrowserServlet script = new BrowserServlet(files, "presence.js");

    private Exchange get(String query, String... headers) throws Exception {
        Map<String, String> named = new TreeMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            named.put(headers[i], headers[i + 1]);
        }
        return Exchange.of(script, "GET", query, named);
    }

    @Test
    void modulesAreServedAsOne() {
        Map<String, String> modules = new LinkedHashMap<>();
        modules.put("options.js", "export default {a:1};\n");
        modules.put("line.js", "import options from './options.js';\n\nexport const b = () => options.a;\n");
        modules.put(
                "presence.js", "import { b, c } from './line.js';\nexport const d = b(\"export from './x.js'\");\n");
        assertEquals(
                "const options = {a:1};\nconst b = () => options.a;\nexport const d = b(\"export from './x.js'\");\n",
                BrowserFiles.joined(modules).replaceAll("(?m)^\\n", ""));
    }

    @Test
    void whatIsOnlyForReadersOfTheSourceIsNotSent() throws Exception {
        String source = """
                /** Says
                 * what it is. */

                // More.
                export const a = {
                  /* Why. */
                  b: 'https://example.org/*not*/ = , (x)', // c
                  d: (e) => e.replace(/[ ,'] = (\\/)/g, ` : ${ e } `) + +e - -e ?? "a = 'b'",
                };
                """;
        BrowserFiles bare = BrowserFiles.of(Map.of("presence.js", source));
        String sent = Exchange.of(new BrowserServlet(bare, "presence.js"), "GET", null, Map.of())
                .body();
        assertEquals("""
                export const a={b:'https://example.org/*not*/ = , (x)',// c
                d:(e)=>e.replace(/[ ,'] = (\\/)/g,` : ${ e } `)+ +e - -e??"a = 'b'",};\
                """, sent.replaceAll("(?m)^\\n", ""));
    }

    @Test
    void theAddressOfTheVersionIsKeptForGood() throws Exception {
        Exchange exact = get("v=" + version);
        assertEquals("public, max-age=31536000, immutable", exact.header("Cache-Control"));
        assertEquals("text/javascript;charset=utf-8", exact.header("Content-Type"));
        assertEquals("nosniff", exact.header("X-Content-Type-Options"));
        assertEquals(200, exact.status());
        Exchange styles = Exchange.of(new BrowserServlet(files, "presence.css"), "GET", "v=" + version, Map.of());
        assertEquals("text/css;charset=utf-8", styles.header("Content-Type"));
        assertEquals("a { b: c }", styles.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v=", "v=0123456789abcdef", "x=1", "v", "v=%"})
    void anyOtherAddressIsAskedForEachTime(String query) throws Exception {
        Exchange first = get(query.isEmpty() ? null : query);
        assertEquals("no-cache", first.header("Cache-Control"));
        Exchange again = get(query, "If-None-Match", first.header("ETag"));
        assertEquals(304, again.status());
        assertEquals("", again.body());
        assertEquals(first.header("ETag"), again.header("ETag"));
        assertEquals("Accept-Encoding", again.header("Vary"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*|304",
                "\"TAG\"|304",
                "W/\"TAG\"|304",
                "\"other\", \"TAG\"|304",
                "\"TAG-gzip\"|200",
                "\"other\"|200",
                "TAG|200",
                "''|200"
            })
    void whatIsKnownIsNotSentAgain(String known, int status) throws Exception {
        assertEquals(
                status,
                get(null, "If-None-Match", known.replace("TAG", version)).status());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip|true",
                "gzip, deflate, br|true",
                "br;q=1.0, GZIP ; q = 0.5|true",
                "x-gzip|true",
                "*|true",
                "*;q=0, gzip|true",
                "gzip;q=0, *|false",
                "gzip;q=0.000|false",
                "*;q=0|false",
                "br|false",
                "identity|false",
                "''|false"
            })
    void packedWhereItIsTaken(String accepted, boolean packed) throws Exception {
        Exchange plain = get(null);
        assertNull(plain.header("Content-Encoding"));
        Exchange exchange = get(null, "Accept-Encoding", accepted);
        assertEquals("Accept-Encoding", exchange.header("Vary"));
        assertEquals(packed ? "gzip" : null, exchange.header("Content-Encoding"));
        assertEquals(packed, !plain.header("ETag").equals(exchange.header("ETag")));
        assertEquals(Integer.toString(exchange.bytes().length), exchange.header("Content-Length"));
        if (packed) {
            byte[] unpacked = new GZIPInputStream(new ByteArrayInputStream(exchange.bytes())).readAllBytes();
            assertEquals(plain.body(), new String(unpacked, StandardCharsets.UTF_8));
            assertEquals(
                    304,
                    get(null, "Accept-Encoding", accepted, "If-None-Match", exchange.header("ETag"))
                            .status());
        }
    }

    @Test
    void headHasTheSameHeadersWithoutTheBody() throws Exception {
        Exchange head = Exchange.of(script, "HEAD", null, Map.of("Accept-Encoding", "gzip"));
        Exchange get = get(null, "Accept-Encoding", "gzip");
        assertEquals("", head.body());
        for (String name : List.of("Content-Length", "Content-Encoding", "ETag", "Cache-Control", "Content-Type")) {
            assertEquals(get.header(name), head.header(name));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void othersAreRefused(String method) throws Exception {
        Exchange refused = Exchange.of(script, method, null, Map.of());
        assertEquals(405, refused.status());
        assertEquals("GET, HEAD", refused.header("Allow"));
    }

    @Test
    void theVersionIsThatOfAllFiles() {
        Map<String, String> other = new LinkedHashMap<>();
        other.put("presence.css", "a { b: c }");
        other.put("presence.js", SCRIPT);
        assertEquals(version, BrowserFiles.of(other).version());
        assertTrue(version.matches("[0-9a-f]{16}"), version);
        other.put("presence.css", "a { b: d }");
        assertNotEquals(version, BrowserFiles.of(other).version());
        assertNotEquals(version, BrowserFiles.of(Map.of("presence.js", SCRIPT)).version());
    }

    @Test
    void whatIsMissingIsNotServed() {
        assertEquals(Set.of("presence.js", "presence.css"), files.names());
        assertThrows(NullPointerException.class, () -> new BrowserServlet(files, "presence.d.ts"));
    }

    @Test
    void theScriptKnowsTheOptions() throws Exception {
        BrowserFiles read = BrowserFiles.read(DEFAULTS);
        String sent = Exchange.of(new BrowserServlet(read, "presence.js"), "GET", null, Map.of())
                .body();
        assertTrue(
                sent.startsWith("const options={heartbeat:10000,lease:30000,awayLease:150000,idleAfter:120000,"
                        + "awayAfter:300000,typing:5000,hold:50000,rooms:32};"),
                sent);
        ScriptOptions slower = new ScriptOptions(
                Duration.ofSeconds(11),
                DEFAULTS.lease(),
                DEFAULTS.awayLease(),
                DEFAULTS.idleAfter(),
                DEFAULTS.awayAfter(),
                DEFAULTS.typing(),
                DEFAULTS.hold(),
                DEFAULTS.rooms());
        assertNotEquals(read.version(), BrowserFiles.read(slower).version());
    }

    /** The file is there for tests of the script alone. */
    @Test
    void theFileOfOptionsHasTheDefaults() throws Exception {
        assertEquals(values(DEFAULTS.module()), values(Files.readString(SOURCES.resolve("options.js"))));
    }

    private static Map<String, String> values(String module) {
        Map<String, String> values = new TreeMap<>();
        Pattern.compile("(\\w+):\\s*([0-9_]+)")
                .matcher(module)
                .results()
                .forEach(found -> values.put(found.group(1), found.group(2).replace("_", "")));
        return values;
    }

    @Test
    void allSourcesAreServed() throws Exception {
        try (Stream<Path> all = Files.list(SOURCES)) {
            Set<String> expected = new TreeSet<>(BrowserFiles.MODULES);
            expected.addAll(BrowserFiles.NAMES);
            Set<String> sources = new TreeSet<>();
            all.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("package.json"))
                    .forEach(sources::add);
            assertEquals(expected, sources);
        }
    }

    @Test
    void theScriptIsSmall() {
        BrowserFiles read = BrowserFiles.read(DEFAULTS);
        int size = read.file("presence.js").packed().length;
        assertTrue(size <= 12 * 1024, size + " bytes");
        for (String language : List.of("texts-ja.js", "texts-bn.js")) {
            assertTrue(read.file(language).packed().length <= 1024, language);
        }
    }

    /** The line behind it would belong to it where it ends with what separates by itself. */
    @Test
    void noCommentStandsBehindCode() throws Exception {
        for (String name : BrowserFiles.MODULES) {
            for (String line : Files.readAllLines(SOURCES.resolve(name))) {
                assertTrue(line.matches("\\s*//.*|(?:(?!\\s//).)*"), name + ": " + line);
            }
        }
    }

    @Test
    void nothingIsMissing() {
        assertEquals(Set.copyOf(BrowserFiles.NAMES), BrowserFiles.read(DEFAULTS).names());
    }

    /** Else what is put together would lack something. */
    @Test
    void modulesImportEachOtherInTheWayThatCanBePutTogether() throws Exception {
        Pattern imported = Pattern.compile("^import (?:\\{[\\w, ]+}|\\w+) from '\\./([a-z]+\\.js)';$");
        for (String name : BrowserFiles.MODULES) {
            List<String> before = BrowserFiles.MODULES.subList(0, BrowserFiles.MODULES.indexOf(name));
            for (String line : Files.readAllLines(SOURCES.resolve(name))) {
                Matcher sibling = imported.matcher(line);
                boolean fits = sibling.matches() && before.contains(sibling.group(1));
                assertTrue(fits || !line.matches("import\\b.*|export \\{.*"), name + ": " + line);
            }
        }
    }
}
