/**
 * The store in one or several Memcached servers.
 *
 * <p>Knows {@code org.whosonline.store} and spymemcached, of which it takes the connection: selector thread, queues and
 * buffers. What spymemcached would do on its own authority is done here instead: which server a key lives on ({@link
 * org.whosonline.store.memcached.Ring}), whether a server lives and when to connect anew ({@link
 * org.whosonline.store.memcached.Server}, {@link org.whosonline.store.memcached.Link}), and how a reply is read ({@link
 * org.whosonline.store.memcached.Command}).
 *
 * <p>Threads, all daemons and ended by {@code close()}: two for each server, {@code whosonline-memcached-watch-HOST:PORT}
 * (connects, probes, ends what is overdue) and {@code whosonline-memcached-io-HOST:PORT} (reads, writes, completes).
 *
 * <p>Nothing is null unless the Javadoc says so.
 */
package org.whosonline.store.memcached;
