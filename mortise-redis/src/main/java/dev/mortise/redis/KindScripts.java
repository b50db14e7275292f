package dev.mortise.redis;

/** The scripts of one kind of lock, by what the engine asks. */
record KindScripts(
        Script acquire, Script release, Script withdraw, Script renew, Script amend, Script inspect, Script force) {}
