// Two people go through a turnstile that counts them. That the count only grows is a property of steps, not of states:
//   waymark check --script turnstile.way --classpath build/classes Turnstile
//   waymark certify --script turnstile.way --step-invariant 'Turnstile.somebody=>Turnstile.somebody' --classpath build/classes Turnstile
public class Turnstile {
    static int passed;

    static boolean somebody() {
        return passed > 0;
    }

    static boolean few() {
        return passed < 2;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                synchronized (Turnstile.class) {
                    passed++;
                }
            }).start();
        }
    }
}
