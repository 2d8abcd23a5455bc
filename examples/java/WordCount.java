// Two threads count words in one ConcurrentHashMap.
//   WordCount         by merge, which is atomic
//   WordCount torn    by get and put: a word may be lost
import java.util.concurrent.ConcurrentHashMap;

public class WordCount {
    public static void main(String[] args) throws InterruptedException {
        boolean torn = args.length > 0 && args[0].equals("torn");
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        Runnable work = () -> {
            for (String word : new String[] {"to", "be"}) {
                if (torn) counts.put(word, counts.getOrDefault(word, 0) + 1);
                else counts.merge(word, 1, Integer::sum);
            }
        };
        Thread one = new Thread(work), two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        assert counts.size() == 2 : counts;
        assert counts.get("to") == 2 : counts;
        assert counts.get("be") == 2 : counts;
    }
}
