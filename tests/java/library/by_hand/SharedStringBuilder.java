// sees: 1 | 2
// Two threads append to a StringBuilder: a character is lost.
package library;

public class SharedStringBuilder {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        Thread other = new Thread(() -> text.append('a'));
        other.start();
        text.append('b');
        other.join();
        System.out.println(text.length());
    }
}
