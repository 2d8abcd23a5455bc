package conformance;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParseException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Scanner;

class ScanStrings {
    public static void main(String[] args) {
        Scanner s = new Scanner("1 2 abc\nline two\n3.5 true 99999999999");
        System.out.println(s.nextInt() + s.nextInt());
        System.out.println(s.next());
        s.nextLine();
        System.out.println(s.nextLine());
        System.out.println(s.nextDouble() + " " + s.nextBoolean() + " " + s.hasNextInt() + " " + s.nextLong() + " " + s.hasNext());
    }
}

class ScanWithDelimiters {
    public static void main(String[] args) {
        try (Scanner s = new Scanner("a,b;;c").useDelimiter("[,;]")) {
            while (s.hasNext()) System.out.println("[" + s.next() + "]");
        }
        System.out.println(new Scanner("x=12 y=13").findInLine("y=(\\d+)"));
        try {
            new Scanner("word").nextInt();
        } catch (java.util.InputMismatchException e) {
            System.out.println(e.getMessage());
        }
    }
}

class NumbersOfLocales {
    public static void main(String[] args) {
        for (Locale locale : new Locale[] {Locale.US, Locale.GERMANY, Locale.FRANCE, Locale.ROOT, new Locale("hi", "IN"), new Locale("de", "CH")}) {
            System.out.println(locale + " " + NumberFormat.getInstance(locale).format(-1234567.891) + " " + NumberFormat.getPercentInstance(locale).format(0.256)
                + " " + NumberFormat.getIntegerInstance(locale).format(98765.5) + " " + String.format(locale, "%,d %.3f %e", 1234567, 3.14159, 12345.678));
        }
    }
}

class DecimalPatterns {
    public static void main(String[] args) throws ParseException {
        System.out.println(new DecimalFormat("#,##0.00").format(1234567.891));
        System.out.println(new DecimalFormat("0.###E0").format(123456));
        System.out.println(new DecimalFormat("00.0%").format(0.0567));
        System.out.println(new DecimalFormat("#.##", new DecimalFormatSymbols(Locale.GERMANY)).format(1.239));
        System.out.println(NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5"));
        try {
            NumberFormat.getInstance(Locale.US).parse("none");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " at " + e.getErrorOffset());
        }
    }
}

class SymbolsAreCopies {
    public static void main(String[] args) {
        DecimalFormatSymbols mine = DecimalFormatSymbols.getInstance();
        mine.setDecimalSeparator('!');
        System.out.println(new DecimalFormat("0.0", mine).format(1.5) + " " + String.format("%.1f", 1.5) + " " + new DecimalFormat("0.0").format(1.5));
    }
}

class Messages {
    public static void main(String[] args) {
        System.out.println(MessageFormat.format("{0} of {1}: {2,number,#.##} {3}", "one", 12345, 2.7182, true));
        System.out.println(new MessageFormat("{0,choice,0#none|1#one|1<{0,number,integer} things}", Locale.US).format(new Object[] {3}));
    }
}

class DatesOfLocales {
    public static void main(String[] args) {
        LocalDate day = LocalDate.of(2024, 3, 5);
        for (Locale locale : new Locale[] {Locale.US, Locale.GERMANY, Locale.FRANCE}) {
            System.out.println(day.format(DateTimeFormatter.ofPattern("EEEE, d MMM yyyy", locale)));
        }
        System.out.println(LocalDate.parse("07 Feb 2023", DateTimeFormatter.ofPattern("dd MMM yyyy", Locale.US)));
    }
}
