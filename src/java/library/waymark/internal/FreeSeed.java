package waymark.internal;

import java.util.concurrent.atomic.AtomicLong;

/** The seed of a generator that got none: by its class the virtual machine knows that any number is possible. */
final class FreeSeed extends AtomicLong {
    private static final long serialVersionUID = 1;

    private FreeSeed() {}
}
