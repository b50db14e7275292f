package dev.mortise.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./mortise} and {@code ./dev}: help without a build, and errors in one line. */
class CommandsTest {

    private static final Pattern COMMAND = Pattern.compile("(?m)^ *\\./(?:mortise|dev) ([a-z][a-z-]+)");

    /** A row of a table in Markdown that begins with a command. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)`");

    private static final Pattern RUN = Pattern.compile("(?m)^  run (.*)$");

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?dev\\.mortise\\.(\\w+)(?:\\.(\\w+))?");

    /** The modules whose packages have a name of their own below {@code dev.mortise}. */
    private static final Map<String, String> MODULES = Map.of(
            "redis", "mortise-redis",
            "jedis", "mortise-jedis",
            "lettuce", "mortise-lettuce",
            "springdata", "mortise-spring-data-redis",
            "tck", "mortise-tck");

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void prepare() {
        scripts = new Scripts(Scripts.ROOT, folder);
    }

    /** The commands that the help of a script lists. */
    private static List<String> commands(String script) {
        try {
            String help = new ProcessBuilder(Scripts.ROOT.resolve(script).toString(), "help")
                    .start()
                    .inputReader()
                    .lines()
                    .collect(Collectors.joining("\n"));
            return COMMAND.matcher(help).results().map(match -> match.group(1)).toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Stream<String> helps() {
        return Stream.concat(
                Stream.of("mortise", "dev")
                        .flatMap(script -> commands(script).stream()
                                .filter(command -> !command.equals("help"))
                                .map(command -> "./" + script + " " + command)),
                Stream.of("plain-java", "async", "spring-boot", "flash-sale").map(name -> "./mortise example " + name));
    }

    @ParameterizedTest
    @MethodSource("helps")
    void helpIsPrintedWithoutABuild(String command) {
        Scripts.Ran ran = scripts.run((command + " --help").split(" "));

        assertThat(ran.errors()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.output()).containsPattern("^\\./(mortise|dev) \\S").contains("\n\n");
        assertThat(scripts.hasBuilt()).isFalse();
    }

    @Test
    void everyCommandIsInTheHelpOfExactlyOneScript() {
        List<String> users = commands("mortise");
        List<String> contributors = commands("dev");

        assertThat(users).contains("demo", "example");
        assertThat(contributors).contains("test", "flaky", "campaigns", "campaign", "bench", "mutants", "shares");
        assertThat(users).filteredOn(command -> !command.equals("help")).doesNotContainAnyElementsOf(contributors);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bench",
                "mutants",
                "stress",
                "soak",
                "failover",
                "quorum",
                "model",
                "acknowledged",
                "cluster-bench",
                "timers",
                "interop"
            })
    void aCommandForContributorsNamesItsScript(String command) {
        Scripts.Ran ran = scripts.run("./mortise", command);

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.errors().lines()).hasSize(1).first().asString().contains("./dev " + command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "./mortise bogus",
                "./mortise example",
                "./mortise example bogus",
                "./mortise example interop",
                "./mortise example spring-boot bogus",
                "./dev bogus",
                "./dev demo",
                "./dev test",
                "./dev test --bogus",
                "./dev test NoSuchClassTest",
                "./dev test bogus:WheelTest",
                "./dev test WheelTest MoreTest",
                "./dev test WheelTest#a(",
                "./dev flaky none",
                "./dev flaky --tag",
                "./dev flaky --classes [",
                "./dev flaky --bogus",
                "./dev campaigns bogus",
                "./dev campaign",
                "./dev campaign bogus"
            })
    void wrongUsageIsOneLineAndExitCode2EvenWithoutGit(String command) {
        scripts.set("GIT_DIR", folder.resolve("none").toString());

        Scripts.Ran ran = scripts.run(command.split(" "));

        assertThat(ran.errors().lines()).hasSize(1);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(scripts.hasBuilt()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"./mortise demo", "./dev soak", "./dev test WheelTest", "./dev flaky"})
    void aMissingJavaIsOneLineAndExitCode3(String command) {
        scripts.set("JAVA_HOME", folder.resolve("none").toString());

        Scripts.Ran ran = scripts.run(command.split(" "));

        assertThat(ran.errors().lines()).hasSize(1).first().asString().contains("no java found");
        assertThat(ran.code()).isEqualTo(3);
    }

    @Test
    void aBuildThatFailsWithoutAnErrorLineShowsTheEndOfItsLog() throws IOException {
        Path tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("lab"));
        for (String file : List.of("dev", "lab/launch.sh")) {
            Files.copy(Scripts.ROOT.resolve(file), tree.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Path tools = folder.resolve("tools");
        Scripts copy = new Scripts(tree, tools);
        copy.replace(
                "java",
                "#!/bin/sh\necho '    java.specification.version = 17'\necho '    java.home = " + tools + "'\n");
        copy.replace("mvn", "#!/bin/sh\necho 'Not enough space'\nexit 1\n");

        Scripts.Ran ran = copy.run("./dev", "soak");

        assertThat(ran.errors()).contains("Not enough space", "the whole log is");
        assertThat(ran.code()).isEqualTo(3);
    }

    @Test
    void theVersionIsThatOfTheTree() {
        assertThat(scripts.run("./mortise", "--version").output()).startsWith("Mortise 0.");
        assertThat(scripts.run("./dev", "--version").output()).startsWith("Mortise 0.");
        assertThat(scripts.hasBuilt()).isFalse();
    }

    /** Commands and folders that a document names must exist, and so must those of the campaigns. */
    @Test
    void everyCampaignRunsACommandThatExistsOnFoldersThatExist() throws Exception {
        String text = Files.readString(Scripts.ROOT.resolve("lab/campaigns"));

        assertThat(COMMAND.matcher(text.replace("run ./dev", "./dev")).results().map(match -> match.group(1)))
                .isNotEmpty()
                .isSubsetOf(commands("dev"));
        assertThat(Pattern.compile("(?m)^(?:  code|@[a-z-]+) (.*)$")
                        .matcher(text)
                        .results()
                        .map((MatchResult match) -> match.group(1))
                        .flatMap(words -> Stream.of(words.split(" ")))
                        .filter(word -> !word.startsWith("@"))
                        .map(Scripts.ROOT::resolve))
                .isNotEmpty()
                .allSatisfy(path -> assertThat(path).exists());
    }

    @Test
    void everyCommandInTheTableOfCampaignsIsRunByOne() throws IOException {
        List<String> others = List.of("./dev campaigns", "./dev campaign NAME", "./dev bench --before COMMIT");
        String text = Files.readString(Scripts.ROOT.resolve("CONTRIBUTING.md"));
        String table = text.substring(text.indexOf("Campaigns take too long"), text.indexOf("Exit codes:"));
        List<String> commands = firstGroups(ROW, table);
        List<String> runs = runs();

        assertThat(commands).containsAll(others).contains("./dev bench contended", "mvn verify -Pquorum");
        for (String command : commands) {
            if (!others.contains(command)) {
                assertThat(runs).as(command).anyMatch(run -> isRun(command, run));
            }
        }
    }

    @Test
    void everyCommandInTheHelpForContributorsIsRunByACampaign() throws IOException {
        List<String> others = List.of("test", "campaigns", "campaign", "help");
        List<String> commands = commands("dev");
        List<String> runs = runs();

        assertThat(commands).containsAll(others).contains("bench", "timers");
        for (String command : commands) {
            if (!others.contains(command)) {
                assertThat(runs).as(command).anyMatch(run -> isRun("./dev " + command + " [options]", run));
            }
        }
    }

    /** Whether a campaign runs a command of a table or a help, in which brackets contain what is optional. */
    private static boolean isRun(String command, String run) {
        int options = command.indexOf(" [");
        return options < 0 ? run.equals(command) : (run + " ").startsWith(command.substring(0, options + 1));
    }

    /** The commands of all campaigns, without the option that keeps Maven's output plain. */
    private static List<String> runs() throws IOException {
        String text = Files.readString(Scripts.ROOT.resolve("lab/campaigns"));
        return firstGroups(RUN, text.replace("mvn -B ", "mvn "));
    }

    private static List<String> firstGroups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    /** A change of a package that a campaign's program uses makes its last good run out of date. */
    @Test
    void everyCampaignInTheBenchmarksNamesThePackagesThatItsProgramImports() throws IOException {
        String text = Files.readString(Scripts.ROOT.resolve("lab/campaigns"));
        Map<String, String> sets = Pattern.compile("(?m)^(@[a-z-]+) (.*)$")
                .matcher(text)
                .results()
                .collect(Collectors.toMap(set -> set.group(1), set -> set.group(2)));
        List<MatchResult> campaigns = Pattern.compile("(?m)^  code (.*(mortise-benchmarks/\\S+))$")
                .matcher(text)
                .results()
                .toList();
        assertThat(campaigns).isNotEmpty();
        for (MatchResult campaign : campaigns) {
            assertThat(words(campaign.group(1), sets))
                    .containsAll(importedFolders(Scripts.ROOT.resolve(campaign.group(2))));
        }
    }

    private static Stream<String> words(String text, Map<String, String> sets) {
        return Stream.of(text.split(" "))
                .flatMap(word -> word.startsWith("@") ? words(sets.get(word), sets) : Stream.of(word));
    }

    /** @param program a source, or a folder of sources */
    private static Set<String> importedFolders(Path program) throws IOException {
        Set<String> imported = new TreeSet<>();
        try (Stream<Path> sources = Files.walk(program, 1)) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                IMPORT.matcher(Files.readString(source)).results().forEach(found -> {
                    String name = found.group(1);
                    imported.add(
                            name.equals("benchmarks")
                                    ? "mortise-benchmarks/src/main/java/dev/mortise/benchmarks/" + found.group(2)
                                    : MODULES.getOrDefault(name, "mortise-core") + "/src/main");
                });
            }
        }
        return imported;
    }
}
