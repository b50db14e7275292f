package dev.mortise.tck.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Independent Redis servers, for a quorum. */
public final class Masters implements AutoCloseable {

    private final List<RedisServer> servers = new ArrayList<>();

    private Masters() {}

    /** Starts so many, each without anything on disk. */
    public static Masters start(int count) {
        return start(
                Stream.<Supplier<RedisServer>>generate(() -> RedisServer::start).limit(count));
    }

    /** Starts one for each clock, which is its own. */
    public static Masters start(List<ServerClock> clocks) {
        return start(clocks.stream().<Supplier<RedisServer>>map(clock -> () -> clock.start(ServerOptions.defaults())));
    }

    private static Masters start(Stream<Supplier<RedisServer>> each) {
        Masters masters = new Masters();
        try {
            each.map(CompletableFuture::supplyAsync).toList().forEach(started -> masters.servers.add(started.join()));
        } catch (RuntimeException e) {
            masters.close();
            throw e;
        }
        return masters;
    }

    /** One of them, from 0. */
    public RedisServer get(int index) {
        return servers.get(index);
    }

    /** How many there are. */
    public int size() {
        return servers.size();
    }

    /** All of them. */
    public Stream<RedisServer> stream() {
        return servers.stream();
    }

    /** Where they are. */
    public String[] uris() {
        return servers.stream().map(RedisServer::uri).toArray(String[]::new);
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }
}
