package everyday;

import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.text.*;
import java.util.*;
import java.util.regex.*;

// holds, sequential: formats
class TextFormat {
    public static void main(String[] args) {
        System.out.println(String.format("%5d|%-5s|%05.2f|%x|%,d|%b|%c|%%", 42, "ab", 3.14159, 255, 1234567, true, 'z'));
        System.out.println(String.format("%2$s %1$s %s", "a", "b") + " " + "%s is %d".formatted("x", 7));
        System.out.printf("%e %g %08X %+d %s%n", 12345.678, 0.00012, 48879, 5, List.of(1, 2));
    }
}

// holds, sequential: regular expressions
class TextRegex {
    public static void main(String[] args) {
        Matcher matcher = Pattern.compile("(?<key>\\w+)=(?<value>[^;]*);?").matcher("a=1;bc=two;d=");
        while (matcher.find()) System.out.println(matcher.group("key") + " -> '" + matcher.group("value") + "'");
        System.out.println("2024-05-17".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3.$2.$1"));
        System.out.println(Arrays.toString("a, b;c ,d".split("\\s*[,;]\\s*")) + " " + "ABBA".matches("(?i)a(b+)a"));
    }
}

// exception, sequential: what is no number
class TextNumber {
    public static void main(String[] args) {
        System.out.println(Integer.parseInt("-17") + Long.parseLong("ff", 16) + Double.parseDouble("1e3"));
        Integer.parseInt("12a");
    }
}

// holds, sequential: builders and characters
class TextBuilder {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder("hello");
        text.insert(0, '>').append(1.5f).append(true).reverse().setCharAt(0, 'E');
        text.deleteCharAt(1).replace(0, 2, "__");
        System.out.println(text + " " + text.indexOf("l") + " " + text.length());
        System.out.println("Straße".toUpperCase() + " " + "TITLE".toLowerCase() + " " + Character.isLetter('é') + " " + "a\tb".chars().sum());
        System.out.println("  trim ".strip() + "|" + "ab".repeat(3) + "|" + String.join("-", "x", "y") + "|" + "a\nb\n".lines().count());
    }
}

// holds, sequential: scanning
class TextScanner {
    public static void main(String[] args) {
        try (Scanner scanner = new Scanner("3 apples 2.5 true\nnext line")) {
            System.out.println(scanner.nextInt() + " " + scanner.next() + " " + scanner.nextDouble() + " " + scanner.nextBoolean());
            scanner.nextLine();
            System.out.println(scanner.nextLine() + " " + scanner.hasNext());
        }
        StringTokenizer tokens = new StringTokenizer("a,b;c", ",;");
        while (tokens.hasMoreTokens()) System.out.print(tokens.nextToken() + " ");
        System.out.println();
    }
}

// holds, sequential: messages and decimals
class TextMessages {
    public static void main(String[] args) {
        System.out.println(MessageFormat.format("{0} of {1}: {2}", "one", 2, "it''s"));
        System.out.println(new DecimalFormat("#,##0.00").format(1234567.891) + " " + new DecimalFormat("0.###E0").format(12345));
        System.out.println(NumberFormat.getInstance(Locale.US).format(9876.5) + " " + NumberFormat.getPercentInstance(Locale.US).format(0.25));
        System.out.println(new ChoiceFormat("0#none|1#one|2#many").format(5));
    }
}

// holds, sequential: bytes of text
class TextBytes {
    public static void main(String[] args) {
        byte[] bytes = "Grüße €".getBytes(StandardCharsets.UTF_8);
        System.out.println(bytes.length + " " + HexFormat.of().formatHex(bytes) + " " + new String(bytes, StandardCharsets.UTF_8));
        String coded = Base64.getEncoder().encodeToString(bytes);
        System.out.println(coded + " " + new String(Base64.getDecoder().decode(coded), StandardCharsets.UTF_8).equals("Grüße €"));
        System.out.println(new String("latin".getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.US_ASCII));
    }
}

// holds, sequential: large numbers
class TextBigNumbers {
    public static void main(String[] args) {
        System.out.println(BigInteger.TWO.pow(100) + " " + new BigInteger("123456789").modPow(BigInteger.TEN, BigInteger.valueOf(97)));
        System.out.println(new BigDecimal("10").divide(new BigDecimal("3"), 10, RoundingMode.HALF_UP) + " " + new BigDecimal("1.10").add(new BigDecimal("2.205")));
        System.out.println(Math.floorMod(-7, 3) + " " + Integer.toBinaryString(42) + " " + Long.toHexString(-1L) + " " + (0.1 + 0.2));
    }
}

// exception, sequential: ten thirds have no end
class TextBigFault {
    public static void main(String[] args) {
        System.out.println(BigDecimal.TEN.divide(new BigDecimal("3")));
    }
}

// holds, sequential: properties
class TextProperties {
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.load(new StringReader("# comment\nname = value\nlong=a\\\n  b\nunicode=\\u0041"));
        System.out.println(new TreeMap<>(properties) + " " + properties.getProperty("none", "default"));
    }
}

// assertion: a builder is not for two threads
class TextSharedBuilder {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        Thread a = new Thread(() -> text.append('a')), b = new Thread(() -> text.append('b'));
        a.start();
        b.start();
        a.join();
        b.join();
        assert text.length() == 2;
    }
}

// holds: a buffer is
class TextSharedBuffer {
    public static void main(String[] args) throws Exception {
        StringBuffer text = new StringBuffer();
        Thread a = new Thread(() -> text.append('a')), b = new Thread(() -> text.append('b'));
        a.start();
        b.start();
        a.join();
        b.join();
        assert text.length() == 2;
    }
}

// assertion, sequential: strings are compared by equals
class TextIdentity {
    public static void main(String[] args) {
        String built = new StringBuilder("ab").append("c").toString();
        System.out.println(built.equals("abc") + " " + (built.intern() == "abc"));
        assert built == "abc";
    }
}
