package dev.mortise.redis;

import java.util.Map;

/** The scripts, each a {@code .lua} file beside this class. */
final class Scripts {

    static final Script ACQUIRE = Script.load("acquire");
    static final Script RELEASE = Script.load("release");
    static final Script BATCH = Script.load("batch", Map.of("pass-on.lua", "wake.lua"));
    static final Script WITHDRAW = Script.load("withdraw");
    static final Script RENEW = Script.load("renew");
    static final Script AMEND = Script.load("amend");
    static final Script LEFT = Script.load("left");
    static final Script INSPECT = Script.load("inspect");
    static final Script FORCE = Script.load("force");
    static final Script LABEL = Script.load("label");
    static final Script WHO = Script.load("who");

    /** Of a lock in Mortise's own naming. */
    static final KindScripts LOCK = new KindScripts(ACQUIRE, RELEASE, WITHDRAW, RENEW, AMEND, INSPECT, FORCE);

    private static final String TOLD = "told.lua";
    private static final String SHARDED_TOLD = "sharded-told.lua";
    private static final String TOLD_IN_SLOT = "told-in-slot.lua";

    /** Of a mutex, in either naming. */
    static final KindScripts MUTEX = mutex(TOLD);

    /** Of a lock in Mortise's own naming, in a Redis Cluster. */
    static final KindScripts SHARDED_LOCK = lock(SHARDED_TOLD);

    /** Of a mutex, in a Redis Cluster. */
    static final KindScripts SHARDED_MUTEX = mutex(SHARDED_TOLD);

    /** Of a lock in Mortise's own naming, told on sharded channels. */
    static final KindScripts LOCK_IN_SLOT = lock(TOLD_IN_SLOT);

    /** Of a mutex, told on sharded channels. */
    static final KindScripts MUTEX_IN_SLOT = mutex(TOLD_IN_SLOT);

    private Scripts() {}

    private static KindScripts lock(String told) {
        Map<String, String> instead = Map.of(TOLD, told);
        return new KindScripts(
                Script.load("acquire", instead),
                Script.load("release", instead),
                Script.load("withdraw", instead),
                RENEW,
                AMEND,
                INSPECT,
                Script.load("force", instead));
    }

    private static KindScripts mutex(String told) {
        Map<String, String> instead = Map.of("names.lua", "mutex-names.lua", TOLD, told);
        return new KindScripts(
                Script.load("mutex-acquire", instead),
                Script.load("mutex-release", instead),
                Script.load("mutex-withdraw", instead),
                Script.load("mutex-renew"),
                Script.load("mutex-held"),
                Script.load("mutex-inspect"),
                Script.load("mutex-force", instead));
    }
}
