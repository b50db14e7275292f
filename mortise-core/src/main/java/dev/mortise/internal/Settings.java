package dev.mortise.internal;

import dev.mortise.LockListener;
import dev.mortise.WaitStrategy;
import dev.mortise.spi.Store;
import dev.mortise.spi.Time;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What a node was built with; see {@link dev.mortise.MortiseBuilder}. */
public record Settings(
        Store store,
        String label,
        String keyPrefix,
        Duration watchdogLease,
        Duration unavailableLimit,
        Duration requestLimit,
        Duration closeGrace,
        @Nullable Duration longHold,
        boolean traceHolds,
        boolean checksStore,
        WaitStrategy waitStrategy,
        Duration slice,
        List<LockListener> listeners,
        @Nullable Executor asyncExecutor,
        @Nullable Time time) {}
