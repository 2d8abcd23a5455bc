/* waymark: check --timeouts last -- 3
   expect:  holds
   output:  got 3 */
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** If time-outs come only when nothing else can happen, who polls gets what another thread is about to put. */
class PollsForAMoment {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread other = new Thread(() -> queue.add(Integer.valueOf(args[0])));
        other.start();
        Integer got = queue.poll(1, TimeUnit.HOURS);
        assert got != null;
        System.out.println("got " + got);
        other.join();
    }
}
