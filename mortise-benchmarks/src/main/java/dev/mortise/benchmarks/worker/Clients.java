package dev.mortise.benchmarks.worker;

import dev.mortise.benchmarks.contenders.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The nodes of this process: clients of one library, connected when they are first needed. */
final class Clients implements AutoCloseable {

    private final Supplier<Contender> connect;
    private final List<Contender> nodes = new ArrayList<>();

    Clients(Supplier<Contender> connect) {
        this.connect = connect;
    }

    Contender node(int index) {
        while (nodes.size() <= index) {
            nodes.add(connect.get());
        }
        return nodes.get(index);
    }

    @Override
    public void close() {
        nodes.forEach(Contender::close);
    }
}
