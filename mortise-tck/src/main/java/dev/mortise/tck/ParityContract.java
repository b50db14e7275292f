package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.DistributedLock;
import dev.mortise.Mutex;
import dev.mortise.MutexHold;
import dev.mortise.OwnedHold;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The blocking forms are the reference: each has its asynchronous twin, and there are no others. */
public abstract class ParityContract extends ContractGroup {

    private static final Set<String> TWINNED = Set.of("lock", "tryLock", "unlock", "acquire", "tryAcquire", "release");

    protected ParityContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C11")
    void everyBlockingFormHasAnAsyncTwin() {
        List<String> missing = blockingForms()
                .filter(method -> twin(method, method.getName() + "Async") == null)
                .map(Method::toString)
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    @ContractRule("C11")
    void everyAsyncFormHasABlockingTwinAndGivesACompletableFuture() {
        List<Method> async =
                methods().filter(method -> method.getName().endsWith("Async")).toList();
        assertThat(async).isNotEmpty().allSatisfy(method -> {
            String name = method.getName().substring(0, method.getName().length() - "Async".length());
            assertThat(twin(method, name)).as(method.toString()).isNotNull();
            assertThat(method.getReturnType()).isEqualTo(CompletableFuture.class);
        });
    }

    private static Stream<Method> blockingForms() {
        return methods().filter(method -> TWINNED.contains(method.getName()));
    }

    private static Stream<Method> methods() {
        return Stream.of(DistributedLock.class, OwnedHold.class, Mutex.class, MutexHold.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> !method.isSynthetic());
    }

    private static @org.jspecify.annotations.Nullable Method twin(Method method, String name) {
        try {
            return method.getDeclaringClass().getMethod(name, method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
