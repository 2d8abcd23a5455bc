package today;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.text.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

// holds, sequential: currencies
class Currencies {
    public static void main(String[] args) {
        Currency euro = Currency.getInstance("EUR");
        System.out.println(euro.getDefaultFractionDigits() + " " + euro.getSymbol(Locale.US) + " " + euro.getDisplayName(Locale.US));
        System.out.println(Currency.getInstance(Locale.JAPAN));
        System.out.println(NumberFormat.getCurrencyInstance(Locale.US).format(1234.5));
    }
}

// holds, sequential: an order of texts by language
class Collates {
    public static void main(String[] args) {
        String[] words = {"zebra", "Apple", "apple", "\u00c9cole"};
        Arrays.sort(words, Collator.getInstance(Locale.US));
        System.out.println(Arrays.toString(words));
    }
}

// holds, sequential: normal forms
class Normalizes {
    public static void main(String[] args) {
        String text = "\u00e9\ufb01";
        for (Normalizer.Form form : Normalizer.Form.values()) {
            System.out.println(form + " " + Normalizer.normalize(text, form).length() + " " + Normalizer.isNormalized(text, form));
        }
    }
}

// holds, sequential: a cipher
class Ciphers {
    public static void main(String[] args) throws GeneralSecurityException {
        SecretKeySpec key = new SecretKeySpec("0123456789abcdef".getBytes(StandardCharsets.US_ASCII), "AES");
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        byte[] secret = cipher.doFinal("attack at dawn".getBytes(StandardCharsets.US_ASCII));
        System.out.println(HexFormat.of().formatHex(secret));
        cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        System.out.println(new String(cipher.doFinal(secret), StandardCharsets.US_ASCII));
    }
}

// holds, sequential: a code of a message with a key
class Macs {
    public static void main(String[] args) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        System.out.println(HexFormat.of().formatHex(mac.doFinal("message".getBytes(StandardCharsets.US_ASCII))));
    }
}

// holds, sequential: a signature
class Signs {
    public static void main(String[] args) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(512);
        KeyPair pair = generator.generateKeyPair();
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(pair.getPrivate());
        signature.update("text".getBytes(StandardCharsets.US_ASCII));
        byte[] signed = signature.sign();
        signature.initVerify(pair.getPublic());
        signature.update("text".getBytes(StandardCharsets.US_ASCII));
        System.out.println(signature.verify(signed) + " " + signed.length);
    }
}

// holds, sequential: an algorithm that no provider has
class UnknownAlgorithm {
    public static void main(String[] args) {
        try {
            Cipher.getInstance("Rot13");
        } catch (GeneralSecurityException e) {
            System.out.println(e.getClass().getName() + " " + e.getMessage());
        }
        try {
            MessageDigest.getInstance("Sum");
        } catch (GeneralSecurityException e) {
            System.out.println(e.getMessage());
        }
    }
}

// holds, sequential: the modules of the run
class Layer {
    public static void main(String[] args) {
        System.out.println(ModuleLayer.boot().findModule("java.base").get() == Object.class.getModule());
        System.out.println(Object.class.getModule().getDescriptor().name());
        System.out.println(java.util.logging.Logger.class.getModule());
        System.out.println(Layer.class.getModule().isNamed() + " " + ModuleLayer.boot().findModule("no.such").isPresent());
        System.out.println(Object.class.getModule().getDescriptor().exports().stream().anyMatch(it -> it.source().equals("java.util")));
        System.out.println(Object.class.getModule().isExported("java.util") + " " + Object.class.getModule().isExported("jdk.internal.misc"));
    }
}

// refused: beans of the machine
class Beans {
    public static void main(String[] args) {
        System.out.println(ManagementFactory.getRuntimeMXBean().getSpecVersion());
        System.out.println(ManagementFactory.getThreadMXBean().getThreadCount() > 0);
        System.out.println(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >= 0);
    }
}

// holds, sequential: a document of XML
class Documents {
    public static void main(String[] args) throws Exception {
        var document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new java.io.ByteArrayInputStream("<a><b n='1'/>text</a>".getBytes(StandardCharsets.US_ASCII)));
        System.out.println(document.getDocumentElement().getTagName() + " " + document.getDocumentElement().getTextContent());
    }
}

// refused: generators by name
class Generators {
    public static void main(String[] args) {
        var generator = java.util.random.RandomGenerator.of("Random");
        System.out.println(generator.getClass().getName());
        System.out.println(java.util.random.RandomGeneratorFactory.of("SplittableRandom").create(42).nextInt(1000));
    }
}
