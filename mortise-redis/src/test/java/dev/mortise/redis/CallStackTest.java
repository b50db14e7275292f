package dev.mortise.redis;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every push is taken once and in order, whoever pushes and takes at the same time: by a model checker. */
@Timeout(300)
public class CallStackTest {

    private static final int INTERLEAVINGS = Integer.getInteger("mortise.interleavings", 200);

    private final CallStack stack = new CallStack();

    public CallStackTest() {}

    @Operation
    public void push(@Param(gen = IntGen.class, conf = "1:9") int number) {
        stack.push(new Call(null, new CombiningConnection(null, null, 0), number));
    }

    @Operation
    public List<Long> takeAll() {
        List<Long> taken = new ArrayList<>();
        for (Call call = stack.takeAll(); call != null; call = call.newer) {
            taken.add(call.queuedNanos);
        }
        return taken;
    }

    @Test
    void isLinearizable() {
        new ModelCheckingOptions()
                .iterations(5)
                .invocationsPerIteration(INTERLEAVINGS)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(2)
                .actorsAfter(1)
                .check(CallStackTest.class);
    }
}
