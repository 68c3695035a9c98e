/**
 * Who is in a room: leases of connections, rosters made of them, and following them.
 *
 * <p>Knows nothing of requests or servers. Nothing is null unless said so.
 */
package org.whosonline.presence;
