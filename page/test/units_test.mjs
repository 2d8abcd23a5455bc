// The functions of the page that need no browser: node units_test.mjs, after 'npm ci'. page/test/page_test.sh calls it.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src");
async function load(names) {
  const contents = names.map((name) => `export * from "./${name}";`).join("\n");
  const made = await build({ stdin: { contents, resolveDir: source, loader: "ts" }, bundle: true, write: false, format: "esm", target: "es2022" });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
}
const { Trail, Texts, initials, valueAt, writtenAt, fold, parts, parseAddress, writeAddress, grouping, haystack, written, tell, headlineOf, restOf, holdsAfter, visible, Ways, Reader, placeOf, shallowOf, actorsOf } =
  await load(["trail", "texts", "folding", "counterexample", "variables", "search", "steps", "cause", "propositions", "dom", "ways", "data", "depth"]);

const event = (process, statement, more = {}) => ({
  actor: `P ${process}`, process, statement, location: `m.pml:${statement.length}`, changes: [], messages: [], output: null, details: [], inside: null, ...more,
});
const steps = (...events) => events.map((one, i) => ({ step: i + 1, events: [one].flat() }));
const trail = (...events) => new Trail(steps(...events), null, null);
const folded = (one, collapse, opened = new Set()) => { const { ends, rounds } = fold(one, collapse, opened); return [[...ends], [...rounds]]; };

test("an indivisible step is one row, and every event can be seen", () => {
  const one = trail(event(0, "a"), [event(1, "bb"), event(1, "ccc")], event(0, "d"));
  assert.deepEqual(folded(one, "folded"), [[0, 2, 3], []]);
  assert.deepEqual(folded(one, "step"), [[0, 2, 3], []]);
  assert.deepEqual(folded(one, "none"), [[0, 1, 2, 3], []]);
  assert.deepEqual(folded(one, "process"), [[0, 2, 3], []]);
});

test("steps inside one call of the library are one row, but not across threads", () => {
  const inside = { inside: "queue.put(…)" };
  const one = trail(event(0, "a", inside), event(0, "bb", inside), event(1, "a", inside), event(0, "ccc"));
  assert.deepEqual(folded(one, "folded")[0], [1, 2, 3]);
  assert.deepEqual(folded(one, "step")[0], [0, 1, 2, 3]);
});

test("rounds that repeat the same statements fold to the first, their number and the last", () => {
  const rounds = Array.from({ length: 6 }, () => [event(0, "a"), event(1, "bb")]).flat();
  const one = trail(event(0, "start"), ...rounds, event(0, "end"));
  assert.deepEqual(folded(one, "folded"), [[0, 1, 2, 10, 11, 12, 13], [[3, { count: 4, length: 2 }]]]);
  assert.equal(folded(one, "folded", new Set([3]))[0].length, 14);
  assert.equal(folded(one, "step")[0].length, 14);
});

test("three rounds are not folded, and no round crosses the beginning of the loop", () => {
  const same = Array.from({ length: 3 }, () => event(0, "a"));
  assert.equal(folded(trail(...same), "folded")[0].length, 3);
  const loop = new Trail(steps(...Array.from({ length: 6 }, () => event(0, "a"))), 4, null);
  assert.equal(folded(loop, "folded")[0].length, 6);
});

test("positions and steps of the address agree", () => {
  const one = trail(event(0, "a"), [event(1, "bb"), event(1, "ccc")], event(0, "d"));
  for (let position = 0; position <= one.length; ++position) {
    const { step, part } = one.stepAt(position);
    assert.equal(one.positionOf(step, part), position);
  }
  assert.equal(one.positionOf(99, null), null);
  assert.deepEqual(one.stepAt(2), { step: 2, part: 1 });
});

test("addresses are read as they are written, and nothing else is", () => {
  for (const one of [{ violation: 0, step: 0, part: null }, { violation: 2, step: 17, part: null }, { violation: 0, step: 3, part: 2 }]) {
    assert.deepEqual(parseAddress(writeAddress(one)), one);
  }
  for (const hash of ["", "#way", "#step=", "#step=x", "#step=1e9", "#step=-1", "#violation=1", "#step=1&x=2", `#step=${"9".repeat(99)}`]) assert.equal(parseAddress(hash), null, hash);
});

test("a value knows the event that wrote it, details included", () => {
  const one = trail(event(0, "a", { changes: [{ name: "x", before: "0", after: "1" }] }), event(1, "bb"),
    event(0, "c", { details: [{ name: "lock m", before: null, after: "held by P 0" }] }), event(0, "d", { details: [{ name: "lock m", before: "held by P 0", after: "" }] }));
  const [lock, x] = one.variables;
  assert.deepEqual([lock.name, x.name], ["lock m", "x"]);
  assert.deepEqual([0, 1, 2, 3, 4].map((at) => valueAt(x, at)), ["0", "1", "1", "1", "1"]);
  assert.deepEqual([0, 1, 2, 4].map((at) => writtenAt(x, at)), [null, 1, 1, 1]);
  assert.deepEqual([2, 3, 4].map((at) => valueAt(lock, at)), [null, "held by P 0", ""]);
});

test("variables stand with their process, locks by themselves", () => {
  const actors = new Set(["Thread-0"]);
  assert.deepEqual(grouping("lock a.b", actors), { group: "Locks", order: 0, name: "a.b" });
  assert.deepEqual(grouping("P(1):i", actors), { group: "P 1", order: 2, name: "i" });
  assert.deepEqual(grouping(":init:(0):i", actors), { group: ":init: 0", order: 2, name: "i" });
  assert.deepEqual(grouping("Thread-0:i", actors), { group: "Thread-0", order: 2, name: "i" });
  assert.deepEqual(grouping("put::what", actors), { group: "Shared", order: 1, name: "put::what" });
  assert.deepEqual(grouping("Thread-0::i", actors), { group: "Shared", order: 1, name: "Thread-0::i" });
  assert.deepEqual(grouping("x[1]", actors), { group: "Shared", order: 1, name: "x[1]" });
});

test("search finds statements, places, values and the source's text", () => {
  const row = trail(event(0, "x = y", { changes: [{ name: "x", before: "0", after: "3" }] })).rows[0];
  const found = haystack(row, new Texts([{ file: "m.pml", text: "\n\n\n\n  SET(x)" }]));
  for (const text of ["x = y", "p 0", "m.pml:5", "x: 0 → 3", "x = 3", "set(x)", "step 1"]) assert.ok(found.includes(text), text);
  assert.ok(!found.includes("x = 4"));
});

test("a row says what the source says", () => {
  assert.equal(written("fork[_pid - 1]?on_table", ":: LEFT?on_table;"), "LEFT?on_table");
  assert.equal(written("x = 1", ":: y -> x = 1"), "x = 1");
  assert.equal(written("x = 1", "A; B"), "x = 1");
  assert.equal(written("x = 1", null), "x = 1");
  const one = trail({ ...event(0, "locks left"), location: "Locks.java:2" });
  assert.equal(tell(one, new Texts([{ file: "Locks.java", text: "a\n  synchronized (first) {" }]), 0, 0).text, "synchronized (first) {");
  assert.equal(tell(one, new Texts([]), 0, 0).text, "locks left");
});

test("marks have initials", () => {
  assert.deepEqual(["Philosopher 4", "Thread-0", "main", ":init: 0", "worker 123", ""].map(initials), ["P4", "T0", "m", "i0", "w23", ""]);
});

const words = new Set(["if", "int"]);
const tones = (line, inside = false) => parts(line, words, inside).parts.map((one) => [one.tone, one.text]);
test("syntax: comments, strings, numbers, keywords", () => {
  assert.deepEqual(tones('if (x1 == "a\\"b") // if'), [["keyword", "if"], ["plain", " (x1 == "], ["string", '"a\\"b"'], ["plain", ") "], ["comment", "// if"]]);
  assert.deepEqual(tones("int i = 0x1f;"), [["keyword", "int"], ["plain", " i = "], ["digits", "0x1f"], ["plain", ";"]]);
  assert.deepEqual(tones("a */ int", true), [["comment", "a */"], ["plain", " "], ["keyword", "int"]]);
  assert.deepEqual([parts("x /* y", words).inside, parts("/*/", words).inside, parts("/**/", words).inside, parts("z", words, true).inside], [true, true, false, true]);
});
test("syntax: no character is lost, whatever the line", () => {
  for (const line of ["", "\"open", "'", "/* a */ b /* c", "\u202e\u0000 x", "a\\", "#define X 1", "日本 \u{1f600} // ok"]) {
    assert.equal(parts(line, words).parts.map((one) => one.text).join(""), line);
  }
});

test("propositions turn after their steps", () => {
  const one = { text: "p", atFirst: false, turns: [2, 5] };
  assert.deepEqual([0, 1, 2, 4, 5, 9].map((step) => holdsAfter(one, step)), [false, false, true, true, false, false]);
});

const cause = (more) => ({ kind: "", sentence: "", values: [], waits: [], accesses: [], propositions: [], from: 0, ...more });
const wait = (actor, whom) => ({ actor, what: "x", kind: "lock", whom, location: null });
test("the headline is the cause", () => {
  assert.equal(headlineOf(cause({ kind: "cycle", waits: [wait("A", "B"), wait("B", "A")] }), "processes"), "Deadlock: A and B wait for each other");
  assert.equal(headlineOf(cause({ kind: "cycle", waits: [wait("A", "B"), wait("B", "C"), wait("C", "A")] }), "threads"), "Deadlock: 3 threads wait for each other");
  const lost = cause({ kind: "lost notification", sentence: "A waits; it came before" });
  assert.deepEqual([headlineOf(lost), restOf(lost)], ["Lost notification: A waits", "it came before"]);
  assert.match(headlineOf(cause({ kind: "race", accesses: [{ actor: "A", writes: true, variable: "n", location: null }, { actor: "B", writes: false, variable: "n", location: null }] })), /^Race on n: A writes it, B reads it/);
  assert.equal(headlineOf(cause({ kind: "assertion", sentence: "n is 2" })), "n is 2");
});

test("what cannot be seen is shown by its number", () => {
  assert.equal(visible("a\u202eb\u0001c\u200bd"), "a\\u202eb\\x01c\\u200bd");
});

test("a place ends in a line", () => {
  assert.deepEqual(placeOf("a:b.c:12"), { file: "a:b.c", line: 12 });
  assert.deepEqual([placeOf("a.c"), placeOf(null), placeOf("")], [null, null, null]);
});

test("ways are read as src/report/page_data.hpp says, and nonsense ends them", () => {
  const data = { texts: ["P 0", "x = 1", "x", "m.pml:1", "lock m", "held", "put()"], kinds: [[0, 0, 1, 3, [[2, 2]], [], 0, [[4, 1]], 6], [0, 0, 1, -1, [[2, 0]], [], 0, [], -1]] };
  const ways = new Ways(new Reader(data));
  const [one, two] = ways.of(new Reader({ way: [1, 0, 5, 16, 4, -1] }));
  assert.deepEqual(one.events[0].changes, [{ name: "x", before: "0", after: "1" }]);
  assert.deepEqual(one.events[0].details, [{ name: "lock m", before: null, after: "held" }]);
  assert.equal(one.events[0].inside, "put()");
  assert.deepEqual(two.events[0].changes, [{ name: "x", before: "1", after: "0" }]);
  assert.equal(ways.of(new Reader({ way: [999, "x", {}] })).length, 0);
});

test("what a result says of its depth is read with suspicion", () => {
  assert.equal(shallowOf(new Reader({})), null);
  const none = { alone: true, never: [], beside: [], conditions: [], subformulas: [] };
  assert.deepEqual(shallowOf(new Reader({ shallow: { together: "yes", assertions: {}, conditions: 3, subformulas: null } })), none);
  const read = shallowOf(new Reader({ shallow: { together: true, assertions: [{ evaluated: "never", location: "a.c:1", text: "x" }, { evaluated: "alone", location: 7 }] } }));
  assert.deepEqual([read.alone, read.never, read.beside], [false, [{ text: "x", location: "a.c:1" }], [{ text: "", location: null }]]);
});

test("those that move have the name that their language gives them", () => {
  assert.equal(actorsOf(new Reader({ actors: "threads" })).one, "thread");
  assert.equal(actorsOf(new Reader({ actors: "processes" })).all, "processes");
  assert.equal(actorsOf(new Reader({})).one, "process");
});
