package jars;

import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.node.*;
import com.github.benmanes.caffeine.cache.*;
import com.google.gson.*;
import java.io.*;
import java.util.*;
import java.util.concurrent.atomic.*;
import org.apache.commons.io.IOUtils;

// holds: caffeine without a bound computes once
class CaffeineOnce {
    static final AtomicInteger computed = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Cache<String, Integer> cache = Caffeine.newBuilder().build();
        Thread other = new Thread(() -> cache.get("k", key -> computed.incrementAndGet()));
        other.start();
        cache.get("k", key -> computed.incrementAndGet());
        other.join();
        assert computed.get() == 1;
    }
}

// holds, sequential: gson writes and reads a tree and an object
class GsonTrees {
    static class Point {
        int x = 1;
        String name = "p";
        List<Integer> more = List.of(1, 2);
    }

    public static void main(String[] args) {
        System.out.println(new Gson().toJson(new Point()));
        JsonObject tree = JsonParser.parseString("{\"a\": [1, 2.5, null], \"b\": \"x\"}").getAsJsonObject();
        System.out.println(tree.get("a").getAsJsonArray().size() + tree.get("b").getAsString());
        System.out.println(new Gson().fromJson("{\"x\": 7, \"name\": \"q\"}", Point.class).x);
    }
}

// exception, sequential: gson is given what is no JSON
class GsonBroken {
    public static void main(String[] args) {
        JsonParser.parseString("{\"a\": ");
    }
}

// holds, sequential: jackson reads and writes a tree
class JacksonTree {
    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode tree = mapper.readTree("{\"a\": [1, 2.5, null], \"b\": {\"c\": true}}");
        ((ObjectNode) tree).put("d", 7L);
        System.out.println(tree.get("a").size() + " " + tree.at("/b/c") + " " + mapper.writeValueAsString(tree));
    }
}

// holds, sequential: jackson reads and writes an object
class JacksonObject {
    public static class Point {
        public int x;
        public String name;
    }

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        Point point = mapper.readValue("{\"x\": 3, \"name\": \"p\"}", Point.class);
        point.x++;
        System.out.println(mapper.writeValueAsString(point));
    }
}

// holds, sequential: streams of commons-io
class StreamsOfApache {
    public static void main(String[] args) throws Exception {
        System.out.println(IOUtils.readLines(new StringReader("one\ntwo")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        IOUtils.copy(new ByteArrayInputStream(new byte[]{1, 2, 3}), out);
        System.out.println(out.size());
    }
}
