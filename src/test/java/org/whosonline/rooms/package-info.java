/** Presence in rooms on real servers. */
package org.whosonline.rooms;
