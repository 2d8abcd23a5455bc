/* Flanagan, Qadeer 2003, "A type and effect system for atomicity": java.lang.StringBuffer.append reads a stale length.
   cause: exception
   threads: main */
public class Buffers {
  char[] text = {'a', 'b', 'c'};
  int count = 3;

  synchronized int length() {
    return count;
  }

  synchronized void clear() {
    count = 0;
    text = new char[0];
  }

  synchronized void copy(int length, char[] to) {
    for (int i = 0; i < length; i++) to[i] = text[i];  /* ! */
  }

  void append(Buffers other, char[] to) {
    int length = other.length();
    other.copy(length, to);
  }

  static final Buffers shared = new Buffers();

  public static void main(String[] args) {
    new Thread(() -> shared.clear()).start();
    new Buffers().append(shared, new char[3]);
  }
}
