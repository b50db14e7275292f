package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.LossCause;
import dev.mortise.spi.Answer;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Pushed;
import dev.mortise.spi.Signals;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node makes of messages, also of those that nobody of ours has sent. */
class MessageTest {

    private final List<String> told = new ArrayList<>();
    private final Signals signals = new Signals() {
        @Override
        public void look(LockId lock) {
            told.add("look at " + lock);
        }

        @Override
        public void lookAll() {
            told.add("look at all");
        }

        @Override
        public void lost(LockId lock, long ask, LossCause cause) {
            told.add(lock + " lost by " + ask + ", " + cause);
        }

        @Override
        public void granted(LockId lock, Pushed grant) {
            told.add(lock + " granted, " + grant);
        }
    };

    @Test
    void namesMayHaveSpacesAndAnyLetter() {
        read("look lock a name  with spaces, ß and 锁");
        read("lost lock 17 a b");
        assertThat(told)
                .containsExactly("look at lock 'a name  with spaces, ß and 锁'", "lock 'a b' lost by 17, FORCED");
    }

    @Test
    void aGrantHasItsTokenItsLeaseAndTheRunBehindIt() {
        read("granted lock 17 1000 1794000000000001 1794000000000001 a b");
        read("granted lock 18 1000 1794000000000009 1794000000000002 a b");
        assertThat(told)
                .containsExactly(
                        "lock 'a b' granted, "
                                + new Pushed(
                                        17,
                                        new Answer.Granted(1794000000000001L, true),
                                        1000,
                                        1794000000000001L,
                                        List.of(5L)),
                        "lock 'a b' granted, "
                                + new Pushed(
                                        18,
                                        new Answer.Granted(1794000000000009L, false),
                                        1000,
                                        1794000000000002L,
                                        List.of(5L)));
    }

    @Test
    void aGrantByAnotherClockHasNoTime() {
        Message.read(
                bytes("granted lock 17 1000 1 1 a"), List.of(), kind -> OwnNaming.classic("p:", false), false, signals);
        assertThat(told)
                .containsExactly("lock 'a' granted, "
                        + new Pushed(17, new Answer.Granted(1, true), 1000, Pushed.UNKNOWN, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "look",
                "look ",
                "look lock",
                "lost lock a",
                "lost lock -1 a",
                "lost lock 1234567890123456789 a",
                "lost lock 1e3 a",
                "granted lock 17 1000 1 a",
                "granted lock 17 1000 1 1",
                "granted lock 17 1000 -1 1 a",
                "granted lock 17  1 1 a",
                "granted lock ١٧ 1000 1 1 a",
                "GRANTED lock 17 1000 1 1 a",
                "\u0000\u0001",
            })
    void anythingElseIsPassedOver(String text) {
        read(text);
        assertThat(told).isEmpty();
    }

    private void read(String text) {
        Message.read(bytes(text), List.of(5L), kind -> OwnNaming.classic("p:", false), true, signals);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
