package today;

// The driver deletes the files of classes whose names begin with Absent, as if a jar were not there.
class AbsentLogger {
    static void log(String text) {
        System.out.println(text);
    }
}

class AbsentBase {}

class ExtendsAbsent extends AbsentBase {}

// holds, sequential: a program that does without a class that is not there
class ProbesForLogging {
    static boolean logging() {
        try {
            AbsentLogger.log("there");
            return true;
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
            return false;
        }
    }

    public static void main(String[] args) {
        System.out.println(logging());
        System.out.println(logging());
    }
}

// holds, sequential: a class whose superclass is not there
class ProbesForBase {
    public static void main(String[] args) {
        try {
            System.out.println(new ExtendsAbsent());
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage() + " because of " + e.getCause());
        }
        try {
            Class.forName("today.ExtendsAbsent");
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            System.out.println(e);
        }
        try {
            Class.forName("today.NeverWritten");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }
}

// exception, sequential: nobody catches it
class NeedsAbsent {
    public static void main(String[] args) {
        AbsentLogger.log("there");
    }
}

// holds, sequential: a cast and an array of a class that is not there are not reached
class MentionsAbsent {
    static Object given = "text";

    public static void main(String[] args) {
        if (given instanceof Integer) {
            AbsentBase[] array = new AbsentBase[2];
            System.out.println(array.length);
        }
        System.out.println(given);
    }
}
