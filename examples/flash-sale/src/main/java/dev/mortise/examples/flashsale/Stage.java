package dev.mortise.examples.flashsale;

import dev.mortise.redis.RedisUri;
import dev.mortise.tck.server.RedisServer;
import dev.mortise.tck.server.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/** What the acts play on: a Redis, a place of their own in it, processes. Cleans up when closed, and on Ctrl-C. */
final class Stage implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Child> children = new ArrayList<>();
    private final String prefix =
            "flash-sale:" + Integer.toHexString(ThreadLocalRandom.current().nextInt()) + ":";
    private final Console console;
    private final @Nullable RedisServer server;
    private final String uri;
    private final UnifiedJedis redis;
    private final Thread atExit = new Thread(this::interrupted, "clean-up");
    private boolean cleared;

    private Stage(Console console, @Nullable RedisServer server, String uri) {
        this.console = console;
        this.server = server;
        this.uri = uri;
        this.redis = Connections.jedis(uri, 2);
    }

    static Stage open(Options options, Console console) {
        String given = options.redis();
        RedisServer server = given == null
                ? RedisServer.start(ServerOptions.defaults().withFolder(ServerOptions.userCacheFolder()))
                : null;
        Stage stage = new Stage(console, server, server == null ? String.valueOf(given) : server.uri());
        stage.redis.ping();
        Runtime.getRuntime().addShutdownHook(stage.atExit);
        return stage;
    }

    String describe() {
        return server == null ? RedisUri.parse(uri).toString() : server + ", started for this demo";
    }

    Console console() {
        return console;
    }

    UnifiedJedis redis() {
        return redis;
    }

    /** What every key of this demo begins with. */
    String prefix() {
        return prefix;
    }

    Child start(String name, List<String> task) {
        lock.lock();
        try {
            if (cleared) {
                throw new IllegalStateException("the demo is ending");
            }
            Child child = Child.start(name, uri, task, line -> console.log(name, line));
            children.add(child);
            return child;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            // it runs already
        }
    }

    private void interrupted() {
        console.error("demo: interrupted, cleaning up");
        console.mute();
        clear();
    }

    private void clear() {
        lock.lock();
        try {
            if (cleared) {
                return;
            }
            cleared = true;
            children.forEach(Child::close);
            Leftovers.remove(redis, prefix);
            redis.close();
            if (server != null) {
                server.close();
            }
        } catch (JedisException e) {
            console.error("demo: keys that begin with " + prefix + " may be left: " + e.getMessage());
        } finally {
            lock.unlock();
        }
    }
}
