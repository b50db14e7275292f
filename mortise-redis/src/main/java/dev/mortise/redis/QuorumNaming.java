package dev.mortise.redis;

import dev.mortise.spi.LockId;
import java.util.Map;

/** Mortise's own names, with the scripts of a master that is one of a quorum. */
final class QuorumNaming extends Naming {

    static final Script SETTLE = Script.load("quorum-settle");
    static final Script MEMBER = Script.load("quorum-member");

    private static final Map<String, String> LOCKS = Map.of("pass-on.lua", "wake.lua");
    private static final Map<String, String> MUTEXES = Map.of(
            "names.lua",
            "mutex-names.lua",
            "quorum-hash.lua",
            "quorum-string.lua",
            "quorum-hash-voted-lines.lua",
            "quorum-string-voted-lines.lua",
            "quorum-hash-keep-lines.lua",
            "quorum-string-keep-lines.lua");

    private static final KindScripts LOCK = new KindScripts(
            Script.load("quorum-acquire"),
            Script.load("quorum-release"),
            Script.load("quorum-leave"),
            Scripts.RENEW,
            Scripts.AMEND,
            Scripts.INSPECT,
            Script.load("force", LOCKS));

    private static final KindScripts MUTEX = new KindScripts(
            Script.load("quorum-acquire", MUTEXES),
            Script.load("quorum-release", MUTEXES),
            Script.load("quorum-leave", MUTEXES),
            Scripts.MUTEX.renew(),
            Scripts.MUTEX.amend(),
            Scripts.MUTEX.inspect(),
            Scripts.MUTEX.force());

    private final OwnNaming names;

    QuorumNaming(String prefix) {
        super(LOCK);
        this.names = OwnNaming.classic(prefix, false);
    }

    @Override
    KindScripts mutexScripts() {
        return MUTEX;
    }

    @Override
    LockKeys keys(LockId lock) {
        return names.keys(lock);
    }

    @Override
    String told(String name) {
        return names.told(name);
    }

    @Override
    void check(String name) {}
}
