package dev.mortise.redis;

import dev.mortise.spi.Answer;
import dev.mortise.spi.Ask;
import dev.mortise.spi.Outcome;
import dev.mortise.spi.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Reads what scripts reply. docs/wire.md has every reply. */
final class Answers {

    private static final Trouble WITHOUT_TTL = new Trouble(
            Trouble.Kind.FOREIGN,
            "NOTTL",
            "the lock's key has no TTL, so it would never end",
            "another application has written it, or somebody ran PERSIST: find out who, then call forceUnlock()"
                    + " (docs/troubleshooting.md 'Key without TTL')",
            false,
            null);

    /** What a release replies that found out that the server refuses to publish. */
    private static final long MUTE = 2;

    private Answers() {}

    /** What an acquire was answered. */
    static Outcome<Answer> acquired(Outcome<Object> outcome) {
        Outcome<Answer> answer = read(outcome, Answers::answer);
        return answer instanceof Outcome.Done<Answer> done
                        && done.value() instanceof Answer.Refused refused
                        && refused.millisLeft() == -1
                ? new Outcome.Failed<>(WITHOUT_TTL)
                : answer;
    }

    /** A token, {token}, {ms left, 0} or {ms left, 1, server time}. */
    private static Answer answer(Object value) {
        if (!(value instanceof List<?> parts)) {
            return new Answer.Granted(number(value), true);
        }
        return switch (parts.size()) {
            case 1 -> new Answer.Granted(number(parts.get(0)));
            case 2 -> new Answer.Refused(number(parts.get(0)), false);
            default -> new Answer.Refused(number(parts.get(0)), true, number(parts.get(2)));
        };
    }

    /**
     * What a release was answered.
     *
     * @param now told when the reply says that the lock went to another ask of this node
     */
    static Outcome<Answer> released(Session now, Outcome<Object> outcome) {
        return answered(outcome, value -> {
            if (value instanceof Long number) {
                if (number == MUTE) {
                    now.mute();
                }
                return number != 0 ? new Answer.Released() : new Answer.Gone();
            }
            if (value instanceof List<?> parts && parts.size() > 1 && parts.get(1) instanceof byte[] message) {
                now.told(message, parts.stream().skip(2).map(Answers::number).toList());
                return new Answer.Released();
            }
            return new Answer.Released(answer(value));
        });
    }

    /** Whether the lock was released, and the next that was taken along has to wait. */
    static boolean isRefusal(Outcome<Answer> outcome) {
        return outcome instanceof Outcome.Done<Answer> done
                && done.value() instanceof Answer.Released released
                && released.next() instanceof Answer.Refused;
    }

    /** What a withdrawal was answered. */
    static Outcome<Answer> withdrawn(Ask ask, Outcome<Object> outcome) {
        return answered(
                outcome,
                value -> !is(value)
                        ? new Answer.Gone()
                        : new Answer.Granted(ask.lock().isMutex() ? 0 : number(value)));
    }

    /** As {@link #read}; a key of another type holds no grant of ours. */
    private static Outcome<Answer> answered(Outcome<Object> outcome, Function<Object, Answer> function) {
        if (outcome instanceof Outcome.Failed<Object> failed && failed.trouble().kind() == Trouble.Kind.FOREIGN) {
            return new Outcome.Done<>(new Answer.Gone());
        }
        return read(outcome, function);
    }

    /** The outcome with what a reply says; a reply that is none of ours is a trouble. */
    static <T> Outcome<T> read(Outcome<Object> outcome, Function<Object, T> function) {
        if (outcome instanceof Outcome.Done<Object> done) {
            try {
                return new Outcome.Done<>(function.apply(done.value()));
            } catch (RuntimeException e) {
                return new Outcome.Failed<>(Troubles.unreadable(e));
            }
        }
        if (outcome instanceof Outcome.Failed<Object> failed) {
            return new Outcome.Failed<>(failed.trouble());
        }
        return Outcome.pending();
    }

    /** The outcome with another value, if it has one. */
    static <A, B> Outcome<B> mapped(Outcome<A> outcome, Function<A, B> function) {
        return outcome instanceof Outcome.Done<A> done
                ? new Outcome.Done<>(function.apply(done.value()))
                : failed(outcome);
    }

    /** The outcome, which has no value. */
    static <T> Outcome<T> failed(Outcome<?> outcome) {
        return outcome instanceof Outcome.Failed<?> failed ? new Outcome.Failed<>(failed.trouble()) : Outcome.pending();
    }

    /** Numbers come as such, tokens as text. */
    static long number(Object value) {
        return value instanceof byte[] text
                ? Long.parseLong(new String(text, StandardCharsets.US_ASCII))
                : (Long) value;
    }

    static boolean is(Object value) {
        return number(value) != 0;
    }
}
