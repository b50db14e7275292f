package dev.mortise.examples.springboot;

import dev.mortise.Mortise;
import dev.mortise.springdata.SpringDataStore;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** One Mortise for the whole application, over the connections that it has anyway. */
@Configuration(proxyBeanMethods = false)
class LockConfiguration {

    @Bean
    Mortise mortise(RedisConnectionFactory factory) {
        return Mortise.builder().store(SpringDataStore.using(factory)).build();
    }

    @Bean
    SmartLifecycle closesMortise(Mortise mortise) {
        return new ClosesMortise(mortise);
    }

    /** Closes Mortise after the web server, whose last requests may hold locks, and before the connection factory. */
    private static final class ClosesMortise implements SmartLifecycle {

        private static final int AFTER_THE_CONNECTION_FACTORY = 1; // when starting, and so before it when stopping

        private final Mortise mortise;
        private volatile boolean running;

        ClosesMortise(Mortise mortise) {
            this.mortise = mortise;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            mortise.close();
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return AFTER_THE_CONNECTION_FACTORY;
        }
    }
}
