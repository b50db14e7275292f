package dev.mortise.spi;

import dev.mortise.LockView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What keeps the locks. Nothing here blocks; everything is idempotent by the ask's number, so that a request whose reply
 * was lost may be sent again; a request that may have taken effect is never reported as refused.
 *
 * <p>A store belongs to one node: it is opened once and closed once. Requests for one lock take effect in the order in
 * which they were made, unless a connection breaks between them.
 */
public interface Store extends AutoCloseable {

    /** What this store can do. */
    Traits traits();

    /** The store as a person would name it, without secrets. */
    String describe();

    /**
     * Connects.
     *
     * @throws dev.mortise.MortiseException when the store cannot be reached or refuses
     */
    void open(StoreContext context);

    /**
     * Refuses a lock whose name this store cannot keep; any name by default. Called before anything is asked.
     *
     * @throws IllegalArgumentException with the reason
     */
    default void check(LockId lock) {}

    /** Whether whoever stands in a queue would be told: else it should not enlist, and poll. */
    boolean listening();

    /** The messages, if threads that wait may read them; null if the store alone does. Known once it is open. */
    default @Nullable Messages messages() {
        return null;
    }

    /** Asks for a lock: {@link Answer.Granted} or {@link Answer.Refused}. */
    Reply<Answer> acquire(Ask ask);

    /** Ends a grant and passes the lock on: {@link Answer.Released}, or {@link Answer.Gone}. */
    default Reply<Answer> release(Grant grant, long lastToken) {
        return release(grant, lastToken, null);
    }

    /**
     * Ends a grant and passes the lock on to whoever waits first: {@link Answer.Released}, or {@link Answer.Gone}. Another ask
     * of this node may come with it, where grants are pushed: it is enlisted behind those who wait, or granted if nobody does.
     *
     * @param lastToken the highest token handed out inside the grant
     * @param next the next ask of this node, or null
     */
    Reply<Answer> release(Grant grant, long lastToken, @Nullable Ask next);

    /**
     * Takes the ask out of the lock's queue: {@link Answer.Gone}, or {@link Answer.Granted} when the ask was granted
     * meanwhile and must be released.
     */
    Reply<Answer> withdraw(Ask ask);

    /** Raises the TTL of each grant that is still there to its lease; never lowers one. */
    void renew(List<? extends Grant> due, Renewed sink);

    /**
     * Writes owner and count of a grant, for people to see; of a mutex, which has no room for them, it only says whether the
     * grant is there.
     *
     * @param owner as in {@link Ask#owner()}
     */
    void amend(Grant grant, String owner, int count, Renewed sink);

    /** The milliseconds left to whoever holds the lock: −1 without an end, −2 when it is free. */
    Reply<Long> millisLeft(LockId lock);

    /** Who holds the lock and who waits. */
    Reply<LockView> inspect(LockId lock);

    /** Ends whatever grant there is, raises the token, tells the holder, wakes the next: whether there was one. */
    Reply<Boolean> force(LockId lock);

    /**
     * What about the way in which the store is set up may cost locks: each a sentence about it, with what to do. Empty where
     * nothing is known; failed where it may not be asked.
     */
    default Reply<List<String>> concerns() {
        return Reply.of(new Outcome.Done<>(List.of()));
    }

    /** Ends connections, subscriptions and threads; replies still open are completed as failed. */
    @Override
    void close();
}
