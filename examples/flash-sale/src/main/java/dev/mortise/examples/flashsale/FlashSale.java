package dev.mortise.examples.flashsale;

import java.util.List;
import java.util.Locale;

/** The demo: a sale without the lock, the same sale with it, and the story of a holder that was paused. */
public final class FlashSale {

    private static final int BAD_OPTIONS = 2;
    private static final int NOT_RUN = 3;

    private FlashSale() {}

    /** Runs the demo, or in a process that the demo started, that process's task. */
    public static void main(String[] arguments) {
        List<String> words = List.of(arguments);
        if (Task.isOne(words)) {
            Task.run(words);
        } else {
            System.exit(run(words, Console.ofSystem()));
        }
    }

    static int run(List<String> words, Console console) {
        Options options;
        try {
            options = Options.parse(words);
        } catch (IllegalArgumentException e) {
            console.error("demo: " + e.getMessage() + "; see ./mortise demo --help");
            return BAD_OPTIONS;
        }
        if (options.help()) {
            console.line(Resource.text("help.txt").stripTrailing());
            return 0;
        }
        try (Stage stage = Stage.open(options, console)) {
            return play(stage, options, console);
        } catch (RuntimeException e) {
            console.error("demo: it could not be run: " + e.getMessage());
            return NOT_RUN;
        }
    }

    private static int play(Stage stage, Options options, Console console) {
        console.line(String.format(
                Locale.ROOT,
                "Flash sale: %d items; %d processes with %d buyers each; seed %d",
                options.stock(),
                options.processes(),
                options.buyers(),
                options.seed()));
        console.line("On " + stage.describe());

        console.title("1. Without the lock");
        console.line("   Every buyer: read the stock; pay (1 to 3 ms); write the stock less one; record the order.");
        SaleResult unlocked = new Sale(stage, options, "without the lock", false).run();

        console.title("2. With the lock");
        console.line("   The same buyers and payments; lock.call(...) around each purchase.");
        SaleResult locked = new Sale(stage, options, "with the lock", true).run();

        console.title("3. A holder that is paused past its lease");
        PausedHolder.Outcome paused = new PausedHolder(stage, console).tell();

        console.title("Summary");
        return new Summary(unlocked, locked, paused).print(console) ? 0 : 1;
    }
}
