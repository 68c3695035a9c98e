/**
 * The demo WAR: logging in by name alone, a page that shows session data, the count and the list, and one for
 * each room.
 *
 * <p>An example of a host application: it uses only what is public, registers itself in {@code WEB-INF/web.xml} and in
 * nothing that comes with the JAR.
 */
package org.whosonline.demo;
