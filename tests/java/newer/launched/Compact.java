// A compact source: main is a method of an object, and takes nothing.
int count = 1;

void main() throws Exception {
    Thread virtual = Thread.startVirtualThread(() -> count++);
    virtual.join();
    IO.println("an object's main: " + count);
}
