// Formatting, regular expressions, big numbers, dates.
package conformance;

import java.math.*;
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;

class FormatIntegers {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%d|%5d|%-5d|%05d|%+d|%,d|%x|%X|%o|%(d", 42, 42, 42, 42, 42, 1234567, 255, 255, 8, -7));
        System.out.println(String.format("%d %d %d %d", (byte) 1, (short) 2, 3L, Long.MIN_VALUE) + String.format("%x %x", -1, -1L) + String.format("%#x %#o", 255, 8));
    }
}

class FormatFloats {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%f|%.2f|%8.3f|%-8.1f|%e|%.3E|%g|%+.1f|%08.2f", 3.14159, 2.675, 1.0, 2.25, 12345.678, 0.00012, 0.5, 1.05, -1.5));
        System.out.println(String.format("%f %f %.0f %.1f %s", Double.NaN, Double.POSITIVE_INFINITY, 2.5, 0.05, 1e10));
    }
}

class FormatStrings {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%s|%10s|%-10s|%.2s|%S|%c|%C|%b|%B|%%|%h", "abc", "abc", "abc", "abc", "abc", 'x', 'x', true, null, "hi"));
        System.out.println(String.format("%2$s %1$s %<s %s", "a", "b") + String.format("%s %s", null, List.of(1)) + String.format("%n").length());
    }
}

class FormatErrors {
    public static void main(String[] args) throws Exception {
        for (String f : new String[] {"%d", "%q", "%-d", "%s %s"}) try { System.out.println(String.format(f, "text")); } catch (java.util.IllegalFormatException e) { System.out.println(e.getClass().getSimpleName()); }
    }
}

class PrintStreams {
    public static void main(String[] args) throws Exception {
        System.out.printf("%d %s%n", 1, "x");
        System.out.print('c'); System.out.print(1L); System.out.print(1.5f); System.out.print(true); System.out.print((Object) null); System.out.print(new char[] {'o', 'k'});
        System.out.println(); System.out.println(new char[] {'a'}); System.out.println(2.0); System.out.append("app").append('\n');
        System.out.write('w'); System.out.println();
    }
}

class RegexMatch {
    public static void main(String[] args) throws Exception {
        Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.com").matcher("ann@site.com, bob@home.com");
        while (m.find()) System.out.println(m.group(1) + " at " + m.group(2) + " " + m.start() + "-" + m.end());
        System.out.println("abc123".matches("[a-z]+\\d+") + " " + "x".matches("y?"));
    }
}

class RegexReplace {
    public static void main(String[] args) throws Exception {
        System.out.println("2024-01-15".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1") + " " + "a1b22".replaceAll("\\d+", "#") + " " + Pattern.compile("[aeiou]").matcher("education").replaceAll(r -> r.group().toUpperCase()));
    }
}

class RegexGroups {
    public static void main(String[] args) throws Exception {
        Matcher m = Pattern.compile("(?<year>\\d{4})(?:-(?<mon>\\d\\d))?").matcher("2024-05 1999");
        while (m.find()) System.out.println(m.group("year") + " " + m.group("mon") + " " + m.groupCount());
        System.out.println(Pattern.compile("a(b|c)*d").matcher("abcbcd").matches() + " " + Pattern.matches("(?i)HELLO", "hello") + " " + "aaa".replaceAll("a{2}", "b"));
    }
}

class RegexSplit {
    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.toString(Pattern.compile("\\s*,\\s*").split("a , b,c ,d")) + Pattern.compile(":").splitAsStream("x:y").toList() + Pattern.quote("a.b") + "a.b".split(Pattern.quote("."))[1]);
    }
}

class RegexLook {
    public static void main(String[] args) throws Exception {
        System.out.println("foobar foobaz".replaceAll("foo(?=bar)", "X") + " " + "price100".replaceAll("(?<=price)\\d+", "N") + " " + "aXbX".split("(?=X)").length + " " + "<a><b>".replaceAll("<.*?>", "t") + " " + "\u00e9t\u00e9".matches("\\p{L}+"));
    }
}

class RegexErrors {
    public static void main(String[] args) throws Exception {
        try { Pattern.compile("(a"); } catch (java.util.regex.PatternSyntaxException e) { System.out.println(e.getDescription() + " " + e.getIndex()); }
    }
}

class BigIntegers {
    public static void main(String[] args) throws Exception {
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(987654321);
        System.out.println(a.add(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(b) + " " + a.negate().abs().equals(a) + " " + a.pow(3));
        System.out.println(b.modPow(BigInteger.TEN, BigInteger.valueOf(97)) + " " + a.gcd(b) + " " + a.bitLength() + " " + a.shiftLeft(5).shiftRight(3) + " " + b.isProbablePrime(10) + " " + a.compareTo(b) + " " + a.toString(16) + " " + a.hashCode());
    }
}

class Factorials {
    public static void main(String[] args) throws Exception {
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 50; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.sqrt() + " " + f.longValue() + " " + f.doubleValue());
    }
}

class BigDecimals {
    public static void main(String[] args) throws Exception {
        BigDecimal a = new BigDecimal("10.25"), b = new BigDecimal("3");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b, 5, RoundingMode.HALF_UP) + " " + a.setScale(1, RoundingMode.HALF_EVEN) + " " + a.negate().scale());
        System.out.println(new BigDecimal("1.10").equals(new BigDecimal("1.1")) + " " + new BigDecimal("1.10").compareTo(new BigDecimal("1.1")) + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal(0.1).toString().length() + " " + BigDecimal.valueOf(2.50).stripTrailingZeros() + " " + a.remainder(b) + " " + new BigDecimal("2").sqrt(new MathContext(10)));
        try { a.divide(b); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}

class Dates {
    public static void main(String[] args) throws Exception {
        LocalDate d = LocalDate.of(2024, 2, 28);
        System.out.println(d.plusDays(2) + " " + d.isLeapYear() + " " + d.getDayOfWeek() + " " + d.withDayOfMonth(1) + " " + d.minusMonths(3) + " " + d.lengthOfMonth() + " " + d.getDayOfYear() + " " + LocalDate.parse("2023-12-31").plusYears(1).isAfter(d) + " " + ChronoUnit.DAYS.between(d, LocalDate.of(2025, 1, 1)));
    }
}

class Times {
    public static void main(String[] args) throws Exception {
        LocalTime t = LocalTime.of(23, 30, 15);
        LocalDateTime n = LocalDateTime.of(2024, 1, 1, 12, 0);
        System.out.println(t.plusHours(2) + " " + t.toSecondOfDay() + " " + n.minusMinutes(721) + " " + n.toLocalDate() + " " + t.isBefore(LocalTime.NOON) + " " + n.getMonth() + " " + LocalTime.parse("10:15").getMinute());
    }
}

class Durations {
    public static void main(String[] args) throws Exception {
        System.out.println(Duration.ofSeconds(3661) + " " + Duration.ofMillis(1500).plusMinutes(2).toMillis() + " " + Duration.between(LocalTime.of(1, 0), LocalTime.of(2, 30)) + " " + Period.between(LocalDate.of(2020, 1, 15), LocalDate.of(2024, 3, 10)) + " " + Period.ofDays(10) + " " + Duration.parse("PT1H30M").toMinutes());
    }
}

class Instants {
    public static void main(String[] args) throws Exception {
        System.out.println(Instant.ofEpochSecond(1700000000L) + " " + Instant.EPOCH.plusSeconds(86400) + " " + LocalDateTime.ofEpochSecond(0, 5, ZoneOffset.UTC) + " " + OffsetDateTime.of(2024, 5, 6, 7, 8, 9, 0, ZoneOffset.ofHours(2)) + " " + YearMonth.of(2024, 2).atEndOfMonth() + " " + Year.isLeap(1900) + " " + DayOfWeek.MONDAY.plus(10) + " " + Month.MAY.maxLength());
    }
}

class DateFormats {
    public static void main(String[] args) throws Exception {
        System.out.println(LocalDate.of(2024, 3, 5).format(DateTimeFormatter.ISO_DATE) + " " + LocalDate.of(2024, 3, 5).format(DateTimeFormatter.ofPattern("dd/MM/yyyy")) + " " + LocalDate.parse("20240305", DateTimeFormatter.BASIC_ISO_DATE));
        try { LocalDate.of(2023, 2, 29); } catch (java.time.DateTimeException e) { System.out.println(e.getMessage()); }
    }
}

class TimeUnits {
    public static void main(String[] args) throws Exception {
        System.out.println(TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.MILLISECONDS.convert(3, TimeUnit.SECONDS) + " " + TimeUnit.NANOSECONDS.toMicros(5500) + " " + TimeUnit.DAYS);
    }
}
