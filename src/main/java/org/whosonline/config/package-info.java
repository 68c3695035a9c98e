/**
 * The options: every one of them is a constant of {@link org.whosonline.config.Option}, and
 * {@link org.whosonline.config.Settings} holds what they are set to.
 *
 * <p>Knows no other package, neither the Servlet API nor the process it runs in: where values may come from is handed
 * in as {@link org.whosonline.config.Sources}. Nothing is null unless the Javadoc says so.
 */
package org.whosonline.config;
