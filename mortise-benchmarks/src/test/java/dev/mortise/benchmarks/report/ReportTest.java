package dev.mortise.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.benchmarks.contenders.Entrant;
import dev.mortise.benchmarks.run.Findings;
import dev.mortise.benchmarks.run.HoldSample;
import dev.mortise.benchmarks.run.Plan;
import dev.mortise.benchmarks.run.Sample;
import dev.mortise.benchmarks.run.Scenario;
import dev.mortise.benchmarks.run.Series;
import dev.mortise.benchmarks.run.Team;
import dev.mortise.benchmarks.worker.Waits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ReportTest {

    private static final Findings FINDINGS = new Findings(
            Plan.full(),
            Map.of(
                    Scenario.SOLO,
                    List.of(
                            series(Entrant.MORTISE_JEDIS, 8000, 9000, 8500),
                            series(Entrant.REDISSON, 4000, 4500, 4250),
                            series(Entrant.FLOOR_JEDIS, 16_000, 18_000, 17_000))),
            Map.of(
                    10_000,
                    Map.of(
                            Entrant.MORTISE_JEDIS,
                            List.of(new HoldSample(10_000, 1.2, 550, 0.007, 0.004, 3000, 10_000, -50, 20, 40, true)),
                            Entrant.REDISSON,
                            List.of())));

    @TempDir
    Path folder;

    @Test
    void saysWhichBarsAreMetMissedAndNotMeasured() {
        assertThat(Bars.of(FINDINGS))
                .anySatisfy(bar -> {
                    assertThat(bar.text()).isEqualTo("one thread: Mortise, Jedis against Redisson");
                    assertThat(bar.valueText()).isEqualTo("2 ×");
                    assertThat(bar.verdict()).isEqualTo("met");
                })
                .anySatisfy(bar -> {
                    assertThat(bar.text()).isEqualTo("one thread: Mortise, Jedis against bare scripts, Jedis");
                    assertThat(bar.verdict()).isEqualTo("MISSED");
                })
                .anySatisfy(bar -> {
                    assertThat(bar.text()).startsWith("64 threads");
                    assertThat(bar.verdict()).isEqualTo("not measured");
                });
    }

    @Test
    void aHoldThatWasNeverRenewedMissesTheBar() {
        HoldSample oneMissing = new HoldSample(10_000, 1, 550, 0.007, 0.004, 3000, 9_999, -50, 20, 40, true);
        Findings findings =
                new Findings(Plan.full(), Map.of(), Map.of(10_000, Map.of(Entrant.MORTISE_JEDIS, List.of(oneMissing))));

        assertThat(Bars.of(findings))
                .filteredOn(bar -> bar.text().contains("latest renewal"))
                .singleElement()
                .extracting(Bar::verdict)
                .isEqualTo("MISSED");
    }

    @Test
    void whoFailedIsShownAndNotCompared() {
        Series ours = series(Entrant.MORTISE_JEDIS, 8000);
        Team redisson = team(Scenario.SOLO, Entrant.REDISSON);
        Series failed = new Series(Scenario.SOLO, redisson, List.of(), null, "it fell silent");
        Findings findings = new Findings(Plan.full(), Map.of(Scenario.SOLO, List.of(ours, failed)), Map.of());

        assertThat(Page.markdown(findings, Machine.here("7.0.15", folder), "", Edition.FULL))
                .contains("| Redisson | failed: it fell silent |")
                .contains("Failed in *one thread*: Redisson, it fell silent.");
        assertThat(Chart.of(findings.scenarios())).contains("Mortise").doesNotContain("Redisson");
        assertThat(Bars.measured(findings)).extracting(Bar::text).noneMatch(text -> text.contains("Redisson"));
        assertThat(findings.hasOurFailure()).isFalse();
    }

    @Test
    void growthIsComparedWithTheFewest() {
        List<Series> all = Scenario.THREADS.teams().stream()
                .filter(team -> team.entrant() == Entrant.MORTISE_JEDIS)
                .map(team -> new Series(
                        Scenario.THREADS, team, List.of(sample(team.threads() == 64 ? 800 : 1000)), null, null))
                .toList();
        Findings findings = new Findings(Plan.full(), Map.of(Scenario.THREADS, all), Map.of());

        assertThat(Bars.measured(findings)).singleElement().satisfies(bar -> {
            assertThat(bar.text()).isEqualTo("64 threads on one lock against 2");
            assertThat(bar.valueText()).isEqualTo("0.8 ×");
            assertThat(bar.verdict()).isEqualTo("MISSED");
        });
        assertThat(ScenarioTable.of(all).forMarkdown()).contains("| Mortise, Jedis, 64 threads | 800 [800–800] | 0.8 ");
    }

    @Test
    void aHandOverIsComparedWithTheBareOne() {
        Series ours = new Series(
                Scenario.HANDOVER, team(Scenario.HANDOVER, Entrant.MORTISE_JEDIS), List.of(sample(10)), null, null);
        Series floor = new Series(
                Scenario.HANDOVER, team(Scenario.HANDOVER, Entrant.FLOOR_RELAY), List.of(sample(10)), null, null);
        Findings findings = new Findings(Plan.full(), Map.of(Scenario.HANDOVER, List.of(ours, floor)), Map.of());

        assertThat(Bars.measured(findings)).singleElement().satisfies(bar -> {
            assertThat(bar.text()).contains("bare script and message");
            assertThat(bar.valueText()).isEqualTo("1 ×");
        });
    }

    @Test
    void writesPageChartAndRounds() throws Exception {
        Report.write(FINDINGS, Machine.here("7.0.15", folder), folder, new Edition("some", "some.md", "./dev bench"));

        String page = Files.readString(folder.resolve("some.md"));
        assertThat(page)
                .contains("| Mortise, Jedis | 8,500 [8,000–9,000] |")
                .contains("](benchmarks/some.svg)")
                .contains("MISSED")
                .contains("| Redisson | failed |")
                .doesNotContain("not measured")
                .doesNotContain("${");
        String json = Files.readString(folder.resolve("benchmarks/some.json"));
        assertThat(json).contains("\"perSecond\": 8500").contains("\"heapBytesEach\": 550");
        assertThat(List.of(page, json)).allSatisfy(text -> assertThat(text).doesNotContain(folder.toString()));
        Document chart = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("benchmarks/some.svg").toFile());
        assertThat(chart.getElementsByTagName("rect").getLength())
                .as("three in the legend, one for each entrant")
                .isEqualTo(6);
    }

    private static Series series(Entrant entrant, long... pairs) {
        List<Sample> samples =
                Arrays.stream(pairs).mapToObj(count -> sample(count)).toList();
        return new Series(Scenario.SOLO, team(Scenario.SOLO, entrant), samples, null, null);
    }

    private static Team team(Scenario scenario, Entrant entrant) {
        return scenario.teams().stream()
                .filter(team -> team.entrant() == entrant)
                .findFirst()
                .orElseThrow();
    }

    private static Sample sample(long pairs) {
        Histogram waits = Waits.none();
        waits.recordValueWithCount(100_000, pairs);
        return new Sample(1, pairs, List.of(pairs), List.of(pairs), waits, Map.of("evalsha", 2 * pairs), 0.5, 0.7);
    }
}
