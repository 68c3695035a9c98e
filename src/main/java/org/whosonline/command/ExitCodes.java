package org.whosonline.command;

/** How a command ended, for the shell. */
final class ExitCodes {

    /** Done, also when nobody is online. */
    static final int DONE = 0;

    /** The store cannot be reached or read, or not everything was saved. */
    static final int FAILED = 1;

    /** The command line or the configuration is wrong. */
    static final int USAGE = 2;

    private ExitCodes() {}
}
