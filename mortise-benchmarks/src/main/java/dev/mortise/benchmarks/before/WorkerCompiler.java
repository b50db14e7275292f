package dev.mortise.benchmarks.before;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles the one source of the workers against a library. */
final class WorkerCompiler {

    /** The main class of a worker. */
    static final String WORKER = "PairWorker";

    private WorkerCompiler() {}

    /**
     * Returns the library with the compiled worker in front.
     *
     * @param name of the library in messages
     */
    static Library compile(String name, Library library, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new CannotCompareException("this Java has no compiler: set JAVA_HOME to a JDK");
        }
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("--release", "17", "-proc:none", "-cp", library.option(), "-d", classes.toString());
        if (!compiler.getTask(messages, null, null, options, null, List.of(source()))
                .call()) {
            throw new CannotCompareException("the worker does not compile against " + name + ": "
                    + messages.toString().lines().findFirst().orElse("no message"));
        }
        return library.with(classes);
    }

    private static JavaFileObject source() {
        String file = WORKER + ".java";
        try (InputStream in = WorkerCompiler.class.getResourceAsStream(file)) {
            String text = new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
            return new SimpleJavaFileObject(URI.create("string:///" + file), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
