package org.whosonline.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/** The way in from the shell; see {@code cron/whosonline-cleanup.sh}. */
public final class Main {

    private Main() {}

    /** Runs one command and ends the process with its {@linkplain ExitCodes exit code}. */
    public static void main(String[] arguments) {
        PrintWriter out = writer(FileDescriptor.out);
        PrintWriter err = writer(FileDescriptor.err);
        Environment environment = new Environment(
                CommandSources.properties(System.getProperties()),
                System.getenv(),
                CommandSources.classPath(Main.class.getClassLoader()),
                InstantSource.system(),
                System::nanoTime,
                out,
                err);
        int code = WhosOnlineCommand.line(environment).execute(arguments);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** UTF-8 whatever the locale, for cron has none. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8));
    }
}
