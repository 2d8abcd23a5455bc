"""Search scripts as docs/trust/script-format.md has them: files, streams, rows, sync points, signatures, runs and results.

Written from that page alone; shares nothing with src/ or tools/. Whatever is malformed raises Malformed.
"""
import dataclasses
import hashlib
import hmac
import struct

import nacl.bindings
import xxhash
import zstandard

OPENING = bytes.fromhex("895741590d0a1a0a")
CLOSING = bytes.fromhex("594157890a1a0a0d")
VERSION = 2
BLOCK = 4_194_304
MOST_STORED = 4_210_688
LONGEST_TEXT = 65_536
MASK = (1 << 64) - 1

LEAN, TRUSTFUL, IDS, CYCLES, PARTIAL = 1, 2, 3, 5, 6
ROWS, COUNTS, SYNC, STEPS, NUMBERS, SIZES, MARKS, CLAIMS, SAMPLE = 0, 1, 2, 3, 4, 5, 6, 8, 9
STREAMS = {LEAN: {ROWS, COUNTS, SYNC}, TRUSTFUL: {ROWS, SYNC}, IDS: {STEPS, NUMBERS, SIZES, MARKS},
           CYCLES: {ROWS, COUNTS, SYNC, CLAIMS}, PARTIAL: {ROWS, COUNTS, SYNC, CLAIMS, SAMPLE}}


class Malformed(Exception):
    pass


def digest(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(difference):
    """Of a difference modulo 2^64."""
    difference &= MASK
    return (difference << 1 & MASK) ^ (MASK if difference >> 63 else 0)


def from_zigzag(code):
    return code >> 1 ^ (MASK if code & 1 else 0)


def is_sound(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    for character in text:
        point = ord(character)
        if point < 0x20 or 0x7F <= point <= 0x9F or point in (0x200E, 0x200F):
            return False
        if 0x202A <= point <= 0x202E or 0x2066 <= point <= 0x2069:
            return False
    return True


def text(data):
    return varint(len(data)) + data


class Source:
    """Bytes going in. Nothing is read past the end."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def left(self):
        return len(self.data) - self.at

    def raw(self, count):
        if count > self.left():
            raise Malformed("ends too early")
        self.at += count
        return self.data[self.at - count : self.at]

    def u8(self):
        return self.raw(1)[0]

    def u64(self):
        return struct.unpack("<Q", self.raw(8))[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.u8()
            if shift and byte == 0:
                raise Malformed("a number with two spellings")
            value |= (byte & 0x7F) << shift
            if value > MASK:
                raise Malformed("a number that is too large")
            if byte < 0x80:
                return value
            shift += 7

    def text(self):
        length = self.varint()
        if length > LONGEST_TEXT:
            raise Malformed("a text that is too long")
        data = self.raw(length)
        if not is_sound(data):
            raise Malformed("a text that is not sound")
        return data

    def row(self):
        """The bytes of a row."""
        begin = self.at
        while self.u8() >= 0x80:
            pass
        if self.data[self.at - 1] == 0:
            raise Malformed("a row without an end")
        return self.data[begin : self.at]


# Files


@dataclasses.dataclass
class Header:
    form: int = LEAN
    tool: bytes = b"stranger 1"
    program: bytes = bytes(32)
    options: bytes = digest(b"")
    options_text: bytes = b""
    checked: bytes = b""
    states: int = 0
    transitions: int = 0
    depth: int = 0
    part: int = 0
    parts: int = 0
    whole: bytes = bytes(32)

    def encode(self):
        out = bytes([self.form]) + text(self.tool) + self.program + self.options + text(self.options_text)
        out += text(self.checked)
        for number in (self.states, self.transitions, self.depth, self.part, self.parts):
            out += varint(number)
        return out + (self.whole if self.parts else b"")

    @staticmethod
    def decode(source):
        form = source.u8()
        if form not in STREAMS:
            raise Malformed("an unknown form")
        header = Header(form, source.text(), source.raw(32), source.raw(32), source.text(), source.text())
        for field in ("states", "transitions", "depth", "part", "parts"):
            setattr(header, field, source.varint())
        if header.parts:
            header.whole = source.raw(32)
        if header.part > header.parts or (header.part == 0) != (header.parts == 0):
            raise Malformed("a part that is none")
        if header.parts and form == IDS:
            raise Malformed("parts of what has none")
        return header


@dataclasses.dataclass(eq=False)
class Script:
    header: Header
    streams: dict = dataclasses.field(default_factory=dict)

    def __eq__(self, other):
        """A stream without blocks is empty."""
        return self.header == other.header and all(self.stream(i) == other.stream(i) for i in range(10))

    def copy(self):
        return Script(dataclasses.replace(self.header), dict(self.streams))

    def stream(self, number):
        return self.streams.get(number, b"")



def compress(raw):
    return zstandard.ZstdCompressor(level=3, write_content_size=True).compress(raw)  # one is not for several threads


def blocks_of(script):
    """Of each stream in turn: its number, the raw size, what is stored."""
    for number, data in sorted(script.streams.items()):
        for at in range(0, len(data), BLOCK):
            raw = data[at : at + BLOCK]
            yield number, len(raw), compress(raw)


def assemble(contents_begin, blocks):
    """A file of blocks, whatever they are, with right checksums."""
    contents = contents_begin + varint(len(blocks))
    for number, raw, stored in blocks:
        contents += bytes([number]) + varint(raw) + varint(len(stored))
        contents += struct.pack("<Q", xxhash.xxh3_64_intdigest(stored))
    out = OPENING + struct.pack("<I", VERSION) + b"".join(stored for _, _, stored in blocks) + contents
    return out + struct.pack("<QQ", len(contents), xxhash.xxh3_64_intdigest(contents)) + CLOSING


def encode(script):
    return assemble(script.header.encode(), list(blocks_of(script)))


def check_frame(stored, raw):
    """Exactly one zstd frame (RFC 8878), as plain as the format asks for."""
    source = Source(stored)
    if source.raw(4) != bytes.fromhex("28b52ffd"):
        raise Malformed("no zstd frame")
    descriptor = source.u8()
    single = descriptor >> 5 & 1
    if descriptor & 8:
        raise Malformed("a reserved bit")
    window = 0
    if not single:
        byte = source.u8()
        window = (1 << 10 + (byte >> 3)) // 8 * (8 + (byte & 7))
    dictionary = int.from_bytes(source.raw((0, 1, 2, 4)[descriptor & 3]), "little")
    flag = descriptor >> 6
    size = (1 if single else 0) if flag == 0 else 1 << flag
    content = int.from_bytes(source.raw(size), "little") + (256 if size == 2 else 0)
    if size == 0 or content != raw:
        raise Malformed("not the size of the directory")
    if dictionary:
        raise Malformed("a dictionary")
    if (content if single else window) > BLOCK:
        raise Malformed("too large a window")
    last = False
    while not last:
        head = int.from_bytes(source.raw(3), "little")
        last, kind, length = head & 1, head >> 1 & 3, head >> 3
        if kind == 3:
            raise Malformed("a reserved kind of block")
        source.raw(1 if kind == 1 else length)
    if descriptor & 4:
        source.raw(4)
    if source.left():
        raise Malformed("more than one frame")


def decode(data):
    source = Source(data)
    if source.raw(8) != OPENING or source.raw(4) != struct.pack("<I", VERSION):
        raise Malformed("no script of this version")
    if len(data) < 12 + 24 or data[-8:] != CLOSING:
        raise Malformed("no end")
    length, checksum = struct.unpack("<QQ", data[-24:-8])
    if length > min(BLOCK, len(data) - 36):
        raise Malformed("contents that are too long")
    begin = len(data) - 24 - length
    if xxhash.xxh3_64_intdigest(data[begin:-24]) != checksum:
        raise Malformed("contents with a wrong checksum")
    contents = Source(data[begin:-24])
    script = Script(Header.decode(contents))
    short = set()
    for _ in range(contents.varint()):
        number, raw, size, checksum = contents.u8(), contents.varint(), contents.varint(), contents.u64()
        if number not in STREAMS[script.header.form] or number in short:
            raise Malformed("a stream that is none, or goes on after its end")
        if not 1 <= raw <= BLOCK or size > MOST_STORED or size > begin - source.at:
            raise Malformed("a block that is too large")
        if raw < BLOCK:
            short.add(number)
        stored = source.raw(size)
        if xxhash.xxh3_64_intdigest(stored) != checksum:
            raise Malformed("a block with a wrong checksum")
        check_frame(stored, raw)
        try:
            block = zstandard.ZstdDecompressor().decompress(stored, max_output_size=raw)
        except zstandard.ZstdError as error:
            raise Malformed("a block that does not decompress") from error
        if len(block) != raw:
            raise Malformed("a block of another size")
        script.streams[number] = script.stream(number) + block
    if contents.left() or source.at != begin:
        raise Malformed("bytes that nobody accounts for")
    return script


# Rows and sync points


def row_bytes(symbols):
    out = bytearray()
    for at in range(0, len(symbols) - len(symbols) % 7, 7):
        out.append(0x80 | sum(symbol << bit for bit, symbol in enumerate(symbols[at : at + 7])))
    rest = symbols[len(symbols) - len(symbols) % 7 :]
    out.append(1 << len(rest) | sum(symbol << bit for bit, symbol in enumerate(rest)))
    return bytes(out)


def row_symbols(data):
    out = []
    for byte in data:
        width = 7 if byte >= 0x80 else byte.bit_length() - 1
        out += [byte >> bit & 1 for bit in range(width)]
    return out


@dataclasses.dataclass
class Point:
    """A sync point; its path is a tuple of (row, consumed, count)."""

    rows: int = 0
    counts: int = 0
    states: int = 0
    transitions: int = 0
    path: tuple = ()

    def numbers(self):
        return (self.rows, self.counts, self.states, self.transitions)

    def position(self):
        """What a result of a task has the digest of."""
        claims, label = b"\0", b"\0\0"  # of forms that have none
        out = varint(self.rows) + varint(self.counts) + claims + varint(self.states) + varint(self.transitions)
        out += varint(len(self.path))
        return out + b"".join(row + varint(taken) + varint(count) + label for row, taken, count in self.path)


def encode_points(points):
    out = b""
    before = Point()
    for point in points:
        for here, there in zip(point.numbers(), before.numbers()):
            out += varint(here - there & MASK)
        shared = 0
        while shared < min(len(point.path), len(before.path)) and point.path[shared] == before.path[shared]:
            shared += 1
        out += varint(shared) + varint(len(point.path) - shared)
        for row, taken, count in point.path[shared:]:
            out += row + varint(taken) + varint(count)
        before = point
    return out


def decode_points(data, part):
    """Of a part: the first is where it begins."""
    source = Source(data)
    points = []
    before = Point()
    while source.left():
        numbers = [source.varint() + there for there in before.numbers()]
        if max(numbers) > MASK:
            raise Malformed("a sum that is too large")
        if numbers[2] == before.states and not (part and not points):
            raise Malformed("two points before one state")
        shared = source.varint()
        if shared > len(before.path):
            raise Malformed("nodes that are not there")
        path = before.path[:shared]
        fresh = source.varint()
        if fresh > source.left():
            raise Malformed("ends too early")
        path += tuple((source.row(), source.varint(), source.varint()) for _ in range(fresh))
        before = Point(*numbers, path)
        points.append(before)
    return points


# The sample of a partial script

MOST_FALLS = 400


def sample_seed(header):
    return digest(b"waymark sample 1" + header.program + header.options)


def drawn(seed, state):
    """The number of a graph's state."""
    return int.from_bytes(hashlib.blake2b(varint(state), digest_size=16, key=seed).digest()[:8], "little")


def bound_after(falls):
    bound = MASK
    for _ in range(falls):
        bound = bound // 10 * 9
    return bound


# Signatures and keys


def key_head(label):
    return b"waymark-%s-%d " % (label, 2 if label == b"signature" else 1)


def key_line(label, data):
    return key_head(label) + data.hex().encode() + b"\n"


def read_key_line(label, line, size):
    head = key_head(label)
    line = line[:-1] if line.endswith(b"\n") else line
    digits = line[len(head) :]
    if not line.startswith(head) or len(digits) != 2 * size or digits.strip(b"0123456789abcdefABCDEF"):
        raise Malformed("no line of this kind")
    return bytes.fromhex(digits.decode())


def make_keys(seed):
    """The two key files: public, secret."""
    public, secret = nacl.bindings.crypto_sign_seed_keypair(seed)
    return key_line(b"public-key", public), key_line(b"secret-key", secret)


def signed_message(data, header):
    return b"waymark script signature 2" + digest(data) + header.program + header.options


def sign(data, header, secret_key):
    secret = read_key_line(b"secret-key", secret_key, 64)
    signature = nacl.bindings.crypto_sign(signed_message(data, header), secret)[:64]
    return key_line(b"signature", signature)


def signature_is_good(data, header, signature, public_key):
    public = read_key_line(b"public-key", public_key, 32)
    try:
        nacl.bindings.crypto_sign_open(read_key_line(b"signature", signature, 64) + signed_message(data, header), public)
    except nacl.exceptions.BadSignatureError:
        return False
    return True


# Runs and results of tasks


def derive(secret, label, size):
    salt = struct.pack("<QQ", label, 0)
    return hashlib.blake2b(b"", digest_size=size, key=secret, salt=salt, person=b"waymark1" + bytes(8)).digest()


@dataclasses.dataclass
class Run:
    secret: bytes
    tasks: int
    form: int
    cut: int
    asked: int
    states: int
    transitions: int
    depth: int
    files: list
    sample: list = None  # its five numbers

    @staticmethod
    def decode(data):
        source = Source(data)
        if source.raw(4) != b"RUN4":
            raise Malformed("no run")
        secret, tasks, form, cut = source.raw(32), source.varint(), source.u8(), source.u8()
        run = Run(secret, tasks, form, cut, *(source.varint() for _ in range(4)), [])
        run.files = [source.raw(32) for _ in range(source.varint())]
        if source.u8():
            run.sample = [source.varint() for _ in range(5)]
        if source.left() or not 1 <= tasks <= 1 << 20 or form not in (LEAN, IDS, CYCLES, PARTIAL) or cut > (form == IDS):
            raise Malformed("no run")
        return run

    def encode(self):
        out = b"RUN4" + self.secret + varint(self.tasks) + bytes([self.form, self.cut])
        out += b"".join(map(varint, (self.asked, self.states, self.transitions, self.depth, len(self.files))))
        out += b"".join(self.files) + bytes([self.sample is not None])
        return out + b"".join(map(varint, self.sample or []))


@dataclasses.dataclass
class TaskResult:
    name: bytes
    task: int
    tasks: int
    file: bytes
    subject: bytes
    begin: bytes
    end: bytes
    verdict: int
    place: int
    texts: list
    choices: list
    products: bytes
    counts: list
    figures: list
    kept: list  # the states kept for counting: of all, of those explored
    sampled: list  # states up to the bound of a sample: the fingerprint and three numbers
    stretch: bytes = b""
    holes: list = None
    reported: list = None

    @staticmethod
    def decode(data, run):
        code = hmac.new(derive(run.secret, 1001, 32), data[:-32], hashlib.sha512).digest()[:32]
        if data[-32:] != code:
            raise Malformed("not of this run")
        source = Source(data[:-32])
        if source.raw(4) != b"RES5":
            raise Malformed("no result")
        result = TaskResult(source.raw(16), source.varint(), source.varint(), *(source.raw(32) for _ in range(4)),
                            source.u8(), source.varint(), [source.text() for _ in range(4)],
                            [source.varint() for _ in range(source.varint())], source.raw(32),
                            [source.varint() for _ in range(2)], [source.varint() for _ in range(7)],
                            [[source.raw(16) for _ in range(source.varint())] for _ in range(2)],
                            [(source.raw(16), *(source.varint() for _ in range(3))) for _ in range(source.varint())])
        if source.u8():
            result.stretch = source.raw(64)
            result.holes = [source.raw(64) for _ in range(source.varint())]
            result.reported = [(source.varint(), source.u8(), source.raw(16)) for _ in range(source.varint())]
        if source.left() or result.name != derive(run.secret, 1000, 16):
            raise Malformed("not of this run")
        return result

    def encode(self, run):
        out = b"RES5" + self.name + varint(self.task) + varint(self.tasks) + self.file + self.subject + self.begin
        out += self.end + bytes([self.verdict]) + varint(self.place) + b"".join(map(text, self.texts))
        out += varint(len(self.choices)) + b"".join(map(varint, self.choices)) + self.products
        out += b"".join(map(varint, self.counts + self.figures))
        out += b"".join(varint(len(states)) + b"".join(states) for states in self.kept)
        out += varint(len(self.sampled))
        out += b"".join(print_ + b"".join(map(varint, numbers)) for print_, *numbers in self.sampled)
        out += bytes([self.reported is not None])
        if self.reported is not None:
            out += self.stretch + varint(len(self.holes)) + b"".join(self.holes) + varint(len(self.reported))
            out += b"".join(varint(number) + bytes([own]) + print_ for number, own, print_ in self.reported)
        return out + hmac.new(derive(run.secret, 1001, 32), out, hashlib.sha512).digest()[:32]
