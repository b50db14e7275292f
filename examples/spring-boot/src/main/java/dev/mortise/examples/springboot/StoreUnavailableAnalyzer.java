package dev.mortise.examples.springboot;

import dev.mortise.StoreUnavailableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do, instead of a stack trace, if there is no Redis when the application starts. */
final class StoreUnavailableAnalyzer extends AbstractFailureAnalyzer<StoreUnavailableException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreUnavailableException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Start Redis, or name another one with --spring.data.redis.url=redis://host:port.",
                cause);
    }
}
