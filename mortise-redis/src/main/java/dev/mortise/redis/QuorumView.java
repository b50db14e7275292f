package dev.mortise.redis;

import dev.mortise.LockView;
import dev.mortise.spi.LockId;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people see of a lock that several masters keep: what a majority of them says. */
final class QuorumView {

    private static final long FREE = -2;
    private static final long NO_END = -1;

    private QuorumView() {}

    /** How long a majority keeps the lock; it is free when there is none. */
    static @Nullable Outcome<Long> millisLeft(Tally.Answers<Long> answers, Quorum quorum) {
        Said<Long> said = new Said<>(answers);
        List<Long> kept = new ArrayList<>();
        for (long left : said.values) {
            if (left != FREE) {
                kept.add(left == NO_END ? Long.MAX_VALUE : left);
            }
        }
        if (kept.size() >= quorum.majority()) {
            kept.sort(Collections.reverseOrder());
            long left = kept.get(quorum.majority() - 1);
            return new Outcome.Done<>(left == Long.MAX_VALUE ? NO_END : left);
        }
        if (said.values.size() - kept.size() >= quorum.blocking()
                || (said.unanswered == 0 && said.values.size() >= quorum.majority())) {
            return new Outcome.Done<>(FREE);
        }
        return said.tooFew(quorum, false);
    }

    /** Whether there was anything, once a majority has forgotten it. */
    static @Nullable Outcome<Boolean> forced(Tally.Answers<Boolean> answers, Quorum quorum) {
        Said<Boolean> said = new Said<>(answers);
        if (said.values.size() >= quorum.majority()) {
            return new Outcome.Done<>(said.values.contains(true));
        }
        return said.tooFew(quorum, true);
    }

    /** Whom a majority names, of those that answer in time. */
    static @Nullable Outcome<LockView> of(LockId lock, Tally.Answers<LockView> answers, Quorum quorum) {
        Said<LockView> said = new Said<>(answers);
        if (said.unanswered > 0 || said.values.size() < quorum.majority()) {
            return said.tooFew(quorum, false);
        }
        int most = said.values.size() / 2 + 1;
        Map<String, List<LockView.Holder>> holders = new LinkedHashMap<>();
        Map<String, List<LockView.Waiter>> waiters = new LinkedHashMap<>();
        for (LockView view : said.values) {
            LockView.Holder holder = view.holder();
            if (holder != null) {
                holders.computeIfAbsent(holder.nodeId(), none -> new ArrayList<>())
                        .add(holder);
            }
            view.waiters()
                    .forEach(waiter -> waiters.computeIfAbsent(waiter.nodeId(), none -> new ArrayList<>())
                            .add(waiter));
        }
        LockView.Holder holder = holders.values().stream()
                .filter(alike -> alike.size() >= most)
                .map(alike -> kept(alike, Math.min(alike.size(), quorum.majority())))
                .findFirst()
                .orElse(null);
        List<LockView.Waiter> waiting = waiters.values().stream()
                .filter(alike -> alike.size() >= most)
                .map(alike -> alike.get(0))
                .toList();
        return new Outcome.Done<>(new LockView(lock.name(), holder, waiting));
    }

    /** The holder, for as long as so many keep it. */
    private static LockView.Holder kept(List<LockView.Holder> alike, int many) {
        return alike.stream()
                .sorted(Comparator.comparing(LockView.Holder::remaining).reversed())
                .skip(many - 1L)
                .findFirst()
                .orElseThrow();
    }

    /** What was answered so far, sorted by kind. */
    private static final class Said<T> {

        final List<T> values = new ArrayList<>();
        final List<Trouble> troubles = new ArrayList<>();
        int unanswered;

        Said(Tally.Answers<T> answers) {
            for (int i = 0; i < answers.members(); i++) {
                T value = answers.value(i);
                if (value != null) {
                    values.add(value);
                } else if (answers.of(i) instanceof Outcome.Failed<T> failed) {
                    troubles.add(failed.trouble());
                } else {
                    unanswered++;
                }
            }
        }

        /** Failed when no majority can answer any more, else null. */
        <R> @Nullable Outcome<R> tooFew(Quorum quorum, boolean perhapsDone) {
            return values.size() + unanswered < quorum.majority()
                    ? new Outcome.Failed<>(quorum.trouble(troubles, perhapsDone))
                    : null;
        }
    }
}
