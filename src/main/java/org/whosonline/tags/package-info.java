/**
 * The tag library {@code whosonline} for JSPs: the number of users, the list, whether somebody is there, and who
 * is in a room.
 *
 * <p>{@code WEB-INF/whosonline.tld} describes it to page authors. A page never fails for its tags: where nothing is known
 * they say so. They make no session. Those of the site ask the store for nothing, and all of one request show one snapshot;
 * those of rooms wait for the store once, no longer than a page may.
 *
 * <p>Knows the root, presence, and the servlet and JSP API. What it needs of a running WhosOnline it finds in three servlet
 * context attributes, {@link org.whosonline.SiteMaps#ATTRIBUTE}, {@link org.whosonline.tags.ListAccess#ATTRIBUTE} and
 * {@link org.whosonline.tags.RoomSource#ATTRIBUTE}. Nothing is null unless the Javadoc says so.
 */
package org.whosonline.tags;
