package org.whosonline.store;

/**
 * A value as it was read for a later {@link Store#cas}.
 *
 * @param key the key it was read from
 * @param value the bytes; not a copy, not to be changed
 * @param version what the store compares; opaque to others
 */
public record Versioned(String key, byte[] value, Object version) {}
