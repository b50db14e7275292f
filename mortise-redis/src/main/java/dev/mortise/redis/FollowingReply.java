package dev.mortise.redis;

import dev.mortise.spi.Outcome;
import dev.mortise.spi.Reply;
import dev.mortise.spi.Trouble;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request that follows its keys. It is sent again only if it took no effect for certain: redirected, refused by a server
 * that is no master or cannot serve these keys just now, or not sent at all; and not once the request limit is over. Whatever
 * may have taken effect is for the engine to find out, by asking again with the same ask.
 */
final class FollowingReply implements Reply<Object> {

    private static final Pattern REDIRECT = Pattern.compile("\\b(?:MOVED|ASK) \\d+ (\\S*:\\d+)");
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 100;

    /** So many in a row are followed at once: servers that send each other's clients on would keep it busy. */
    private static final int REDIRECTS = 4;

    private final FollowingLink link;
    private final Request request;
    private final long until;
    private volatile Reply<Object> current;

    // written by whoever sends it, before the reply that others see
    private @Nullable ServerAddress at;
    private int redirects;
    private int pauses;

    FollowingReply(FollowingLink link, Request request) {
        this.link = link;
        this.request = request;
        this.until = link.time().nanos() + link.limitNanos();
        this.current = toMaster();
    }

    @Override
    public Outcome<Object> await(long untilNanos, boolean interruptible) throws InterruptedException {
        for (; ; ) {
            Outcome<Object> outcome = current.await(untilNanos, interruptible);
            if (outcome instanceof Outcome.Pending<Object> || !goesOn(outcome)) {
                return told(outcome);
            }
        }
    }

    @Override
    public void then(Executor executor, Consumer<Outcome<Object>> consumer) {
        current.then(Runnable::run, outcome -> {
            if (goesOn(outcome)) {
                then(executor, consumer);
            } else {
                executor.execute(() -> consumer.accept(told(outcome)));
            }
        });
    }

    /** Sends it again if that is right; then {@link #current} is another. */
    private boolean goesOn(Outcome<Object> outcome) {
        if (!(outcome instanceof Outcome.Failed<Object> failed) || link.isClosed()) {
            return false;
        }
        if (current instanceof Pause) {
            current = toMaster();
            return true;
        }
        Trouble trouble = failed.trouble();
        boolean early = link.time().nanos() - until < 0;
        switch (trouble.code()) {
            case "MOVED", "ASK" -> {
                boolean asking = trouble.code().equals("ASK");
                if (!asking) {
                    link.watch().redirected();
                }
                if (early) {
                    current = redirects++ < REDIRECTS ? redirected(trouble, asking) : pause();
                }
                return early;
            }
            case "TRYAGAIN" -> {}
            default -> {
                if (trouble.kind() != Trouble.Kind.UNAVAILABLE) {
                    return false;
                }
                if (at != null) {
                    link.watch().troubled(at);
                }
            }
        }
        if (early && !trouble.perhapsDone()) {
            current = pause();
            return true;
        }
        return false;
    }

    private Reply<Object> toMaster() {
        ServerAddress master = link.master(request.keys()[0]);
        at = master;
        if (master == null) {
            link.watch().redirected();
            return Reply.of(new Outcome.Failed<>(NO_MASTER));
        }
        return link.sendTo(master, request);
    }

    private Reply<Object> redirected(Trouble trouble, boolean asking) {
        Matcher told = REDIRECT.matcher(trouble.what());
        if (!told.find()) {
            return pause();
        }
        ServerAddress target = ServerAddress.told(told.group(1), at == null ? "" : at.host());
        at = target;
        return link.sendTo(target, asking ? request.asking() : request);
    }

    private Reply<Object> pause() {
        redirects = 0;
        long most = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(10, pauses++));
        long millis = most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
        Pause pause = new Pause();
        link.pausing(pause);
        link.time().schedule(link.time().nanos() + TimeUnit.MILLISECONDS.toNanos(millis), pause::end);
        return pause;
    }

    /** A link that was closed under a request, because its server is no master now, is a lost one for whoever asked. */
    private Outcome<Object> told(Outcome<Object> outcome) {
        return outcome instanceof Outcome.Failed<Object> failed
                        && failed.trouble().code().equals("CLOSED")
                        && !link.isClosed()
                ? new Outcome.Failed<>(Troubles.lost(null, failed.trouble().perhapsDone()))
                : outcome;
    }

    private static final Trouble NO_MASTER = new Trouble(
            Trouble.Kind.UNAVAILABLE,
            "CLUSTERDOWN",
            "no master has the slot of this lock",
            "look at CLUSTER INFO: some slots have no master, or a failover is under way",
            false,
            null);

    /** Ends after its time, or with the link; only then its outcome is told. */
    private final class Pause extends PendingReply implements FollowingLink.Pausing {

        @Override
        protected long nanos() {
            return link.time().nanos();
        }

        @Override
        public void end() {
            link.paused(this);
            complete(new Outcome.Failed<>(Troubles.closed(false)));
        }
    }
}
