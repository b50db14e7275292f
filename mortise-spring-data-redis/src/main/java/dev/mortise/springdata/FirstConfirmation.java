package dev.mortise.springdata;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.SubscriptionListener;

/** Waits until listeners were told of the first channel: whoever listens from then on is not told of it once more. */
final class FirstConfirmation implements MessageListener, SubscriptionListener {

    private final CountDownLatch told = new CountDownLatch(1);

    /** Its command is answered already, so the limit is for what should not happen. */
    void await(Duration limit) throws InterruptedException {
        boolean ignored = told.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {}

    @Override
    public void onChannelSubscribed(byte[] channel, long count) {
        told.countDown();
    }
}
