package dev.mortise.examples.flashsale;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The process that started this one: lines from it, lines to it. When it ends, however it ends, this one does too. */
final class Parent {

    /** What a line to the parent begins with; any other line is a log. */
    static final String MARK = "> ";

    /** Holds the URI of the server: a command line could be read by everybody on the machine. */
    static final String REDIS = "FLASH_SALE_REDIS";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Parent() {}

    static Parent listen() {
        Parent parent = new Parent();
        Thread reader = new Thread(parent::read, "parent");
        reader.setDaemon(true);
        reader.start();
        return parent;
    }

    String redisUri() {
        return System.getenv(REDIS);
    }

    void tell(String line) {
        System.out.println(MARK + line);
        System.out.flush();
    }

    void await(String line) {
        try {
            String heard = lines.take();
            if (!heard.equals(line)) {
                throw new IllegalStateException("expected '" + line + "', heard '" + heard + "'");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while waiting for '" + line + "'", e);
        }
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException gone) {
            // the same as the end of the stream
        }
        Runtime.getRuntime().halt(1);
    }
}
