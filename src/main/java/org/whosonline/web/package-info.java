/**
 * Where WhosOnline meets the Servlet container: the filter that records, the listener for sessions that end, and the
 * addresses that answer.
 *
 * <p>Knows the domain and the Servlet API, but neither options nor stores: it is built and handed its collaborators by
 * the application package. Nothing is null unless the Javadoc says so.
 */
package org.whosonline.web;
