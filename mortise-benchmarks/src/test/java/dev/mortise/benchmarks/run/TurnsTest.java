package dev.mortise.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.benchmarks.contenders.Entrant;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final String KEY = "\"mortise:{bench:one}\"";

    private final Turns turns = Turns.of(Entrant.MORTISE_FAIR);

    @Test
    void whoAskedFirstMustGetItFirst() {
        asks("a/1");
        gets("a/1");
        asks("b/1");
        asks("a/2");
        asks("b/1");
        gets("b/1");
        gets("a/2");

        assertThat(turns.order()).isEqualTo(new Order(3, 1, 0));
    }

    @Test
    void whoIsOvertakenIsNoticed() {
        asks("a/1");
        gets("a/1");
        asks("b/1");
        asks("a/2");
        gets("a/2");

        assertThat(turns.order()).isEqualTo(new Order(2, 1, 1));
    }

    @Test
    void aHolderThatIsNotedOrReleasedDoesNotAskAgain() {
        asks("a/1");
        gets("a/1");
        asks("b/1");
        gets("a/1");
        asks("a/1");
        gets("b/1");

        assertThat(turns.order()).isEqualTo(new Order(2, 0, 0));
    }

    @Test
    void otherLocksAndOtherCommandsDoNotCount() {
        asks("a/1");
        turns.accept("+1.2 [0 lua] \"HSET\" \"mortise:{other}\" \"a:7\" \"1\" \"c/1\" \"99\"");
        turns.accept("+1.2 [0 lua] \"RPUSH\" \"mortise:{bench:one}:queue\" \"c/1 5 0 30000 7\"");
        turns.accept("+1.2 [0 lua] \"HGET\" " + KEY + " \"c/1\"");

        assertThat(turns.order()).isEqualTo(new Order(0, 0, 0));
    }

    @Test
    void aThreadOfRedissonComesBackAfterItsRelease() {
        Turns redisson = Turns.of(Entrant.REDISSON_FAIR);
        String one = "\"7d0ed2a1-7b1f-4c3e-9c4b-1f7a8f0a0001:41\"";
        String two = "\"7d0ed2a1-7b1f-4c3e-9c4b-1f7a8f0a0001:42\"";
        for (String waiter : new String[] {one, two, one}) {
            redisson.accept("+1.2 [0 127.0.0.1:1] \"EVAL\" \"...\" \"1\" \"bench:one\" \"30000\" " + waiter);
        }
        for (String waiter : new String[] {one, two}) {
            redisson.accept("+1.2 [0 lua] \"hset\" \"bench:one\" " + waiter + " \"1\"");
            redisson.accept("+1.2 [0 lua] \"del\" \"bench:one\"");
            redisson.accept("+1.2 [0 127.0.0.1:1] \"EVAL\" \"...\" \"1\" \"bench:one\" \"30000\" " + waiter);
        }

        redisson.accept("+1.2 [0 lua] \"hset\" \"bench:one\" " + two + " \"1\"");

        assertThat(redisson.order()).isEqualTo(new Order(3, 3, 1));
    }

    private void asks(String ask) {
        turns.accept("+1.2 [0 127.0.0.1:1] \"EVALSHA\" \"sha\" \"3\" " + KEY + " \"k\" \"t\" \"n:7\" \"" + ask
                + "\" \"30000\"");
    }

    private void gets(String ask) {
        turns.accept("+1.2 [0 lua] \"HSET\" " + KEY + " \"n:7\" \"1\" \"" + ask + "\" \"1700000000000000+\"");
    }
}
