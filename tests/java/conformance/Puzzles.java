// Small whole programs.
package conformance;

import java.util.*;
import java.util.stream.*;

class Hanoi {
    public static void main(String[] args) throws Exception {
        System.out.println(move(6, 'a', 'b', 'c'));
    }

    static int move(int n, char a, char b, char c) { return n == 0 ? 0 : move(n - 1, a, c, b) + 1 + move(n - 1, c, b, a); }
}

class Queens {
    public static void main(String[] args) throws Exception {
        System.out.println(place(0, new int[6]));
    }

    static int place(int row, int[] cols) { if (row == cols.length) return 1; int n = 0; next: for (int c = 0; c < cols.length; c++) { for (int r = 0; r < row; r++) if (cols[r] == c || Math.abs(cols[r] - c) == row - r) continue next; cols[row] = c; n += place(row + 1, cols); } return n; }
}

class Permutations {
    public static void main(String[] args) throws Exception {
        List<String> out = new ArrayList<>();
        permute("", "abc", out);
        System.out.println(out);
    }

    static void permute(String p, String r, List<String> out) { if (r.isEmpty()) out.add(p); for (int i = 0; i < r.length(); i++) permute(p + r.charAt(i), r.substring(0, i) + r.substring(i + 1), out); }
}

class Calculator {
    public static void main(String[] args) throws Exception {
        System.out.println(new Calculator("2*(3+4)-10/5").expr());
    }

    private final String s; private int at;
    Calculator(String s) { this.s = s; }
    int expr() { int v = term(); while (at < s.length() && "+-".indexOf(s.charAt(at)) >= 0) v = s.charAt(at++) == '+' ? v + term() : v - term(); return v; }
    int term() { int v = atom(); while (at < s.length() && "*/".indexOf(s.charAt(at)) >= 0) v = s.charAt(at++) == '*' ? v * atom() : v / atom(); return v; }
    int atom() { if (s.charAt(at) == '(') { at++; int v = expr(); at++; return v; } int v = 0; while (at < s.length() && Character.isDigit(s.charAt(at))) v = v * 10 + s.charAt(at++) - '0'; return v; }
}

class GameOfLife {
    public static void main(String[] args) throws Exception {
        boolean[][] b = new boolean[5][5];
        b[2][1] = b[2][2] = b[2][3] = true;
        for (int g = 0; g < 2; g++) {
            boolean[][] n = new boolean[5][5];
            for (int i = 1; i < 4; i++) for (int j = 1; j < 4; j++) { int c = 0; for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++) if ((x != 0 || y != 0) && b[i + x][j + y]) c++; n[i][j] = c == 3 || b[i][j] && c == 2; }
            b = n;
            for (boolean[] r : b) { for (boolean c : r) System.out.print(c ? '#' : '.'); System.out.println(); }
        }
    }
}

class BinaryTree {
    public static void main(String[] args) throws Exception {
        Tree t = null;
        for (int x : new int[] {5, 2, 8, 1, 9, 3}) t = Tree.put(t, x);
        StringBuilder b = new StringBuilder();
        t.walk(b);
        System.out.println(b + " " + t.depth());
    }

    static class Tree { int v; Tree l, r; Tree(int v) { this.v = v; } static Tree put(Tree t, int v) { if (t == null) return new Tree(v); if (v < t.v) t.l = put(t.l, v); else t.r = put(t.r, v); return t; } void walk(StringBuilder b) { if (l != null) l.walk(b); b.append(v).append(' '); if (r != null) r.walk(b); } int depth() { return 1 + Math.max(l == null ? 0 : l.depth(), r == null ? 0 : r.depth()); } }
}

class Dijkstra {
    public static void main(String[] args) throws Exception {
        int[][] w = {{0, 4, 1, 0}, {4, 0, 2, 5}, {1, 2, 0, 8}, {0, 5, 8, 0}};
        int[] d = {0, 99, 99, 99};
        PriorityQueue<int[]> q = new PriorityQueue<>((a, b) -> a[1] - b[1]);
        q.add(new int[] {0, 0});
        while (!q.isEmpty()) { int[] at = q.poll(); for (int j = 0; j < 4; j++) if (w[at[0]][j] > 0 && at[1] + w[at[0]][j] < d[j]) { d[j] = at[1] + w[at[0]][j]; q.add(new int[] {j, d[j]}); } }
        System.out.println(Arrays.toString(d));
    }
}

class RomanNumbers {
    public static void main(String[] args) throws Exception {
        int[] v = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] s = "M CM D CD C XC L XL X IX V IV I".split(" ");
        for (int n : new int[] {1994, 2024, 49}) { StringBuilder b = new StringBuilder(); for (int i = 0; i < v.length; i++) while (n >= v[i]) { b.append(s[i]); n -= v[i]; } System.out.println(b); }
    }
}

class LevenshteinDistance {
    public static void main(String[] args) throws Exception {
        System.out.println(d("kitten", "sitting") + " " + d("", "abc"));
    }

    static int d(String a, String b) { int[][] t = new int[a.length() + 1][b.length() + 1]; for (int i = 0; i <= a.length(); i++) for (int j = 0; j <= b.length(); j++) t[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(t[i - 1][j], t[i][j - 1]) + 1, t[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1)); return t[a.length()][b.length()]; }
}

class Knapsack {
    public static void main(String[] args) throws Exception {
        int[] w = {1, 3, 4, 5}, v = {1, 4, 5, 7};
        int[] best = new int[8];
        for (int i = 0; i < 4; i++) for (int c = 7; c >= w[i]; c--) best[c] = Math.max(best[c], best[c - w[i]] + v[i]);
        System.out.println(best[7]);
    }
}

class EventQueue {
    public static void main(String[] args) throws Exception {
        TreeMap<Integer, List<Runnable>> q = new TreeMap<>();
        StringBuilder log = new StringBuilder();
        q.computeIfAbsent(5, k -> new ArrayList<>()).add(() -> log.append("five "));
        q.computeIfAbsent(1, k -> new ArrayList<>()).add(() -> { log.append("one "); q.computeIfAbsent(3, k -> new ArrayList<>()).add(() -> log.append("three ")); });
        while (!q.isEmpty()) q.pollFirstEntry().getValue().forEach(Runnable::run);
        System.out.println(log);
    }
}

class BankAccounts {
    public static void main(String[] args) throws Exception {
        Map<String, Account> m = new LinkedHashMap<>();
        for (String n : List.of("ann", "bob")) m.put(n, new Account(n, 100));
        m.get("ann").pay(m.get("bob"), 30);
        try { m.get("bob").pay(m.get("ann"), 500); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(m.values());
    }

    static class Account { final String n; int b; Account(String n, int b) { this.n = n; this.b = b; } void pay(Account o, int x) { if (b < x) throw new IllegalStateException("%s has only %d".formatted(n, b)); b -= x; o.b += x; } @Override public String toString() { return n + "=" + b; } }
}

class JsonPrinter {
    public static void main(String[] args) throws Exception {
        System.out.println(json(new TreeMap<>(Map.of("a", List.of(1, 2.5, "x\"y"), "b", Map.of("c", true)))));
    }

    static String json(Object o) { if (o instanceof Map<?, ?> m) return m.entrySet().stream().map(e -> "\"" + e.getKey() + "\":" + json(e.getValue())).collect(Collectors.joining(",", "{", "}")); if (o instanceof List<?> l) return l.stream().map(x -> json(x)).collect(Collectors.joining(",", "[", "]")); return o instanceof String s ? "\"" + s.replace("\"", "\\\"") + "\"" : String.valueOf(o); }
}

class Memoized {
    public static void main(String[] args) throws Exception {
        System.out.println(fib(80));
    }

    static final Map<Integer, Long> memo = new HashMap<>();
    static long fib(int n) { if (n < 2) return n; Long m = memo.get(n); if (m != null) return m; long r = fib(n - 1) + fib(n - 2); memo.put(n, r); return r; }
}

class StateMachine {
    public static void main(String[] args) throws Exception {
        State s = State.IDLE;
        for (char c : "sspxs".toCharArray()) { s = s.next(c); System.out.print(s + " "); }
        System.out.println();
    }

    enum State { IDLE { State next(char c) { return c == 's' ? RUN : this; } }, RUN { State next(char c) { return c == 'p' ? IDLE : c == 'x' ? END : this; } }, END { State next(char c) { return this; } }; abstract State next(char c); }
}

class LongMethod {
    public static void main(String[] args) throws Exception {
        long acc = 0;
        for (int i = 0; i < 3000; i++) { acc = acc * 6364136223846793005L + 1442695040888963407L; if ((acc >>> 33) % 3 == 0) acc ^= i; else if ((acc & 8) != 0) acc += i * 3L; else acc -= i; }
        System.out.println(acc);
    }
}

class CrcTable {
    public static void main(String[] args) throws Exception {
        int[] t = new int[256];
        for (int i = 0; i < 256; i++) { int c = i; for (int k = 0; k < 8; k++) c = (c & 1) != 0 ? c >>> 1 ^ 0xedb88320 : c >>> 1; t[i] = c; }
        int crc = -1;
        for (byte b : "123456789".getBytes()) crc = crc >>> 8 ^ t[(crc ^ b) & 255];
        System.out.println(Integer.toHexString(~crc));
    }
}
