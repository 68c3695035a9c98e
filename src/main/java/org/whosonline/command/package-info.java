/**
 * The command line for operators and for cron: cleans up the site map and looks into it, outside of any application.
 *
 * <p>Knows the site map, the store in Memcached and the options, and is known by nobody. It writes for people: results on
 * standard output, what is wrong as sentences on standard error, never a stack trace. Nothing is null unless the Javadoc
 * says so.
 */
package org.whosonline.command;
