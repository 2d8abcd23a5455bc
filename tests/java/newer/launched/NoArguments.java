class NoArguments {
    static void main() {
        System.out.println("a static main without arguments");
    }
}
