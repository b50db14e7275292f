package dev.mortise.examples.flashsale;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the demo printed in this JVM, and its exit code. */
record Printed(int code, String out, String errors) {

    static Printed by(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        Console console = new Console(stream(out), stream(errors), "plain");
        int code = FlashSale.run(List.of(words), console);
        return new Printed(code, out.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
