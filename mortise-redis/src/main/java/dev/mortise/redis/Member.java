package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Signals;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Trouble;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One master of a quorum. It may be absent: then it is opened later, and answers nothing until then. */
final class Member {

    private final Supplier<RedisStore> stores;
    private volatile @Nullable RedisStore open;
    private volatile boolean expelled;
    private volatile String description = "a master that was not reached yet";
    private volatile Trouble absence = new Trouble(
            Trouble.Kind.UNAVAILABLE, "ABSENT", "it was not reached yet", "check that it is up", false, null);

    /** Whether callers should not wait for it: it is absent, or has not answered fast enough of late. */
    volatile boolean slow = true;

    Member(Supplier<RedisStore> stores) {
        this.stores = stores;
    }

    boolean isOpen() {
        return open != null;
    }

    /**
     * Connects.
     *
     * @throws dev.mortise.MortiseException when it cannot be reached or refuses
     */
    void open(StoreContext context, Signals signals) {
        RedisStore store = stores.get().quorumNaming();
        description = store.describe();
        try {
            store.open(new StoreContext(
                    context.self(), context.keyPrefix(), context.requestLimit(), context.time(), signals));
        } catch (RuntimeException e) {
            absence = Troubles.notConnected(e);
            store.close();
            throw e;
        }
        open = store;
        slow = false;
    }

    /** Takes it out for good: it is no independent master. */
    void expel() {
        expelled = true;
        close();
    }

    boolean isExpelled() {
        return expelled;
    }

    void close() {
        RedisStore store = open;
        open = null;
        slow = true;
        if (store != null) {
            store.close();
        }
    }

    boolean listening() {
        RedisStore store = open;
        return store != null && store.listening();
    }

    /** Asks it by its store. */
    <T> Reply<T> ask(Function<RedisStore, Reply<T>> question) {
        RedisStore store = open;
        return store == null ? Reply.of(failed()) : question.apply(store);
    }

    /** Sends it a request of its own; written at once if the calling thread may. */
    Reply<Object> send(Request request) {
        RedisStore store = open;
        if (store == null) {
            return Reply.of(failed());
        }
        Link link = store.session().link;
        return slow ? link.send(request) : link.launch(request);
    }

    /** What it answers while it is absent. */
    <T> Outcome<T> failed() {
        return new Outcome.Failed<>(absence);
    }

    /** Its store, or null while it is absent. */
    @Nullable
    RedisStore store() {
        return open;
    }

    String describe() {
        return description;
    }
}
