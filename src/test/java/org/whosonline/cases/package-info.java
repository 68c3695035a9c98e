/** Faults that others have met, each tried out on real servers with a host application that is not ours. */
package org.whosonline.cases;
