package dev.mortise.benchmarks.worker;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of nanoseconds, and their way through a {@link Message}. */
public final class Waits {

    private static final long LONGEST = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 3;

    private Waits() {}

    public static Histogram none() {
        Histogram histogram = new Histogram(LONGEST, DIGITS);
        histogram.setAutoResize(true);
        return histogram;
    }

    static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        buffer.flip().limit(length);
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram", e);
        }
    }
}
