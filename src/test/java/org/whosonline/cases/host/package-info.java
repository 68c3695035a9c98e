/** A host application as others write them; packed into a WAR of its own, never run in the tests' own JVM. */
package org.whosonline.cases.host;
