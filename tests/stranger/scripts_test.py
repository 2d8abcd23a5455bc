#!/usr/bin/python3
"""scripts_test.py WAYMARK: what the stranger writes is accepted, and what `waymark` writes is read, to the byte."""
import dataclasses
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import certifier
import forger
import graphs
import script as s

WAYMARK = "waymark"


def estimates(script):
    """Whether a sample says anything about the states that were not met: an empty one of a share of them does not."""
    if s.SAMPLE not in script.streams:
        return False
    source = s.Source(script.streams[s.SAMPLE])
    falls, states = source.varint(), source.varint()
    return falls == 0 or states != 0


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_waymark(self, *words, code=0):
        done = subprocess.run([WAYMARK, *map(str, words)], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(done.returncode, code, (words, done.stdout, done.stderr))
        return (done.stdout + done.stderr).decode()

    def write(self, name, data):
        (self.folder / name).write_bytes(data)

    def read(self, name):
        return (self.folder / name).read_bytes()

    def certify(self, program, *words, code=0):
        return self.run_waymark("certify", program, "--property", "none", *words, code=code)

    # What the stranger writes

    def test_lean_and_ids_scripts_are_certified(self):
        for seed in range(12):
            chance = random.Random(seed)
            graph = graphs.random_graph(chance)
            self.write("g.graph", graph.program)
            lean = graphs.lean(graph, graphs.spanning_tree(graph, chance), chance)
            self.write("lean.way", s.encode(lean))
            self.certify("g.graph", "--script", "lean.way")
            points = s.decode_points(lean.stream(s.SYNC), False)
            parts = graphs.split(lean, range(0, len(points), 2))
            words = []
            for part in parts:
                name = "part%d.way" % part.header.part
                self.write(name, s.encode(part))
                words += ["--script", name]
            self.certify("g.graph", *words)
            ids = graphs.encode_ids(graph, graphs.search(graph, chance), seed % 2 == 0, seed % 3 == 0)
            self.write("ids.way", s.encode(ids))
            for jobs, cut in ((1, "slice"), (2, "slice"), (2, "subtree")):
                self.certify("g.graph", "--script", "ids.way", "--jobs", jobs, "--tune", f"cut={cut}")

    def test_trustful_scripts_are_followed_if_they_are_signed(self):
        public, secret = s.make_keys(b"a stranger's seed, thirty-two b.")
        self.write("mine.pub", public)
        for seed in range(8):
            chance = random.Random(seed)
            graph = graphs.random_graph(chance)
            self.write("g.graph", graph.program)
            whole = graphs.trustful(graph, graphs.spanning_tree(graph, chance), chance)
            points = s.decode_points(whole.stream(s.SYNC), False)
            for scripts in ([whole], graphs.split(whole, range(0, len(points), 2))):
                words = ["--trustful", "--key", "mine.pub"]
                for number, script in enumerate(scripts):
                    name = "t%d.way" % number
                    data = s.encode(script)
                    self.write(name, data)
                    self.write(name + ".sig", s.sign(data, script.header, secret))
                    words += ["--script", name]
                    self.run_waymark("script", "verify", name, "--key", "mine.pub")
                self.certify("g.graph", *words)
            self.write("t0.way", s.encode(whole) + b"\0")
            self.certify("g.graph", "--script", "t0.way", "--trustful", "--key", "mine.pub", code=4)

    def test_partial_scripts_and_their_samples_are_judged_alike(self):
        verdicts = []
        for seed in range(60):
            chance = random.Random(seed)
            graph = graphs.random_graph(chance)
            self.write("g.graph", graph.program)
            states = len(graphs.in_order(graph)[0])
            script = graphs.partial(graph, chance.randint(0, states), chance.choice((None, 0, 1, 7, 20)))
            expected = certifier.judge(graph, [s.encode(script)])
            self.assertEqual(expected, (certifier.IN_PART, ""))
            if seed % 4:  # a lie, or the same thing said otherwise
                stream = chance.choice([number for number, data in script.streams.items() if data])
                data = bytearray(script.streams[stream])
                data[chance.randrange(len(data))] ^= chance.choice((1, 2, 3, 4))
                script.streams[stream] = bytes(data)
                expected = certifier.judge(graph, [s.encode(script)])
            verdicts.append(expected[0])
            self.write("p.way", s.encode(script))
            told = self.certify("g.graph", "--script", "p.way", "--jobs", 1 + seed % 2, code=expected[0])
            if expected[0] == certifier.IN_PART:
                self.assertEqual("of all states are covered" in told, estimates(script))
        self.assertGreater(verdicts.count(certifier.REJECTED), 20)

    def test_an_empty_sample_estimates_nothing(self):
        graph = graphs.random_graph(random.Random(3))
        self.write("g.graph", graph.program)
        script = graphs.partial(graph, 1, 400)
        self.write("p.way", s.encode(script))
        self.assertFalse(estimates(script))
        self.assertNotIn("of all states are covered",
                         self.certify("g.graph", "--script", "p.way", code=certifier.IN_PART))

    def test_a_formula_over_a_never_claim_is_refused(self):
        """The claim's steps have no actor, and were once taken for the stuttering of a program at its end."""
        self.write("claim.pml", b"byte x; active proctype A() { do :: x = 1 - x od }\nnever { do :: true od }\n")
        self.run_waymark("check", "claim.pml", "--por", "off", "--property", "deadlock", "--script", "honest.way")
        honest = s.decode(self.read("honest.way"))
        for question, words in ((b"cycles ltl [] (x == 0)", ["--ltl", "[] (x == 0)"]),
                                (b"cycles ltl [] <> (x == 0)", ["--ltl", "[] <> (x == 0)"]),
                                (b"cycles progress", ["--property", "progress"]),
                                (b"weakly fair; cycles progress", ["--property", "progress", "--fair"])):
            own = honest.header.options_text
            options = own + b"; " + question if own else question
            header = dataclasses.replace(honest.header, form=s.CYCLES, options_text=options,
                                         options=s.digest(options), states=1, transitions=1)
            streams = {s.ROWS: b"\x02", s.COUNTS: b"\x02", s.CLAIMS: b"\0\0\0"}
            self.write("forged.way", s.encode(s.Script(header, streams)))
            for extra in ([], words, [*words, "--plain"], [*words, "--jobs", "2"]):
                code = 2 if extra else 4  # the question is refused as check refuses it, before the script is read
                told = self.run_waymark("certify", "claim.pml", "--script", "forged.way", *extra, code=code)
                self.assertIn("never claim", told)
            self.run_waymark("check", "claim.pml", *words, code=2)

    def test_parts_of_two_signed_scripts_do_not_mix(self):
        """Two complete trees of one graph, with a sync point in common: either half of one lacks what the other has."""
        graph = graphs.Graph([[1, 2], [3, 4], [3, 4], [3], []])  # 4 is a deadlock
        self.write("g.graph", graph.program)
        public, secret = forger.KEYS[0]
        self.write("k.pub", public)
        named = {}
        for name, first, second in (("a", 0, 1), ("b", 1, 0)):
            tree = {0: {0, 1}, 1: {first}, 2: {second}, 3: set(), 4: set()}
            for seed in range(1000):
                script = graphs.trustful(graph, tree, random.Random(seed))
                at = [point.states for point in s.decode_points(script.stream(s.SYNC), False)]
                if 3 in at:
                    break
            named[name] = graphs.split(script, [at.index(3)])
            for part in named[name]:
                data = s.encode(part)
                file = "%s%d.way" % (name, part.header.part)
                self.write(file, data)
                self.write(file + ".sig", s.sign(data, part.header, secret))
        first, second = (s.decode_points(named[name][1].stream(s.SYNC), True)[0] for name in "ab")
        self.assertEqual(first, second)
        for files, code in ((("a1", "a2"), 1), (("b1", "b2"), 1), (("a1", "b2"), 4), (("b1", "a2"), 4)):
            words = [word for file in files for word in ("--script", file + ".way")]
            told = self.run_waymark("certify", "g.graph", "--trustful", "--key", "k.pub", *words, code=code)
            self.assertIn("cut from another script" if code == 4 else "deadlock", told)

    def test_limits_hold_within_a_step(self):
        """One step with 2^40 ways, and a script that says that each was taken."""
        levels = 40
        graph = graphs.Graph([[state + 1] * 2 for state in range(levels)] + [[]], range(1, levels))
        self.write("dag.graph", graph.program)
        header = s.Header(program=graph.digest, states=2, transitions=1, depth=1)
        row = b"\x80" * 5000 + b"\x01"
        lean = s.Script(header, {s.ROWS: row + b"\x01", s.COUNTS: b"\0\0"})
        ids = s.Script(dataclasses.replace(header, form=s.IDS), {s.STEPS: b"\x01\0\0", s.NUMBERS: b"\0", s.SIZES: b"\x01\0"})
        ids.streams[s.STEPS] = s.varint(1 + s.zigzag(1 << 35)) + b"\0\0"
        for script in (lean, ids):
            self.write("f.way", s.encode(script))
            for words in (["certify", "dag.graph", "--script", "f.way"],
                          ["script", "trustful", "dag.graph", "--script", "f.way", "-o", "t.way"]):
                if script is ids and "trustful" in words:
                    continue
                done = subprocess.run([WAYMARK, *words, "--time", "1s", "--memory", "100M"], cwd=self.folder, timeout=120,
                                      capture_output=True, check=False)
                self.assertIn(done.returncode, (3, 4), (words, done.stdout[:300], done.stderr[:300]))

    def test_a_form_that_is_none_is_rejected_in_one_line(self):
        graph = graphs.Graph([[]])
        self.write("g.graph", graph.program)
        for form in (0, 4, 7):
            self.write("f.way", s.encode(s.Script(s.Header(form, program=graph.digest), {s.STEPS: b"\0", 7: bytes(16)})))
            for words in (["certify", "g.graph", "--script", "f.way", "--quiet"], ["script", "info", "f.way"],
                          ["script", "split", "f.way", "-k", "2"]):
                self.assertEqual(self.run_waymark(*words, code=4).count("\n"), 1)

    def test_the_examples_of_the_page(self):
        diamond = graphs.Graph([[1, 2], [3], [3], []])
        tree = {0: {0, 1}, 1: {0}, 2: set(), 3: set()}
        lean = graphs.lean(diamond, tree, random.Random(0))
        self.assertEqual(lean.stream(s.ROWS), bytes.fromhex("07 03 01 02"))
        self.assertEqual(lean.stream(s.COUNTS), bytes.fromhex("00 00 02 00"))
        steps = [("to", 0, 2), ("to", 0, 3), ("back",), ("back",), ("to", 1, 4), ("to", 0, 3), ("back",), ("back",)]
        ids = graphs.encode_ids(diamond, steps)
        self.assertEqual(ids.stream(s.STEPS), bytes.fromhex("01 01 00 00 01 01 00 00"))
        self.assertEqual(ids.stream(s.NUMBERS), bytes.fromhex("00 00 00 02"))
        self.assertEqual(ids.stream(s.MARKS), bytes.fromhex("0D"))
        self.assertEqual(ids.stream(s.SIZES), bytes.fromhex("04 01 00 01"))

    def test_streams_of_several_blocks(self):
        graph = graphs.Graph([[]])
        ids = graphs.encode_ids(graph, [("back",)])
        ids.streams[s.SIZES] = bytes(2 * s.BLOCK + 5)
        data = s.encode(ids)
        self.assertEqual(s.decode(data), ids)
        self.write("g.graph", graph.program)
        self.write("long.way", data)
        self.assertIn("8.0 MiB", self.run_waymark("script", "info", "long.way"))
        self.certify("g.graph", "--script", "long.way", code=4)

    # What `waymark` writes

    def ours(self, name, graph, *words):
        self.write("g.graph", graph.program)
        self.run_waymark("check", "g.graph", "--property", "none", "--script", name, *words, code=3)
        script = s.decode(self.read(name))
        self.assertEqual(script.header.program, graph.digest)
        self.assertEqual(script.header.options, s.digest(script.header.options_text))
        return script

    def big_graph(self, seed, states):
        """With sync points: our searches write one every so many transitions."""
        chance = random.Random(seed)
        edges = [[(7 * state + way + chance.randrange(9)) % states for way in (1, 3, 5)] for state in range(states)]
        for state in range(states - 1):
            edges[state].append(state + 1)
        return graphs.Graph(edges)

    def test_our_lean_scripts_come_back(self):
        for seed in range(20):
            graph = graphs.random_graph(random.Random(seed))
            script = self.ours("s.way", graph)
            again = s.Script(script.header, dict(script.streams))
            forger.write_tree(again, forger.read_tree(script), random.Random(0))
            self.assertEqual((again.header, again.stream(s.ROWS), again.stream(s.COUNTS)),
                             (script.header, script.stream(s.ROWS), script.stream(s.COUNTS)))

    def test_our_sync_points_parts_runs_and_results_come_back(self):
        graph = self.big_graph(1, 6000)
        whole = self.ours("s.way", graph)
        points = s.decode_points(whole.stream(s.SYNC), False)
        self.assertGreater(len(points), 2)
        self.assertEqual(s.encode_points(points), whole.stream(s.SYNC))
        self.run_waymark("script", "split", "s.way", "-k", 3, "-o", "cut")
        parts = [s.decode(self.read("cut.%d-of-3.way" % number)) for number in (1, 2, 3)]
        begins = [s.decode_points(part.stream(s.SYNC), True)[0] for part in parts]
        self.assertEqual(parts, graphs.split(whole, [points.index(begin) for begin in begins[1:]], s.digest(self.read("s.way"))))
        # Nearest to a third and two thirds of all transitions.
        for number, begin in enumerate(begins[1:], 1):
            ideal = whole.header.transitions * number // 3
            self.assertEqual(abs(begin.transitions - ideal), min(abs(each.transitions - ideal) for each in points))
        run = s.Run.decode(self.read("cut.run"))
        self.assertEqual(run.encode(), self.read("cut.run"))
        files = [self.read("cut.%d-of-3.way" % number) for number in (1, 2, 3)]
        header = whole.header
        self.assertEqual((run.tasks, run.form, run.cut, run.asked), (3, s.LEAN, 0, 0))
        self.assertEqual((run.states, run.transitions, run.depth), (header.states, header.transitions, header.depth))
        self.assertEqual(run.files, list(map(s.digest, files)))
        waived = s.varint(1) + s.text(b"assertion")
        subject = s.digest(graph.digest + header.options + b"\0\0" + s.varint(0) + waived + s.varint(0) + s.varint(0))
        for task in (1, 2, 3):
            self.certify("g.graph", "--script", "cut.%d-of-3.way" % task, "--run", "cut.run", "--task", "%d/3" % task,
                         "--result", "r%d" % task)
            result = s.TaskResult.decode(self.read("r%d" % task), run)
            self.assertEqual(result.encode(run), self.read("r%d" % task))
            end = bytes(32) if task == 3 else s.digest(begins[task].position())
            self.assertEqual((result.task, result.tasks, result.file, result.subject, result.verdict),
                             (task, 3, run.files[task - 1], subject, 0))
            self.assertEqual((result.begin, result.end), (s.digest(begins[task - 1].position()), end))
            self.assertEqual(result.figures[:2], [parts[task - 1].header.states, parts[task - 1].header.transitions])
        merge = ["--run", "cut.run", "--merge", "r1", "--merge", "r2", "--merge", "r3"]
        self.certify("g.graph", *merge)
        # What a worker of another version may get wrong, under a right code.
        good = s.TaskResult.decode(self.read("r2"), run)
        for changes in ({"texts": [b"a\nb", b"", b"", b""]}, {"choices": [1 << 32]}, {"products": b"\xff" * 32},
                        {"verdict": 6}, {"tasks": 4}, {"begin": bytes(32)}, {"counts": [good.counts[0] + 1, good.counts[1]]}):
            self.write("r2", dataclasses.replace(good, **changes).encode(run))
            self.certify("g.graph", *merge, code=4)
        self.write("r2", good.encode(run))
        self.certify("g.graph", *merge)
        for changes in ({"depth": run.depth + 1}, {"states": run.states + 1}):
            self.write("cut.run", dataclasses.replace(run, **changes).encode())
            self.certify("g.graph", *merge, code=4)
        for changes in ({"asked": 3}, {"cut": 1}, {"form": s.TRUSTFUL}):
            self.write("cut.run", dataclasses.replace(run, **changes).encode())
            self.certify("g.graph", *merge, code=2)

    def test_our_ids_scripts_and_their_results_come_back(self):
        for graph in [*(graphs.random_graph(random.Random(seed)) for seed in range(15)), self.big_graph(2, 500)]:
            script = self.ours("s.way", graph, "--search", "dfs")
            again = graphs.encode_ids(graph, forger.read_steps(script))
            again.header = dataclasses.replace(again.header, tool=script.header.tool, checked=script.header.checked)
            self.assertEqual(again, script)
        for cut in ("slice", "subtree"):
            self.run_waymark("script", "split", "s.way", "-k", 3, "-o", "cut", "--tune", f"cut={cut}")
            run = s.Run.decode(self.read("cut.run"))
            self.assertEqual(run.encode(), self.read("cut.run"))
            self.assertEqual((run.tasks, run.form, run.cut, run.asked), (3, s.IDS, int(cut == "subtree"), 3))
            words = []
            for task in (1, 2, 3):
                self.certify("g.graph", "--script", "s.way", "--run", "cut.run", "--task", "%d/3" % task, "--result", "r%d" % task)
                result = s.TaskResult.decode(self.read("r%d" % task), run)
                self.assertEqual(result.encode(run), self.read("r%d" % task))
                if task == 1:
                    start = b"".join(map(s.varint, (0, 0, 1, 0, 1, 1, 0, 0)))
                    self.assertEqual(result.stretch[:32], s.digest(start))
                words += ["--merge", "r%d" % task]
            self.certify("g.graph", "--run", "cut.run", *words)

    def test_our_trustful_scripts_and_signatures_come_back(self):
        for seed in range(15):
            graph = graphs.random_graph(random.Random(seed))
            lean = self.ours("s.way", graph)
            tree = {}

            def visit(here, state):
                tree[state] = {index for index, symbol in enumerate(here.symbols) if symbol}
                for index, below in zip(sorted(tree[state]), here.below):
                    visit(below, graph.successors(state)[index])

            visit(forger.read_tree(lean), 0)
            self.run_waymark("script", "trustful", "g.graph", "--script", "s.way", "-o", "t.way")
            script = s.decode(self.read("t.way"))
            mine = graphs.trustful(graph, tree, random.Random(0))
            mine.header = dataclasses.replace(mine.header, tool=script.header.tool, checked=script.header.checked)
            self.assertEqual((mine.header, mine.stream(s.ROWS)), (script.header, script.stream(s.ROWS)))
        self.run_waymark("script", "keygen", "k")
        self.run_waymark("script", "sign", "t.way", "--key", "k.key")
        data = self.read("t.way")
        self.assertEqual(s.sign(data, script.header, self.read("k.key")), self.read("t.way.sig"))
        self.assertTrue(s.signature_is_good(data, script.header, self.read("t.way.sig"), self.read("k.pub")))
        secret = s.read_key_line(b"secret-key", self.read("k.key"), 64)
        self.assertEqual(s.make_keys(secret[:32]), (self.read("k.pub"), self.read("k.key")))

    # Options

    def test_errors_in_the_options_are_told_as_the_scripts(self):
        self.write("p.pml", b"byte x, y;\nactive proctype P() { x = 1 }\nactive proctype Q() { y = 1 }\n")
        self.run_waymark("check", "p.pml", "--por", "on", "--invariant", "x < 2 && 'a' != ';'", "--script", "s.way")
        good = s.decode(self.read("s.way"))
        self.assertEqual(good.header.options_text, b"partial order reduction; visible x < 2 && 'a' != '\\x3b'")
        self.run_waymark("certify", "p.pml", "--script", "s.way", "--invariant", "x < 2 && 'a' != ';'")

        def told(options, right=True):
            forged = good.copy()
            forged.header.options_text = options
            forged.header.options = s.digest(options) if right else good.header.options
            self.write("f.way", s.encode(forged))
            for words in (("certify", "p.pml", "--script", "f.way", "--quiet"),
                          ("script", "trustful", "p.pml", "--script", "f.way", "-o", "t.way")):
                out = self.run_waymark(*words, code=4)
                self.assertTrue(out.startswith("rejected: f.way: "), out)
                self.assertNotIn("--invariant", out)
                self.assertEqual(out.count("\n"), 1, out)
            return out

        prefix = b"partial order reduction"
        for options in (b"; visible nonsense", b"; visible (x", b"; visible \\q", b"; not presuming anything", b"; more", b"!"):
            self.assertIn("the script's options: ", told(prefix + options))
        self.assertIn("other options", told(b"java Main"))
        self.assertIn("the text of its options", told(prefix, right=False))
        # A graph is not reduced at all.
        graph = graphs.Graph([[0]])
        script = self.ours("g.way", graph)
        script.header.options_text = prefix
        script.header.options = s.digest(prefix)
        self.write("g.way", s.encode(script))
        self.assertIn("the script's options: ", self.certify("g.graph", "--script", "g.way", code=4))


if __name__ == "__main__":
    WAYMARK = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
