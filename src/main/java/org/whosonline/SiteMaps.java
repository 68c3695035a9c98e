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

    /**
     * @param maps by name, in the order in which they are to be told; the main map has the empty name
     * @throws IllegalArgumentException if there is no main map
     */
    public SiteMaps(Map<String, UsersOnline> maps) {
        if (!maps.containsKey("")) {
            throw new IllegalArgumentException("There is no main map.");
        }
        this.maps = new LinkedHashMap<>(maps);
    }

    /**
     * Who is online on one of the maps.
     *
     * @param name the name of an instance; empty for the main map
     * @throws IllegalArgumentException if there is none of that name; the message tells which there are
     */
    public UsersOnline get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no instance \"" + name + "\"; "
                        + (maps.size() == 1 ? "the option instances names none" : "there are " + instances()) + "."));
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
