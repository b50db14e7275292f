package dev.mortise.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.spi.Trouble;
import dev.mortise.spi.Trouble.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TroublesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            WRONGTYPE Operation against a key holding the wrong kind of value | FOREIGN     | WRONGTYPE
            LOADING Redis is loading the dataset in memory                    | UNAVAILABLE | LOADING
            BUSY Redis is busy running a script                               | UNAVAILABLE | BUSY
            READONLY You can't write against a read only replica.             | UNAVAILABLE | READONLY
            MASTERDOWN Link with MASTER is down                               | UNAVAILABLE | MASTERDOWN
            CLUSTERDOWN The cluster is down                                   | UNAVAILABLE | CLUSTERDOWN
            TRYAGAIN Multiple keys request during rehashing of slot           | UNAVAILABLE | TRYAGAIN
            NOREPLICAS Not enough good replicas to write.                     | UNAVAILABLE | NOREPLICAS
            MOVED 3999 127.0.0.1:6381                                         | UNAVAILABLE | MOVED
            ASK 3999 127.0.0.1:6381                                           | UNAVAILABLE | ASK
            ERR max number of clients reached                                 | UNAVAILABLE | ERR
            NOAUTH Authentication required.                                   | REFUSED     | NOAUTH
            WRONGPASS invalid username-password pair or user is disabled.     | REFUSED     | WRONGPASS
            NOPERM this user has no permissions to run the 'evalsha' command  | REFUSED     | NOPERM
            OOM command not allowed when used memory > 'maxmemory'.           | REFUSED     | OOM
            MISCONF Redis is configured to save RDB snapshots                 | REFUSED     | MISCONF
            ERR unknown command 'EVALSHA'                                     | REFUSED     | ERR
            EXECABORT whatever                                                | REFUSED     | EXECABORT
            """)
    void anErrorReplySaysWhatToDo(String reply, Kind kind, String code) {
        Trouble trouble = Troubles.of(new ServerError(reply));
        assertThat(trouble.kind()).isEqualTo(kind);
        assertThat(trouble.code()).isEqualTo(code);
        assertThat(trouble.what()).contains(reply);
        assertThat(trouble.advice()).isNotBlank();
        assertThat(trouble.perhapsDone()).isFalse();
    }
}
