package dev.mortise.redis;

/** Which of a Redis Cluster's slots a key is in. */
public final class Slots {

    static final int COUNT = 16_384;

    private static final int POLYNOMIAL = 0x1021;
    private static final int[] TABLE = table();

    private Slots() {}

    /** By the hash tag, which is what stands between the first pair of braces, if that is anything; else by the whole key. */
    public static int of(byte[] key) {
        int open = indexOf(key, '{', 0);
        int close = open < 0 ? -1 : indexOf(key, '}', open + 1);
        return close > open + 1 ? crc(key, open + 1, close) : crc(key, 0, key.length);
    }

    /** Whether those keys are in more than one slot. */
    public static boolean areSeveral(byte[][] keys) {
        for (int i = 1; i < keys.length; i++) {
            if (of(keys[i]) != of(keys[0])) {
                return true;
            }
        }
        return false;
    }

    private static int indexOf(byte[] key, char wanted, int from) {
        for (int i = from; i < key.length; i++) {
            if (key[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static int crc(byte[] bytes, int from, int to) {
        int crc = 0;
        for (int i = from; i < to; i++) {
            crc = (crc << 8 & 0xFFFF) ^ TABLE[(crc >>> 8 ^ bytes[i]) & 0xFF];
        }
        return crc % COUNT;
    }

    /** CRC-16 as XMODEM has it. */
    private static int[] table() {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int crc = i << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
            table[i] = crc & 0xFFFF;
        }
        return table;
    }
}
