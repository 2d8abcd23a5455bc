/* together: no */
public class OneThread {
    static int x;
    public static void main(String[] args) throws Exception {
        x = 1;
        assert x == 1;
    }
}
