package dev.mortise.benchmarks.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedPageTest {

    @TempDir
    Path folder;

    @Test
    void noticesTwoVisitorsAtATime() {
        SharedPage page = SharedPage.map(folder.resolve("page"));
        SharedPage ofAnotherProcess = SharedPage.map(folder.resolve("page"));

        boolean alone = page.visit(
                3, 1, () -> assertThat(ofAnotherProcess.visit(3, 2, () -> {})).isFalse());

        assertThat(alone).as("the visitor was still there").isTrue();
        assertThat(page.visits(3)).as("one visit was lost").isEqualTo(1);
    }

    @Test
    void countsVisitsOneAfterTheOther() {
        SharedPage page = SharedPage.map(folder.resolve("page"));

        assertThat(page.visit(0, 1, () -> {})).isTrue();
        assertThat(page.visit(0, 2, () -> {})).isTrue();

        assertThat(SharedPage.map(folder.resolve("page")).visits(0)).isEqualTo(2);
        page.clear();
        assertThat(page.visits(0)).isZero();
    }
}
