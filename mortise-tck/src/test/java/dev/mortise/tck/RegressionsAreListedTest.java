package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.tck.faults.FaultKit;
import dev.mortise.tck.faults.FaultTest;
import dev.mortise.tck.topology.HiddenShardsKit;
import dev.mortise.tck.topology.OneAddressKit;
import dev.mortise.tck.topology.TopologyKit;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** docs/regressions.md and the tests say the same. */
class RegressionsAreListedTest {

    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");

    @Test
    void whatIsListedExistsAndEveryRegressionIsListed() throws IOException {
        Set<String> listed = new TreeSet<>();
        Matcher names = TEST.matcher(Files.readString(Path.of("..", "docs", "regressions.md")));
        while (names.find()) {
            listed.add(names.group(1) + "." + names.group(2));
        }
        assertThat(all()).containsAll(listed);
        assertThat(listed)
                .containsAll(regressions().map(RegressionsAreListedTest::name).toList());
    }

    @Test
    void everyRegressionSaysWhoseItWas() {
        assertThat(regressions()).isNotEmpty().allMatch(test -> test.isAnnotationPresent(DisplayName.class));
    }

    private static Set<String> all() {
        return tests().map(RegressionsAreListedTest::name).collect(Collectors.toSet());
    }

    private static Stream<Method> regressions() {
        return tests().filter(test -> test.getDeclaringClass().getPackageName().endsWith(".regressions"));
    }

    private static Stream<Method> tests() {
        Stream<Class<?>> groups = Stream.of(LockCompatibilityKit.class, FaultKit.class)
                .flatMap(kit -> Arrays.stream(kit.getDeclaredClasses()))
                .filter(nested -> nested.isAnnotationPresent(Nested.class))
                .map(Class::getSuperclass);
        return Stream.concat(
                        groups,
                        Stream.of(
                                TopologyKit.class,
                                OneAddressKit.class,
                                HiddenShardsKit.class,
                                QuorumKit.class,
                                AcknowledgementKit.class))
                .flatMap(group -> Arrays.stream(group.getDeclaredMethods()))
                .filter(method -> Stream.of(Test.class, ParameterizedTest.class, FaultTest.class)
                        .anyMatch(method::isAnnotationPresent));
    }

    private static String name(Method test) {
        return test.getDeclaringClass().getSimpleName() + "." + test.getName();
    }
}
