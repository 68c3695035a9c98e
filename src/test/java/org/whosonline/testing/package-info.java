/** What tests share: real servers to start and to hurt, scripted ones that misbehave, and waiting without sleeping. */
package org.whosonline.testing;
