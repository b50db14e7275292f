package dev.mortise.benchmarks.quorum;

import dev.mortise.benchmarks.program.Arguments;
import dev.mortise.benchmarks.program.Program;

/** {@code ./dev quorum [speed|restarts|tokens|ledger|clocks] [n]}: the figures of docs/quorum.md; all of them by default. */
public final class QuorumFigures {

    private QuorumFigures() {}

    public static void main(String[] args) {
        new Program("quorum", QuorumFigures.class).runAndExit(args, QuorumFigures::run);
    }

    private static boolean run(Arguments arguments) throws Exception {
        String what = arguments.choice("the figure", "all", "all", "speed", "restarts", "tokens", "ledger", "clocks");
        int size = arguments.number("the size", 0);
        arguments.end();
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
        return good;
    }
}
