package dev.mortise;

import org.jspecify.annotations.Nullable;

/** The store answered with an error that stays until somebody changes something: password, permission, memory, disk. */
public final class StoreRefusedException extends MortiseException {

    private static final long serialVersionUID = 1L;

    private final String code;

    public StoreRefusedException(String code, String message, Circumstance circumstance, @Nullable Throwable cause) {
        super(message, circumstance, cause);
        this.code = code;
    }

    /** The server's error code, such as {@code NOPERM} or {@code OOM}. */
    public String code() {
        return code;
    }
}
