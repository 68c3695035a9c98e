package org.whosonline.demo;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The notes of a room as somebody has saved them.
 *
 * @param text with line feeds between its lines
 * @param user who saved it; null for what was there at the start
 * @param name that user's display name; null as well
 */
record Note(String text, String user, String name) {

    /**
     * Tells this text from others: whoever saves says by it which one they had before their eyes. Of the text itself, so
     * that it holds beyond a restart.
     */
    String mark() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
