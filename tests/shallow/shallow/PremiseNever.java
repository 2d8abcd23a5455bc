/* options: --ltl '[] (PremiseNever.x == 7 -> <> (PremiseNever.x == 0))'
   subformulas: <> (PremiseNever.x == 0) */
public class PremiseNever {
    static int x;
    static synchronized void work() {
        x = 1;
        x = 0;
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(PremiseNever::work);
        Thread two = new Thread(PremiseNever::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
