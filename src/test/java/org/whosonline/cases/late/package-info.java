/** A library of somebody else that logs people in; packed into a JAR of its own, never run in the tests' own JVM. */
package org.whosonline.cases.late;
