/**
 * Builds everything when an application starts, and ends it when the application stops; the only package that knows all
 * others.
 *
 * <p>{@link org.whosonline.app.WhosOnline} is the way in for the host application. Nothing is null unless the Javadoc
 * says so.
 */
package org.whosonline.app;
