package dev.mortise.benchmarks.run;

import dev.mortise.tck.server.RedisServer;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the server has done: how often each command was called, inside scripts too, and how much processor time it used.
 *
 * @param commands calls by command, without those of the bench itself
 * @param cpuSeconds user and system time
 */
record ServerUse(Map<String, Long> commands, double cpuSeconds) {

    static ServerUse soFar(RedisServer server) {
        Map<String, Long> calls = new TreeMap<>(server.commandCalls());
        calls.keySet().removeIf(command -> command.startsWith("config") || command.equals("info"));
        Map<String, String> cpu = server.info("cpu");
        double seconds = Double.parseDouble(cpu.getOrDefault("used_cpu_user", "0"))
                + Double.parseDouble(cpu.getOrDefault("used_cpu_sys", "0"));
        return new ServerUse(calls, seconds);
    }

    ServerUse since(ServerUse earlier) {
        Map<String, Long> more = new TreeMap<>();
        commands.forEach((command, calls) -> {
            long delta = calls - earlier.commands.getOrDefault(command, 0L);
            if (delta > 0) {
                more.put(command, delta);
            }
        });
        return new ServerUse(more, cpuSeconds - earlier.cpuSeconds);
    }
}
