"""A certifier of little graphs, from docs/trust/script-format.md: exact counts, no hashing, no workers.

judge() says what `waymark certify --property none` must end with: CERTIFIED, REJECTED or BAD_INPUT; IN_PART for whole
scripts of form partial without sync points.
"""
import script as s

CERTIFIED, BAD_INPUT, IN_PART, REJECTED = 0, 2, 3, 4


class Rejected(Exception):
    pass


def demand(condition, why):
    if not condition:
        raise Rejected(why)


def judge(graph, files, key=None, signatures=None):
    """With a key, and a signature for each file: `certify --trustful`. Answers why, too."""
    try:
        scripts = []
        for data in files:
            scripts.append(s.decode(data))
            demand_fit(graph, scripts[-1].header)
        if key is not None:
            for data, script, signature in zip(files, scripts, signatures):
                try:
                    good = s.signature_is_good(data, script.header, signature, key)
                except s.Malformed as error:
                    return BAD_INPUT, str(error)
                demand(good, "a bad signature")
            walk_tree(graph, scripts, s.TRUSTFUL)
        elif len(scripts) == 1 and scripts[0].header.form == s.PARTIAL:
            PartialWalk(graph, scripts[0]).judge()
            return IN_PART, ""
        elif len(scripts) == 1 and scripts[0].header.form == s.IDS:
            walk_ids(graph, scripts[0])
        else:
            walk_tree(graph, scripts, s.LEAN)
    except (Rejected, s.Malformed) as error:
        return REJECTED, str(error)
    return CERTIFIED, ""


def demand_fit(graph, header):
    demand(header.program == graph.digest, "another program")
    demand(header.options == s.digest(header.options_text), "another digest of options")
    demand(header.options_text == b"", "options that a graph has not")
    demand(header.form != s.CYCLES, "options that do not say about which cycles it is")


def join(scripts):
    """Rows, counts and sync points of the whole walk, and after how many states each part ends."""
    if len(scripts) == 1 and scripts[0].header.parts == 0:
        whole = scripts[0]
        points = s.decode_points(whole.stream(s.SYNC), False)
        return whole.stream(s.ROWS), whole.stream(s.COUNTS), points, []
    parts = [None] * len(scripts)
    for script in scripts:
        header = script.header
        demand(header.parts == len(scripts), "parts are missing, or too many")
        first = scripts[0].header
        demand((header.whole, header.checked) == (first.whole, first.checked), "parts of different scripts")
        demand(header.depth == scripts[0].header.depth, "parts name different depths")
        demand(parts[header.part - 1] is None, "a part twice")
        parts[header.part - 1] = script
    rows, counts, all_points, ends = b"", b"", [], []
    before = s.Point()
    for part in parts:
        points = s.decode_points(part.stream(s.SYNC), True)
        demand(points and points[0] == before, "a part that does not begin where the one before ends")
        last = part is parts[-1]
        demand(last or len(points) > 1, "a part without an end")
        before = points[-1]
        all_points += points[1:]
        rows += part.stream(s.ROWS)
        counts += part.stream(s.COUNTS)
        if not last:
            demand((len(rows), len(counts)) == (before.rows, before.counts), "streams of another length")
        ends.append((before.states if not last else None, part.header.states, part.header.transitions))
    return rows, counts, all_points, ends


class TreeWalk:
    """Goes depth-first through the tree that rows describe, and compares every sync point on the way."""

    def __init__(self, graph, rows, counts, points):
        self.graph = graph
        self.rows = s.Source(rows)
        self.counts = s.Source(counts)
        self.points = {}
        for point in points:
            self.points[point.states] = point
        self.boundaries = {}
        self.states = self.transitions = self.depth = 0
        self.path = []  # [row, consumed, count]
        self.entered, self.announced, self.arrived = set(), {}, {}

    def pass_point(self):
        here = (self.rows.at, self.counts.at, self.states, self.transitions)
        point = self.points.pop(self.states, None)
        if point is None:
            return
        demand(point.numbers() == here, "a sync point elsewhere")
        demand(point.path == tuple(map(tuple, self.path)), "another path at a sync point")
        self.boundaries[self.states] = self.transitions

    def finish(self, ends, headers):
        demand(not self.rows.left() and not self.counts.left(), "streams go on")
        demand(not self.points, "sync points that the walk does not come by")
        states = transitions = 0
        for end, said_states, said_transitions in ends:
            there = (self.states, self.transitions) if end is None else (end, self.boundaries[end])
            demand((there[0] - states, there[1] - transitions) == (said_states, said_transitions), "numbers of a part")
            states, transitions = there
        demand(sum(h.states for h in headers) == self.states, "another number of states")
        demand(sum(h.transitions for h in headers) == self.transitions, "another number of transitions")
        demand(headers[0].depth == self.depth, "another depth")

    def lean(self, state, depth):
        self.pass_point()
        successors = self.graph.successors(state)
        row = self.rows.row()
        symbols = s.row_symbols(row)
        demand(len(symbols) == len(successors), "a row of another length")
        count = (self.path[-1][2] if self.path else 0) + s.from_zigzag(self.counts.varint()) & s.MASK
        self.states += 1
        self.depth = max(self.depth, depth)
        self.entered.add(state)
        if count:
            self.announced[state] = self.announced.get(state, 0) + count
        self.path.append([row, 0, count])
        for symbol, to in zip(symbols, successors):
            self.transitions += 1
            self.path[-1][1] += 1
            if symbol:
                self.lean(to, depth + 1)
            else:
                self.arrived[to] = self.arrived.get(to, 0) + 1
        self.path.pop()

    def trustful(self, state, depth):
        self.pass_point()
        self.states += 1
        self.depth = max(self.depth, depth)
        self.entered.add(state)
        self.choose(state, depth)

    def choose(self, place, depth):
        row = self.rows.row()
        symbols = s.row_symbols(row)
        demand(len(symbols) == len(self.graph.edges[place]), "a row of another length")
        demand(place not in self.graph.passing or any(symbols), "a choice that is taken for nothing")
        self.path.append([row, 0, 0])
        for consumed, (symbol, to) in enumerate(zip(symbols, self.graph.edges[place]), 1):
            self.path[-1][1] = consumed
            if symbol and to in self.graph.passing:
                self.choose(to, depth)
            elif symbol:
                self.transitions += 1
                self.trustful(to, depth + 1)
        self.path.pop()


def walk_tree(graph, scripts, form):
    for script in scripts:
        demand(script.header.form == form, "another form")
    rows, counts, points, ends = join(scripts)
    walk = TreeWalk(graph, rows, counts, points)
    try:
        walk.lean(0, 0) if form == s.LEAN else walk.trustful(0, 0)
    except RecursionError:
        raise Rejected("a walk that does not end") from None
    walk.finish(ends, [script.header for script in scripts])
    if form == s.LEAN:
        demand(sum(walk.announced.values()) <= s.MASK, "counts that are too large")
        demand(walk.announced == walk.arrived, "counts that are wrong, or a state left out")
        assert walk.entered == graph.reachable(), "the theorem does not hold"


class PartialWalk:
    """The script of a search that did not end: which entries there are, what arrives where, and the sample."""

    def __init__(self, graph, script):
        assert script.header.parts == 0 and not script.stream(s.SYNC), "not known here"
        self.graph, self.header = graph, script.header
        self.rows, self.counts = s.Source(script.stream(s.ROWS)), s.Source(script.stream(s.COUNTS))
        self.claims = s.Source(script.stream(s.CLAIMS))
        self.states = self.transitions = self.depth = 0
        self.announced, self.arrived, self.listed = {}, {}, set()
        self.sample, self.drawn_to, self.steps = set(), set(), []
        self.claim = None
        if script.stream(s.SAMPLE):
            source = s.Source(script.stream(s.SAMPLE))
            self.claim = [source.varint() for _ in range(5)]
            demand(not source.left() and self.claim[0] <= s.MOST_FALLS, "a sample that is none")
            self.bound, self.seed = s.bound_after(self.claim[0]), s.sample_seed(script.header)

    def enter(self, state, distance, above, depth):
        demand(state not in self.listed, "a state twice")
        self.listed.add(state)
        self.states += 1
        self.depth = max(self.depth, depth)
        frontier = self.rows.left() and self.rows.data[self.rows.at] == 0
        row = self.rows.raw(1) if frontier else self.rows.row()
        count = above + s.from_zigzag(self.counts.varint()) & s.MASK
        if count:
            self.announced[state, distance] = count
        if frontier:
            if self.claim is not None:
                self.thin(state)
            return
        symbols, successors = s.row_symbols(row), self.graph.successors(state)
        demand(len(symbols) == len(successors), "a row of another length")
        for symbol, to in zip(symbols, successors):
            self.transitions += 1
            there = distance + 1 - self.claims.varint()
            demand(there >= 0, "a distance below zero")
            if symbol:
                self.enter(to, there, count, depth + 1)
            else:
                self.arrived[to, there] = self.arrived.get((to, there), 0) + 1

    def thin(self, state):
        row = self.rows.row()
        targets = [to for to in self.graph.successors(state) if s.drawn(self.seed, to) <= self.bound]
        symbols = s.row_symbols(row)
        demand(len(symbols) == len(targets), "a row of the sample of another length")
        self.drawn_to.update(targets)
        if state in self.sample:
            self.steps += targets
        for symbol, to in zip(symbols, targets):
            if symbol:
                demand(to not in self.sample, "a state of the sample twice")
                self.sample.add(to)
                self.thin(to)

    def judge(self):
        self.enter(0, 0, 0, 0)
        demand(not self.rows.left() and not self.counts.left() and not self.claims.left(), "streams go on")
        demand(self.announced == self.arrived, "counts or distances that are wrong, or a state left out")
        said = (self.header.states, self.header.transitions, self.header.depth)
        demand(said == (self.states, self.transitions, self.depth), "another header")
        if self.claim is None:
            return
        demand(not self.sample & self.listed, "a state of the sample that is listed")
        demand(self.drawn_to <= self.sample | self.listed, "a state that the sample leaves out")
        times = [self.steps.count(state) for state in self.sample]
        demand(self.claim[1:] == [len(times), sum(times), times.count(1), times.count(2)], "another sample")


class IdsWalk:
    def __init__(self, graph, script):
        self.graph = graph
        self.steps, self.numbers = s.Source(script.stream(s.STEPS)), s.Source(script.stream(s.NUMBERS))
        self.marks, self.sizes = script.stream(s.MARKS), s.Source(script.stream(s.SIZES))
        self.sized = bool(script.stream(s.SIZES))
        self.states, self.gone = {}, set()
        self.transitions = self.depth = 0
        self.path = []  # state, taken, expected next, transitions when it is left

    def enter(self, state):
        self.states[len(self.states) + 1] = state
        size = self.sizes.varint() if self.sized else None
        self.path.append([state, set(), 0, None if size is None else self.transitions + size])
        self.depth = max(self.depth, len(self.path) - 1)

    def leave(self):
        state, taken, _, end = self.path.pop()
        demand(len(taken) == len(self.graph.successors(state)), "a state that is left too early")
        demand(end is None or end == self.transitions, "a false Subgraphs list")

    def go(self, code):
        top = self.path[-1]
        index = top[2] + s.from_zigzag(code - 1) & s.MASK
        successors = self.graph.successors(top[0])
        demand(index < len(successors) and index not in top[1], "a transition that is none, or taken twice")
        top[1].add(index)
        top[2] = index + 1
        distance = self.numbers.varint()
        number = len(self.states) + 1 - distance
        demand(number >= 1, "a state that was never met")
        mark = 0
        if self.marks:
            demand(self.transitions // 8 < len(self.marks), "too few marks")
            mark = self.marks[self.transitions // 8] >> self.transitions % 8 & 1
        self.transitions += 1
        if distance == 0:
            self.enter(successors[index])
        else:
            demand(self.states[number] == successors[index], "another state")
            demand(number not in self.gone, "a state after its last time")
        if mark:
            self.gone.add(number)


def walk_ids(graph, script):
    walk = IdsWalk(graph, script)
    walk.enter(0)
    while walk.path:
        code = walk.steps.varint()
        if code:
            walk.go(code)
        else:
            walk.leave()
    demand(not walk.steps.left() and not walk.numbers.left() and not walk.sizes.left(), "streams go on")
    if walk.marks:
        demand(len(walk.marks) == (walk.transitions + 7) // 8, "too many marks")
        demand(walk.transitions % 8 == 0 or walk.marks[-1] >> walk.transitions % 8 == 0, "marks of nothing")
    header = script.header
    demand((header.states, header.transitions, header.depth) == (len(walk.states), walk.transitions, walk.depth),
           "another header")
    assert set(walk.states.values()) == graph.reachable(), "the theorem does not hold"
