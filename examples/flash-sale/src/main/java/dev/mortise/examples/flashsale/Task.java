package dev.mortise.examples.flashsale;

import java.util.ArrayList;
import java.util.List;

/** What a process that the demo started has to do: the words of its command line. */
enum Task {
    /** Sells with many buyers. */
    SELL,
    /** Sells one item, guarded by lock and token. */
    SELL_ONE;

    private static final String MARK = "task:";

    List<String> words(String... details) {
        List<String> words = new ArrayList<>(List.of(MARK + name()));
        words.addAll(List.of(details));
        return words;
    }

    static boolean isOne(List<String> words) {
        return !words.isEmpty() && words.get(0).startsWith(MARK);
    }

    static void run(List<String> words) {
        Task task = valueOf(words.get(0).substring(MARK.length()));
        List<String> details = words.subList(1, words.size());
        Parent parent = Parent.listen();
        switch (task) {
            case SELL -> Seller.run(parent, details);
            case SELL_ONE -> Clerk.run(parent, details);
        }
    }
}
