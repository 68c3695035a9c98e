/**
 * Figures of the site maps for Micrometer, and by it for Prometheus.
 *
 * <p>Knows the domain and Micrometer, which an application need not have: known only by who has looked for that before.
 * Nothing is null unless the Javadoc says so.
 */
package org.whosonline.metrics;
