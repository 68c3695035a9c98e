package org.whosonline.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Script and styles for browsers, as they are served: read once, packed once, and all of one version. Immutable.
 *
 * <p>The script is written as several modules, which are served as one: the first view of a page asks for one file and not
 * for a file of each, in three rounds, and no page ever has parts of two versions.
 */
public final class BrowserFiles {

    /** What the script is put together from; each stands behind those that it imports. */
    static final List<String> MODULES = List.of(
            "options.js",
            "pace.js",
            "line.js",
            "room.js",
            "page.js",
            "texts.js",
            "roster.js",
            "drawing.js",
            "elements.js",
            "presence.js");

    /** All that is served. */
    static final List<String> NAMES =
            List.of("presence.js", "texts-ja.js", "texts-bn.js", "presence.css", "presence.d.ts");

    private static final Logger LOG = LoggerFactory.getLogger(BrowserFiles.class);
    private static final String FOLDER = "/org/whosonline/browser/";
    private static final String OPTIONS = "options.js";
    private static final String SCRIPT = "presence.js";

    /** 64 bits: nobody else makes them up, and they have to differ from the other versions of one application. */
    private static final int VERSION_LENGTH = 16;

    /** In one line each. */
    private static final Pattern IMPORT = Pattern.compile("(?m)^import .* from '\\./[a-z]+\\.js';$");

    private static final Pattern EXPORT = Pattern.compile("(?m)^export (?!default)");

    /** Comments that stand on lines of their own, and what lines begin with: half of what would be sent. */
    private static final Pattern FOR_READERS = Pattern.compile("(?ms)^\\s*/\\*.*?\\*/\\s*?$|(?-s)^\\s*//.*$|^\\s+");

    /**
     * Blanks around what separates by itself, as the sources are written, and the ends of lines behind it, where no comment
     * may stand; texts and patterns, the first group, stay as they are.
     */
    private static final Pattern BLANKS =
            Pattern.compile("('(?:[^'\\\\\\n]|\\\\.)*'|\"(?:[^\"\\\\\\n]|\\\\.)*\"|`(?:[^`\\\\]|\\\\.)*`"
                    + "|/(?![*/ ])(?:[^/\\\\\\n\\[]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*\\])+/[a-z]*(?=[.,;)\\s]))"
                    + "|[ \\t]*([=<>&|?:,{}();!*]+)[ \\t]*(?:(?<=[,;{(])\\n+)?");

    private final String version;
    private final Map<String, Served> files;

    /** @param packed {@code plain} by gzip */
    record Served(String type, byte[] plain, byte[] packed) {}

    private BrowserFiles(Map<String, String> texts) {
        this.version = version(texts);
        Map<String, Served> served = new LinkedHashMap<>();
        texts.forEach((name, text) -> {
            byte[] plain = bare(name, text).getBytes(StandardCharsets.UTF_8);
            served.put(name, new Served(type(name), plain, packed(plain)));
        });
        this.files = served;
    }

    private static String bare(String name, String text) {
        String bare = name.endsWith(".d.ts") ? text : FOR_READERS.matcher(text).replaceAll("");
        return name.endsWith(".js")
                ? BLANKS.matcher(bare)
                        .replaceAll(found -> Matcher.quoteReplacement(found.group(found.group(1) == null ? 2 : 1)))
                : bare;
    }

    /** Reads what there is; without one of the files, which is logged, the application starts all the same. */
    public static BrowserFiles read(ScriptOptions options) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : MODULES) {
            texts.put(name, name.equals(OPTIONS) ? options.module() : text(name));
        }
        String script = texts.containsValue(null) ? null : joined(texts);
        texts.clear();
        for (String name : NAMES) {
            texts.put(name, name.equals(SCRIPT) ? script : text(name));
        }
        if (texts.values().removeIf(Objects::isNull)) {
            LOG.warn("The JAR of WhosOnline lacks files for browsers: pages do not show who is on them.");
        }
        return of(texts);
    }

    /**
     * Modules as one. What they import and export by name stands in one scope then, so no two may use a name for different
     * things, which a browser would refuse; nor may they import under other names.
     *
     * @param modules in their order, by their names
     */
    static String joined(Map<String, String> modules) {
        StringBuilder script = new StringBuilder();
        modules.forEach((name, text) -> {
            String bare = IMPORT.matcher(text).replaceAll("");
            if (!name.equals(SCRIPT)) {
                bare = EXPORT.matcher(bare).replaceAll("");
            }
            script.append(bare.replaceFirst("(?m)^export default ", "const " + name.replace(".js", " = ")));
        });
        return script.toString();
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
