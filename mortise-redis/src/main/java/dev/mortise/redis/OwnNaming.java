package dev.mortise.redis;

/** Mortise's own: {@code <prefix>{name}}, companions behind it, any name encoded so that it fits. */
final class OwnNaming extends Naming {

    private final String prefix;

    OwnNaming(String prefix) {
        super(Scripts.ACQUIRE, Scripts.RELEASE, Scripts.WITHDRAW, Scripts.FORCE);
        this.prefix = prefix;
    }

    @Override
    LockKeys derive(String name) {
        String key = prefix + "{" + NameCode.encode(name) + "}";
        return new LockKeys(key, key + ":queue", key + ":token");
    }

    @Override
    String told(String name) {
        return NameCode.decode(name);
    }

    @Override
    void check(String name) {}
}
