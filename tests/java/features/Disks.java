package features;

import java.nio.channels.*;
import java.nio.file.*;

// refused: a mapped file
class UseMapped {
  public static void main(String[] args) throws Exception {
    java.nio.file.Path p = java.nio.file.Path.of("/tmp/mapped");
    java.nio.file.Files.write(p, new byte[8]);
    try (FileChannel c = FileChannel.open(p)) { c.map(FileChannel.MapMode.READ_ONLY, 0, 8).get(); }
  }
}

// refused: a locked file
class UseLocked {
  public static void main(String[] args) throws Exception {
    java.nio.file.Path p = java.nio.file.Path.of("/tmp/locked");
    java.nio.file.Files.write(p, new byte[8]);
    try (FileChannel c = FileChannel.open(p, java.nio.file.StandardOpenOption.WRITE)) { c.lock(); }
  }
}

// refused: a watched directory
class UseWatching {
  public static void main(String[] args) throws Exception {
    FileSystems.getDefault().newWatchService();
  }
}

// holds: stores of files
class UseStores {
  public static void main(String[] args) throws Exception {
    FileSystems.getDefault().getFileStores();
  }
}

// refused: the owner of a file
class UseAttributes {
  public static void main(String[] args) throws Exception {
    Path p = Path.of("/tmp/a"); Files.write(p, new byte[1]); Files.getLastModifiedTime(p); Files.getOwner(p);
  }
}

// refused: a symbolic link
class UseLinks {
  public static void main(String[] args) throws Exception {
    Files.createSymbolicLink(Path.of("/tmp/l"), Path.of("/tmp/a"));
  }
}

// holds: a temporary file
class UseTemporary {
  public static void main(String[] args) throws Exception {
    Files.createTempFile("a", "b");
  }
}

// refused: an asynchronous channel
class UseAsync {
  public static void main(String[] args) throws Exception {
    AsynchronousFileChannel.open(java.nio.file.Path.of("/tmp/a"), java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE);
  }
}

// refused: a selector
class UseSelecting {
  public static void main(String[] args) throws Exception {
    Selector.open().close();
  }
}
