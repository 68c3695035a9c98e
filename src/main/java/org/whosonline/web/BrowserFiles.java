package org.whosonline.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scripts and styles for browsers, as they are served: read once, packed once, and all of one version, so that no page ever
 * has parts of two. Immutable.
 */
public final class BrowserFiles {

    /** All there are. */
    static final List<String> NAMES = List.of(
            "presence.js",
            "room.js",
            "page.js",
            "line.js",
            "pace.js",
            "options.js",
            "roster.js",
            "texts.js",
            "elements.js",
            "presence.css",
            "presence.d.ts");

    private static final Logger LOG = LoggerFactory.getLogger(BrowserFiles.class);
    private static final String FOLDER = "/org/whosonline/browser/";
    private static final String OPTIONS = "options.js";

    /** 64 bits: nobody else makes them up, and they have to differ from the other versions of one application. */
    private static final int VERSION_LENGTH = 16;

    /** How a module names another one beside it. */
    private static final Pattern SIBLING =
            Pattern.compile("(\\b(?:from|import)\\s*\\(?\\s*(['\"])\\./[A-Za-z0-9_-]+\\.js)(?=\\2)");

    /** Comments that stand on lines of their own, and what lines begin with: half of what would be sent. */
    private static final Pattern FOR_READERS = Pattern.compile("(?ms)^\\s*/\\*.*?\\*/\\s*?$|(?-s)^\\s*//.*$|^\\s+");

    private final String version;
    private final Map<String, Served> files;

    /** @param packed {@code plain} by gzip */
    record Served(String type, byte[] plain, byte[] packed) {}

    private BrowserFiles(Map<String, String> texts) {
        this.version = version(texts);
        Map<String, Served> served = new LinkedHashMap<>();
        texts.forEach((name, text) -> {
            byte[] plain = asServed(name, text).getBytes(StandardCharsets.UTF_8);
            served.put(name, new Served(type(name), plain, packed(plain)));
        });
        this.files = served;
    }

    /** Reads those of {@link #NAMES} that there are; without one of them, which is logged, the application starts all the same. */
    public static BrowserFiles read(ScriptOptions options) {
        Map<String, String> texts = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        for (String name : NAMES) {
            String text = name.equals(OPTIONS) ? options.module() : text(name);
            if (text == null) {
                missing.add(name);
            } else {
                texts.put(name, text);
            }
        }
        if (!missing.isEmpty()) {
            LOG.warn("The JAR of WhosOnline is without {}: pages do not show who is on them.", missing);
        }
        return of(texts);
    }

    /** Null if there is no such file. */
    private static String text(String name) {
        try (InputStream file = BrowserFiles.class.getResourceAsStream(FOLDER + name)) {
            return file == null ? null : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            LOG.warn("{} cannot be read.", name, e);
            return null;
        }
    }

    /** @param texts the files by their names */
    static BrowserFiles of(Map<String, String> texts) {
        return new BrowserFiles(texts);
    }

    /** What the addresses of this version end with, {@code ?v=} before it; letters and digits, another one for other contents. */
    public String version() {
        return version;
    }

    /** Those that can be had. */
    public Set<String> names() {
        return Set.copyOf(files.keySet());
    }

    Served file(String name) {
        return files.get(name);
    }

    private static String version(Map<String, String> texts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new TreeMap<>(texts).forEach((name, text) -> {
                digest.update(name.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(text.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            });
            return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    /**
     * Scenario: a page has the script without a version in its address, another script of it has one. Both then load the same
     * siblings, and a browser keeps one of each.
     */
    private String asServed(String name, String text) {
        if (name.endsWith(".js")) {
            String bare = FOR_READERS.matcher(text).replaceAll("");
            return SIBLING.matcher(bare).replaceAll("$1?v=" + version);
        }
        return name.endsWith(".css") ? FOR_READERS.matcher(text).replaceAll("") : text;
    }

    private static String type(String name) {
        if (name.endsWith(".js")) {
            return "text/javascript;charset=utf-8";
        }
        return name.endsWith(".css") ? "text/css;charset=utf-8" : "text/plain;charset=utf-8";
    }

    private static byte[] packed(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed) {
            {
                def.setLevel(Deflater.BEST_COMPRESSION);
            }
        }) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
