package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What INFO tells, and what is made of it; on servers: {@code ServerCheckKit}. */
class ServerCheckTest {

    @Test
    void replicasThatMayBePromotedWithoutALockAreTold() {
        assertThat(ServerCheck.concerns(Map.of("role", "master", "connected_slaves", "2")))
                .singleElement()
                .asString()
                .contains("set min-replicas-to-write 1");
        assertThat(ServerCheck.concerns(Map.of("connected_slaves", "2", "min_slaves_good_slaves", "2")))
                .isEmpty();
    }

    @Test
    void aReplicaIsTold() {
        assertThat(ServerCheck.concerns(Map.of("role", "slave")))
                .singleElement()
                .asString()
                .contains("connect to its primary");
    }

    @Test
    void whatAServerDoesNotTellIsNoConcern() {
        assertThat(ServerCheck.concerns(Map.of())).isEmpty();
    }
}
