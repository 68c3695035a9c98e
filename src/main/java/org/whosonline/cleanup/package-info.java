/**
 * The cleanup as a Quartz job: when it runs, and what it says.
 *
 * <p>Knows the domain and Quartz. Nothing is null unless the Javadoc says so.
 */
package org.whosonline.cleanup;
