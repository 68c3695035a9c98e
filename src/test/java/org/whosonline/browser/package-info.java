/** The page script in a real browser. */
package org.whosonline.browser;
