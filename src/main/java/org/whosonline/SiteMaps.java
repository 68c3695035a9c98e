package org.whosonline;

import java.util.Map;
import java.util.TreeMap;

/**
 * The site maps of one application by the name of their instance; the main one has the empty name. Immutable and
 * thread-safe.
 */
public final class SiteMaps {

    /** The servlet context attribute that holds the application's site maps while WhosOnline runs in it. */
    public static final String ATTRIBUTE = "org.whosonline.SiteMaps";

    private final Map<String, UsersOnline> maps;

    private SiteMaps(Map<String, UsersOnline> maps) {
        this.maps = new TreeMap<>(maps);
    }

    /**
     * @param maps by name
     * @throws IllegalArgumentException if the main one is not there
     */
    public static SiteMaps of(Map<String, UsersOnline> maps) {
        if (!maps.containsKey("")) {
            throw new IllegalArgumentException("The main site map, of the empty name, is missing");
        }
        return new SiteMaps(maps);
    }

    /**
     * The site map of an instance.
     *
     * @param name empty for the main one
     * @throws IllegalArgumentException if there is none of this name; the message names those there are
     */
    public UsersOnline get(String name) {
        UsersOnline found = maps.get(name);
        if (found == null) {
            throw new IllegalArgumentException("There is no instance \"" + name + "\" of WhosOnline; "
                    + (maps.size() == 1
                            ? "there is only the main one, which has no name."
                            : "besides the main one, which has no name, there are "
                                    + String.join(", ", maps.keySet()).substring(2) + "."));
        }
        return found;
    }
}
