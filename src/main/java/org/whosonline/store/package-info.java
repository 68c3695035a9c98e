/**
 * The store behind everything: what WhosOnline needs of Memcached, and a twin of it inside one JVM.
 *
 * <p>Knows no other package. Nothing is null unless the Javadoc says so.
 */
package org.whosonline.store;
