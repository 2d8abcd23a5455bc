package junit;

import static org.junit.jupiter.api.Assertions.*;

import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;

/** Arguments that code, files and enums give. Of arguments that code makes there is one verdict for all. */
class SourcesTest {
    enum Size { SMALL, MEDIUM, LARGE }

    static Stream<Arguments> pairs() {
        return Stream.of(Arguments.of(1, "one"), Arguments.of(3, "three"));
    }

    // holds
    @ParameterizedTest @MethodSource("pairs") void byMethod(int number, String name) {
        assertEquals(number == 1 ? "one" : "three", name);
    }

    // assertion
    @ParameterizedTest @MethodSource("pairs") void oneFails(int number, String name) {
        assertEquals("one", name);
    }

    static List<String> sameName() {
        return List.of("SMALL", "LARGE");
    }

    // holds
    @ParameterizedTest @MethodSource void sameName(Size size) {
        assertNotEquals(Size.MEDIUM, size);
    }

    static IntStream numbers() {
        return IntStream.rangeClosed(1, 3);
    }

    // holds
    @ParameterizedTest @MethodSource("junit.SourcesTest#numbers") void elsewhere(long number) {
        assertTrue(number > 0 && number < 4);
    }

    static class Provider implements ArgumentsProvider {
        @Override public Stream<? extends Arguments> provideArguments(ExtensionContext context) {
            return Stream.of(Arguments.of(List.of(1, 2)), Arguments.of(List.of()));
        }
    }

    // exception
    @ParameterizedTest @ArgumentsSource(Provider.class) void provided(List<Integer> list) {
        list.get(0);
    }

    // holds holds holds
    @ParameterizedTest @EnumSource void allSizes(Size size) {
        assertNotNull(size);
    }

    // holds assertion
    @ParameterizedTest @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MEDIUM") void extremes(Size size) {
        assertEquals(Size.SMALL, size);
    }

    // holds assertion
    @ParameterizedTest @CsvFileSource(resources = "/rows.csv", numLinesToSkip = 1) void rows(int number, String name) {
        assertEquals(1, number);
        assertEquals("one, two", name);
    }
}
