package dev.mortise.springdata;

/** Short-lived threads for calls that may block. */
final class Threads {

    private Threads() {}

    static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
