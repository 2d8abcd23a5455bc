// Strings: methods, comparison, interning, encodings.
package conformance;

import java.nio.charset.*;
import java.util.*;

class StringBasics {
    public static void main(String[] args) throws Exception {
        String s = "Hello, world";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf("o") + " " + s.lastIndexOf('o') + " " + s.indexOf('o', 5) + " " + s.indexOf("zz"));
        System.out.println(s.substring(7) + " " + s.substring(0, 5) + " " + s.contains("wor") + " " + s.startsWith("Hell") + " " + s.endsWith("d") + " " + s.isEmpty());
    }
}

class StringCase {
    public static void main(String[] args) throws Exception {
        System.out.println("MiXed Ä".toLowerCase() + " " + "straße".toUpperCase() + " " + "abc".equalsIgnoreCase("ABC"));
    }
}

class StringCompare {
    public static void main(String[] args) throws Exception {
        String[] v = {"", "a", "ab", "b", "B", "é", "a\0"};
        for (String x : v) { for (String y : v) System.out.print(x.compareTo(y) + "/" + x.compareToIgnoreCase(y) + " "); System.out.println(); }
    }
}

class StringReplace {
    public static void main(String[] args) throws Exception {
        System.out.println("banana".replace('a', 'o') + " " + "banana".replace("an", "AN") + " " + "aaa".replace("", "-") + " " + "a.b.c".replaceAll("\\.", "/") + " " + "aab".replaceFirst("a", "x"));
    }
}

class StringSplit {
    public static void main(String[] args) throws Exception {
        for (String p : new String[] {",", "", "\\s+", "x"}) System.out.println(java.util.Arrays.toString("a,b,,c d,".split(p)));
        System.out.println(java.util.Arrays.toString("a,b,c,".split(",", -1)) + java.util.Arrays.toString("a,b,c".split(",", 2)));
    }
}

class StringTrim {
    public static void main(String[] args) throws Exception {
        String s = " \t x y \n";
        System.out.println("[" + s.trim() + "][" + s.strip() + "][" + s.stripLeading() + "][" + s.stripTrailing() + "]" + "  ".isBlank() + "".isBlank());
    }
}

class StringJoin {
    public static void main(String[] args) throws Exception {
        System.out.println(String.join("-", "a", "b", "c") + String.join(", ", java.util.List.of("x", "y")) + "ab".repeat(3) + "z".repeat(0));
    }
}

class StringLines {
    public static void main(String[] args) throws Exception {
        System.out.println("a\nb\r\nc".lines().toList());
        System.out.println("  a\n    b\n".indent(2) + "|" + "  x\n y".stripIndent() + "|" + "a\\tb".translateEscapes());
    }
}

class StringIntern {
    public static void main(String[] args) throws Exception {
        String a = "lit" + "eral", b = new String("literal");
        System.out.println((a == "literal") + " " + (b == "literal") + " " + (b.intern() == a) + " " + a.equals(b));
        final String c = "lit";
        System.out.println((c + "eral" == a) + " " + (args.length + "" == "0"));
    }
}

class StringHash {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"", "a", "hello", "Aa", "BB", "ééé", "the quick brown fox"}) System.out.println(s.hashCode());
    }
}

class StringSwitchCollision {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"Aa", "BB", "C", "AaAa", "BBBB", "AaBB"}) {
            switch (s) {
                case "Aa": System.out.print("1 "); break;
                case "BB": System.out.print("2 "); break;
                case "AaAa": System.out.print("3 "); break;
                case "BBBB": System.out.print("4 "); break;
                default: System.out.print("? ");
            }
        }
        System.out.println();
    }
}

class StringChars {
    public static void main(String[] args) throws Exception {
        char[] cs = "hello".toCharArray();
        cs[0] = 'J';
        System.out.println(new String(cs) + String.valueOf(cs, 1, 2) + String.copyValueOf(cs) + "abc".chars().sum());
        char[] to = new char[5];
        "abcdef".getChars(1, 4, to, 1);
        System.out.println((int) to[0] + "" + to[1] + to[3]);
    }
}

class StringBytes {
    public static void main(String[] args) throws Exception {
        byte[] b = "aé€".getBytes(StandardCharsets.UTF_8);
        System.out.println(b.length + " " + b[1] + " " + new String(b, StandardCharsets.UTF_8) + " " + new String(b, StandardCharsets.ISO_8859_1).length());
        System.out.println("é".getBytes(StandardCharsets.UTF_16BE).length + " " + "é".getBytes(StandardCharsets.US_ASCII)[0]);
    }
}

class StringFormatSimple {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%d %s %c %b %n", 1, "x", 'c', true).trim() + String.valueOf((Object) null) + String.valueOf(3.5));
    }
}

class StringIndexErrors {
    public static void main(String[] args) throws Exception {
        try { "abc".charAt(3); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { "abc".substring(2, 1); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { "abc".substring(4); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    }
}

class StringRegion {
    public static void main(String[] args) throws Exception {
        System.out.println("Hello".regionMatches(1, "bell", 1, 3) + " " + "Hello".regionMatches(true, 0, "hE", 0, 2) + " " + "abc".contentEquals(new StringBuilder("abc")));
    }
}

class StringUnicode {
    public static void main(String[] args) throws Exception {
        String s = "\u00e9\u0065\u0301 \u4e2d\u6587 \uD83D\uDE00";
        System.out.println(s + " " + s.length() + " " + s.toUpperCase() + " " + new StringBuilder(s).reverse());
    }
}

class NullInStrings {
    public static void main(String[] args) throws Exception {
        String s = null;
        System.out.println("a" + s + null + 'c' + 1.0f + 2L + true);
        s += "x";
        System.out.println(s);
    }
}

class BuilderBasics {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder();
        b.append(1).append('c').append("s").append(2.5).append(true).append((Object) null).append(new char[] {'x', 'y'}).append(7L).append(1.5f);
        System.out.println(b + " " + b.length());
        b.insert(0, "<").insert(3, 42).deleteCharAt(1).setCharAt(0, '[');
        System.out.println(b);
        b.delete(2, 5).replace(0, 1, "((").reverse();
        System.out.println(b + " " + b.indexOf("l") + " " + b.charAt(0));
        b.setLength(3);
        System.out.println(b);
    }
}

class BuilderGrow {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder(1);
        for (int i = 0; i < 100; i++) b.append(i % 10);
        System.out.println(b.length() + " " + b.substring(95) + " " + b.toString().hashCode());
        b.append("é").append('€');
        System.out.println(b.substring(98));
    }
}

class BufferAndJoiner {
    public static void main(String[] args) throws Exception {
        StringBuffer b = new StringBuffer("x");
        b.append(1).insert(0, 'y');
        StringJoiner j = new StringJoiner(", ", "{", "}").setEmptyValue("none");
        System.out.println(b + " " + j);
        j.add("a").add("b");
        System.out.println(j + " " + j.length());
    }
}

class BuilderCompare {
    public static void main(String[] args) throws Exception {
        System.out.println(new StringBuilder("a").compareTo(new StringBuilder("b")) + " " + new StringBuilder("a").equals(new StringBuilder("a")) + " " + "ab".contentEquals(new StringBuffer("ab")));
    }
}

class ConcatMany {
    public static void main(String[] args) throws Exception {
        String s = "";
        for (int i = 0; i < 20; i++) s += i + ",";
        System.out.println(s);
        long l = 5; double d = 2.5; char c = 'z'; boolean t = false; Object o = new int[0].length;
        System.out.println(l + d + "" + c + t + o + "\1\2" + l + "end");
    }
}

class ConcatOrder {
    public static void main(String[] args) throws Exception {
        int[] n = {0};
        System.out.println("a" + n[0]++ + "b" + n[0]++ + "c" + (n[0] += 10) + n[0]);
        StringBuilder b = new StringBuilder("x");
        System.out.println("" + b + b.append("y"));
    }
}

class TextBlock {
    public static void main(String[] args) throws Exception {
        String s = """
            Hello "world" \
            joined
              indented\ttab
            trailing\s
            end""";
        System.out.println(s.replace(' ', '.'));
    }
}

class StringTokens {
    public static void main(String[] args) throws Exception {
        StringTokenizer t = new StringTokenizer("a b;c", " ;", true);
        while (t.hasMoreTokens()) System.out.print(t.nextToken() + "|");
        System.out.println(t.countTokens());
    }
}

class Palindromes {
    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"level", "hello", "", "abba"}) System.out.println(s + " " + new StringBuilder(s).reverse().toString().equals(s));
    }
}

class Caesar {
    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        for (char c : "Hello, World".toCharArray()) out.append(Character.isLetter(c) ? (char) ((c & 0xe0) + (c % 32 + 2) % 26 + 1) : c);
        System.out.println(out);
    }
}

class CharSequences {
    public static void main(String[] args) throws Exception {
        CharSequence s = "abcdef".subSequence(1, 4);
        System.out.println(s + " " + s.length() + " " + CharSequence.compare(s, "bce") + " " + s.chars().mapToObj(c -> "" + (char) c).toList());
    }
}

class StringCompareOrder {
    public static void main(String[] args) throws Exception {
        System.out.println(String.CASE_INSENSITIVE_ORDER.compare("abc", "ABD") + " " + "x".concat("y") + " " + "a-b".matches("[a-z]-[a-z]") + " " + "%d%%".formatted(5));
        System.out.println("chars".chars().filter(c -> c > 'd').count() + " " + "x1y2".transform(s -> s + s.length()) + " " + "ab".describeConstable().get());
    }
}
