package dev.mortise.tck.faults;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs each {@link FaultTest} as often as asked for, each time as a test of its own with its own limit. */
final class Rounds implements TestTemplateInvocationContextProvider {

    private static final int ROUNDS = Math.max(1, Integer.getInteger("mortise.faults.rounds", 1));

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        return IntStream.rangeClosed(1, ROUNDS).mapToObj(round -> new TestTemplateInvocationContext() {
            @Override
            public String getDisplayName(int index) {
                return ROUNDS == 1 ? context.getDisplayName() : "round " + round + " of " + ROUNDS;
            }
        });
    }
}
