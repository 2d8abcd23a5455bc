// StringBuffer.append of JDK 1.4 (Flanagan and Qadeer): the other buffer shrinks between its length and its characters.
public class Append {
  static class Buffer {
    private char[] value = new char[16];
    private int count;

    synchronized int length() { return count; }

    synchronized void getChars(int begin, int end, char[] to, int at) {
      if (end > count) throw new StringIndexOutOfBoundsException(end);
      System.arraycopy(value, begin, to, at, end - begin);
    }

    synchronized void add(char letter) { value[count++] = letter; }

    synchronized void erase() { count = 0; }

    synchronized void append(Buffer other) {
      int length = other.length();
      other.getChars(0, length, value, count);
      count += length;
    }
  }

  public static void main(String[] arguments) {
    int readers = Integer.parseInt(arguments[0]);
    Buffer shared = new Buffer();
    shared.add('a');
    shared.add('b');
    for (int i = 0; i < readers; i++) {
      new Thread(() -> {
        Buffer own = new Buffer();
        own.append(shared);
        own.append(shared);
      }).start();
    }
    new Thread(shared::erase).start();
  }
}
