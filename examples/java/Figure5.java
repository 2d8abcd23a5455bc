// Figure 5 of the JPF paper: without collecting garbage this has infinitely many states.
public class Figure5 {
    public static void main(String[] args) {
        Object o;
        while (true) {
            o = new Object();
        }
    }
}
