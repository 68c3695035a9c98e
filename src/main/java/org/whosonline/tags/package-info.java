/**
 * The tag library {@code whosonline} for JSPs: the number of users, the list, and whether somebody is there.
 *
 * <p>{@code WEB-INF/whosonline.tld} describes it to page authors. A page never fails for its tags: where nothing is known
 * they say so. They make no session and ask the store for nothing; all tags of one request show one snapshot.
 *
 * <p>Knows the root and the servlet and JSP API. What it needs of a running WhosOnline it finds in two servlet context
 * attributes, {@link org.whosonline.SiteMaps#ATTRIBUTE} and {@link org.whosonline.tags.ListAccess#ATTRIBUTE}. Nothing is
 * null unless the Javadoc says so.
 */
package org.whosonline.tags;
