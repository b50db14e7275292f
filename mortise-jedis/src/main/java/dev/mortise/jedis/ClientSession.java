package dev.mortise.jedis;

import dev.mortise.redis.Driver;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Listens by Jedis's own subscribe, which blocks for good; so a second thread pings when nothing comes, and cuts the
 * connection when that stays unanswered.
 *
 * <p>Jedis gives the connection back to the application's pool with the reply to the first unsubscribe. Whatever would
 * be answered after that would be read by the next borrower in place of its own reply; so nothing is sent after it.
 */
final class ClientSession implements MessageLoop.Session {

    private final Consumer<BinaryJedisPubSub> subscribe;
    private final Runnable cut;
    private final Thread watch;
    private final long limitNanos;
    private final long quietNanos;
    private volatile long heardNanos = System.nanoTime();
    private final ReentrantLock sending = new ReentrantLock();
    private volatile boolean confirmed;
    private volatile boolean leaving;
    private boolean left;
    private volatile boolean over;
    private volatile BinaryJedisPubSub messages = new BinaryJedisPubSub() {};

    /**
     * @param subscribe subscribes to the channel and blocks
     * @param cut breaks the connection; may be called more than once
     */
    ClientSession(
            Consumer<BinaryJedisPubSub> subscribe, Runnable cut, String threadName, int limitMillis, int quietMillis) {
        this.subscribe = subscribe;
        this.cut = cut;
        this.watch = new Thread(this::watch, threadName + "-ping");
        this.limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis);
        this.quietNanos = TimeUnit.MILLISECONDS.toNanos(quietMillis);
    }

    @Override
    public void listen(Driver.Subscriber subscriber) {
        BinaryJedisPubSub heard = new Heard(subscriber);
        messages = heard;
        watch.setDaemon(true);
        watch.start();
        try {
            subscribe.accept(heard);
        } finally {
            over = true;
            LockSupport.unpark(watch);
            join();
        }
    }

    @Override
    public void leave() {
        leaving = true;
        if (confirmed) {
            unsubscribeOnce();
        }
    }

    @Override
    public void cut() {
        cut.run();
    }

    private void unsubscribeOnce() {
        sending.lock();
        try {
            if (!left) {
                left = true;
                messages.unsubscribe();
            }
        } catch (JedisException e) {
            cut.run();
        } finally {
            sending.unlock();
        }
    }

    private void ping() {
        sending.lock();
        try {
            if (!left) {
                messages.ping();
            }
        } finally {
            sending.unlock();
        }
    }

    private void join() {
        try {
            watch.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        while (!over) {
            if (!heardWithin(quietNanos)) {
                long before = heardNanos;
                try {
                    ping();
                    parkUntil(System.nanoTime() + limitNanos, before);
                } catch (JedisException e) {
                    // as good as unanswered
                }
                if (!over && heardNanos == before) {
                    cut.run();
                    return;
                }
            }
        }
    }

    /** Waits until nothing was heard for that long; true if something was heard meanwhile. */
    private boolean heardWithin(long nanos) {
        long before = heardNanos;
        parkUntil(before + nanos, before);
        return over || heardNanos != before;
    }

    private void parkUntil(long untilNanos, long heardBefore) {
        for (long left = 1; left > 0 && !over && heardNanos == heardBefore; ) {
            left = untilNanos - System.nanoTime();
            LockSupport.parkNanos(this, Math.max(1, left));
        }
    }

    private final class Heard extends BinaryJedisPubSub {

        private final Driver.Subscriber subscriber;

        Heard(Driver.Subscriber subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void onSubscribe(byte[] channel, int channels) {
            heardNanos = System.nanoTime();
            confirmed = true;
            if (leaving) {
                unsubscribeOnce();
            } else {
                subscriber.subscribed();
            }
        }

        @Override
        public void onMessage(byte[] channel, byte[] payload) {
            heardNanos = System.nanoTime();
            subscriber.message(payload);
        }

        @Override
        public void onPong(byte[] pattern) {
            heardNanos = System.nanoTime();
            LockSupport.unpark(watch);
        }
    }
}
