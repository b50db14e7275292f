package dev.mortise.lettuce;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a reply as a {@code Long}, a {@code byte[]}, a {@code List} of such values, or null. */
final class ScriptOutput extends CommandOutput<byte[], byte[], Object> {

    private @Nullable Open open;

    /** A list that is being read, inside another. */
    private record Open(
            List<@Nullable Object> list, int size, @Nullable Open outer) {}

    @SuppressWarnings("NullAway") // nothing read yet, or nil
    ScriptOutput() {
        super(ByteArrayCodec.INSTANCE, null);
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        add(bytes == null ? null : codec.decodeValue(bytes));
    }

    @Override
    public void set(long integer) {
        add(integer);
    }

    @Override
    public void multi(int count) {
        List<@Nullable Object> list = new ArrayList<>(Math.max(0, count));
        add(count < 0 ? null : list);
        if (count > 0) {
            open = new Open(list, count, open);
        }
    }

    @SuppressWarnings("NullAway") // nil
    private void add(@Nullable Object value) {
        Open in = open;
        if (in == null) {
            output = value;
            return;
        }
        in.list().add(value);
        // a list inside is opened after this; it leaves its full outer list behind
        while (in != null && in.list().size() == in.size()) {
            in = in.outer();
        }
        open = in;
    }
}
