/** The contract suite that every Mortise store and driver passes, and the servers it runs on. */
module dev.mortise.tck {
    requires transitive dev.mortise.redis;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires org.assertj.core;

    exports dev.mortise.tck;
    exports dev.mortise.tck.driver;
    exports dev.mortise.tck.faults;
    exports dev.mortise.tck.regressions;
    exports dev.mortise.tck.server;
    exports dev.mortise.tck.topology;
}
