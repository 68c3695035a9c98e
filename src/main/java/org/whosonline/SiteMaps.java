package org.whosonline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The site maps of one application: the main one, and the instances that the option {@code instances} names. While
 * WhosOnline runs they are the servlet context attribute {@link #ATTRIBUTE}.
 *
 * <p>Immutable and thread-safe.
 */
public final class SiteMaps {

    /** The servlet context attribute that holds the application's site maps while it runs. */
    public static final String ATTRIBUTE = SiteMaps.class.getName();

    private final Map<String, UsersOnline> maps;

    private SiteMaps(Map<String, UsersOnline> maps) {
        this.maps = new LinkedHashMap<>(maps);
    }

    /**
     * @param maps by name, in the order in which they are to be told; the main map has the empty name
     * @throws IllegalArgumentException if there is no main map
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
                            : "besides the main one, which has no name, there are " + instances() + "."));
        }
        return found;
    }

    /** As {@link #get}; empty if there is none of that name. */
    public Optional<UsersOnline> find(String name) {
        return Optional.ofNullable(maps.get(name));
    }

    /** The names of all maps, the empty one of the main map among them. */
    public List<String> names() {
        return List.copyOf(maps.keySet());
    }

    private String instances() {
        return String.join(
                ", ", maps.keySet().stream().filter(name -> !name.isEmpty()).toList());
    }
}
