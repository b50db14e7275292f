package dev.mortise.examples.plainjava;

/**
 * Something that a lock guards, and that guards itself: it refuses a token lower than the highest it has seen. In a
 * database the same is {@code UPDATE … WHERE fence <= :token}.
 */
final class Account {

    private long balance;
    private long fence;

    synchronized long balance() {
        return balance;
    }

    /** Whether it was written: not when somebody with a higher token has written before. */
    synchronized boolean write(long newBalance, long token) {
        if (token < fence) {
            return false;
        }
        fence = token;
        balance = newBalance;
        return true;
    }
}
