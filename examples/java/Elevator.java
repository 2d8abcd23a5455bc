// Elevators fetch people from floor to floor.
//   Elevator ELEVATORS FLOORS PEOPLE
//   Elevator ELEVATORS FLOORS PEOPLE crowd   people look for room and enter in two steps: too many in a cabin
public class Elevator {
    static final int ROOM = 1;
    static Elevator shared;

    final int floors, people;
    final Cabin[] cabins;
    final int[] waiting;  // people in front of the doors, by floor
    int arrived;

    static final class Cabin {
        int floor, load;
        boolean open, up = true;
        final int[] leaving;  // people inside, by the floor they want to

        Cabin(int floors) {
            leaving = new int[floors];
        }
    }

    Elevator(int elevators, int floors, int people) {
        this.floors = floors;
        this.people = people;
        waiting = new int[floors];
        cabins = new Cabin[elevators];
        for (int i = 0; i < elevators; i++) cabins[i] = new Cabin(floors);
    }

    // One move of a cabin: open, close or one floor on. False at the end, when all have arrived.
    synchronized boolean move(Cabin cabin) throws InterruptedException {
        while (cabin.open ? isNeededHere(cabin) : cabin.load == 0 && nobodyWaits() && arrived < people) wait();
        if (arrived == people) return false;
        if (cabin.open) {
            cabin.open = false;
        } else if (isNeededHere(cabin)) {
            cabin.open = true;
        } else {
            if (cabin.floor == 0) cabin.up = true;
            if (cabin.floor == floors - 1) cabin.up = false;
            cabin.floor += cabin.up ? 1 : -1;
            assert cabin.floor >= 0 : "below the house";
            assert cabin.floor < floors : "above the house";
            assert !cabin.open : "moves with open doors";
        }
        notifyAll();
        return true;
    }

    private boolean isNeededHere(Cabin cabin) {
        return waiting[cabin.floor] > 0 && cabin.load < ROOM || cabin.leaving[cabin.floor] > 0;
    }

    private boolean nobodyWaits() {
        for (int here : waiting)
            if (here > 0) return false;
        return true;
    }

    synchronized void call(int from) {
        waiting[from]++;
        notifyAll();
    }

    // Waits for a cabin with room at `from` and takes it.
    synchronized Cabin enter(int from, int to) throws InterruptedException {
        Cabin cabin = findCabin(from);
        board(cabin, from, to);
        return cabin;
    }

    final synchronized Cabin findCabin(int from) throws InterruptedException {
        while (true) {
            for (Cabin cabin : cabins)
                if (cabin.open && cabin.floor == from && cabin.load < ROOM) return cabin;
            wait();
        }
    }

    final synchronized void board(Cabin cabin, int from, int to) {
        assert cabin.open : "through closed doors";
        cabin.load++;
        assert cabin.load <= ROOM : "too many in a cabin";
        waiting[from]--;
        cabin.leaving[to]++;
        notifyAll();
    }

    synchronized void leave(Cabin cabin, int to) throws InterruptedException {
        while (!cabin.open || cabin.floor != to) wait();
        assert cabin.load > 0 : "left an empty cabin";
        cabin.load--;
        cabin.leaving[to]--;
        assert cabin.leaving[to] >= 0 : "left at the wrong floor";
        arrived++;
        assert arrived <= people : "more arrived than there are";
        notifyAll();
    }

    static final class Crowd extends Elevator {
        Crowd(int elevators, int floors, int people) {
            super(elevators, floors, people);
        }

        @Override
        Cabin enter(int from, int to) throws InterruptedException {
            Cabin cabin = findCabin(from);  // in the meantime another may enter
            board(cabin, from, to);
            return cabin;
        }
    }

    static final class Lift extends Thread {
        final Elevator house;
        final Cabin cabin;

        Lift(Elevator house, Cabin cabin) {
            this.house = house;
            this.cabin = cabin;
        }

        @Override
        public void run() {
            try {
                boolean needed = true;
                while (needed) needed = house.move(cabin);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Person extends Thread {
        final Elevator house;
        final int from, to;

        Person(Elevator house, int from, int to) {
            this.house = house;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            try {
                house.call(from);
                Cabin cabin = house.enter(from, to);
                house.leave(cabin, to);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    // Invariants.
    static boolean cabinsStayInTheHouse() {
        if (shared == null) return true;
        for (Cabin cabin : shared.cabins)
            if (cabin.floor < 0 || cabin.floor >= shared.floors) return false;
        return true;
    }

    static boolean loadsFit() {
        if (shared == null) return true;
        for (Cabin cabin : shared.cabins)
            if (cabin.load < 0 || cabin.load > ROOM) return false;
        return true;
    }

    static boolean arrivedArePeople() {
        return shared == null || shared.arrived <= shared.people;
    }

    static boolean waitingArePeople() {
        if (shared == null) return true;
        int sum = 0;
        for (int here : shared.waiting) sum += here;
        return sum >= 0 && sum <= shared.people;
    }

    public static void main(String[] args) {
        int elevators = Integer.parseInt(args[0]), floors = Integer.parseInt(args[1]), people = Integer.parseInt(args[2]);
        boolean crowd = args.length > 3 && args[3].equals("crowd");
        Elevator house = crowd ? new Crowd(elevators, floors, people) : new Elevator(elevators, floors, people);
        shared = house;
        for (Cabin cabin : house.cabins) new Lift(house, cabin).start();
        for (int i = 0; i < people; i++) new Person(house, i % floors, (2 * i + 1) % floors).start();
    }
}
