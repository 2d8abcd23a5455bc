package features;

import java.nio.charset.*;
import java.text.*;
import java.time.*;
import java.util.*;
import java.util.random.*;
import java.util.regex.*;

// holds: a currency
class UseMoney {
  public static void main(String[] args) throws Exception {
    if (!Currency.getInstance("EUR").getCurrencyCode().equals("EUR")) throw new IllegalStateException();
  }
}

// holds: an order of texts
class UseCollating {
  public static void main(String[] args) throws Exception {
    if (Collator.getInstance().compare("a", "b") >= 0) throw new IllegalStateException();
  }
}

// holds: a normal form of a text
class UseNormalizing {
  public static void main(String[] args) throws Exception {
    if (Normalizer.normalize("\u00e9", Normalizer.Form.NFD).length() != 2) throw new IllegalStateException();
  }
}

// holds: a format of numbers
class UseFormatting {
  public static void main(String[] args) throws Exception {
    if (!NumberFormat.getInstance().format(1234.5).equals("1,234.5")) throw new IllegalStateException();
  }
}

// holds: a format of dates
class UseDates {
  public static void main(String[] args) throws Exception {
    new SimpleDateFormat("yyyy-MM-dd").format(new java.util.Date(0));
  }
}

// holds: locales
class UseLocales {
  public static void main(String[] args) throws Exception {
    Locale.getAvailableLocales(); if (!Locale.GERMANY.getDisplayCountry().equals("Germany")) throw new IllegalStateException();
  }
}

// holds: time zones
class UseTimezones {
  public static void main(String[] args) throws Exception {
    TimeZone.getAvailableIDs();
  }
}

// holds: names of months
class UseMonths {
  public static void main(String[] args) throws Exception {
    if (!Month.MAY.getDisplayName(java.time.format.TextStyle.FULL, java.util.Locale.US).equals("May")) throw new IllegalStateException();
  }
}

// holds: character sets
class UseCharsets {
  public static void main(String[] args) throws Exception {
    Charset.forName("windows-1252"); Charset.availableCharsets();
  }
}

// holds: a regular expression over scripts
class UseRegex {
  public static void main(String[] args) throws Exception {
    if (!Pattern.compile("\\p{IsLatin}+").matcher("abc").matches()) throw new IllegalStateException();
  }
}

// holds: a generator of random numbers by name
class UseGenerators {
  public static void main(String[] args) throws Exception {
    RandomGenerator.of("L64X128MixRandom").nextInt();
  }
}
