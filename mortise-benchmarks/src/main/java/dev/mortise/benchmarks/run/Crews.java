package dev.mortise.benchmarks.run;

import dev.mortise.benchmarks.contenders.Entrant;
import java.util.EnumMap;
import java.util.Map;

/** The crews of all entrants. */
final class Crews implements AutoCloseable {

    private final Ground ground;
    private final Map<Entrant, Crew> crews = new EnumMap<>(Entrant.class);

    Crews(Ground ground) {
        this.ground = ground;
    }

    Crew of(Entrant entrant) {
        return crews.computeIfAbsent(entrant, key -> new Crew(key, ground));
    }

    /** Ends the processes of an entrant at once, whatever they do. */
    void end(Entrant entrant) {
        Crew crew = crews.remove(entrant);
        if (crew != null) {
            crew.kill();
        }
    }

    @Override
    public void close() {
        crews.values().forEach(Crew::close);
        crews.clear();
    }
}
