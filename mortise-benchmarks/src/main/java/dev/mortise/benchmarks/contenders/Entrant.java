package dev.mortise.benchmarks.contenders;

import dev.mortise.LockOptions;
import dev.mortise.Mortise;
import dev.mortise.jedis.JedisStore;
import dev.mortise.lettuce.LettuceStore;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Who is measured, with which settings, and in what. */
@SuppressWarnings("ImmutableEnumChecker") // nothing in it changes
public enum Entrant {
    MORTISE_JEDIS(
            "Mortise, Jedis",
            "`JedisStore.at(uri)`, defaults",
            uri -> MortiseContender.with(JedisStore.at(uri)),
            EnumSet.range(Skill.PAIRS, Skill.KEEPING)),
    MORTISE_LETTUCE(
            "Mortise, Lettuce",
            "`LettuceStore.at(uri)`, defaults",
            uri -> MortiseContender.with(LettuceStore.at(uri)),
            EnumSet.range(Skill.PAIRS, Skill.KEEPING)),
    MORTISE_SPRING(
            "Mortise, RedisTemplate",
            "`SpringDataStore.using(template)`, defaults, Spring Data on Lettuce as for Spring Integration",
            MortiseContender::onSpringData,
            EnumSet.of(Skill.PAIRS, Skill.WAITING)),
    MORTISE_UNSLICED(
            "Mortise, no local hand-off",
            "as Mortise, Jedis, with `slice(Duration.ZERO)`: every hand-over goes through Redis",
            uri -> MortiseContender.withoutSlice(JedisStore.at(uri)),
            EnumSet.of(Skill.VARIANT)),
    MORTISE_BARGING(
            "Mortise, barging",
            "as Mortise, Jedis, with `LockOptions.barging` of 1 ms: not in order",
            uri -> MortiseContender.with(
                    JedisStore.at(uri),
                    (mortise, name) -> mortise.lock(name, LockOptions.defaults().barging(Duration.ofMillis(1)))),
            EnumSet.of(Skill.VARIANT)),
    MORTISE_FAIR(
            "Mortise, fair lock",
            "as Mortise, Jedis, with `fairLock(name)`",
            uri -> MortiseContender.with(JedisStore.at(uri), Mortise::fairLock),
            EnumSet.of(Skill.FAIRNESS)),
    REDISSON(
            "Redisson",
            "`RLock`, default `Config`, one server",
            RedissonContender::plain,
            EnumSet.range(Skill.PAIRS, Skill.KEEPING)),
    REDISSON_FAIR(
            "Redisson, fair lock",
            "`getFairLock(name)`, default `Config`, one server",
            RedissonContender::fair,
            EnumSet.of(Skill.FAIRNESS)),
    SPRING_LISTENING(
            "Spring Integration, pub/sub",
            "`RedisLockRegistry`, `PUB_SUB_LOCK`, defaults, Spring Data on Lettuce",
            SpringContender::listening,
            EnumSet.of(Skill.PAIRS, Skill.REENTRY, Skill.WAITING)),
    SPRING_SPINNING(
            "Spring Integration, spin",
            "`RedisLockRegistry`, `SPIN_LOCK` (its default; looks every 100 ms), Spring Data on Lettuce",
            SpringContender::spinning,
            EnumSet.of(Skill.PAIRS, Skill.REENTRY, Skill.WAITING)),
    SPRING_RENEWING(
            "Spring Integration, renewing",
            "as pub/sub, with a `ThreadPoolTaskScheduler` that renews and leases of 30 s",
            SpringContender::renewing,
            EnumSet.of(Skill.KEEPING)),
    SHEDLOCK(
            "ShedLock",
            "`RedisLockProvider` on Spring Data on Lettuce, at most 30 s, at least 0 s; it neither waits nor re-enters",
            ShedLockContender::new,
            EnumSet.of(Skill.PAIRS)),
    FLOOR_JEDIS(
            "bare scripts, Jedis",
            "two EVALSHA a pair, no token, queue or watchdog; a socket for each thread",
            JedisFloor::new,
            EnumSet.of(Skill.PAIRS)),
    FLOOR_LETTUCE(
            "bare scripts, Lettuce",
            "the same scripts, all threads on one connection",
            LettuceFloor::new,
            EnumSet.of(Skill.PAIRS)),
    FLOOR_RELAY(
            "bare script and message",
            "an unlock is one EVALSHA that gives the key to the other and publishes; the subscription wakes the parked thread",
            JedisRelay::new,
            EnumSet.of(Skill.RELAY));

    /** What a library can do, and so be measured in. */
    public enum Skill {
        /** Locks and unlocks. */
        PAIRS,
        /** A holder can lock again. */
        REENTRY,
        /** Waits for a lock that is taken, by another process too. */
        WAITING,
        /** Keeps a lock alive while it is held. */
        KEEPING,
        /** Is another setting of one that waits, worth seeing where many want one lock. */
        VARIANT,
        /** Gives the lock to threads in the order in which they asked. */
        FAIRNESS,
        /** Only passes a lock to and fro between two. */
        RELAY
    }

    private final String title;
    private final String settings;
    private final Function<String, Contender> connect;
    private final Set<Skill> skills;

    Entrant(String title, String settings, Function<String, Contender> connect, Set<Skill> skills) {
        this.title = title;
        this.settings = settings;
        this.connect = connect;
        this.skills = Set.copyOf(skills);
    }

    /** How tables call it. */
    public String title() {
        return title;
    }

    /** What it is set up with, in Markdown. */
    public String settings() {
        return settings;
    }

    /** Whether it is Mortise, on whichever client. */
    public boolean isMortise() {
        return name().startsWith("MORTISE");
    }

    /** A client of it. */
    public Contender connect(String uri) {
        return connect.apply(uri);
    }

    /** All that have one of the skills, Mortise first. */
    public static List<Entrant> with(Skill... skills) {
        return List.of(values()).stream()
                .filter(entrant -> List.of(skills).stream().anyMatch(entrant.skills::contains))
                .toList();
    }
}
