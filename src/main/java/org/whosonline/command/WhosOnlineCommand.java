package org.whosonline.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.whosonline.config.ConfigurationException;
import org.whosonline.config.Settings;
import org.whosonline.log.UnsupportedFormatException;
import org.whosonline.store.StoreException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The command with all its subcommands; by itself it cleans up. */
@Command(
        name = WhosOnlineCommand.NAME,
        description = {
            "Drops the users past the window from the map in Memcached, and stores the count. Options are read as the"
                    + " application reads them: system properties, environment variables (WHOSONLINE_PREFIX), --config"
                    + " FILE, whosonline.properties in the WAR; what is given here goes before all of them.",
            ""
        },
        subcommands = {
            CleanupCommand.class,
            ListCommand.class,
            CountCommand.class,
            RoomsCommand.class,
            RemoveCommand.class,
            DumpCommand.class,
            StatsCommand.class
        },
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands (cleanup, if none is given):%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, also when nobody is online",
            "1:Memcached cannot be reached or read, or not everything was saved",
            "2:the command line or the configuration is wrong"
        },
        footer = {
            "",
            "Of the script: --war FILE|DIR is the WAR or an unpacked application (whosonline.war near the script, if"
                    + " absent), and --cache DIR a directory of this user alone where libraries are unpacked to once."
        },
        versionProvider = Version.class,
        sortOptions = false)
final class WhosOnlineCommand implements Callable<Integer> {

    static final String NAME = "whosonline-cleanup.sh";

    private final Environment environment;

    @Mixin
    private Flags flags;

    @CommandLine.Option(
            names = "--dry-run",
            description = "Only tell what would be done; write nothing at all.",
            scope = ScopeType.INHERIT)
    private boolean dryRun;

    @CommandLine.Option(
            names = {"-q", "--quiet"},
            description = "Say nothing unless something is wrong.",
            scope = ScopeType.INHERIT)
    private boolean quiet;

    @CommandLine.Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this, and end.",
            scope = ScopeType.INHERIT)
    private boolean help;

    @CommandLine.Option(
            names = "--version",
            versionHelp = true,
            description = "Show the version, and end.",
            scope = ScopeType.INHERIT)
    private boolean version;

    private WhosOnlineCommand(Environment environment) {
        this.environment = environment;
    }

    /** The command line in {@code environment}. */
    static CommandLine line(Environment environment) {
        return new CommandLine(new WhosOnlineCommand(environment))
                .setOut(environment.out())
                .setErr(environment.err())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                // Ids may begin with whatever they like.
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((e, arguments) -> refuse(environment, e))
                .setExecutionExceptionHandler((e, line, parsed) -> fail(environment, e));
    }

    private static int refuse(Environment environment, ParameterException e) {
        environment.err().println(Text.safe(e.getMessage()) + ". See " + NAME + " --help.");
        return ExitCodes.USAGE;
    }

    private static int fail(Environment environment, Exception e) {
        PrintWriter err = environment.err();
        if (e instanceof ConfigurationException wrong) {
            wrong.problems().forEach(problem -> err.println(Text.printable(problem)));
            return ExitCodes.USAGE;
        }
        if (e instanceof UsageException) {
            err.println(e.getMessage());
            return ExitCodes.USAGE;
        }
        if (e instanceof StoreException || e instanceof UnsupportedFormatException) {
            err.println(Text.printable(e.getMessage()) + ".");
        } else {
            err.println("A fault of WhosOnline itself: " + Text.printable(e.toString()) + ".");
        }
        return ExitCodes.FAILED;
    }

    /** What a command does once connected. */
    interface Work {
        /** Answers the exit code. */
        int on(Site site);
    }

    /** Reads the options, connects, does {@code work}, and takes leave. */
    int onSite(Work work) {
        Settings settings = CommandSources.settings(environment, flags.given());
        Target target = Target.of(settings, flags.instance(), flags.given());
        settings.warnings().forEach(this::remark);
        try (Site site = new Site(environment, settings, target, flags)) {
            return work.on(site);
        }
    }

    @Override
    public Integer call() {
        return onSite(site -> CleanupCommand.cleanUp(this, site));
    }

    boolean isDryRun() {
        return dryRun;
    }

    /** For what was asked for. */
    PrintWriter out() {
        return environment.out();
    }

    /** Says what an operator may like to know, unless it was asked to be quiet. */
    void say(String sentence) {
        if (!quiet) {
            environment.out().println(sentence);
        }
    }

    /** Says beside the results what an operator may like to know, unless it was asked to be quiet. */
    void remark(String sentence) {
        if (!quiet) {
            environment.err().println(sentence);
        }
    }

    /** Says on standard error what is wrong. */
    void tell(String sentence) {
        environment.err().println(sentence);
    }

    /** Tells of lines that nobody can read; readers pass over them. */
    void tellOfBrokenLines(Site site) {
        int broken = site.reading().contents().skipped();
        if (broken > 0) {
            remark(Text.number(broken, "line") + " of the map cannot be read and " + (broken == 1 ? "was" : "were")
                    + " passed over.");
        }
    }
}
