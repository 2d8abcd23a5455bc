#!/usr/bin/python3
"""Forgeries of which each is made twice, for the verified kernel and for `waymark certify`; the two must agree.

  forge.py --waymark WAYMARK --batch BATCH --kernel WAYMARK-KERNEL [--count N] [--seed N]

Scripts of small models of the corpus are changed: counts, rows, subtrees, figures. A forgery is written as .k, and as
.way by the stranger's encoder (tests/stranger/script.py). Ends with 1 if one certifier accepts what the other does not,
if an exit code differs, or if a script that was not changed is refused. Such cases are kept.
"""
import argparse
import collections
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "stranger"))
import forge as strangers  # noqa: E402
import script as s  # noqa: E402

MODELS = ["peterson", "dekker", "alternating_bit", "chan_buffered", "chan_random_receive", "else_channels",
          "run_recursive", "dstep_atomic_else", "atomic_nested", "end_labels", "never_stutter", "trace_rendezvous",
          "unless_nested", "typedef_nested", "leader_election"]
AT_A_TIME = 200  # files for one run of the kernel
CODES = {"certified": 0, "violation": 1, "error": 2, "unsupported": 3, "incomplete": 3, "rejected": 4}


class Node:
    """A state of a script's tree: how many other transitions lead to it, and its row, a None for each of those."""

    def __init__(self, count):
        self.count, self.row = count, []

    def copy(self):
        made = Node(self.count)
        made.row = [child and child.copy() for child in self.row]
        return made

    def everyone(self):
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += [child for child in reversed(node.row) if child]


def read_tree(text):
    """The tree of a script as the kernel reads it."""
    root, path, at = None, [], 0
    while at < len(text):
        if text[at] == "+":
            end = at + 1
            while text[end].isdigit():
                end += 1
            node = Node(int(text[at + 1:end]))
            if path:
                path[-1].row.append(node)
            else:
                root = node
            path.append(node)
            at = end
            continue
        if text[at] == ".":
            path[-1].row.append(None)
        elif text[at] == "-":
            path.pop()
        at += 1
    return root


def kernel_text(root):
    out, todo = [], [root]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        out.append(f"+{item.count}")
        todo.append("-")
        todo += [child or "." for child in reversed(item.row)]
    return "".join(out)


def streams(root):
    """Rows and counts."""
    rows, counts, todo = bytearray(), bytearray(), [(root, 0)]
    while todo:
        node, above = todo.pop()
        rows += s.row_bytes([1 if child else 0 for child in node.row])
        counts += s.varint(s.zigzag(node.count - above))
        todo += [(child, node.count) for child in reversed(node.row) if child]
    return {s.ROWS: bytes(rows), s.COUNTS: bytes(counts)}


# Lies. Each changes the tree or the figures, and answers whether it could.


def wrong_count(chance, root, figures):
    node = chance.choice(list(root.everyone()))
    node.count = max(0, node.count + chance.choice((-1, 1, 1, 2, 1000)))


def moved_count(chance, root, figures):
    """One more here, and one less there: the sums are right."""
    nodes = list(root.everyone())
    one, other = chance.choice(nodes), chance.choice([node for node in nodes if node.count] or nodes)
    one.count, other.count = one.count + 1, max(0, other.count - 1)


def pruned(chance, root, figures):
    """A state with all below it is left out, as if it had been there before; or only it, if nothing is below it."""
    nodes = [(node, i) for node in root.everyone() for i, child in enumerate(node.row) if child]
    if not nodes:
        return
    node, i = chance.choice(nodes)
    gone = list(node.row[i].everyone())
    lost = sum(1 for each in gone for child in each.row if child is None)
    node.row[i] = None
    if chance.random() < 0.7:  # the figures and the sum of counts are right again
        figures[0] -= len(gone)
        figures[1] -= sum(len(each.row) for each in gone)
        balance = 1 - lost + sum(each.count for each in gone)
        for each in sorted(root.everyone(), key=lambda _: chance.random()):
            step = max(-each.count, balance)
            each.count += step
            balance -= step
            if balance == 0:
                break


def repeated(chance, root, figures):
    """Another transition enters a copy of some state, with what is below it or not."""
    others = [(node, i) for node in root.everyone() for i, child in enumerate(node.row) if child is None]
    if not others:
        return
    node, i = chance.choice(others)
    copy = chance.choice(list(root.everyone())).copy()
    if chance.random() < 0.5:
        copy.row = [None] * len(copy.row)
    node.row[i] = copy
    figures[0] += len(list(copy.everyone()))
    figures[1] += sum(len(each.row) for each in copy.everyone())


def longer_row(chance, root, figures):
    node = chance.choice(list(root.everyone()))
    node.row.insert(chance.randint(0, len(node.row)), None)
    figures[1] += 1


def shorter_row(chance, root, figures):
    nodes = [node for node in root.everyone() if None in node.row]
    if nodes:
        chance.choice(nodes).row.remove(None)
        figures[1] -= 1


def swapped(chance, root, figures):
    """Two successors of a state change places, in the script."""
    nodes = [node for node in root.everyone() if len(node.row) > 1]
    if nodes:
        row = chance.choice(nodes).row
        i, j = chance.sample(range(len(row)), 2)
        row[i], row[j] = row[j], row[i]


def exchanged(chance, root, figures):
    """A tree edge and another transition change roles."""
    swapped(chance, root, figures)
    moved_count(chance, root, figures)


def other_figures(chance, root, figures):
    i = chance.randrange(3)
    figures[i] = max(0, figures[i] + chance.choice((-1, 1, 7)))


def the_truth(chance, root, figures):
    pass


LIES = [the_truth, wrong_count, moved_count, pruned, pruned, repeated, longer_row, shorter_row, swapped, exchanged,
        other_figures]


class Honest:
    """A model, and its script in both forms."""

    def __init__(self, waymark, name, folder):
        self.model = ROOT / "tests" / "promela" / "corpus" / f"{name}.pml"
        way, text = folder / f"{name}.way", folder / f"{name}.k"
        for command in (["check", self.model, "--por", "off", "--script", way, "--quiet"],
                        ["script", "kernel", self.model, "--script", way, "-o", text]):
            subprocess.run([waymark, *map(str, command)], check=True, stdout=subprocess.DEVNULL)
        self.program, self.script = text.read_text().split("\nscript ")
        self.script = self.script.split("\n", 1)
        self.header = s.decode(way.read_bytes()).header

    def forge(self, chance):
        """The lies, and what was made of them: .k and .way."""
        figures, root = [int(word) for word in self.script[0].split()], read_tree(self.script[1])
        lies = [chance.choice(LIES) for _ in range(chance.choice((1, 1, 1, 2, 3)))]
        for lie in lies:
            lie(chance, root, figures)
        figures = [max(0, figure) for figure in figures]
        states, transitions, depth = figures
        text = f"{self.program}\nscript {states} {transitions} {depth}\n{kernel_text(root)}\n"
        header = s.Header(**{**vars(self.header), "states": states, "transitions": transitions, "depth": depth})
        return lies, text, s.encode(s.Script(header, streams(root)))


def kernel_codes(kernel, files):
    done = subprocess.run([kernel, *map(str, files)], capture_output=True, text=True, check=False)
    return [CODES[line.split(":")[0]] for line in done.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--waymark", required=True)
    parser.add_argument("--batch", required=True, help="runs commands of waymark (tests/stranger/batch.cpp)")
    parser.add_argument("--kernel", required=True)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    shared = pathlib.Path("/dev/shm")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kernel-", dir=shared if shared.is_dir() else None))
    tally, wrong = collections.Counter(), 0
    honest = [Honest(options.waymark, name, folder) for name in MODELS]
    batch = strangers.Batch(str(pathlib.Path(options.batch).resolve()), folder)
    for first in range(0, options.count, AT_A_TIME):
        cases = []
        for index in range(first, min(first + AT_A_TIME, options.count)):
            chance = random.Random(f"{options.seed}/{index}")
            subject = chance.choice(honest)
            lies, text, way = subject.forge(chance)
            file = folder / f"{index - first}.k"
            file.write_text(text)
            (folder / "forged.way").write_bytes(way)
            cases.append((lies, file, batch.run("certify", subject.model, "--script", "forged.way")))
        for (lies, file, code), ours in zip(cases, kernel_codes(options.kernel, [file for _, file, _ in cases]), strict=True):
            names = " and ".join(lie.__name__.replace("_", " ") for lie in lies)
            tally[lies[-1].__name__.replace("_", " "), ours] += 1
            refused_truth = set(lies) == {the_truth} and code != 0
            if ours != code or refused_truth:
                wrong += 1
                kept = pathlib.Path(tempfile.mkdtemp(prefix="forged-")) / file.name
                shutil.copy(file, kept)
                print(f"WRONG: {names}: certify ends with {code}, the kernel with {ours}; kept as {kept}", file=sys.stderr)
    batch.close()
    shutil.rmtree(folder)
    codes = sorted({code for _, code in tally})
    print(f"{'the last lie':<16}" + "".join(f"{'exit ' + str(code):>10}" for code in codes))
    for lie in sorted({lie for lie, _ in tally}):
        print(f"{lie:<16}" + "".join(f"{tally[lie, code]:>10}" for code in codes))
    accepted = sum(number for (_, code), number in tally.items() if code == 0)
    print(f"{options.count} forgeries, {accepted} of them true and certified by both; {wrong} on which the two disagree")
    return 1 if wrong or not 0 < accepted < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
