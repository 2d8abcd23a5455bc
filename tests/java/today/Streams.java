package today;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

// holds, sequential: what is printed is caught, and the stream restored
class CatchesOutput {
    public static void main(String[] args) {
        PrintStream before = System.out;
        ByteArrayOutputStream caught = new ByteArrayOutputStream();
        System.setOut(new PrintStream(caught, true));
        try {
            System.out.print("inside");
            System.out.printf(" %d", 3);
        } finally {
            System.setOut(before);
        }
        System.out.println("caught " + caught);
        System.out.println(System.out == before);
    }
}

// holds, sequential: errors are caught
class CatchesErrors {
    public static void main(String[] args) {
        PrintStream before = System.err;
        ByteArrayOutputStream caught = new ByteArrayOutputStream();
        System.setErr(new PrintStream(caught, true));
        new IllegalStateException("lost").printStackTrace();
        System.setErr(before);
        System.out.println(caught.toString().lines().findFirst().get());
    }
}

// holds, sequential: another standard input
class GivesInput {
    public static void main(String[] args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("3 4".getBytes(StandardCharsets.UTF_8)));
        Scanner scanner = new Scanner(System.in);
        System.out.println(scanner.nextInt() + scanner.nextInt());
        System.setIn(before);
    }
}

// holds: two threads print to a stream of the program, which was set before they began
class SharedCapture {
    public static void main(String[] args) throws InterruptedException {
        PrintStream before = System.out;
        ByteArrayOutputStream caught = new ByteArrayOutputStream();
        System.setOut(new PrintStream(caught, true));
        Thread one = new Thread(() -> System.out.print("a"));
        one.start();
        System.out.print("b");
        one.join();
        System.setOut(before);
        String text = caught.toString();
        assert text.equals("ab") || text.equals("ba") : text;
    }
}
