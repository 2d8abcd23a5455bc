package junit;

import static org.hamcrest.CoreMatchers.*;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.*;

import java.util.*;
import java.util.concurrent.*;
import org.junit.*;

/** JUnit 4 and Hamcrest. What is expected of each test stands in its line comment. */
public class OldStyleTest {
    private Map<String, Integer> map;
    private static String shared;

    @BeforeClass public static void open() {
        shared = "open";
    }

    @AfterClass public static void close() {
        shared = null;
    }

    @Before public void setUp() {
        map = new ConcurrentHashMap<>();
    }

    @After public void tearDown() {
        map.clear();
    }

    private static void both(Runnable action) throws InterruptedException {
        Thread other = new Thread(action);
        other.start();
        action.run();
        other.join();
    }

    // holds
    @Test public void merge() throws Exception {
        both(() -> map.merge("x", 1, Integer::sum));
        assertEquals(Integer.valueOf(2), map.get("x"));
    }

    // assertion
    @Test public void getThenPut() throws Exception {
        both(() -> map.put("x", map.getOrDefault("x", 0) + 1));
        assertEquals(Integer.valueOf(2), map.get("x"));
    }

    // holds
    @Test(expected = ArithmeticException.class) public void expected() {
        assertEquals(0, 1 / map.size());
    }

    // assertion
    @Test(expected = ArithmeticException.class) public void expectedInVain() { }

    // exception
    @Test(expected = ArithmeticException.class) public void expectedAnother() {
        throw new IllegalStateException("another");
    }

    // holds
    @Test(timeout = 1000) public void timed() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        latch.await();
    }

    // deadlock
    @Test(timeout = 1000) public void hangs() throws Exception {
        new CountDownLatch(1).await();
    }

    // holds
    @Test public void matchers() {
        assertThat(shared, is(equalTo("open")));
        assertThat(List.of(1, 2), hasItem(2));
    }

    // assertion
    @Test public void matchersFail() {
        assertThat(shared, not(containsString("pe")));
    }

    // not run
    @Ignore @Test public void ignored() {
        fail();
    }

    // holds
    @Test public void assumes() {
        Assume.assumeTrue(map.containsKey("x"));
        fail();
    }

    // assertion
    @Test public void arrays() {
        assertArrayEquals(new int[] {1, 2}, new int[] {1, 3});
    }

    // exception
    @Test public void inAnotherThread() throws Exception {
        Thread other = new Thread(() -> map.get(null));
        other.start();
        other.join();
    }

    // assertion
    @Test public void visited() throws Exception {
        Set<String> seen = new HashSet<>();
        both(() -> seen.add(Thread.currentThread().getName()));
        assertEquals(2, seen.size());
    }

    // holds
    @Test public void barrier() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        int[] sum = new int[2];
        Thread other = new Thread(() -> {
            try {
                sum[0] = 1;
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        sum[1] = 2;
        barrier.await();
        assertEquals(3, sum[0] + sum[1]);
    }
}

/** No test of its own: somebody has to extend it. */
abstract class OldStyleBase {
    @org.junit.Test public void holds() {}
}
