package dev.mortise.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

    @ParameterizedTest
    @CsvSource({
        "--bogus, unknown option --bogus",
        "--stock, --stock needs a value",
        "--stock 0, '--stock takes a whole number from 1 to 10000, not ''0'''",
        "--buyers many, '--buyers takes a whole number from 1 to 200, not ''many'''",
        "--processes 17, '--processes takes a whole number from 1 to 16, not ''17'''",
        "--seed x, '--seed takes a whole number, not ''x'''",
        "--processes 1 --buyers 1, a single buyer needs no lock",
        "--redis http://host, its scheme must be redis or rediss",
    })
    void badOptionsAreToldWithExitCode2(String words, String message) {
        Printed printed = Printed.by(words.split(" "));

        assertThat(printed.code()).isEqualTo(2);
        assertThat(printed.out()).isEmpty();
        assertThat(printed.errors()).contains(message, "--help");
    }

    @Test
    void aPasswordIsNotPrinted() {
        assertThat(Printed.by("--redis", "http://user:secret@host").errors()).doesNotContain("secret");
    }

    @Test
    void helpNamesEveryOption() {
        Printed printed = Printed.by("--help");

        assertThat(printed.code()).isZero();
        assertThat(printed.out()).contains("--redis", "--processes", "--buyers", "--stock", "--seed", "--help");
    }

    @Test
    void optionsAreReadInAnyOrder() {
        Options options = Options.parse(List.of("--seed", "-5", "--stock", "7", "--buyers", "2"));

        assertThat(options).isEqualTo(new Options(null, 3, 2, 7, -5, false));
    }
}
