package dev.mortise.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mortise.LockView;
import dev.mortise.Mortise;
import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Grant;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Store;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The store itself, below the engine: each request may come twice, late, or for something that is over. */
public abstract class StoreContract extends ContractGroup {

    /** In ms. */
    private static final long LEASE = LONG_LEASE.toMillis();

    private final AtomicLong numbers = new AtomicLong(1_000_000);

    protected StoreContract(StoreUnderTest store) {
        super(store);
    }

    @Test
    @ContractRule("C10")
    void anAskSentAgainIsALook() throws Exception {
        Store store = node().store();
        Ask ask = ask(LEASE, false);
        Answer first = answer(store.acquire(ask));
        assertThat(first).isInstanceOf(Answer.Granted.class);
        assertThat(answer(store.acquire(ask))).isEqualTo(first);
        assertThat(answer(store.release(grant(ask), 0))).isInstanceOf(Answer.Released.class);
        assertThat(millisLeft(store)).isEqualTo(-2);
    }

    @Test
    @ContractRule("C10")
    void anotherAskOfTheSameNodeAndOwnerIsRefused() throws Exception {
        Store store = node().store();
        Ask ask = ask(LEASE, false);
        answer(store.acquire(ask));
        Answer second = answer(store.acquire(ask(LEASE, false)));
        assertThat(second).isInstanceOf(Answer.Refused.class);
        assertThat(((Answer.Refused) second).millisLeft()).isBetween(1L, LEASE);
        assertThat(((Answer.Refused) second).enlisted()).isFalse();
        answer(store.release(grant(ask), 0));
    }

    @Test
    @ContractRule("C10")
    void aReleaseSentAgainFindsNothingAndHarmsNobody() throws Exception {
        Store store = node().store();
        Ask first = ask(LEASE, false);
        answer(store.acquire(first));
        answer(store.release(grant(first), 0));
        assertThat(answer(store.release(grant(first), 0))).isInstanceOf(Answer.Gone.class);
        Ask second = ask(LEASE, false);
        answer(store.acquire(second));
        assertThat(answer(store.release(grant(first), 0))).isInstanceOf(Answer.Gone.class);
        assertThat(millisLeft(store)).isPositive();
        answer(store.release(grant(second), 0));
    }

    @Test
    @ContractRule("C10")
    void anotherNodeCannotReleaseOrRenewByTheSameNumber() throws Exception {
        Store mine = node().store();
        Store other = node().store();
        Ask ask = ask(LEASE, false);
        answer(mine.acquire(ask));
        assertThat(answer(other.release(grant(ask), 0))).isInstanceOf(Answer.Gone.class);
        assertThat(renewed(other, ask, 3 * LEASE)).isFalse();
        assertThat(millisLeft(mine)).isBetween(1L, LEASE);
        answer(mine.release(grant(ask), 0));
    }

    @Test
    @ContractRule("C10")
    void withdrawingAGrantedAskSaysThatItWasGranted() throws Exception {
        Store store = node().store();
        Ask ask = ask(LEASE, true);
        Answer.Granted granted = (Answer.Granted) answer(store.acquire(ask));
        assertThat(answer(store.withdraw(ask)))
                .isInstanceOfSatisfying(
                        Answer.Granted.class, again -> assertThat(again.token()).isEqualTo(granted.token()));
        answer(store.release(grant(ask), 0));
        assertThat(answer(store.withdraw(ask))).isInstanceOf(Answer.Gone.class);
    }

    @Test
    @ContractRule("C10")
    void withdrawingLeavesTheQueueAndMayBeRepeated() throws Exception {
        Mortise holder = node();
        Store waiting = node().store();
        holder.lock(name()).lock();
        Ask ask = ask(LEASE, true);
        enlist(waiting, ask);
        answer(waiting.acquire(ask.sentAgain()));
        assertThat(holder.lock(name()).inspect().waiters()).hasSize(1);
        assertThat(answer(waiting.withdraw(ask))).isInstanceOf(Answer.Gone.class);
        assertThat(answer(waiting.withdraw(ask))).isInstanceOf(Answer.Gone.class);
        assertThat(holder.lock(name()).inspect().waiters()).isEmpty();
        holder.lock(name()).unlock();
    }

    @Test
    @ContractRule("C10")
    void aLateWithdrawalDoesNotTakeTheNodesNewPlace() throws Exception {
        Mortise holder = node();
        Store waiting = node().store();
        holder.lock(name()).lock();
        Ask old = ask(LEASE, true);
        Ask newer = ask(LEASE, true);
        enlist(waiting, old);
        enlist(waiting, newer);
        answer(waiting.withdraw(old));
        assertThat(holder.lock(name()).inspect().waiters()).hasSize(1);
        answer(waiting.withdraw(newer));
        holder.lock(name()).unlock();
    }

    @Test
    @ContractRule("C10")
    void whatComesLateNeverShortensALease() throws Exception {
        Store store = node().store();
        Ask ask = ask(LEASE, false);
        answer(store.acquire(ask));
        assertThat(renewed(store, ask, 3 * LEASE)).isTrue();
        answer(store.acquire(ask));
        assertThat(millisLeft(store)).isBetween(2 * LEASE, 3 * LEASE);
        assertThat(renewed(store, ask, LEASE)).isTrue();
        assertThat(millisLeft(store)).isBetween(2 * LEASE, 3 * LEASE);
        answer(store.release(grant(ask), 0));
    }

    @Test
    @ContractRule("C9")
    void aRenewalNeverBringsBackWhatIsGone() throws Exception {
        Store store = node().store();
        Ask ask = ask(100, false);
        answer(store.acquire(ask));
        assertThat(millisLeft(store)).isLessThanOrEqualTo(100);
        Eventually.eventually("over", () -> millisLeft(store) == -2);
        assertThat(renewed(store, ask, 100)).isFalse();
        assertThat(millisLeft(store)).isEqualTo(-2);
    }

    @Test
    @ContractRule("C7")
    void anAmendmentChangesOwnerAndCountAndNothingElse() throws Exception {
        Store store = node().store();
        Ask ask = ask(LEASE, false);
        answer(store.acquire(ask));
        assertThat(amended(store, ask, 100, 2)).isTrue();
        assertThat(millisLeft(store)).isBetween(LEASE / 2, LEASE);
        LockView.Holder holder =
                Objects.requireNonNull(value(store.inspect(lock())).holder());
        assertThat(holder.count()).isEqualTo(2);
        assertThat(holder.owner()).isEqualTo("thread 7");
        answer(store.release(grant(ask), 0));
        assertThat(amended(store, ask, 2 * LEASE, 4)).isFalse();
        assertThat(millisLeft(store)).isEqualTo(-2);
    }

    @Test
    void tokensGoOnAfterTheLastOneHandedOut() throws Exception {
        Store store = node().store();
        Ask first = ask(LEASE, false);
        long token = ((Answer.Granted) answer(store.acquire(first))).token();
        long handedOut = token + 1_000_000_000L;
        answer(store.release(grant(first), handedOut));
        Ask second = ask(LEASE, false);
        assertThat(((Answer.Granted) answer(store.acquire(second))).token())
                .satisfies(next -> SafetyViolation.check(
                        next > handedOut, "The token " + next + " was given after " + handedOut + "."));
        answer(store.release(grant(second), 0));
    }

    @Test
    void forceEndsWhateverThereIs() throws Exception {
        Store store = node().store();
        Ask ask = ask(LEASE, false);
        answer(store.acquire(ask));
        assertThat(value(store.force(lock()))).isTrue();
        assertThat(value(store.force(lock()))).isFalse();
        assertThat(answer(store.release(grant(ask), 0))).isInstanceOf(Answer.Gone.class);
    }

    private LockId lock() {
        return new LockId("lock", name());
    }

    private Ask ask(long leaseMillis, boolean enlist) {
        return new Ask(lock(), numbers.incrementAndGet(), "7", leaseMillis, enlist, false);
    }

    private static Grant grant(Ask ask) {
        return new Asked(ask.lock(), ask.number(), 0, ask.leaseMillis());
    }

    private long millisLeft(Store store) {
        try {
            return value(store.millisLeft(lock()));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean renewed(Store store, Ask ask, long leaseMillis) throws Exception {
        CompletableFuture<Outcome<Boolean>> answer = new CompletableFuture<>();
        store.renew(
                List.of(new Asked(ask.lock(), ask.number(), 0, leaseMillis)),
                (grant, outcome) -> answer.complete(outcome));
        return done(join(answer));
    }

    private static boolean amended(Store store, Ask ask, long leaseMillis, int count) throws Exception {
        CompletableFuture<Outcome<Boolean>> answer = new CompletableFuture<>();
        store.amend(
                new Asked(ask.lock(), ask.number(), 0, leaseMillis),
                "7",
                count,
                (grant, outcome) -> answer.complete(outcome));
        return done(join(answer));
    }

    /** Asks until the node stands in the queue: a store may have to begin to listen first. */
    private static void enlist(Store store, Ask ask) throws InterruptedException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        Answer answer;
        do {
            answer = answer(store.acquire(ask));
            assertThat(answer).isInstanceOf(Answer.Refused.class);
            assertThat(System.nanoTime()).as("time to enlist").isLessThan(giveUp);
        } while (!((Answer.Refused) answer).enlisted());
    }

    private static Answer answer(Reply<Answer> reply) throws InterruptedException {
        return value(reply);
    }

    private static <T> T value(Reply<T> reply) throws InterruptedException {
        return done(reply.await(Long.MAX_VALUE, true));
    }

    private static <T> T done(Outcome<T> outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done<T>) outcome).value();
    }

    private record Asked(LockId lock, long ask, long token, long leaseMillis) implements Grant {}
}
