/** Field cases on real servers: what others were hurt by, tried on this product. Each test names its case. */
package org.whosonline.cases;
