package jars;

import java.util.*;
import java.util.concurrent.atomic.*;
import org.apache.logging.log4j.LogManager;
import org.slf4j.*;

// holds: slf4j without a binding logs nowhere
class LogNowhere {
    static final Logger log = LoggerFactory.getLogger(LogNowhere.class);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> log.info("other {}", 1));
        other.start();
        log.warn("main {} {}", 2, "x");
        other.join();
    }
}

// holds: markers and contexts of slf4j
class LogContext {
    public static void main(String[] args) {
        Marker marker = MarkerFactory.getMarker("AUDIT");
        marker.add(MarkerFactory.getMarker("SUB"));
        assert marker.contains("SUB");
        MDC.put("user", "ann");
        MDC.clear();
        assert org.slf4j.helpers.MessageFormatter.format("{} of {}", 1, 2).getMessage().equals("1 of 2");
    }
}

// holds: commons-logging finds the logger of the JDK
class LogOfCommons {
    public static void main(String[] args) {
        org.apache.commons.logging.Log log = org.apache.commons.logging.LogFactory.getLog(LogOfCommons.class);
        log.debug("not shown");
        assert log.isInfoEnabled();
    }
}

// holds: log4j's interface without its core
class LogSimple {
    public static void main(String[] args) {
        org.apache.logging.log4j.Logger log = LogManager.getLogger("simple");
        log.info("not shown {}", 1);
        assert !log.isDebugEnabled();
    }
}
