package dev.mortise.examples.flashsale;

import java.util.List;
import java.util.Locale;

/**
 * The story of a holder that is paused past its lease: what a long garbage collection, a suspended machine or a full
 * disk does to a process, done here by SIGSTOP.
 */
final class PausedHolder {

    private static final int STOCK = 10;

    /**
     * How the story ended.
     *
     * @param paused the token of the hold that was paused
     * @param next the token of the hold that followed
     * @param told whether the paused holder was told that it had lost the lock
     * @param refused whether its late write was refused
     * @param left the stock at the end
     */
    record Outcome(long paused, long next, boolean told, boolean refused, int left) {

        boolean isAsPromised() {
            return next > paused && told && refused && left == STOCK - 1;
        }
    }

    private final Stage stage;
    private final Console console;
    private final FencedStock stock;
    private long startNanos;
    private boolean told;
    private boolean refused;

    PausedHolder(Stage stage, Console console) {
        this.stage = stage;
        this.console = console;
        this.stock = new FencedStock(stage.redis(), stage.prefix());
    }

    Outcome tell() {
        stock.write(STOCK, 0);
        Child a = stage.start("A", Clerk.task("A", stage.prefix()));
        Child b = stage.start("B", Clerk.task("B", stage.prefix()));
        List.of(a, b).forEach(clerk -> clerk.await("ready"));
        startNanos = System.nanoTime();

        a.tell("begin");
        Held first = Held.parse(a.hear());
        say(String.format(
                Locale.ROOT,
                "A takes the lock with token %d; the watchdog keeps its lease of %d ms alive",
                first.token,
                Clerk.LEASE.toMillis()));
        say(String.format(Locale.ROOT, "A reads a stock of %d and waits for the payment", first.left));

        Pause pause = Pause.of(a.pid());
        say("A is stopped (SIGSTOP): nobody renews its lease");
        b.tell("begin");
        say("B asks for the lock and waits");
        Held second = Held.parse(b.hear());
        say(String.format(
                Locale.ROOT,
                "A's lease is over: B takes the lock with token %d and reads %d",
                second.token,
                second.left));
        b.tell("paid");
        hearToTheEnd(b, second);

        a.tell("paid");
        say("A goes on (SIGCONT), and its payment has come");
        pause.end();
        hearToTheEnd(a, first);
        return new Outcome(first.token, second.token, told, refused, stock.read());
    }

    private void hearToTheEnd(Child clerk, Held held) {
        String name = clerk.name();
        for (String line = clerk.hear(); !line.equals("end"); line = clerk.hear()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "valid" -> {}
                case "invalid" -> say(name + " looks at its hold: isValid() is false");
                case "lost" -> {
                    told = true;
                    say(name + " is told that its hold is lost: onLost was called");
                }
                case "written" ->
                    say(String.format(
                            Locale.ROOT,
                            "%s writes a stock of %d with token %d: accepted",
                            name,
                            held.left - 1,
                            held.token));
                case "refused" -> {
                    refused = true;
                    say(String.format(
                            Locale.ROOT,
                            "%s writes all the same, a stock of %d with token %d: REFUSED, a higher token has written",
                            name,
                            held.left - 1,
                            held.token));
                }
                case "released" -> say(name + " releases the lock");
                case "not-released" -> say(name + "'s release throws HoldLostException: " + words[1]);
                default -> throw new IllegalStateException("process " + name + " said '" + line + "'");
            }
        }
    }

    private void say(String what) {
        console.line(String.format(Locale.ROOT, "   %6.3f s  %s", (System.nanoTime() - startNanos) / 1e9, what));
    }

    private record Held(long token, int left) {

        static Held parse(String line) {
            String[] words = line.split(" ", -1);
            return new Held(Long.parseLong(words[1]), Integer.parseInt(words[2]));
        }
    }
}
