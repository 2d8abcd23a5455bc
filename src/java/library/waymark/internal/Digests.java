package waymark.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** MessageDigest.getInstance without the lists of providers: the JDK's own implementations, by their names. */
final class Digests {
    private Digests() {}

    static MessageDigest of(String algorithm) throws NoSuchAlgorithmException, ReflectiveOperationException {
        String name = switch (algorithm.toUpperCase(java.util.Locale.ROOT)) {
            case "MD2" -> "MD2";
            case "MD5" -> "MD5";
            case "SHA", "SHA1", "SHA-1" -> "SHA";
            case "SHA-224" -> "SHA2$SHA224";
            case "SHA-256" -> "SHA2$SHA256";
            case "SHA-384" -> "SHA5$SHA384";
            case "SHA-512" -> "SHA5$SHA512";
            case "SHA-512/224" -> "SHA5$SHA512_224";
            case "SHA-512/256" -> "SHA5$SHA512_256";
            case "SHA3-224" -> "SHA3$SHA224";
            case "SHA3-256" -> "SHA3$SHA256";
            case "SHA3-384" -> "SHA3$SHA384";
            case "SHA3-512" -> "SHA3$SHA512";
            default -> throw new NoSuchAlgorithmException(algorithm + " MessageDigest not available");
        };
        Constructor<?> make = Class.forName("sun.security.provider." + name).getConstructor();
        Class<?> delegate = Class.forName("java.security.MessageDigest$Delegate");
        Method of = delegate.getDeclaredMethod("of", Class.forName("java.security.MessageDigestSpi"), String.class, Class.forName("java.security.Provider"));
        of.setAccessible(true);
        return (MessageDigest) of.invoke(null, make.newInstance(), algorithm, new Own());
    }

    private static final class Own extends java.security.Provider {
        private static final long serialVersionUID = 1;

        Own() {
            super("SUN", "17", "the JDK's own");
        }
    }
}
