package dev.mortise.benchmarks.contenders;

import dev.mortise.jedis.JedisStore;
import dev.mortise.lettuce.LettuceStore;
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
            uri -> new MortiseContender(JedisStore.at(uri)),
            EnumSet.allOf(Skill.class)),
    MORTISE_LETTUCE(
            "Mortise, Lettuce",
            "`LettuceStore.at(uri)`, defaults",
            uri -> new MortiseContender(LettuceStore.at(uri)),
            EnumSet.allOf(Skill.class)),
    MORTISE_SPRING(
            "Mortise, RedisTemplate",
            "`SpringDataStore.using(template)`, defaults, Spring Data on Lettuce as for Spring Integration",
            MortiseContender::onSpringData,
            EnumSet.of(Skill.PAIRS, Skill.WAITING)),
    REDISSON("Redisson", "`RLock`, default `Config`, one server", RedissonContender::new, EnumSet.allOf(Skill.class)),
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
            EnumSet.of(Skill.PAIRS));

    /** What a library can do, and so be measured in. */
    public enum Skill {
        /** Locks and unlocks. */
        PAIRS,
        /** A holder can lock again. */
        REENTRY,
        /** Waits for a lock that is taken, by another process too. */
        WAITING,
        /** Keeps a lock alive while it is held. */
        KEEPING
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

    /** All that have a skill, Mortise first. */
    public static List<Entrant> with(Skill skill) {
        return List.of(values()).stream()
                .filter(entrant -> entrant.skills.contains(skill))
                .toList();
    }
}
