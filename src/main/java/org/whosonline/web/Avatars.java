package org.whosonline.web;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Which addresses of pictures may be shown to others. */
final class Avatars {

    /** The longest address, in bytes of UTF-8. */
    static final int MAX_BYTES = 512;

    /** With a scheme, in the spelling of any browser; {@code a/b:c} and {@code ?a:b} have none. */
    private static final Pattern SCHEME = Pattern.compile("[^/?#\\\\]*:.*", Pattern.DOTALL);

    private static final Pattern WEB = Pattern.compile("https?://.*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    /** Browsers drop these within an address and before it, so that they would hide a scheme. */
    private static final Pattern DROPPED = Pattern.compile("[\\x00-\\x20\\x7f]");

    private Avatars() {}

    /** {@code address} if it is relative or of the web, and not too long; else null. */
    static String checked(String address) {
        if (address == null
                || address.isEmpty()
                || address.length() > MAX_BYTES
                || address.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES
                || DROPPED.matcher(address).find()) {
            return null;
        }
        return SCHEME.matcher(address).matches() && !WEB.matcher(address).matches() ? null : address;
    }
}
