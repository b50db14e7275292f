package dev.mortise.jedis;

import dev.mortise.redis.Channels;
import dev.mortise.redis.Driver;
import dev.mortise.redis.Outage;
import dev.mortise.spi.Messages;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a subscription alive on a thread of its own, until it is closed: connects, listens, pauses, connects again. */
final class MessageLoop implements Driver.Subscription {

    private static final Logger LOG = LoggerFactory.getLogger(MessageLoop.class);
    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final long POLITE_MILLIS = 500;

    /** One connection that listens. */
    interface Session {
        /** Subscribes and tells the subscriber what comes, until the connection is lost or closed. */
        void listen(Driver.Subscriber subscriber) throws IOException;

        /** Other channels are wanted than before; called by any thread at any time, returns at once. */
        void match();

        /** Makes {@link #listen} end, the polite way; called by another thread. */
        void leave();

        /** Makes {@link #listen} end at once; called by another thread. */
        void cut();
    }

    /** Makes sessions. */
    interface Sessions {
        /**
         * Connects.
         *
         * @param readers who read it, if it is one that others than the loop may read
         */
        Session open(Channels channels, Readers readers) throws IOException;
    }

    private final Channels channels;
    private final Sessions sessions;
    private final Readers readers;
    private final Driver.Subscriber subscriber;
    private final Outage outage;
    private final Thread thread;
    private final long joinMillis;
    private volatile @Nullable Session current;
    private volatile boolean closed;
    private boolean subscribed;
    private long pauseMillis = SHORTEST_PAUSE_MILLIS;

    MessageLoop(
            String server,
            Channels channels,
            Sessions sessions,
            Driver.Subscriber subscriber,
            String threadName,
            long limitMillis) {
        this(server, channels, sessions, new Readers(), subscriber, threadName, limitMillis);
    }

    MessageLoop(
            String server,
            Channels channels,
            Sessions sessions,
            Readers readers,
            Driver.Subscriber subscriber,
            String threadName,
            long limitMillis) {
        this.channels = channels;
        this.sessions = sessions;
        this.readers = readers;
        this.subscriber = subscriber;
        this.outage = new Outage(LOG, "the subscription over " + server, System::nanoTime);
        this.thread = new Thread(this::run, threadName);
        this.joinMillis = limitMillis + 1_000;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void add(String channel) {
        match(channels.add(channel));
    }

    @Override
    public void remove(String channel) {
        match(channels.remove(channel));
    }

    private void match(boolean changed) {
        Session session = current;
        if (changed && session != null) {
            session.match();
        }
    }

    @Override
    public @Nullable Messages messages() {
        return readers.mayBeGuests() ? readers : null;
    }

    @Override
    public void reconnect() {
        Session session = current;
        if (session != null) {
            session.cut();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        Session session = current;
        if (session != null) {
            session.leave();
        }
        boolean interrupted = !join(POLITE_MILLIS);
        session = current;
        if (thread.isAlive() && session != null) {
            session.cut();
        }
        interrupted |= !join(joinMillis);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** False if interrupted. */
    private boolean join(long millis) {
        if (Thread.currentThread() == thread) {
            return true;
        }
        try {
            thread.join(millis);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void run() {
        while (!closed) {
            boolean ignored = Thread.interrupted(); // nobody should; Jedis would end each session at once
            try {
                listen(sessions.open(channels, readers));
            } catch (IOException | RuntimeException e) {
                if (!closed) {
                    outage.lost(e);
                }
            } finally {
                current = null;
            }
            if (subscribed && !closed) {
                subscribed = false;
                subscriber.interrupted();
            }
            pause();
        }
    }

    private void listen(Session session) throws IOException {
        current = session;
        try {
            if (!closed) {
                session.listen(new Told());
            }
        } finally {
            session.cut();
        }
    }

    private void pause() {
        if (!closed) {
            long millis = pauseMillis / 2 + ThreadLocalRandom.current().nextLong(pauseMillis / 2 + 1);
            pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    /** Passes on what a session tells, and notes that it works. */
    private final class Told implements Driver.Subscriber {

        @Override
        public void subscribed(String channel) {
            subscribed = true;
            pauseMillis = SHORTEST_PAUSE_MILLIS;
            outage.over();
            subscriber.subscribed(channel);
        }

        @Override
        public void interrupted() {
            throw new UnsupportedOperationException("the loop tells this");
        }

        @Override
        public void message(String channel, byte[] payload) {
            subscriber.message(channel, payload);
        }
    }
}
