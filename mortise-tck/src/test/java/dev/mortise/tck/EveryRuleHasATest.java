package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Fails when a number of the contract has no test, or a test names a number that is none. */
class EveryRuleHasATest {

    @Test
    void c1ToC15() {
        Set<String> rules = IntStream.rangeClosed(1, 15).mapToObj(i -> "C" + i).collect(Collectors.toSet());
        Set<String> shown = tests().flatMap(test -> Arrays.stream(test.getAnnotationsByType(ContractRule.class)))
                .map(ContractRule::value)
                .collect(Collectors.toSet());
        assertThat(shown).isEqualTo(rules);
    }

    @Test
    void everyGroupIsPartOfTheKit() {
        assertThat(groups())
                .hasSizeGreaterThan(10)
                .allSatisfy(group -> assertThat(
                                Arrays.stream(group.getDeclaredMethods()).filter(EveryRuleHasATest::isTest))
                        .isNotEmpty());
    }

    private static Stream<Method> tests() {
        return groups().flatMap(group -> Arrays.stream(group.getDeclaredMethods()))
                .filter(EveryRuleHasATest::isTest);
    }

    private static Stream<Class<?>> groups() {
        return Arrays.stream(LockCompatibilityKit.class.getDeclaredClasses())
                .filter(nested -> nested.isAnnotationPresent(Nested.class))
                .map(Class::getSuperclass);
    }

    private static boolean isTest(Method method) {
        return method.isAnnotationPresent(Test.class);
    }
}
