package dev.mortise.redis;

/** The scripts, each a {@code .lua} file beside this class. */
final class Scripts {

    static final Script ACQUIRE = Script.load("acquire");
    static final Script RELEASE = Script.load("release");
    static final Script BATCH = Script.load("batch");
    static final Script WITHDRAW = Script.load("withdraw");
    static final Script RENEW = Script.load("renew");
    static final Script AMEND = Script.load("amend");
    static final Script LEFT = Script.load("left");
    static final Script INSPECT = Script.load("inspect");
    static final Script FORCE = Script.load("force");
    static final Script LABEL = Script.load("label");
    static final Script WHO = Script.load("who");

    private Scripts() {}
}
