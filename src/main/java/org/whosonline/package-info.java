/**
 * The site map: who is online on this site.
 *
 * <p>{@link org.whosonline.UsersOnline} records and removes, {@link org.whosonline.Snapshot} is what pages show. Knows
 * only the log and the store. Nothing is null unless the Javadoc says so.
 */
package org.whosonline;
