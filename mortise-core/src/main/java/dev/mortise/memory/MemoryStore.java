package dev.mortise.memory;

import dev.mortise.LockView;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Node;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Renewed;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Signals;
import dev.mortise.spi.Store;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Traits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node's door to a {@link MemoryServer}: everything is answered at once. */
final class MemoryStore implements Store {

    private final MemoryServer server;
    private volatile @Nullable StoreContext context;

    MemoryStore(MemoryServer server) {
        this.server = server;
    }

    @Override
    public Traits traits() {
        return new Traits(true, true, true, true, false);
    }

    @Override
    public String describe() {
        return "memory";
    }

    @Override
    public void open(StoreContext opened) {
        if (context != null) {
            throw new IllegalStateException("this store is open already: take a new one with MemoryServer.store()");
        }
        context = opened;
        server.join(this);
    }

    @Override
    public boolean listening() {
        return true;
    }

    @Override
    public Reply<Answer> acquire(Ask ask) {
        return ready(server.acquire(this, ask));
    }

    @Override
    public Reply<Answer> release(Grant grant, long lastToken, @Nullable Ask next) {
        return ready(server.release(this, grant, lastToken, next));
    }

    @Override
    public Reply<Answer> withdraw(Ask ask) {
        return ready(server.withdraw(this, ask));
    }

    @Override
    public void renew(List<? extends Grant> due, Renewed sink) {
        for (Grant grant : due) {
            boolean there = server.renew(this, grant.lock(), grant.ask(), grant.leaseMillis());
            sink.accept(grant, new Outcome.Done<>(there));
        }
    }

    @Override
    public void amend(Grant grant, String owner, int count, Renewed sink) {
        sink.accept(grant, new Outcome.Done<>(server.amend(this, grant.lock(), grant.ask(), owner, count)));
    }

    @Override
    public Reply<Long> millisLeft(LockId lock) {
        return ready(server.millisLeft(this, lock));
    }

    @Override
    public Reply<LockView> inspect(LockId lock) {
        return ready(server.inspect(this, lock));
    }

    @Override
    public Reply<Boolean> force(LockId lock) {
        return ready(server.force(this, lock));
    }

    @Override
    public void close() {
        if (context != null) {
            server.leave(this);
        }
    }

    Node node() {
        return opened().self();
    }

    Signals signals() {
        return opened().signals();
    }

    long nowMillis() {
        return opened().time().wallMillis();
    }

    private StoreContext opened() {
        StoreContext opened = context;
        if (opened == null) {
            throw new IllegalStateException("this store was not opened");
        }
        return opened;
    }

    private static <T> Reply<T> ready(T value) {
        return Reply.of(new Outcome.Done<>(value));
    }
}
