package org.whosonline.config;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * How one site map is kept: the main one, or a named instance.
 *
 * @param name of the instance; empty for the main map
 * @param prefix before every key; may be empty
 * @param servers as written, not looked into; empty: no Memcached
 * @param window whole seconds, more than {@code recordAfter}, at most 24 hours
 * @param recordAfter whole seconds, at least one
 * @param buckets 1 to 1,024; empty: as many as it takes
 * @param paths which page views are recorded, each an exact path, a path and all below it ({@code /forum/*}), or an
 *     ending ({@code *.css}); empty: none
 */
public record MapSettings(
        String name,
        String prefix,
        String servers,
        Duration window,
        Duration recordAfter,
        OptionalInt buckets,
        List<String> paths) {

    /** What the main map is called where it needs a name; no instance is called so. */
    public static final String MAIN = "main";

    /** Every page view. */
    static final List<String> EVERYWHERE = List.of("/*");

    public MapSettings {
        paths = List.copyOf(paths);
    }

    /** The name, or {@value #MAIN} for the main map. */
    public String shownName() {
        return name.isEmpty() ? MAIN : name;
    }
}
