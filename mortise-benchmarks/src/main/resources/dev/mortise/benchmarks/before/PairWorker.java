import com.sun.management.ThreadMXBean;
import dev.mortise.Mortise;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * One process of {@code bench --before}. The benchmark compiles this file against each library that it compares, so it
 * uses only the JDK and the oldest methods of Mortise: {@code connect}, {@code lock}, {@code fairLock}, {@code lock()},
 * {@code unlock()} and {@code close()}.
 *
 * <p>Arguments: the URI of the server, the file of the shared page, the prefix of all lock names, and the number of this
 * process. The process prints {@code connected}. For each order it prints {@code ready}, waits for a line, makes the
 * pairs, and prints {@code done} with its figures. It ends when its standard input ends.
 *
 * <p>An order is {@code <lock or fair> <own or one> <threads> <milliseconds> <pairs of each thread>}. A thread stops at
 * whichever of the two limits comes first.
 */
public final class PairWorker {

    private final Mortise mortise;
    private final Page page;
    private final String prefix;
    private final int number;

    private PairWorker(Mortise mortise, Page page, String prefix, int number) {
        this.mortise = mortise;
        this.page = page;
        this.prefix = prefix;
        this.number = number;
    }

    public static void main(String[] args) {
        PrintStream answers = System.out;
        System.setOut(System.err);
        int exit = 0;
        try (Mortise mortise = Mortise.connect(args[0])) {
            PairWorker worker = new PairWorker(mortise, new Page(Path.of(args[1])), args[2], Integer.parseInt(args[3]));
            worker.serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), answers);
        } catch (Throwable e) {
            e.printStackTrace();
            exit = 1;
        }
        System.exit(exit);
    }

    private void serve(BufferedReader orders, PrintStream answers) throws IOException, InterruptedException {
        answers.println("connected");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] words = order.split(" ");
            Crowd crowd = new Crowd(threads(words), Long.parseLong(words[3]));
            answers.println("ready");
            if (orders.readLine() == null) {
                return;
            }
            answers.println("done " + crowd.run());
        }
    }

    private List<PairThread> threads(String[] order) {
        boolean fair = order[0].equals("fair");
        boolean one = order[1].equals("one");
        long pairs = Long.parseLong(order[4]);
        List<PairThread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(order[2]); i++) {
            String name = prefix + ":" + order[0] + (one ? ":one" : ":own:" + number + ":" + i);
            Lock lock = fair ? mortise.fairLock(name) : mortise.lock(name);
            threads.add(new PairThread(lock, page, one ? 0 : i + 1, number * 1000L + i + 1, pairs));
        }
        return threads;
    }

    /** The threads of one order. */
    private static final class Crowd {

        private final List<PairThread> threads;
        private final long millis;
        private final CountDownLatch go = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);
        private final CountDownLatch done;

        Crowd(List<PairThread> threads, long millis) {
            this.threads = threads;
            this.millis = millis;
            this.done = new CountDownLatch(threads.size());
            for (PairThread thread : threads) {
                thread.go = go;
                thread.done = done;
                thread.over = over;
                thread.start();
            }
        }

        String run() throws InterruptedException {
            Map<Long, Long> before = Allocation.ofAllThreads();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            threads.forEach(thread -> thread.end = end);
            go.countDown();
            done.await();
            long bytes = Allocation.since(before);
            over.countDown();
            long inTime = 0;
            long all = 0;
            long overlaps = 0;
            Waits waits = new Waits();
            for (PairThread thread : threads) {
                thread.join();
                if (thread.failure != null) {
                    throw new IllegalStateException("a thread failed", thread.failure);
                }
                inTime += thread.inTime;
                all += thread.all;
                overlaps += thread.overlaps;
                waits.add(thread.waits);
            }
            return "inTime=" + inTime + " all=" + all + " overlaps=" + overlaps + " bytes=" + bytes + " waits=" + waits;
        }
    }

    /** One thread of an order. Its counts are read after it has ended. */
    private static final class PairThread extends Thread {

        private final Lock lock;
        private final Page page;
        private final int section;
        private final long visitor;
        private final long pairs;

        CountDownLatch go;
        CountDownLatch done;
        CountDownLatch over;
        volatile long end;

        final Waits waits = new Waits();
        Throwable failure;
        long inTime;
        long all;
        long overlaps;

        PairThread(Lock lock, Page page, int section, long visitor, long pairs) {
            this.lock = lock;
            this.page = page;
            this.section = section;
            this.visitor = visitor;
            this.pairs = pairs;
        }

        @Override
        public void run() {
            try {
                go.await();
                makePairs();
            } catch (Throwable e) {
                failure = e;
            }
            done.countDown();
            try {
                // What a thread has allocated can only be read while it lives.
                over.await();
            } catch (InterruptedException e) {
                failure = e;
            }
        }

        private void makePairs() {
            long begin = System.nanoTime();
            while (all < pairs && begin - end < 0) {
                lock.lock();
                try {
                    waits.add(System.nanoTime() - begin);
                    overlaps += page.visit(section, visitor) ? 0 : 1;
                } finally {
                    lock.unlock();
                }
                all++;
                begin = System.nanoTime();
                inTime += begin - end < 0 ? 1 : 0;
            }
        }
    }

    /** The bytes that threads have allocated. */
    private static final class Allocation {

        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        static Map<Long, Long> ofAllThreads() {
            long[] ids = THREADS.getAllThreadIds();
            long[] bytes = THREADS.getThreadAllocatedBytes(ids);
            Map<Long, Long> result = new HashMap<>();
            for (int i = 0; i < ids.length; i++) {
                result.put(ids[i], Math.max(0, bytes[i]));
            }
            return result;
        }

        /** What all threads but the calling one have allocated meanwhile. */
        static long since(Map<Long, Long> before) {
            long sum = 0;
            for (Map.Entry<Long, Long> thread : ofAllThreads().entrySet()) {
                if (thread.getKey() != Thread.currentThread().getId()) {
                    sum += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
                }
            }
            return sum;
        }
    }

    /** How many waits had which length: sixteen buckets for each power of two nanoseconds. */
    private static final class Waits {

        private static final int BITS = 4;

        private final long[] buckets = new long[Long.SIZE << BITS];

        void add(long nanos) {
            long value = Math.max(1 << BITS, nanos);
            int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
            int part = (int) (value >>> (power - BITS)) & ((1 << BITS) - 1);
            buckets[(power << BITS) + part]++;
        }

        void add(Waits others) {
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] += others.buckets[i];
            }
        }

        /** The buckets that are not empty, as {@code <number>:<count>,...}. */
        @Override
        public String toString() {
            StringJoiner text = new StringJoiner(",");
            for (int i = 0; i < buckets.length; i++) {
                if (buckets[i] > 0) {
                    text.add(i + ":" + buckets[i]);
                }
            }
            return text.toString();
        }
    }

    /**
     * Memory that all processes share. Each section has a line of 64 bytes with its present visitor and a count of visits
     * that only the lock guards. The benchmark reads the counts.
     */
    private static final class Page {

        private static final VarHandle LONGS =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
        private static final int LINE = 64;

        private final MappedByteBuffer memory;

        Page(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
            }
        }

        /** Whether no other thread was in the section meanwhile. */
        boolean visit(int section, long visitor) {
            int at = section * LINE;
            boolean empty = LONGS.compareAndSet(memory, at, 0L, visitor);
            long visits = (long) LONGS.get(memory, at + Long.BYTES);
            LONGS.set(memory, at + Long.BYTES, visits + 1);
            return LONGS.compareAndSet(memory, at, visitor, 0L) && empty;
        }
    }
}
