"""Forgeries: a true script of a little graph, changed where it hurts, and encoded again with right checksums.

A Case is what `waymark certify` is given. Each lie is a function that changes one and answers whether it found a place.
"""
import dataclasses

import graphs
import script as s

KEYS = [s.make_keys(bytes([number]) * 32) for number in range(2)]


@dataclasses.dataclass
class Case:
    graph: graphs.Graph
    form: int
    scripts: list
    other: s.Script  # another true script of the same program
    files: list = None  # as they are, whatever the scripts say
    key: int = 0
    signatures: list = None

    def encoded(self):
        return self.files or [s.encode(script) for script in self.scripts]

    def some(self, random):
        return random.choice(self.scripts)


class Tree:
    """A state of a lean script: symbols, count, and the trees below its tree edges."""

    def __init__(self, symbols, count):
        self.symbols, self.count, self.below = symbols, count, []

    def all(self):
        out, open_ = [], [self]
        while open_:
            tree = open_.pop()
            out.append(tree)
            open_ += tree.below
        return out

    def copy(self):
        tree = Tree(list(self.symbols), self.count)
        tree.below = [below.copy() for below in self.below]
        return tree


def read_tree(script):
    rows, counts = s.Source(script.stream(s.ROWS)), s.Source(script.stream(s.COUNTS))

    def enter(above):
        symbols = s.row_symbols(rows.row())
        tree = Tree(symbols, above + s.from_zigzag(counts.varint()) & s.MASK)
        tree.below = [enter(tree.count) for symbol in symbols if symbol]
        return tree

    return enter(0)


def write_tree(script, tree, random):
    """With numbers and sync points that fit."""
    rows, counts, points, path = bytearray(), bytearray(), [], []
    header = dataclasses.replace(script.header, states=0, transitions=0, depth=0)

    def enter(here):
        here.count &= s.MASK
        if header.states and random.random() < 0.3:
            points.append(s.Point(len(rows), len(counts), header.states, header.transitions,
                                  tuple(tuple(node) for node in path)))
        row = s.row_bytes(here.symbols)
        rows.extend(row)
        counts.extend(s.varint(s.zigzag(here.count - (path[-1][2] if path else 0))))
        header.states += 1
        header.depth = max(header.depth, len(path))
        path.append([row, 0, here.count])
        below = iter(here.below)
        for symbol in here.symbols:
            header.transitions += 1
            path[-1][1] += 1
            if symbol:
                enter(next(below))
        path.pop()

    enter(tree)
    script.header = header
    script.streams = {s.ROWS: bytes(rows), s.COUNTS: bytes(counts), s.SYNC: s.encode_points(points)}


# Lies about the tree of a whole lean script


def tree_lie(change):
    def lie(case, random):
        if case.form != s.LEAN or len(case.scripts) != 1 or case.scripts[0].header.parts:
            return False
        tree = read_tree(case.scripts[0])
        if not change(tree, random):
            return False
        write_tree(case.scripts[0], tree, random)
        return True

    lie.__name__ = change.__name__
    return lie


@tree_lie
def raise_a_count(tree, random):
    random.choice(tree.all()).count += random.choice((1, 2, 1 << 32, (1 << 63) - 1))
    return True


@tree_lie
def move_an_arrival(tree, random):
    one, other = random.choice(tree.all()), random.choice(tree.all())
    if one is other or one.count == 0:
        return False
    one.count -= 1
    other.count += 1
    return True


@tree_lie
def wrap_counts_around(tree, random):
    one, other = random.choice(tree.all()), random.choice(tree.all())
    for each in (one, other):
        each.count = each.count + (1 << 63) & s.MASK
    return one is not other


@tree_lie
def omit_a_subtree(tree, random):
    """And announce what arrives there elsewhere."""
    above = random.choice([each for each in tree.all() if each.below] or [None])
    if above is None:
        return False
    place = random.randrange(len(above.below))
    lost = above.below.pop(place)
    edges = [index for index, symbol in enumerate(above.symbols) if symbol]
    above.symbols[edges[place]] = 0
    if random.random() < 0.7:
        random.choice(tree.all()).count += 1 + sum(each.count for each in lost.all())
    return True


@tree_lie
def repeat_a_subtree(tree, random):
    """True if the transition leads there, and the counts are right."""
    above = random.choice(tree.all())
    others = [index for index, symbol in enumerate(above.symbols) if not symbol]
    if not others:
        return False
    index = random.choice(others)
    found = random.choice(tree.all())
    copy = found.copy()
    if random.random() < 0.5:
        for each in copy.all():
            each.count = 0
        found.count = max(found.count - 1, 0)
    above.symbols[index] = 1
    above.below.insert(sum(above.symbols[:index]), copy)
    return len(tree.all()) < 200


@tree_lie
def enter_leaves_twice(tree, random):
    """An arrival becomes a tree edge to a leaf: true where the graph has one there."""
    above = random.choice(tree.all())
    others = [index for index, symbol in enumerate(above.symbols) if not symbol]
    leaves = [each for each in tree.all() if not any(each.symbols)]
    if not others or not leaves:
        return False
    leaf = random.choice(leaves)
    copy = Tree(list(leaf.symbols), 0)
    index = random.choice(others)
    leaf.count = max(leaf.count - 1, 0)
    above.symbols[index] = 1
    above.below.insert(sum(above.symbols[:index]), copy)
    return True


@tree_lie
def change_a_row(tree, random):
    row = random.choice(tree.all()).symbols
    if random.random() < 0.5 and 0 in row:
        row.remove(0)
    else:
        row.insert(random.randrange(len(row) + 1), 0)
    return True


@tree_lie
def swap_subtrees(tree, random):
    one, other = random.choice(tree.all()), random.choice(tree.all())
    if not one.below or not other.below or one is other:
        return False
    a, b = random.randrange(len(one.below)), random.randrange(len(other.below))
    if any(each is other for each in one.below[a].all()) or any(each is one for each in other.below[b].all()):
        return False
    one.below[a], other.below[b] = other.below[b], one.below[a]
    return True


# Lies about the steps of a search


def step_lie(change):
    def lie(case, random):
        if case.form != s.IDS:
            return False
        steps = read_steps(case.scripts[0])
        if not steps or not change(steps, random):
            return False
        streams = case.scripts[0].streams
        case.scripts[0] = graphs.encode_ids(case.graph, steps, s.MARKS in streams, s.SIZES in streams)
        return True

    lie.__name__ = change.__name__
    return lie


def read_steps(script):
    codes, numbers = s.Source(script.stream(s.STEPS)), s.Source(script.stream(s.NUMBERS))
    steps, path, highest = [], [0], 1
    while codes.left() and path:
        code = codes.varint()
        if code == 0:
            steps.append(("back",))
            path.pop()
            continue
        index = path[-1] + s.from_zigzag(code - 1) & s.MASK
        number = highest + 1 - numbers.varint()
        steps.append(("to", index, number))
        path[-1] = index + 1
        if number == highest + 1:
            highest += 1
            path.append(0)
    return steps


@step_lie
def take_another_transition(steps, random):
    at = random.randrange(len(steps))
    if steps[at][0] == "back":
        return False
    steps[at] = ("to", random.choice((0, 1, 2, 3, 1 << 32, (1 << 32) - 1)), steps[at][2])
    return True


@step_lie
def name_another_state(steps, random):
    at = random.randrange(len(steps))
    if steps[at][0] == "back":
        return False
    steps[at] = ("to", steps[at][1], random.choice((1, 2, 3, steps[at][2] + 1, max(steps[at][2] - 1, 1))))
    return True


@step_lie
def drop_a_step(steps, random):
    del steps[random.randrange(len(steps))]
    return True


@step_lie
def go_back_early(steps, random):
    steps.insert(random.randrange(len(steps) + 1), ("back",))
    return True


@step_lie
def swap_steps(steps, random):
    at = random.randrange(len(steps))
    if at + 1 == len(steps):
        return False
    steps[at], steps[at + 1] = steps[at + 1], steps[at]
    return True


@step_lie
def omit_what_a_state_has(steps, random):
    """A new state is left at once."""
    highest, fresh = 1, []
    for at, step in enumerate(steps):
        if step[0] == "to" and step[2] == highest + 1:
            highest += 1
            fresh.append(at)
    if not fresh:
        return False
    begin = random.choice(fresh) + 1
    depth, end, lost = 1, begin, 0
    known = {step[2] for step in steps[:begin] if step[0] == "to"} | {1}
    while end < len(steps) and depth:
        if steps[end][0] == "back":
            depth -= 1
        elif steps[end][2] not in known:
            known.add(steps[end][2])
            depth += 1
            lost += 1
        end += 1
    top = max(known) - lost if known else 1
    tail = [step if step[0] == "back" or step[2] <= top else ("to", step[1], max(step[2] - lost, 1)) for step in steps[end:]]
    steps[begin:] = [("back",)] + tail
    return True


def change_a_mark(case, random):
    script = case.scripts[0]
    if case.form != s.IDS or not script.stream(s.MARKS):
        return False
    marks = bytearray(script.stream(s.MARKS))
    marks[random.randrange(len(marks))] ^= 1 << random.randrange(8)
    script.streams[s.MARKS] = bytes(marks)
    return True


def change_a_size(case, random):
    script = case.scripts[0]
    if case.form != s.IDS or not script.stream(s.SIZES):
        return False
    source, sizes = s.Source(script.stream(s.SIZES)), []
    while source.left():
        sizes.append(source.varint())
    at = random.randrange(len(sizes))
    kind = random.randrange(4)
    if kind == 0:
        sizes.pop(at)
    elif kind == 1:
        sizes.append(0)
    else:
        sizes[at] = max(sizes[at] + random.choice((-1, 1, s.MASK - sizes[at])), 0)
    script.streams[s.SIZES] = b"".join(map(s.varint, sizes))
    return True


# Lies about sync points


def sync_lie(change):
    def lie(case, random):
        script = case.some(random)
        if not script.stream(s.SYNC):
            return False
        try:
            points = s.decode_points(script.stream(s.SYNC), script.header.parts != 0)
        except s.Malformed:
            return False
        if not change(points, random):
            return False
        script.streams[s.SYNC] = s.encode_points(points)
        return True

    lie.__name__ = change.__name__
    return lie


@sync_lie
def move_a_point(points, random):
    point = random.choice(points)
    field = random.choice(("rows", "counts", "states", "transitions"))
    setattr(point, field, max(getattr(point, field) + random.choice((-1, 1, 2)), 0))
    return True


@sync_lie
def change_a_node(points, random):
    point = random.choice(points)
    if not point.path:
        return False
    at = random.randrange(len(point.path))
    row, taken, count = point.path[at]
    kind = random.randrange(4)
    if kind == 0:
        row = s.row_bytes([random.randrange(2) for _ in s.row_symbols(row)])
    elif kind == 1:
        taken = max(taken + random.choice((-1, 1)), 0)
    elif kind == 2:
        count = count + random.choice((1, s.MASK)) & s.MASK
    path = list(point.path)
    path[at : at + 1] = [] if kind == 3 else [(row, taken, count)]
    point.path = tuple(path)
    return True


@sync_lie
def repeat_drop_or_mix_points(points, random):
    at = random.randrange(len(points))
    kind = random.randrange(4)
    if kind == 0:
        points.insert(at, points[at])
    elif kind == 1:
        del points[at]
    elif kind == 2:
        points[at] = dataclasses.replace(points[at], path=random.choice(points).path)
    else:
        points[at] = random.choice(points)
    return True


def share_other_nodes(case, random):
    """The number of nodes that a point shares, as bytes: encoding points anew would make it right."""
    script = case.some(random)
    points = s.decode_points(script.stream(s.SYNC), script.header.parts != 0)
    if len(points) < 2:
        return False
    at = random.randrange(1, len(points))
    out = s.encode_points(points[:at])
    before, point = points[at - 1], points[at]
    for here, there in zip(point.numbers(), before.numbers()):
        out += s.varint(here - there & s.MASK)
    shared = random.randrange(len(before.path) + 2)
    fresh = point.path[shared:]
    out += s.varint(shared) + s.varint(len(fresh))
    for row, taken, count in fresh:
        out += row + s.varint(taken) + s.varint(count)
    script.streams[s.SYNC] = out + s.encode_points(points)[len(s.encode_points(points[: at + 1])) :]
    return True


# Lies about whatever the form


def change_stream_bytes(case, random):
    script = case.some(random)
    number = random.choice(sorted(script.streams) or [s.ROWS])
    data = bytearray(script.stream(number))
    for _ in range(random.randint(1, 2)):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(5)
        if kind == 0:
            data.insert(at, random.choice((0, 1, 2, 0x80, 0xFF, random.randrange(256))))
        elif kind == 1:
            del data[at:]
        elif at < len(data):
            if kind == 2:
                del data[at]
            elif kind == 3:
                data[at] ^= 1 << random.randrange(8)
            else:
                data[at] = random.randrange(256)
    script.streams[number] = bytes(data)
    return True


def change_a_number_of_the_header(case, random):
    header = case.some(random).header
    field = random.choice(("states", "transitions", "depth", "part", "parts"))
    value = getattr(header, field) + random.choice((-1, 1, 2, 1 << 20, 1 << 63))
    setattr(header, field, max(value, 0) & s.MASK)
    return True


def move_numbers_between_parts(case, random):
    if len(case.scripts) < 2:
        return False
    one, other = random.sample(case.scripts, 2)
    field = random.choice(("states", "transitions", "depth"))
    setattr(one.header, field, getattr(one.header, field) + 1)
    setattr(other.header, field, max(getattr(other.header, field) - 1, 0))
    return True


def change_a_text_or_digest(case, random):
    header = case.some(random).header
    kind = random.randrange(6)
    words = (b"", b"plain", "Büchi".encode(), b"a\nb", b"\xff", b"\xc2\x85", "\u202e".encode(), b"\xed\xa0\x80",
             b"x" * 65_537)
    if kind == 0:
        header.tool = random.choice(words)
    elif kind == 1:
        header.checked = random.choice(words)
    elif kind == 2:
        header.options_text = random.choice(words + (b"partial order reduction", b"partial order reduction; visible 0"))
        if random.random() < 0.7:
            header.options = s.digest(header.options_text)
    elif kind == 3:
        header.options = s.digest(random.choice((b"", b"plain")))
    else:
        header.program = s.digest(random.choice((case.graph.program, b"another")))
    return True


def name_another_whole(case, random):
    """What mixing the parts of two scripts comes to, if these begin and end alike."""
    header = case.some(random).header
    header.whole = s.digest(random.choice((b"another", s.encode(case.other))))
    return header.parts != 0


def change_the_form(case, random):
    case.some(random).header.form = random.choice((0, 1, 2, 3, 4, s.CYCLES, 7))  # none of these has ranks
    return True


def lose_repeat_or_swap_parts(case, random):
    kind = random.randrange(5)
    if kind == 0 and len(case.scripts) > 1:
        case.scripts.pop(random.randrange(len(case.scripts)))
    elif kind == 1:
        case.scripts.append(case.some(random).copy())
    elif kind == 2 and len(case.scripts) > 1:
        one, other = random.sample(case.scripts, 2)
        one.header.part, other.header.part = other.header.part, one.header.part
    elif kind == 3:
        at = random.randrange(len(case.scripts))
        case.scripts[at] = case.other.copy()
    else:
        random.shuffle(case.scripts)  # true all the same
    return True


def splice(case, random):
    """Streams of two scripts of one program."""
    script = case.some(random)
    for number in script.streams:
        one, two = script.stream(number), case.other.stream(number)
        if random.random() < 0.5:
            script.streams[number] = one[: random.randrange(len(one) + 1)] + two[random.randrange(len(two) + 1) :]
    return True


# Lies about the file


def file_lie(change):
    def lie(case, random):
        if case.files:
            return False
        at = random.randrange(len(case.scripts))
        forged = change(case.scripts[at], random)
        if forged is None:
            return False
        case.files = [s.encode(script) for script in case.scripts]
        case.files[at] = forged
        return True

    lie.__name__ = change.__name__
    return lie


def raw_frame(raw, descriptor, window=b"", size=b""):
    """A frame of one raw block, with a header of our own making."""
    block = (len(raw) << 3 | 1).to_bytes(3, "little") + raw
    return bytes.fromhex("28b52ffd") + bytes([descriptor]) + window + size + block


@file_lie
def store_a_block_otherwise(script, random):
    blocks = list(s.blocks_of(script))
    if not blocks:
        return None
    at = random.randrange(len(blocks))
    number, raw, stored = blocks[at]
    data = script.stream(number)
    if len(data) > 1 << 16:
        return None
    skippable = bytes.fromhex("502a4d18") + (3).to_bytes(4, "little") + b"abc"
    four = len(data).to_bytes(4, "little")
    half = len(data) // 2
    stored = random.choice((
        raw_frame(data, 0xA0, size=four),  # good: a single segment
        raw_frame(data, 0x80, window=bytes([12 << 3]), size=four),  # good: a window of 4 MiB
        raw_frame(data, 0x80, window=bytes([12 << 3 | 1]), size=four),  # one step more
        raw_frame(data, 0x00, window=bytes([0])),  # no size
        raw_frame(data, 0xA8, size=four),  # a reserved bit
        raw_frame(data, 0xA1, window=b"\x07", size=four),  # a dictionary
        raw_frame(data, 0xA0, size=(len(data) + 1).to_bytes(4, "little")),
        stored + skippable,
        skippable + stored,
        skippable,
        s.compress(data[:half]) + s.compress(data[half:]),
        s.compress(data + b"\x01"),
        stored[:-1],
        stored + b"\x00",
        b"",
    ))
    blocks[at] = (number, raw, stored)
    return s.assemble(script.header.encode(), blocks)


@file_lie
def change_the_directory(script, random):
    blocks = list(s.blocks_of(script))
    kind = random.randrange(5)
    if kind == 0 and blocks:
        at = random.randrange(len(blocks))
        number, raw, stored = blocks[at]
        blocks[at] = (number, max(raw + random.choice((-1, 1, 1 << 22)), 0), stored)
    elif kind == 1 and blocks:
        at = random.randrange(len(blocks))
        blocks[at] = (random.randrange(256), blocks[at][1], blocks[at][2])
    elif kind == 2:
        number = random.randrange(9)
        blocks.append((number, 3, s.compress(b"abc")))
    elif kind == 3:
        random.shuffle(blocks)  # good: streams may come in any order
    elif blocks:
        del blocks[random.randrange(len(blocks))]
    return s.assemble(script.header.encode(), blocks)


@file_lie
def change_file_bytes(script, random):
    data = bytearray(s.encode(script))
    at = random.randrange(len(data))
    kind = random.randrange(4)
    if kind == 0:
        data[at] ^= 1 << random.randrange(8)
    elif kind == 1:
        del data[at:]
    elif kind == 2:
        data += b"\x00"
    else:
        data.insert(at, random.randrange(256))
    return bytes(data)


@file_lie
def write_a_header_with_other_spellings(script, random):
    """The number of states, in two bytes more."""
    header = script.header.encode()
    tail = b"".join(map(s.varint, (script.header.states, script.header.transitions, script.header.depth,
                                   script.header.part, script.header.parts)))
    tail += script.header.whole if script.header.parts else b""
    number = s.varint(script.header.states)
    padded = number[:-1] + bytes([number[-1] | 0x80]) + random.choice((b"\x00", b"\x80\x00", b"\x80" * 9 + b"\x01"))
    return s.assemble(header[: -len(tail)] + padded + tail[len(number) :], list(s.blocks_of(script)))


# Lies about signatures


def forge_a_signature(case, random):
    if case.form != s.TRUSTFUL:
        return False
    files = case.encoded()
    scripts = case.scripts
    secret = KEYS[0][1]
    case.signatures = [s.sign(data, script.header, secret) for data, script in zip(files, scripts)]
    at = random.randrange(len(files))
    good = case.signatures[at]
    header = scripts[at].header
    kind = random.randrange(8)
    if kind == 0:
        case.signatures[at] = s.sign(files[at], header, KEYS[1][1])
    elif kind == 1:
        case.signatures[at] = s.sign(files[at] + b"\x00", header, secret)
    elif kind == 2:
        case.signatures[at] = s.sign(files[at], dataclasses.replace(header, program=bytes(32)), secret)
    elif kind == 3:
        place = random.randrange(20, 148)
        case.signatures[at] = good[:place] + random.choice((b"0", b"f", b"g")) + good[place + 1 :]
    elif kind == 4:
        case.signatures[at] = good[:20] + good[20:].upper()  # good
    elif kind == 5:
        case.signatures[at] = random.choice((good[:-1], good[:-2], good + b"\n", good.replace(b"-2 ", b"-1 "), b""))
    elif kind == 6:
        case.key = 1
    else:
        random.shuffle(case.signatures)
    return True


# Whoever tells one of the first writes the script anew.
LIES_BEFORE = [raise_a_count, move_an_arrival, wrap_counts_around, omit_a_subtree, repeat_a_subtree, enter_leaves_twice,
               change_a_row, swap_subtrees, take_another_transition, name_another_state, drop_a_step, go_back_early,
               swap_steps, omit_what_a_state_has]
LIES_AFTER = [change_a_mark, change_a_size, move_a_point, change_a_node, repeat_drop_or_mix_points, share_other_nodes,
              change_stream_bytes, change_a_number_of_the_header, move_numbers_between_parts, change_a_text_or_digest,
              name_another_whole, change_the_form, lose_repeat_or_swap_parts, splice, store_a_block_otherwise, change_the_directory,
              change_file_bytes, write_a_header_with_other_spellings, forge_a_signature, forge_a_signature]


def true_case(random, graph=None):
    graph = graph or graphs.random_graph(random)
    form = random.choice((s.LEAN, s.LEAN, s.IDS, s.IDS, s.TRUSTFUL))

    def make():
        if form == s.IDS:
            return graphs.encode_ids(graph, graphs.search(graph, random), random.random() < 0.7, random.random() < 0.7)
        tree = graphs.spanning_tree(graph, random)
        return graphs.lean(graph, tree, random) if form == s.LEAN else graphs.trustful(graph, tree, random)

    case = Case(graph, form, [make()], make())
    return case


def cut(case, random):
    """Into parts, perhaps."""
    points = s.decode_points(case.scripts[0].stream(s.SYNC), False) if case.form != s.IDS else []
    if random.random() < 0.4 and points:
        chosen = sorted(random.sample(range(len(points)), random.randint(0, min(3, len(points)))))
        case.scripts = graphs.split(case.scripts[0], chosen)


def forge(random, graph=None):
    """A case and what was done to it."""
    case = true_case(random, graph)
    told = []
    wanted = 0 if random.random() < 0.03 else random.choice((1, 1, 1, 2, 3))
    first = random.choice((0, wanted, random.randint(0, wanted)))
    for lies, goal in ((LIES_BEFORE, first), (LIES_AFTER, wanted)):
        if lies is LIES_AFTER:
            cut(case, random)
        for _ in range(40):
            if len(told) >= goal:
                break
            lie = random.choice(lies)
            try:
                found = lie(case, random)
            except (s.Malformed, IndexError, StopIteration, OverflowError):
                continue  # an earlier lie left nothing that this one could read
            if found:
                told.append(lie.__name__)
    return case, told
