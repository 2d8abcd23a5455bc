/** Most of the work is one loop of one thread. */
class Sum {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 60_000_000; i++) sum += i;
        assert sum != 1;
    }
}
