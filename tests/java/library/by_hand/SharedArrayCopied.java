// sees: 00 | 10 | 11
// A String is made of characters that another thread writes: of these it sees the first alone, too.
package library;

public class SharedArrayCopied {
    public static void main(String[] args) throws Exception {
        char[] shared = {'0', '0'};
        Thread other = new Thread(() -> {
            shared[0] = '1';
            shared[1] = '1';
        });
        other.start();
        System.out.println(new String(shared));
    }
}
