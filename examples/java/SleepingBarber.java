// Barbers sleep until customers come; customers wait on chairs or leave.
//   SleepingBarber BARBERS CUSTOMERS CHAIRS
//   SleepingBarber BARBERS CUSTOMERS CHAIRS lost   a customer who sits down before the barber sleeps wakes nobody: deadlock
public class SleepingBarber {
    static SleepingBarber shared;

    final int barbers, chairs;
    int waiting, asleep, inCut, served;  // served: cuts that are done and whose customers have not left
    final Object bell = new Object();

    SleepingBarber(int barbers, int chairs) {
        this.barbers = barbers;
        this.chairs = chairs;
    }

    // True if the customer's hair is cut now.
    synchronized boolean visit() throws InterruptedException {
        if (waiting == chairs) return false;
        waiting++;
        assert waiting <= chairs : "more wait than there are chairs";
        notifyAll();
        while (served == 0) wait();
        served--;
        assert served >= 0 : "left twice";
        return true;
    }

    synchronized void nextCustomer() throws InterruptedException {
        while (waiting == 0) {
            asleep++;
            assert asleep <= barbers : "more sleep than there are barbers";
            wait();
            asleep--;
        }
        waiting--;
        inCut++;
    }

    synchronized void cut() {
        assert inCut > 0 : "nobody to cut";
        inCut--;
        served++;
        assert inCut + asleep <= barbers : "a barber in two places";
        notifyAll();
    }

    static final class Lost extends SleepingBarber {
        Lost(int barbers, int chairs) {
            super(barbers, chairs);
        }

        @Override
        void nextCustomer() throws InterruptedException {
            while (nobodyWaits()) {
                synchronized (bell) {  // between looking and sleeping a customer can come
                    bell.wait();
                }
            }
            synchronized (this) {
                if (waiting == 0) return;
                waiting--;
                inCut++;
            }
        }

        private synchronized boolean nobodyWaits() {
            return waiting == 0;
        }

        @Override
        boolean visit() throws InterruptedException {
            synchronized (this) {
                if (waiting == chairs) return false;
                waiting++;
            }
            synchronized (bell) {
                bell.notifyAll();
            }
            synchronized (this) {
                while (served == 0) wait();
                served--;
                return true;
            }
        }

        @Override
        synchronized void cut() {
            if (inCut == 0) return;
            super.cut();
        }
    }

    static final class Barber extends Thread {
        final SleepingBarber shop;

        Barber(SleepingBarber shop) {
            this.shop = shop;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    shop.nextCustomer();
                    shop.cut();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Customer extends Thread {
        final SleepingBarber shop;

        Customer(SleepingBarber shop) {
            this.shop = shop;
        }

        @Override
        public void run() {
            try {
                while (true) shop.visit();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    // Invariants.
    static boolean waitingFit() {
        return shared == null || shared.waiting >= 0 && shared.waiting <= shared.chairs;
    }

    static boolean sleepersAreBarbers() {
        return shared == null || shared.asleep >= 0 && shared.asleep <= shared.barbers;
    }

    static boolean cutsNeedBarbers() {
        return shared == null || shared.inCut >= 0 && shared.inCut <= shared.barbers;
    }

    static boolean servedAreNotNegative() {
        return shared == null || shared.served >= 0;
    }

    public static void main(String[] args) {
        int barbers = Integer.parseInt(args[0]), chairs = Integer.parseInt(args[2]);
        boolean lost = args.length > 3 && args[3].equals("lost");
        SleepingBarber shop = lost ? new Lost(barbers, chairs) : new SleepingBarber(barbers, chairs);
        shared = shop;
        for (int i = 0; i < barbers; i++) new Barber(shop).start();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) new Customer(shop).start();
    }
}
