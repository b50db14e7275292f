package dev.mortise.examples.flashsale;

import java.util.List;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** The keys that a demo leaves behind. */
final class Leftovers {

    private static final int MOST_PASSES = 10;

    private Leftovers() {}

    /** Removes all keys with that prefix; looks again until none is found, since a killed process may have sent more. */
    static void remove(UnifiedJedis redis, String prefix) {
        int passes = 0;
        while (removeOnce(redis, prefix) > 0 && passes < MOST_PASSES) {
            passes++;
        }
    }

    private static int removeOnce(UnifiedJedis redis, String prefix) {
        ScanParams matching = new ScanParams().match(prefix + "*").count(1000);
        String cursor = ScanParams.SCAN_POINTER_START;
        int removed = 0;
        do {
            ScanResult<String> page = redis.scan(cursor, matching);
            List<String> keys = page.getResult();
            if (!keys.isEmpty()) {
                removed += (int) redis.del(keys.toArray(String[]::new));
            }
            cursor = page.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        return removed;
    }
}
