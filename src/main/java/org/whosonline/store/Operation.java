package org.whosonline.store;

/** What a {@link Store} can be asked for, one constant for each kind of operation. */
public enum Operation {
    GET("get"),
    MULTI_GET("multi_get"),
    GETS("gets"),
    CAS("cas"),
    ADD("add"),
    SET("set"),
    APPEND("append"),
    INCR("incr"),
    TOUCH("touch"),
    DELETE("delete"),
    /** What the store tells of itself, such as its time. */
    STATS("stats");

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** The name in figures, in lower case. */
    public String label() {
        return label;
    }
}
