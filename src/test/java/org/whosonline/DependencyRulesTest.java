package org.whosonline;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who may know whom. A package that has no class yet keeps its rule by having none to break it.
 *
 * <p>Ordinary tests, since Surefire passes over the fields that ArchUnit's own annotations would have as tests.
 */
class DependencyRulesTest {

    private static final String ROOT = "org.whosonline";
    private static final String PRESENCE = "org.whosonline.presence..";
    private static final String LOG = "org.whosonline.log..";
    private static final String STORE = "org.whosonline.store";
    private static final String TAGS = "org.whosonline.tags..";
    private static final String METRICS = "org.whosonline.metrics..";
    private static final String MICROMETER = "io.micrometer..";
    private static final String APP = "org.whosonline.app..";
    private static final String SPRING = "org.whosonline.spring..";
    private static final String DEMO = "org.whosonline.demo..";
    private static final String COMMAND = "org.whosonline.command..";
    private static final String MAIN = "org.whosonline.command.Main";
    private static final String MEMCACHED = "org.whosonline.store.memcached..";

    private static final String SLF4J = "org.slf4j";
    private static final String GSON = "com.google.gson..";
    private static final String SERVLET = "jakarta.servlet..";

    /** The JDK as far as it is there for everybody: databases and directories are for the leaf that is made for them. */
    private static final String[] JDK = {
        "",
        "java.io..",
        "java.lang..",
        "java.math..",
        "java.net..",
        "java.nio..",
        "java.security..",
        "java.text..",
        "java.time..",
        "java.util..",
        "javax.crypto.."
    };

    private static JavaClasses production;

    @BeforeAll
    static void readClasses() {
        production = new ClassFileImporter()
                .withImportOption(new DoNotIncludeTests())
                .importPackages("org.whosonline");
    }

    private static Stream<ArchRule> dependencies() {
        return Stream.of(
                only(ROOT, LOG, STORE, SLF4J, GSON),
                only(PRESENCE, LOG, STORE, SLF4J, GSON),
                only(LOG, STORE, SLF4J, GSON),
                only(STORE, SLF4J),
                only(MEMCACHED, STORE, "net.spy.memcached..", SLF4J),
                only("org.whosonline.cleanup..", ROOT, PRESENCE, "org.quartz..", SLF4J),
                only("org.whosonline.web..", ROOT, PRESENCE, SERVLET, SLF4J, GSON),
                only(TAGS, ROOT, PRESENCE, SERVLET, SLF4J),
                only(
                        "org.whosonline.directory..",
                        ROOT,
                        PRESENCE,
                        "java.sql..",
                        "javax.sql..",
                        "javax.naming..",
                        SLF4J),
                only("org.whosonline.jmx..", ROOT, "javax.management..", SLF4J),
                only(METRICS, ROOT, PRESENCE, PRESENCE, STORE, MICROMETER),
                only("org.whosonline.config.."),
                only(COMMAND, ROOT, LOG, STORE, MEMCACHED, "org.whosonline.config..", "picocli.."),
                only(
                        SPRING,
                        ROOT,
                        PRESENCE,
                        APP,
                        METRICS,
                        MICROMETER,
                        "org.whosonline.web..",
                        SERVLET,
                        "org.springframework.."),
                // The demo is a host application like any other.
                only(DEMO, ROOT, PRESENCE, APP, TAGS, "org.whosonline.config..", SERVLET, SLF4J));
    }

    @ParameterizedTest
    @MethodSource("dependencies")
    void everyPackageKnowsOnlyWhomItMay(ArchRule rule) {
        rule.check(production);
    }

    private static Stream<ArchRule> clocks() {
        return Stream.of(
                outsideOfApp().should().callMethod(Instant.class, "now"),
                outsideOfApp().should().callMethod(LocalDateTime.class, "now"),
                outsideOfApp().should().callMethod(ZonedDateTime.class, "now"),
                outsideOfApp().should().callMethod(System.class, "currentTimeMillis"),
                outsideOfApp().should().callMethod(System.class, "nanoTime"),
                outsideOfApp().should().callMethod(InstantSource.class, "system"),
                outsideOfApp().should().callMethod(Clock.class, "systemUTC"));
    }

    @ParameterizedTest
    @MethodSource("clocks")
    void onlyTheApplicationPackageReadsClocks(ArchRule rule) {
        rule.check(production);
    }

    @ParameterizedTest
    @ValueSource(strings = {DEMO, COMMAND, SPRING})
    void nobodyKnowsTheDemoTheCommandOrSpring(String leaf) {
        noClasses()
                .that()
                .resideOutsideOfPackage(leaf)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(leaf)
                .check(production);
    }

    @Test
    void onlyOnePackageKnowsSpring() {
        noClasses()
                .that()
                .resideOutsideOfPackage(SPRING)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(production);
    }

    /** Micrometer is not there in every application. */
    @Test
    void onlyMetricsAndSpringKnowMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackages(METRICS, SPRING)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(MICROMETER, "io.prometheus..")
                .check(production);
        noClasses()
                .that()
                .resideOutsideOfPackages(METRICS, SPRING)
                .and()
                .doNotHaveFullyQualifiedName("org.whosonline.app.Metrics")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(METRICS)
                .check(production);
    }

    @Test
    void noStaticFieldChanges() {
        fields().that().areStatic().should().beFinal().check(production);
    }

    private static GivenClassesConjunction outsideOfApp() {
        return noClasses().that().resideOutsideOfPackages(APP, DEMO).and().doNotHaveFullyQualifiedName(MAIN);
    }

    /** The classes of {@code who} know each other, the JDK and {@code whom}, and nothing else. */
    private static ArchRule only(String who, String... whom) {
        String[] allowed = Stream.of(Stream.of(who), Arrays.stream(whom), Arrays.stream(JDK))
                .flatMap(names -> names)
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(who)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed))
                .as(who + " knows only " + String.join(", ", whom))
                .allowEmptyShould(true);
    }

    @Test
    @DisplayName("S1 1.13: the site map never needs a database")
    void nothingKnowsADatabase() {
        ArchRuleDefinition.noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "javax.naming..", "jakarta.persistence..")
                .check(production);
    }
}
