/**
 * The appended map: a map in the store that is written by appending one line a change, so that no writer ever reads.
 *
 * <p>{@link org.whosonline.log.AppendedMap} is the whole of it for others. Knows only the store. Nothing is null unless
 * the Javadoc says so.
 */
package org.whosonline.log;
