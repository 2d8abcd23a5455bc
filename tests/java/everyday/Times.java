package everyday;

import java.text.SimpleDateFormat;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.time.temporal.*;
import java.util.*;
import java.util.concurrent.TimeUnit;

// holds, sequential: dates
class TimeDates {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, 1, 31);
        System.out.println(date.plusMonths(1) + " " + date.isLeapYear() + " " + date.getDayOfWeek() + " " + date.with(TemporalAdjusters.firstDayOfNextMonth()));
        System.out.println(Period.between(LocalDate.of(2020, 2, 29), date) + " " + ChronoUnit.DAYS.between(LocalDate.EPOCH, date));
        System.out.println(YearMonth.of(2023, 2).lengthOfMonth() + " " + Year.isLeap(1900) + " " + date.get(ChronoField.ALIGNED_WEEK_OF_YEAR));
    }
}

// holds, sequential: durations
class TimeDurations {
    public static void main(String[] args) {
        Duration duration = Duration.ofMinutes(135).plusSeconds(7);
        System.out.println(duration + " " + duration.toHours() + " " + duration.toMinutesPart() + " " + duration.compareTo(Duration.ofHours(2)));
        System.out.println(TimeUnit.DAYS.toSeconds(2) + " " + TimeUnit.NANOSECONDS.toMillis(12_345_678) + " " + Duration.parse("PT1H30M").getSeconds());
    }
}

// holds, sequential: formats
class TimeFormats {
    public static void main(String[] args) {
        LocalDateTime moment = LocalDateTime.of(2024, 5, 17, 9, 5, 3);
        System.out.println(moment.format(DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss")) + " " + moment.format(DateTimeFormatter.ISO_DATE));
        System.out.println(LocalDate.parse("17.05.2024", DateTimeFormatter.ofPattern("dd.MM.yyyy")) + " " + LocalTime.parse("10:15").minusMinutes(20));
    }
}

// holds, sequential: names of months and days
class TimeNames {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, 5, 17);
        System.out.println(date.format(DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.US)) + " " + Month.MAY.getDisplayName(java.time.format.TextStyle.SHORT, Locale.US));
    }
}

// exception, sequential: no such day
class TimeNoSuchDay {
    public static void main(String[] args) {
        System.out.println(LocalDate.parse("2024-02-29"));
        LocalDate.parse("2023-02-29");
    }
}

// holds, sequential: instants and offsets
class TimeInstants {
    public static void main(String[] args) {
        Instant instant = Instant.ofEpochSecond(1_700_000_000L);
        System.out.println(instant + " " + instant.plus(1, ChronoUnit.DAYS) + " " + instant.atOffset(ZoneOffset.ofHours(2)));
        System.out.println(OffsetDateTime.parse("2024-05-17T10:00:00+02:00").toInstant() + " " + instant.truncatedTo(ChronoUnit.HOURS));
    }
}

// holds, sequential: zones
class TimeZones {
    public static void main(String[] args) {
        ZonedDateTime summer = ZonedDateTime.of(2024, 7, 1, 12, 0, 0, 0, ZoneId.of("Europe/Berlin"));
        System.out.println(summer + " " + summer.withZoneSameInstant(ZoneId.of("America/New_York")) + " " + summer.toInstant());
        System.out.println(ZoneId.of("Europe/Berlin").getRules().getOffset(Instant.ofEpochSecond(1_700_000_000L)));
    }
}

// holds, sequential: now
class TimeNow {
    public static void main(String[] args) {
        System.out.println(LocalDateTime.now().getYear() >= 2020);
        System.out.println(!LocalDate.now().isBefore(LocalDate.of(2020, 1, 1)) && Instant.now().getEpochSecond() > 1_500_000_000L);
        System.out.println(ZonedDateTime.now().getZone() != null);
    }
}

// holds, sequential: a clock that is given
class TimeClock {
    public static void main(String[] args) {
        Clock clock = Clock.fixed(Instant.parse("2024-05-17T00:00:00Z"), ZoneOffset.UTC);
        System.out.println(LocalDate.now(clock) + " " + Clock.offset(clock, Duration.ofHours(30)).instant());
    }
}

// holds, sequential: calendars
class TimeCalendar {
    public static void main(String[] args) {
        Calendar calendar = new GregorianCalendar(2024, Calendar.JANUARY, 31);
        calendar.add(Calendar.MONTH, 1);
        System.out.println(calendar.get(Calendar.DAY_OF_MONTH) + " " + calendar.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + calendar.get(Calendar.YEAR));
        Calendar zoned = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
        zoned.setTimeInMillis(0);
        System.out.println(zoned.get(Calendar.YEAR) + " " + zoned.get(Calendar.HOUR));
    }
}

// holds, sequential: old dates
class TimeOldDates {
    public static void main(String[] args) throws Exception {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm");
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(format.format(new Date(86_400_000L)) + " " + format.parse("1970-01-02 03:04").getTime());
    }
}

// assertion, sequential: a day is not always 24 hours
class TimeShortDay {
    public static void main(String[] args) {
        ZonedDateTime before = ZonedDateTime.of(2024, 3, 30, 12, 0, 0, 0, ZoneId.of("Europe/Berlin"));
        assert before.plusDays(1).equals(before.plusHours(24)) : before.plusHours(24);
    }
}

// assertion: nobody has to be done when the clock is read
class TimeMeasured {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        new Thread(() -> done = true).start();
        while (System.nanoTime() - start < 1_000_000 && !done) Thread.sleep(1);
        assert System.nanoTime() - start >= 0;
        assert done;
    }
}
