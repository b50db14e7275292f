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

    private static final Map<String, String> MUTEX_NAMES = Map.of("names.lua", "mutex-names.lua");

    /** Of a mutex, in either naming. */
    static final KindScripts MUTEX = new KindScripts(
            Script.load("mutex-acquire", MUTEX_NAMES),
            Script.load("mutex-release", MUTEX_NAMES),
            Script.load("mutex-withdraw", MUTEX_NAMES),
            Script.load("mutex-renew"),
            Script.load("mutex-held"),
            Script.load("mutex-inspect"),
            Script.load("mutex-force", MUTEX_NAMES));

    private Scripts() {}
}
