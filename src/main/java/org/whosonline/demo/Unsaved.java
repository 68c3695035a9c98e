package org.whosonline.demo;

/**
 * Notes that somebody has sent and that are not saved.
 *
 * @param status what the page is answered with
 * @param text as it was sent
 * @param mark what the next try has to say: see {@link Note#mark}
 * @param problem why, as a sentence; null if somebody else was faster
 * @param theirs what they have saved; null if nobody was faster
 */
record Unsaved(int status, String text, String mark, String problem, Note theirs) {

    /** Request attribute: what the page of the room has to show. */
    static final String ATTRIBUTE = Unsaved.class.getName();
}
