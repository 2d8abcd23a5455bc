package waymark.internal;

/** A history that no order of its operations on the sequential twin explains. */
final class NotLinearizable extends Error {
    private static final long serialVersionUID = 1;

    NotLinearizable(String message) {
        super(message);
    }
}
