package dev.mortise.benchmarks.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;

/** Turns orders into tasks. Locks are kept from order to order, since some of them are a connection each. */
final class Tasks {

    /** What an order asks for, ready to begin. */
    interface Task {
        Message run() throws InterruptedException;
    }

    private final Clients clients;
    private final SharedPage page;
    private final int number;
    private final Map<String, Lock> locks = new HashMap<>();
    private final Trips trips;
    private final Holds holds;

    Tasks(Clients clients, SharedPage page, String uri, int number) {
        this.clients = clients;
        this.page = page;
        this.number = number;
        this.trips = new Trips(uri);
        this.holds = new Holds(clients.node(0));
    }

    Task prepare(Message order) {
        return switch (order.word()) {
            case "pairs" -> pairs(order);
            case "handover" -> new HandOver(lock(Worker.SHARED_LOCK, 0, 0), page, number, order.number("millis"));
            case "hold" -> () -> holds.take((int) order.number("count"));
            case "release" -> holds::release;
            case "cpu" -> () -> new Message("cpu").with("nanos", Cpu.nanos());
            default -> throw new IllegalArgumentException("unknown order " + order);
        };
    }

    private Task pairs(Message order) {
        boolean one = order.is("one");
        boolean guards = order.is("trips");
        int depth = (int) order.number("depth");
        int perNode = (int) order.number("threads");
        CountDownLatch go = new CountDownLatch(1);
        List<PairThread> threads = new ArrayList<>();
        for (int i = 0; i < order.number("nodes") * perNode; i++) {
            Lock lock = lock(one ? Worker.SHARED_LOCK : "bench:own:" + number + ":" + i, i / perNode, i);
            Runnable work = guards ? trips.of(i) : () -> {};
            int section = one ? 0 : i + 1;
            long visitor = number * 1000L + i + 1;
            threads.add(new PairThread(lock, depth, () -> page.visit(section, visitor, work), go));
        }
        return new Pairs(threads, go, order.number("millis"));
    }

    private Lock lock(String name, int node, int thread) {
        String which = name + "#" + node + "#" + thread;
        return locks.computeIfAbsent(which, key -> clients.node(node).lock(name));
    }
}
