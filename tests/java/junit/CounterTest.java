package junit;

import static org.junit.jupiter.api.Assertions.*;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;

/** JUnit 5. What is expected of each test stands in its line comment. */
class CounterTest {
    private int plain;
    private AtomicInteger atomic;
    private static int classes;
    private List<String> order;

    @BeforeAll static void once() {
        classes++;
    }

    @BeforeEach void setUp() {
        atomic = new AtomicInteger();
        order = new ArrayList<>();
        order.add("before");
    }

    @AfterEach void tearDown() {
        assertFalse(order.isEmpty());
    }

    private static void both(Runnable action) throws InterruptedException {
        Thread other = new Thread(action);
        other.start();
        action.run();
        other.join();
    }

    // assertion
    @Test void lostUpdate() throws Exception {
        both(() -> plain++);
        assertEquals(2, plain);
    }

    // holds
    @Test void atomicUpdate() throws Exception {
        both(() -> atomic.incrementAndGet());
        assertEquals(2, atomic.get());
    }

    // holds
    @Test void setUpRan() {
        assertAll(() -> assertEquals(1, classes), () -> assertEquals(List.of("before"), order));
    }

    // holds
    @Test void throwsAsExpected() {
        Exception e = assertThrows(IllegalStateException.class, () -> { throw new IllegalStateException("x"); });
        assertEquals("x", e.getMessage());
    }

    // assertion
    @Test void throwsNothing() {
        assertThrows(IllegalStateException.class, () -> { });
    }

    // exception
    @Test void throwsUnexpectedly() {
        order.get(1);
    }

    // deadlock
    @Test void lockOrder() throws Exception {
        Object a = new Object(), b = new Object();
        Thread other = new Thread(() -> {
            synchronized (a) {
                synchronized (b) { }
            }
        });
        other.start();
        synchronized (b) {
            synchronized (a) { }
        }
        other.join();
    }

    // not run
    @Disabled("slow") @Test void disabled() {
        fail();
    }

    // holds
    @Test void assumption() {
        Assumptions.assumeTrue(order.size() > 1);
        fail();
    }

    // holds holds
    @ParameterizedTest @ValueSource(ints = {1, 2}) void values(int threads) throws Exception {
        assertTrue(threads > 0);
    }

    // holds assertion
    @ParameterizedTest @CsvSource({"1, one", "2, 'one'"}) void rows(int number, String name) {
        assertEquals(number, name.equals("one") ? 1 : 2);
    }

    enum Size { SMALL, LARGE }

    // holds holds
    @ParameterizedTest @EnumSource(names = {"SMALL", "LARGE"}) void sizes(Size size) {
        assertNotNull(size);
    }

    // holds
    @RepeatedTest(100) void repeated() throws Exception {
        both(() -> {
            synchronized (this) {
                plain++;
            }
        });
        assertEquals(2, plain);
    }

    // assertion
    @Test void sharedList() throws Exception {
        List<Integer> list = new ArrayList<>(4);
        both(() -> list.add(1));
        assertEquals(2, list.size());
    }

    // holds
    @Test @Timeout(1) void pool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> sum = pool.submit(() -> 1 + 1);
        assertEquals(2, sum.get());
        pool.shutdown();
    }

    // not run
    @TestFactory Collection<DynamicTest> made() {
        return List.of(DynamicTest.dynamicTest("one", () -> fail()));
    }

    // not run
    @Nested class Inside {
        @Test void fails() {
            fail();
        }
    }
}
