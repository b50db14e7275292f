package dev.mortise.benchmarks.quorum;

import java.util.List;

/** {@code ./mortise quorum [speed|restarts|tokens|ledger|clocks] [n]}: the figures of docs/quorum.md; all of them by default. */
public final class QuorumFigures {

    private static final String HELP = """
            ./mortise quorum speed [pairs]      one thread over 1, 3, 5 and 7 masters and Redisson's RedLock; some black-holed
            ./mortise quorum restarts [n]       masters restarted without memory in a lease, with and without the guard
            ./mortise quorum tokens [grants]    contended grants while masters are cut off: unique and growing tokens
            ./mortise quorum ledger [writes]    5 processes, SIGSTOP every 5 s: lost updates with and without fencing
            ./mortise quorum clocks [grants]    masters' clocks set ahead and back: double grants, tokens
            ./mortise quorum                    all of them""";

    private QuorumFigures() {}

    public static void main(String[] args) throws Exception {
        String what = args.length == 0 ? "all" : args[0];
        int size = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        if (!List.of("all", "speed", "restarts", "tokens", "ledger", "clocks").contains(what)) {
            System.out.println(HELP);
            System.exit(what.matches("-h|--help") ? 0 : 2);
        }
        boolean good = true;
        if (what.equals("all") || what.equals("speed")) {
            good &= new Speed(size == 0 ? 3_000 : size).run();
        }
        if (what.equals("all") || what.equals("restarts")) {
            good &= new Restarts(size == 0 ? 500 : size).run();
        }
        if (what.equals("all") || what.equals("tokens")) {
            good &= new Tokens(size == 0 ? 1_000 : size).run();
        }
        if (what.equals("all") || what.equals("ledger")) {
            good &= new Ledger(size == 0 ? 20_000 : size).run();
        }
        if (what.equals("all") || what.equals("clocks")) {
            good &= new Clocks(size == 0 ? 1_000 : size).run();
        }
        System.exit(good ? 0 : 1);
    }
}
