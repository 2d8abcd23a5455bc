"""Little graphs of which everything is known, and the scripts of them that a search could have written."""
import script as s


class Graph:
    """State n has the transitions edges[n], in order; passing states lie inside indivisible steps."""

    def __init__(self, edges, passing=()):
        self.edges = edges
        self.passing = set(passing)
        self.program = self.text()
        self.digest = s.digest(self.program)
        self.known = {}

    def text(self):
        lines = ["%d %d" % (state, to) for state, targets in enumerate(self.edges) for to in targets]
        return "\n".join(lines + ["pass %d" % state for state in sorted(self.passing)] + ["end 0", ""]).encode()

    def successors(self, state):
        """The states it leads to, as often as there are ways."""
        if state not in self.known:
            out = []
            for to in self.edges[state]:
                out += self.successors(to) if to in self.passing else [to]
            self.known[state] = out
        return self.known[state]

    def reachable(self):
        met, open_ = {0}, [0]
        while open_:
            for to in self.successors(open_.pop()):
                if to not in met:
                    met.add(to)
                    open_.append(to)
        return met

    def has_deadlock(self):
        """State 0 is a proper end."""
        return any(state and not self.successors(state) for state in self.reachable())


def random_graph(random):
    states = random.randint(1, 9)
    edges = [[] for _ in range(states)]
    for state in range(1, states):
        edges[random.randrange(state)].append(state)
    for _ in range(random.randrange(2 * states + 1)):
        edges[random.randrange(states)].append(random.randrange(states))
    for targets in edges:
        random.shuffle(targets)
    if random.random() < 0.02:
        edges[0] += [0] * random.randint(5, 20)  # rows of several bytes
    passing = [state for state in range(1, states - 1) if random.random() < 0.2] if random.random() < 0.4 else []
    for state in passing:  # an indivisible step ends: edges go to later states only
        edges[state] = [to if to > state else states - 1 for to in edges[state]] + [states - 1]
    return Graph(edges, passing)


def spanning_tree(graph, random):
    """For each state the indices of its successors that are tree edges; every state is the end of one."""
    tree = {0: set()}
    open_ = [0]
    while open_:
        state = open_.pop(random.randrange(len(open_)))
        for index, to in enumerate(graph.successors(state)):
            if to not in tree:
                tree[to] = set()
                tree[state].add(index)
                open_.append(to)
    return tree


def lean(graph, tree, random):
    """The lean script of a tree, with sync points here and there."""
    counts = {state: 0 for state in tree}
    for state, edges in tree.items():
        for index, to in enumerate(graph.successors(state)):
            if index not in edges:
                counts[to] += 1
    rows, numbers, points, path = bytearray(), bytearray(), [], []
    header = s.Header(s.LEAN, program=graph.digest)

    def enter(state):
        if header.states and random.random() < 0.4:
            nodes = tuple(tuple(node) for node in path)
            points.append(s.Point(len(rows), len(numbers), header.states, header.transitions, nodes))
        symbols = [int(index in tree[state]) for index in range(len(graph.successors(state)))]
        row = s.row_bytes(symbols)
        rows.extend(row)
        numbers.extend(s.varint(s.zigzag(counts[state] - (path[-1][2] if path else 0))))
        header.states += 1
        header.depth = max(header.depth, len(path))
        path.append([row, 0, counts[state]])
        for index, to in enumerate(graph.successors(state)):
            header.transitions += 1
            path[-1][1] += 1
            if symbols[index]:
                enter(to)
        path.pop()

    enter(0)
    return s.Script(header, {s.ROWS: bytes(rows), s.COUNTS: bytes(numbers), s.SYNC: s.encode_points(points)})


def in_order(graph):
    """The states in the order of a breadth-first search, and their distances."""
    order, distances = [0], {0: 0}
    for state in order:
        for to in graph.successors(state):
            if to not in distances:
                distances[to] = distances[state] + 1
                order.append(to)
    return order, distances


def partial(graph, explored, falls=None):
    """The script of a search that has explored the first so many states; with a sample if a bound is given."""
    order, distances = in_order(graph)
    full = set(order[:explored])
    met, tree = {0}, {state: set() for state in order}
    counts = {state: 0 for state in order}
    for state in order[:explored]:
        for index, to in enumerate(graph.successors(state)):
            if to in met:
                counts[to] += 1
            else:
                met.add(to)
                tree[state].add(index)
    header = s.Header(s.PARTIAL, program=graph.digest)
    rows, numbers, claims = bytearray(), bytearray(), bytearray()
    sample, listed, arrived = set(), set(met), []
    seed, bound = s.sample_seed(header), None if falls is None else s.bound_after(falls)

    def thin(state):
        targets = [to for to in graph.successors(state) if s.drawn(seed, to) <= bound]
        if state in sample:
            arrived.extend(targets)
        symbols, below = [], []
        for to in targets:
            symbols.append(int(to not in listed))
            if to not in listed:
                listed.add(to)
                sample.add(to)
                below.append(to)
        rows.extend(s.row_bytes(symbols))
        for to in below:
            thin(to)

    def enter(state, depth, above):
        header.states += 1
        header.depth = max(header.depth, depth)
        numbers.extend(s.varint(s.zigzag(counts[state] - above)))
        if state not in full:
            rows.append(0)
            if bound is not None:
                thin(state)
            return
        symbols = [int(index in tree[state]) for index in range(len(graph.successors(state)))]
        rows.extend(s.row_bytes(symbols))
        for symbol, to in zip(symbols, graph.successors(state)):
            header.transitions += 1
            claims.extend(s.varint(distances[state] + 1 - distances[to]))
            if symbol:
                enter(to, depth + 1, counts[state])

    enter(0, 0, 0)
    streams = {s.ROWS: bytes(rows), s.COUNTS: bytes(numbers), s.CLAIMS: bytes(claims)}
    if bound is not None:
        times = [arrived.count(state) for state in sample]
        claim = (falls, len(sample), sum(times), times.count(1), times.count(2))
        streams[s.SAMPLE] = b"".join(map(s.varint, claim))
    return s.Script(header, streams)


def trustful(graph, tree, random):
    rows, points, path = bytearray(), [], []
    header = s.Header(s.TRUSTFUL, program=graph.digest)

    def taken(place, state, index):
        """Which transitions of a state, or of a choice within its step, are taken; and the index behind its last."""
        symbols = []
        for to in graph.edges[place]:
            if to in graph.passing:
                below, index = taken(to, state, index)
                symbols.append(int(any(below)))
            else:
                symbols.append(int(index in tree[state]))
                index += 1
        return symbols, index

    def follow(place, state, index):
        symbols, _ = taken(place, state, index)
        row = s.row_bytes(symbols)
        rows.extend(row)
        path.append([row, 0, 0])
        for symbol, to in zip(symbols, graph.edges[place]):
            path[-1][1] += 1
            if to in graph.passing:
                if symbol:
                    follow(to, state, index)
                index = taken(to, state, index)[1]
            else:
                if symbol:
                    header.transitions += 1
                    enter(to)
                index += 1
        path.pop()

    def enter(state):
        if header.states and random.random() < 0.4:
            nodes = tuple(tuple(node) for node in path)
            points.append(s.Point(len(rows), 0, header.states, header.transitions, nodes))
        header.states += 1
        depths.append(depths[-1] + 1)
        header.depth = max(header.depth, depths[-1])
        follow(state, state, 0)
        depths.pop()

    depths = [-1]
    enter(0)
    return s.Script(header, {s.ROWS: bytes(rows), s.SYNC: s.encode_points(points)})


def search(graph, random):
    """The steps of a depth-first search that takes successors in any order: ("to", index, state's number) or ("back",)."""
    steps, numbers = [], {0: 1}

    def enter(state):
        order = list(range(len(graph.successors(state))))
        if random.random() < 0.5:
            random.shuffle(order)
        for index in order:
            to = graph.successors(state)[index]
            fresh = to not in numbers
            if fresh:
                numbers[to] = len(numbers) + 1
            steps.append(("to", index, numbers[to]))
            if fresh:
                enter(to)
        steps.append(("back",))

    enter(0)
    return steps


def encode_ids(graph, steps, marked=True, sized=True):
    """Whatever steps there are. A number that is one above the highest so far is a new state's."""
    codes, numbers, sizes, last = bytearray(), bytearray(), [0], {}
    header = s.Header(s.IDS, program=graph.digest, states=1)
    path = [[1, 0]]  # number, the index expected next
    for step in steps:
        if step[0] == "back":
            codes += s.varint(0)
            left = path.pop() if path else None
            if left and path:
                sizes[path[-1][0] - 1] += sizes[left[0] - 1]
            continue
        _, index, number = step
        codes += s.varint(min(s.zigzag(index - (path[-1][1] if path else 0)) + 1, s.MASK))
        numbers += s.varint(header.states + 1 - number & s.MASK)
        last[number] = header.transitions
        header.transitions += 1
        if path:
            path[-1][1] = index + 1
            sizes[path[-1][0] - 1] += 1
        if number == header.states + 1:
            header.states += 1
            sizes.append(0)
            path.append([number, 0])
            header.depth = max(header.depth, len(path) - 1)
    streams = {s.STEPS: bytes(codes), s.NUMBERS: bytes(numbers)}
    if marked:
        bits = [0] * header.transitions
        for transition in last.values():
            bits[transition] = 1
        streams[s.MARKS] = bits_bytes(bits)
    if sized:
        streams[s.SIZES] = b"".join(map(s.varint, sizes))
    return s.Script(header, streams)


def bits_bytes(bits):
    return bytes(sum(bit << place for place, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


def split(script, cuts, whole=None):
    """The parts of a lean or trustful script that begin at the sync points of these indices; `whole` is its digest."""
    whole = whole or s.digest(s.encode(script))
    points = s.decode_points(script.stream(s.SYNC), False)
    begins = [s.Point()] + [points[index] for index in cuts]
    ends = begins[1:] + [None]
    last = s.Point(len(script.stream(s.ROWS)), len(script.stream(s.COUNTS)), script.header.states,
                   script.header.transitions)
    parts = []
    for number, (begin, end) in enumerate(zip(begins, ends), 1):
        to = end or last
        inside = [point for point in points if begin.states < point.states <= to.states]
        part = s.Script(s.dataclasses.replace(script.header, part=number, parts=len(begins), whole=whole))
        part.header.states = to.states - begin.states
        part.header.transitions = to.transitions - begin.transitions
        part.streams[s.ROWS] = script.stream(s.ROWS)[begin.rows : to.rows]
        if script.header.form == s.LEAN:
            part.streams[s.COUNTS] = script.stream(s.COUNTS)[begin.counts : to.counts]
        part.streams[s.SYNC] = s.encode_points([begin] + inside)
        parts.append(part)
    return parts
