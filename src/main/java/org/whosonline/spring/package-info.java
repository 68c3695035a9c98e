/**
 * WhosOnline in Spring Boot, whose embedded servers run no initializers out of JARs.
 *
 * <p>The only package that knows Spring, and known by nobody: where Spring is not there, its classes are never loaded.
 * Nothing is null unless the Javadoc says so.
 */
package org.whosonline.spring;
