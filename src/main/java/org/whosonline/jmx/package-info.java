/**
 * Figures and switches of the site maps for JMX consoles.
 *
 * <p>Knows the domain and the JDK's management API. Nothing is null unless the Javadoc says so.
 */
package org.whosonline.jmx;
