package dev.mortise.redis;

import dev.mortise.Circumstance;
import dev.mortise.MortiseException;
import dev.mortise.StoreRefusedException;
import dev.mortise.StoreUnavailableException;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.StoreContext;
import dev.mortise.spi.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the members of a quorum, all at once, and those that are absent again and again. Refuses what is no independent
 * master: a replica, and a server that is there twice.
 */
final class Assembly {

    private static final Logger LOG = LoggerFactory.getLogger("dev.mortise");
    private static final String READ_ONLY = "READONLY";
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<Member> members;
    private final Quorum quorum;
    private final StoreContext context;
    private final Waits waits;
    private final Map<String, Member> servers = new HashMap<>();
    private volatile boolean closed;
    private @Nullable Thread opener;

    Assembly(List<Member> members, Quorum quorum, StoreContext context, Waits waits) {
        this.members = members;
        this.quorum = quorum;
        this.context = context;
        this.waits = waits;
    }

    /**
     * Returns when a majority is open, and all that could be reached.
     *
     * @throws MortiseException when there is no majority, or one of them is no independent master
     */
    void begin() {
        List<Thread> threads = new ArrayList<>();
        List<MortiseException> failures = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            int index = i;
            Thread thread = new Thread(() -> open(index, failures), name("mortise-open"));
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        threads.forEach(Assembly::join);
        for (MortiseException failure : failures) {
            if (failure instanceof StoreRefusedException) {
                throw failure;
            }
        }
        members.stream().filter(Member::isOpen).forEach(member -> admitIfThere(member, failures));
        long open = members.stream().filter(Member::isOpen).count();
        if (open < quorum.majority()) {
            MortiseException first = failures.get(0);
            throw Troubles.exception(quorum.trouble(
                    List.of(new Trouble(
                            Trouble.Kind.UNAVAILABLE, "CONNECT", String.valueOf(first.getMessage()), "", false, first)),
                    false));
        }
        if (open < members.size()) {
            LOG.warn("{} of {} masters are open; the others are tried again every second", open, members.size());
            Thread thread = new Thread(this::openAbsent, name("mortise-open"));
            thread.setDaemon(true);
            opener = thread;
            thread.start();
        }
    }

    void close() {
        closed = true;
        Thread thread = opener;
        if (thread != null) {
            LockSupport.unpark(thread);
            join(thread);
        }
    }

    private void open(int index, List<MortiseException> failures) {
        try {
            open(index);
        } catch (MortiseException e) {
            synchronized (failures) {
                failures.add(e);
            }
        }
    }

    private void open(int index) {
        Member member = members.get(index);
        try {
            member.open(context, waits.of(index));
        } catch (StoreUnavailableException e) {
            // one that cannot be written to, here: it will not become a master by being tried again
            throw String.valueOf(e.getMessage()).contains(READ_ONLY) ? replica(member) : e;
        }
    }

    private void openAbsent() {
        while (!closed && members.stream().anyMatch(member -> !member.isOpen() && !member.isExpelled())) {
            LockSupport.parkNanos(this, RETRY_NANOS);
            for (int i = 0; i < members.size() && !closed; i++) {
                Member member = members.get(i);
                if (!member.isOpen() && !member.isExpelled()) {
                    reopen(i, member);
                }
            }
        }
    }

    private void reopen(int index, Member member) {
        try {
            open(index);
            admit(member);
            LOG.info("a master of the quorum is open now: {}", member.describe());
            context.signals().lookAll();
        } catch (StoreRefusedException e) {
            member.expel();
            LOG.error("a master of the quorum is left out: {}", e.getMessage());
        } catch (MortiseException e) {
            LOG.debug("a master of the quorum is still absent", e);
            member.close();
        }
        if (closed) {
            member.close();
        }
    }

    /** One that is lost again before it was looked at is absent. */
    private void admitIfThere(Member member, List<MortiseException> failures) {
        try {
            admit(member);
        } catch (StoreUnavailableException e) {
            failures.add(e);
            member.close();
        }
    }

    private void admit(Member member) {
        RedisStore store = member.store();
        if (store == null) {
            return;
        }
        Session session = store.session();
        Request request = new Request(
                QuorumNaming.MEMBER,
                new byte[][] {RedisStore.bytes(context.keyPrefix() + "quorum")},
                RedisStore.NO_ARGS,
                0);
        Outcome<Object> outcome;
        try {
            outcome = session.link.send(request).await(Long.MAX_VALUE, false);
        } catch (InterruptedException e) {
            throw new AssertionError("not interruptible", e);
        }
        if (!(outcome instanceof Outcome.Done<Object> done)) {
            throw Troubles.exception(((Outcome.Failed<Object>) outcome).trouble());
        }
        List<?> words = (List<?>) done.value();
        String run = text(words.get(0));
        if (!text(words.get(1)).equals("master")) {
            throw replica(member);
        }
        Member other = servers.putIfAbsent(run, member);
        if (other != null && other != member) {
            throw refused("TWICE", member, "is the same server as " + other.describe(), "name each server once");
        }
        if ((Long) words.get(2) > 0) {
            LOG.warn(
                    "{} has {} replicas: should one of them take its place, it may vote twice. Take them off, or never "
                            + "promote one within a lease",
                    member.describe(),
                    words.get(2));
        }
    }

    private static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }

    private static StoreRefusedException replica(Member member) {
        return refused("REPLICA", member, "is a replica", "name independent masters only");
    }

    private static StoreRefusedException refused(String code, Member member, String what, String advice) {
        return new StoreRefusedException(
                code,
                member.describe() + " cannot be a member of the quorum: it " + what + "; " + advice,
                Circumstance.NONE,
                null);
    }

    private String name(String role) {
        return role + "-" + context.self().id().substring(0, 6);
    }

    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
