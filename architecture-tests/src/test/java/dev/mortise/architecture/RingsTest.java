package dev.mortise.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ring of the design may use which, over the main code of every published module. */
class RingsTest {
    private static final String API = "dev.mortise";
    private static final String SPI = "dev.mortise.spi..";
    private static final String MEMORY = "dev.mortise.memory..";
    private static final String ENGINE = "dev.mortise.internal..";
    private static final String REDIS = "dev.mortise.redis..";
    private static final String[] DRIVERS = {"dev.mortise.jedis..", "dev.mortise.lettuce..", "dev.mortise.springdata.."
    };
    private static final String[] CLIENTS = {"redis.clients..", "io.lettuce..", "org.springframework.."};

    private static final JavaClasses PUBLISHED = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("dev.mortise");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.mortise",
                "dev.mortise.memory",
                "dev.mortise.spi",
                "dev.mortise.internal",
                "dev.mortise.redis",
                "dev.mortise.jedis",
                "dev.mortise.lettuce",
                "dev.mortise.springdata",
                "dev.mortise.tck"
            })
    void everyRingIsLookedAt(String name) {
        assertTrue(PUBLISHED.containPackage(name), () -> name + " is not on the class path of the architecture tests");
    }

    @Test
    void coreNeedsOnlyTheJdkSlf4jAndJSpecify() {
        classes()
                .that()
                .resideInAnyPackage(API, SPI, MEMORY, ENGINE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(API, SPI, MEMORY, ENGINE, "java..", "org.slf4j..", "org.jspecify..")
                .check(PUBLISHED);
    }

    @Test
    void apiTouchesTheEngineOnlyWhereMortiseBuildsIt() {
        noClasses()
                .that()
                .resideInAPackage(API)
                .and()
                .haveNameNotMatching("dev\\.mortise\\.(Mortise|MortiseBuilder)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ENGINE)
                .check(PUBLISHED);
    }

    /** An application has one of the two clients, so the classes of the other cannot be loaded. */
    @Test
    void onlyTheLendersOfSpringDataUseTheDriverOfAClient() {
        noClasses()
                .that()
                .resideInAPackage("dev.mortise.springdata..")
                .and()
                .haveNameNotMatching(".*\\.(Jedis|Lettuce)Lender(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.mortise.jedis..", "dev.mortise.lettuce..", "redis.clients..", "io.lettuce..")
                .check(PUBLISHED);
    }

    @Test
    void spiAndMemoryDoNotKnowTheEngine() {
        noClasses()
                .that()
                .resideInAnyPackage(SPI, MEMORY)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ENGINE)
                .check(PUBLISHED);
    }

    @Test
    void engineDoesNotKnowRedis() {
        noClasses()
                .that()
                .resideInAPackage(ENGINE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(REDIS)
                .check(PUBLISHED);
    }

    @Test
    void redisKnowsNeitherTheEngineNorAClient() {
        noClasses()
                .that()
                .resideInAPackage(REDIS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ENGINE)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(CLIENTS)
                .check(PUBLISHED);
    }

    @Test
    void driversDoNotKnowTheEngine() {
        noClasses()
                .that()
                .resideInAnyPackage(DRIVERS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ENGINE)
                .check(PUBLISHED);
    }

    /** So it cannot read the application's settings, such as {@code spring.data.redis.*}: it has the factory, no more. */
    @Test
    void theSpringDriverNeedsSpringDataAndNoMoreOfSpring() {
        noClasses()
                .that()
                .resideInAPackage("dev.mortise.springdata..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework.boot..", "org.springframework.context..", "org.springframework.core.env..")
                .check(PUBLISHED);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mortise.springdata..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(PUBLISHED);
    }

    /** The server fixture says which server it took; it runs in tests and demos only. */
    @Test
    void nothingIsPrintedToTheConsole() {
        DescribedPredicate<JavaClass> outsideTheFixture = not(resideInAPackage("dev.mortise.tck.server..")
                        .or(simpleName("HolderProcess")))
                .as("outside the server fixture and the programs of tests");
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(PUBLISHED.that(outsideTheFixture));
    }

    @Test
    void noMethodIsSynchronized() {
        noCodeUnits().should().haveModifier(JavaModifier.SYNCHRONIZED).check(PUBLISHED);
    }
}
