package dev.mortise.benchmarks.contenders;

import java.net.URI;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Spring Data's connection factory over Lettuce, one shared connection, as Spring Boot sets it up. */
final class SpringConnections {

    private SpringConnections() {}

    static LettuceConnectionFactory open(String uri) {
        URI at = URI.create(uri);
        LettuceConnectionFactory factory = new LettuceConnectionFactory(at.getHost(), at.getPort());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
