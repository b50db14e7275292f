package dev.mortise.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpinTest {

    private final Input in = new Input();
    private final Spin spin = new Spin(in);

    /** Has something to read when it is told so, and counts how often it is asked. */
    private static final class Input extends InputStream {
        private boolean comes;
        private int asked;

        @Override
        public int available() {
            asked++;
            return comes ? 1 : 0;
        }

        @Override
        public int read() {
            throw new AssertionError("the byte is the reader's");
        }
    }

    @Test
    void looksForAWhile() throws IOException {
        long began = System.nanoTime();
        spin.look();
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(Spin.NANOS);
        assertThat(in.asked).isPositive();
    }

    @Test
    void endsWhenAByteIsThere() throws IOException {
        in.comes = true;
        spin.look();
        assertThat(in.asked).isEqualTo(1);
    }

    @Test
    void goesOnAsLongAsItHelpsNowAndThen() throws IOException {
        for (int i = 0; i < 100; i++) {
            in.comes = i % Spin.TRIES == 0;
            assertThat(looks()).as("read %s", i).isTrue();
        }
    }

    @Test
    void isGivenUpForLongerAndLongerWhereItDoesNotHelp() throws IOException {
        assertThat(pauses(12)).containsExactly(1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 1_023, 1_023);
    }

    @Test
    void isUsedMoreAgainWhenItHelpsAgain() throws IOException {
        pauses(7);
        in.comes = true;
        for (int i = 0; i < 3; i++) {
            assertThat(looks()).isTrue();
        }
        in.comes = false;
        assertThat(pauses(1)).containsExactly(2 * (127 / 8) + 1);
    }

    /** How many reads go without, each time that it is given up. A look has just been made when it returns. */
    private List<Integer> pauses(int count) throws IOException {
        List<Integer> pauses = new ArrayList<>();
        int without = 0;
        for (int reads = 0; pauses.size() < count; reads++) {
            assertThat(reads).as("reads, after %s", pauses).isLessThan(10 * Spin.MOST_WITHOUT);
            if (!looks()) {
                without++;
            } else if (without > 0) {
                pauses.add(without);
                without = 0;
            }
        }
        return pauses;
    }

    private boolean looks() throws IOException {
        int before = in.asked;
        spin.look();
        return in.asked > before;
    }
}
