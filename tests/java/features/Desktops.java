package features;

import java.awt.*;
import java.awt.color.*;
import java.awt.datatransfer.*;
import java.awt.event.*;
import java.beans.beancontext.*;
import java.util.*;
import java.util.List;
import javax.accessibility.*;
import javax.print.*;
import javax.print.attribute.*;
import javax.print.attribute.standard.*;
import javax.sound.midi.*;
import javax.sql.*;
import javax.swing.*;
import javax.swing.event.*;
import javax.swing.text.*;
import javax.swing.tree.*;
import javax.swing.undo.*;

// refused: colours and rectangles
class UseColours {
  public static void main(String[] args) throws Exception {
    Expect.same(0xFF0A141E, new Color(10, 20, 30).getRGB());
    Expect.same(new Rectangle(1, 1, 1, 1), new Rectangle(0, 0, 2, 2).intersection(new Rectangle(1, 1, 5, 5)));
    Expect.same(new Insets(1, 2, 3, 4), new Insets(1, 2, 3, 4).clone());
  }
}

// refused: a font
class UseFonts {
  public static void main(String[] args) throws Exception {
    Expect.same(12, new Font("Serif", Font.BOLD, 12).getSize());
  }
}

// holds: a space of colours
class UseColourSpaces {
  public static void main(String[] args) throws Exception {
    Expect.same(3, ColorSpace.getInstance(ColorSpace.CS_sRGB).getNumComponents());
  }
}

// holds: what a clipboard would take
class UseSelections {
  public static void main(String[] args) throws Exception {
    Expect.same("text", new StringSelection("text").getTransferData(DataFlavor.stringFlavor));
  }
}

// refused: an event
class UseEvents {
  public static void main(String[] args) throws Exception {
    Expect.same("go", new ActionEvent(new Object(), ActionEvent.ACTION_PERFORMED, "go").getActionCommand());
  }
}

// holds: beans in a context
class UseBeanContexts {
  public static void main(String[] args) throws Exception {
    BeanContextSupport context = new BeanContextSupport();
    context.add("bean");
    Expect.same(1, context.size());
  }
}

// holds: roles of what is accessible
class UseAccessible {
  public static void main(String[] args) throws Exception {
    Expect.same("push button", AccessibleRole.PUSH_BUTTON.toDisplayString(Locale.US));
  }
}

// holds: flavours and attributes of a print
class UsePrintAttributes {
  public static void main(String[] args) throws Exception {
    PrintRequestAttributeSet set = new HashPrintRequestAttributeSet(new Copies(2));
    set.add(MediaSizeName.ISO_A4);
    Expect.same(2, set.size());
    Expect.same("text/plain", DocFlavor.STRING.TEXT_PLAIN.getMimeType().split(";")[0]);
  }
}

// holds: messages and tracks of music
class UseMidi {
  public static void main(String[] args) throws Exception {
    Sequence sequence = new Sequence(Sequence.PPQ, 4);
    Track track = sequence.createTrack();
    track.add(new MidiEvent(new ShortMessage(ShortMessage.NOTE_ON, 0, 60, 64), 8));
    Expect.same(8L, track.ticks());
  }
}

// holds: lists, trees and what can be undone
class UseModels {
  public static void main(String[] args) throws Exception {
    DefaultListModel<String> list = new DefaultListModel<>();
    List<Integer> seen = new ArrayList<>();
    list.addListDataListener(new ListDataListener() {
      @Override public void intervalAdded(ListDataEvent e) { seen.add(e.getIndex0()); }
      @Override public void intervalRemoved(ListDataEvent e) { }
      @Override public void contentsChanged(ListDataEvent e) { }
    });
    list.addElement("a");
    Expect.same(List.of(0), seen);
    DefaultMutableTreeNode root = new DefaultMutableTreeNode("root");
    root.add(new DefaultMutableTreeNode("leaf"));
    Expect.same(1, new DefaultTreeModel(root).getChildCount(root));
    UndoManager undo = new UndoManager();
    undo.addEdit(new AbstractUndoableEdit());
    Expect.same(true, undo.canUndo());
  }
}

// refused: a text that is edited
class UseDocuments {
  public static void main(String[] args) throws Exception {
    PlainDocument document = new PlainDocument();
    document.insertString(0, "hello", null);
    document.remove(0, 1);
    Expect.same("ello", document.getText(0, document.getLength()));
  }
}

// refused: a widget
class UseWidgets {
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    Expect.same("text", new JLabel("text").getText());
  }
}

// holds: whether there is a display
class UseHeadless {
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    Expect.same(true, GraphicsEnvironment.isHeadless());
  }
}

// holds: the end of a connection
class UseConnections {
  public static void main(String[] args) throws Exception {
    Expect.same(null, new ConnectionEvent(new PooledConnection() {
      @Override public java.sql.Connection getConnection() { return null; }
      @Override public void close() { }
      @Override public void addConnectionEventListener(ConnectionEventListener listener) { }
      @Override public void removeConnectionEventListener(ConnectionEventListener listener) { }
      @Override public void addStatementEventListener(StatementEventListener listener) { }
      @Override public void removeStatementEventListener(StatementEventListener listener) { }
    }).getSQLException());
  }
}
