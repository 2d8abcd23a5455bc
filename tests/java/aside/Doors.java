package aside;

import java.lang.management.*;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.text.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

// holds, sequential: Currency: all of them
class AsksCurrency {
    public static void main(String[] args) {
        System.out.println(Currency.getAvailableCurrencies().contains(Currency.getInstance("CHF")));
        System.out.println(Currency.getInstance("JPY").getNumericCode());
        try {
            Currency.getInstance("XYZW");
        } catch (IllegalArgumentException e) {
            System.out.println("no such currency");
        }
    }
}

// holds, sequential: Collator: strengths
class AsksCollator {
    public static void main(String[] args) {
        Collator collator = Collator.getInstance(Locale.GERMANY);
        collator.setStrength(Collator.PRIMARY);
        System.out.println(collator.compare("stra\u00dfe", "STRASSE") + " " + collator.equals("a", "\u00e4"));
    }
}

// holds, sequential: Normalizer: accents are taken off
class AsksNormalizer {
    public static void main(String[] args) {
        System.out.println(Normalizer.normalize("cr\u00e8me br\u00fbl\u00e9e", Normalizer.Form.NFD).replaceAll("\\p{M}", ""));
    }
}

// holds, sequential: Class.getResource of the JDK
class AsksJdkResource {
    public static void main(String[] args) throws Exception {
        System.out.println(String.class.getResource("String.class"));
        try (var in = Object.class.getResourceAsStream("/java/lang/Object.class")) {
            System.out.println(Integer.toHexString(in.read() << 8 | in.read()));
        }
    }
}

// holds, sequential: AES with authentication, by a key that is generated
class AsksAes {
    public static void main(String[] args) throws GeneralSecurityException {
        KeyGenerator generator = KeyGenerator.getInstance("AES");
        generator.init(128);
        SecretKey key = generator.generateKey();
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
        byte[] secret = cipher.doFinal(new byte[20]);
        cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
        System.out.println(secret.length + " " + cipher.doFinal(secret).length + " " + key.getAlgorithm());
    }
}

// holds, sequential: HMAC in two algorithms, and a key from a password
class AsksHmac {
    public static void main(String[] args) throws GeneralSecurityException {
        for (String name : new String[] {"HmacMD5", "HmacSHA1"}) {
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec(new byte[4], name));
            mac.update((byte) 3);
            System.out.println(name + " " + HexFormat.of().formatHex(mac.doFinal()));
        }
        SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        byte[] key = factory.generateSecret(new PBEKeySpec("secret".toCharArray(), new byte[8], 10, 128)).getEncoded();
        System.out.println(HexFormat.of().formatHex(key));
    }
}

// holds, sequential: RSA: what is encrypted is decrypted
class AsksRsa {
    public static void main(String[] args) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(512);
        KeyPair pair = generator.generateKeyPair();
        Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
        cipher.init(Cipher.ENCRYPT_MODE, pair.getPublic());
        byte[] secret = cipher.doFinal("hi".getBytes(StandardCharsets.US_ASCII));
        cipher.init(Cipher.DECRYPT_MODE, pair.getPrivate());
        System.out.println(new String(cipher.doFinal(secret), StandardCharsets.US_ASCII) + " " + pair.getPublic().getFormat());
    }
}

// refused: java.lang.management: names of the machine's beans
class AsksManagement {
    public static void main(String[] args) throws Exception {
        System.out.println(ManagementFactory.getPlatformMBeanServer().isRegistered(new javax.management.ObjectName("java.lang:type=Runtime")));
        System.out.println(ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() > 0);
    }
}

// holds, sequential: modules: the descriptor of a module that is not java.base
class AsksModules {
    public static void main(String[] args) {
        Module module = java.sql.Timestamp.class.getModule();
        System.out.println(module.getName() + " " + module.getDescriptor().isOpen());
        System.out.println(module.getLayer() == ModuleLayer.boot());
        System.out.println(new TreeSet<>(module.getDescriptor().requires().stream().map(it -> it.name()).toList()));
    }
}

// holds, sequential: JDBC without a driver
class AsksDrivers {
    public static void main(String[] args) {
        try {
            java.sql.DriverManager.getConnection("jdbc:none:");
        } catch (java.sql.SQLException e) {
            System.out.println(e.getMessage());
        }
    }
}
