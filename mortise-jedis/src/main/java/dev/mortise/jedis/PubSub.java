package dev.mortise.jedis;

import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.BinaryJedisShardedPubSub;
import redis.clients.jedis.Connection;

/** Jedis's own way to listen, on classic channels or on sharded ones, for which it has two types. */
interface PubSub {

    /** What Jedis tells, on the thread that listens. */
    interface Events {
        void subscribed(byte[] channel);

        void unsubscribed(byte[] channel);

        void message(byte[] channel, byte[] payload);
    }

    /** Subscribes and blocks until no channel is left, or the connection breaks. */
    void proceed(Connection connection, byte[]... channels);

    void subscribe(byte[]... channels);

    void unsubscribe(byte[]... channels);

    void unsubscribeAll();

    /** Whether a channel is left. */
    boolean isSubscribed();

    /** On classic channels. Also what Jedis's clients take to subscribe with. */
    final class Classic extends BinaryJedisPubSub implements PubSub {

        private final Events events;

        Classic(Events events) {
            this.events = events;
        }

        @Override
        public void unsubscribeAll() {
            unsubscribe();
        }

        @Override
        public void onSubscribe(byte[] channel, int channels) {
            events.subscribed(channel);
        }

        @Override
        public void onUnsubscribe(byte[] channel, int channels) {
            events.unsubscribed(channel);
        }

        @Override
        public void onMessage(byte[] channel, byte[] payload) {
            events.message(channel, payload);
        }
    }

    /** On sharded channels; each call has channels of one slot. */
    final class Sharded extends BinaryJedisShardedPubSub implements PubSub {

        private final Events events;

        Sharded(Events events) {
            this.events = events;
        }

        @Override
        public void subscribe(byte[]... channels) {
            ssubscribe(channels);
        }

        @Override
        public void unsubscribe(byte[]... channels) {
            sunsubscribe(channels);
        }

        @Override
        public void unsubscribeAll() {
            sunsubscribe();
        }

        @Override
        public void onSSubscribe(byte[] channel, int channels) {
            events.subscribed(channel);
        }

        @Override
        public void onSUnsubscribe(byte[] channel, int channels) {
            events.unsubscribed(channel);
        }

        @Override
        public void onSMessage(byte[] channel, byte[] payload) {
            events.message(channel, payload);
        }
    }
}
