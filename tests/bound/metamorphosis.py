# SPDX-License-Identifier: Apache-2.0
"""The same job with other contents of its buffers.

A launch that `warpclock bound --method exact` calls exact takes the same cycles whatever the buffers
contain. This module makes the other contents, writes job files with them, and compares the cycles.
A job file must have one line per buffer and per launch, as those of kernels/make-jobs.py have.
"""
import json
import os
import pathlib
import random
import re
import subprocess
import threading

SIZES = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "f16": 2, "i32": 4, "u32": 4, "f32": 4, "i64": 8,
         "u64": 8, "f64": 8}
# Bits of one, of infinity and of the first bit of a fraction, for floats of 2, 4 and 8 bytes.
FLOATS = {2: (0x3C00, 0x7C00, 10), 4: (0x3F800000, 0x7F800000, 23),
          8: (0x3FF0000000000000, 0x7FF0000000000000, 52)}
SECONDS = 120
LEGAL = 6   # contents like those of the job, for each case
PREFIX = 6  # kinds of contents up to the first decision


class Buffer:
    """A buffer of a job file: its line, type and number of elements."""

    def __init__(self, name, text, folder):
        self.name, self.text = name, text
        self.fixed = re.search(r"\bfixed: *true\b", text) is not None
        self.type = self.word("type")
        self.file = self.word("file") and (folder / self.word("file")).resolve()
        self.shape = self.word("shape") or self.file_shape()
        self.count = 1
        for size in re.findall(r"\d+", self.shape):
            self.count *= int(size)

    def word(self, key):
        found = re.search(rf"\b{key}: *(\[[^]]*\]|[^,}}]+)", self.text)
        return found and found.group(1).strip()

    def file_shape(self):
        if self.file.suffix != ".npy":
            return str(self.file.stat().st_size // SIZES[self.type])
        return "[" + re.search(rb"'shape': *\(([^)]*)\)", self.file.read_bytes()).group(1).decode() + "]"

    def own_values(self):
        """The elements of its file as integers of its width."""
        size = SIZES[self.type]
        return unpack(self.file.read_bytes()[-self.count * size:] if self.count else b"", size)

    def line(self, contents):
        return f"  {self.name}: {{type: {self.type}, shape: {self.shape}, {contents}}}"


def unpack(data, size):
    return [int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)]


def pack(values, size):
    return b"".join((value & (1 << 8 * size) - 1).to_bytes(size, "little") for value in values)


# ---- contents that any program must take: no value is refused ----

def special_values(size):
    """Bit patterns at the ends of what integers and floats can be."""
    top = 1 << 8 * size - 1
    found = [0, 1, 2, top, top - 1, top + 1, 2 * top - 1]
    if size in FLOATS:
        one, infinity, fraction = FLOATS[size]
        found += [one, one | top, infinity, infinity | top, infinity + 1, infinity | top | 1,
                  infinity + (1 << fraction - 1), infinity - 1, (1 << fraction) - 1, 1 << fraction]
    return found


def float_or(size, choose, other):
    return choose(*FLOATS[size]) if size in FLOATS else other


# Each makes the i-th of `count` elements of `size` bytes from a source of random numbers.
WILD = {
    "zeros": lambda s, size, i, count: 0,
    "all bits set": lambda s, size, i, count: -1,
    "random bits": lambda s, size, i, count: s.getrandbits(8 * size),
    "other random bits": lambda s, size, i, count: s.getrandbits(8 * size),
    "few random bits": lambda s, size, i, count: s.getrandbits(8 * size) & s.getrandbits(8 * size),
    "many random bits": lambda s, size, i, count: s.getrandbits(8 * size) | s.getrandbits(8 * size),
    "one bit each": lambda s, size, i, count: 1 << i % (8 * size),
    "one element": lambda s, size, i, count: -(i == count // 2),
    "quiet NaN": lambda s, size, i, count:
        float_or(size, lambda one, inf, bits: inf | 1 << bits - 1, 0x7F),
    "signalling NaN": lambda s, size, i, count: float_or(size, lambda one, inf, bits: inf | 1, 0xFF),
    "infinities": lambda s, size, i, count:
        float_or(size, lambda one, inf, bits: inf, 0x7F) | (s.getrandbits(1) << 8 * size - 1),
    "subnormal": lambda s, size, i, count:
        float_or(size, lambda one, inf, bits: s.getrandbits(bits), 1) | (i & 1) << 8 * size - 1,
    "huge floats": lambda s, size, i, count:
        float_or(size, lambda one, inf, bits: inf - 1 - s.getrandbits(bits), 0x7E),
    "ones": lambda s, size, i, count: float_or(size, lambda one, inf, bits: one, 1),
    "floats around one": lambda s, size, i, count:
        float_or(size, lambda one, inf, bits: one + s.getrandbits(bits), 2),
    "max": lambda s, size, i, count: (1 << 8 * size - 1) - 1,
    "min": lambda s, size, i, count: 1 << 8 * size - 1,
    "small integers": lambda s, size, i, count: s.randrange(8),
    "small negative integers": lambda s, size, i, count: -s.randrange(8),
    "zero or one": lambda s, size, i, count: s.getrandbits(1),
    "own index": lambda s, size, i, count: i,
    "backwards": lambda s, size, i, count: count - 1 - i,
    "special values": lambda s, size, i, count: s.choice(special_values(size)),
    "addresses": lambda s, size, i, count: 0x10000 + 4 * s.randrange(4096),
}


def wild(kind):
    """A function that gives a buffer of this kind of contents: the end of its line in a job."""
    def contents(buffer, folder):
        if buffer.fixed:
            return None
        source, size = random.Random(f"{kind} {buffer.name}"), SIZES[buffer.type]
        path = folder / f"{kind}-{buffer.name}.bin".replace(" ", "-")
        if not path.exists():
            path.write_bytes(pack((WILD[kind](source, size, i, buffer.count)
                                   for i in range(buffer.count)), size))
        return f"file: {path.name}"
    return contents


# ---- contents like those of the job: a program that trusts its data accepts them ----

def other_order(number, values):
    """Rearrangements of a buffer's own values."""
    source = random.Random(number)
    if number == 0:
        return [min(values)] * len(values)
    if number == 1:
        return [max(values)] * len(values)
    if number == 2:
        return sorted(values)
    if number == 3:
        return sorted(values, reverse=True)
    if number % 2:
        return [source.choice(values) for _ in values]
    source.shuffle(values)
    return values


def other_range(number, buffer):
    """Other values of the range that the job draws from: the ends, then other seeds."""
    low, high = buffer.word("min"), buffer.word("max")
    ends = {0: low, 1: high}
    if low is not None and number in ends:
        return f"fill: {ends[number]}"
    limits = f", min: {low}, max: {high}" if low is not None else ""
    return f"fill: random, seed: {1000 + number}{limits}"


def legal(number, name=None):
    """Contents number 0, 1, ... of every buffer that has data, or of the buffer `name` alone."""
    def contents(buffer, folder):
        if buffer.fixed or name not in (None, buffer.name):
            return None
        if buffer.word("fill") == "random":
            return other_range(number, buffer)
        if not buffer.file:
            return None
        path = folder / f"legal-{number}-{buffer.name}.bin"
        values = other_order(number, buffer.own_values())
        path.write_bytes(pack(values, SIZES[buffer.type]))
        return f"file: {path.name}"
    return contents


# ---- job files ----

class Job:
    """A job file that can be written again with other contents."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.buffers, self.launches, self.rest = [], [], []
        section = None
        for line in self.path.read_text().splitlines():
            if re.match(r"\w", line):
                section = line.split(":")[0]
            self.add(section, line)

    def add(self, section, line):
        found = re.match(r"  (\w+): \{(.*)\}", line)
        if section == "buffers" and found:
            self.buffers.append(Buffer(found.group(1), found.group(2), self.path.parent))
        elif section == "launches" and line.startswith("  - "):
            self.launches.append(line)
        elif section not in ("buffers", "launches", "expect", "save"):
            self.rest.append(line)

    def from_folder(self, folder, text):
        """The same with paths that hold in another folder."""
        def path(found):
            return found.group(1) + os.path.relpath(self.path.parent / found.group(2), folder)
        return re.sub(r"(\b(?:kernel|file): *)([^,}\s]+)", path, text)

    def write(self, path, contents=None, launches=None):
        """A job file of these launches (all), with contents(buffer, folder) in its buffers."""
        folder = path.parent.resolve()
        lines = [self.from_folder(folder, line) for line in self.rest]
        lines += ["buffers:"] if self.buffers else []
        for buffer in self.buffers:
            other = contents and contents(buffer, folder)
            lines.append(buffer.line(other) if other else
                         f"  {buffer.name}: {{{self.from_folder(folder, buffer.text)}}}")
        numbers = range(len(self.launches)) if launches is None else launches
        if self.launches:
            lines += ["launches:", *(self.from_folder(folder, self.launches[number]) for number in numbers)]
        path.write_text("\n".join(lines) + "\n")
        return path

    def launch_text(self, number):
        return self.launches[number] if self.launches else "the launch"


# ---- runs ----

def call(words):
    """The document that the command prints, and the words as a text; None if there is none."""
    try:
        done = subprocess.run([*map(str, words), "--json", "-"], capture_output=True, text=True,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.stdout else None


def derive(program, job, options, count):
    """What `bound` knows of each launch; a text if it fails."""
    words = [program, "bound", "--method", "exact", job, *options]
    document = call(words)
    launches = document.get("launches", []) if document else []
    if len(launches) < count or not all("exact" in launch for launch in launches):
        return f"nothing is said about launch {len(launches) + 1}: {' '.join(map(str, words))}"
    return launches


def run_words(program, job, options):
    return [program, "run", job, *options]


def cycles_of(program, job, options, limit):
    """Cycles of each launch that ran to its end."""
    words = run_words(program, job, options) + ["--max-cycles", limit]
    document = call(words)
    if document is None:
        return []
    cycles = [launch["cycles"] for launch in document["launches"]]
    ended = document["status"] in (0, 1)
    return cycles if ended else cycles[:-1]


# What the lanes that act under a guard change, without changing any time.
LANE_COUNTS = ("thread_instructions", "lanes_active", "ipc")


def statistics_of(program, job, options, cycles):
    """All that is counted about the first launch in its first cycles."""
    document = call(run_words(program, job, options) + ["--max-cycles", cycles])
    launches = document["launches"] if document else []
    return {key: value for key, value in launches[0].items() if key not in LANE_COUNTS} \
        if launches else None


def segments(exact):
    """Runs of exact launches, as lists of numbers. Each starts with the job or after a launch that is
    not exact, from where on nothing is known of writable memory: so it may also run alone, with any
    contents."""
    found, current = [], []
    for number, is_exact in enumerate(exact):
        if is_exact:
            current.append(number)
        elif current:
            found.append(current)
            current = []
    return found + ([current] if current else [])


class Case:
    """A job on a machine: settings are KEY=VALUE, also machine=NAME."""

    def __init__(self, job, settings, folder=""):
        self.job, self.settings, self.folder = job, settings, folder

    def options(self):
        words = []
        for setting in self.settings:
            key, value = setting.split("=")
            words += ["--machine", value] if key == "machine" else ["--set", setting]
        return words


class Launches:
    """What was found out about the launches of a case."""

    def __init__(self, found):
        self.found = found
        self.seen = [{} for _ in found]  # launch -> what the contents were -> cycles
        self.exact = [launch.get("exact", False) for launch in found]
        self.problems = []


class Tester:
    """Runs cases with other contents. The job files stay in `folder`."""

    def __init__(self, program, folder, contents):
        self.program, self.folder = program, folder
        self.kinds = list(WILD)[:contents]
        self.writing = threading.Lock()  # cases of a job share its files

    def job_file(self, case, name, contents, launches=None):
        folder = self.folder / case.folder
        folder.mkdir(parents=True, exist_ok=True)
        numbers = "" if launches is None else "-" + "-".join(map(str, launches))
        path = folder / f"{name}{numbers}.yaml".replace(" ", "-")
        with self.writing:
            return path if path.exists() else case.job.write(path, contents, launches)

    def limit(self, launches):
        return 10000000 + 100 * max(launch.get("bound") or 0 for launch in launches.found)

    def run(self, case, launches, name, contents, numbers=None):
        """Runs the launches (all) with other contents, and compares those that are exact."""
        path = self.job_file(case, name, contents, numbers)
        cycles = cycles_of(self.program, path, case.options(), self.limit(launches))
        for place, number in enumerate(numbers or range(len(launches.found))):
            taken = cycles[place] if place < len(cycles) else None
            bound = launches.found[number].get("bound")
            if taken is not None:
                launches.seen[number][name] = taken
            if launches.exact[number] and taken != bound:
                words = run_words(self.program, path, case.options())
                launches.problems.append(
                    f"launch {number + 1} takes {taken or 'no'} cycles with {name}, bound {bound}: "
                    f"{' '.join(map(str, words))}")
            if taken is None:
                return

    def distinct_segments(self, case, launches):
        texts = set()
        for numbers in segments(launches.exact):
            text = tuple(case.job.launch_text(number) for number in numbers)
            if text not in texts:
                yield numbers
            texts.add(text)

    def derive(self, case):
        path = self.job_file(case, "own contents", None)
        found = derive(self.program, path, case.options(), len(case.job.launches) or 1)
        launches = Launches([] if isinstance(found, str) else found)
        if isinstance(found, str):
            launches.problems.append(found)
        return launches

    def run_legal(self, case, launches, count):
        for number in range(count):
            self.run(case, launches, f"legal contents {number}", legal(number))

    def test(self, case):
        launches = self.derive(case)
        self.test_prefixes(case, launches)
        if not any(launches.exact):
            return launches
        self.run(case, launches, "own contents", None)
        if not all(launches.exact):
            self.run_legal(case, launches, LEGAL)
        for numbers in self.distinct_segments(case, launches):
            whole = len(numbers) == len(launches.found)
            for kind in self.kinds:
                self.run(case, launches, kind, wild(kind), None if whole else numbers)
        return launches

    def compare_prefix(self, case, launches, number):
        """A launch that is not exact runs alone: up to the first decision all contents must make the
        same run."""
        path = self.job_file(case, "own contents", None, [number])
        found = derive(self.program, path, case.options(), 1)
        if isinstance(found, str):
            launches.problems.append(found)
        cycle = 0 if isinstance(found, str) or found[0]["exact"] else found[0]["depends_on"]["cycle"]
        if not cycle:
            return
        first = statistics_of(self.program, path, case.options(), cycle)
        for kind in self.kinds[:PREFIX]:
            path = self.job_file(case, kind, wild(kind), [number])
            if statistics_of(self.program, path, case.options(), cycle) != first:
                words = run_words(self.program, path, case.options())
                launches.problems.append(
                    f"launch {number + 1} runs differently with {kind} before cycle {cycle}, its first "
                    f"decision: {' '.join(map(str, words))} --max-cycles {cycle}")

    def test_prefixes(self, case, launches):
        texts = set()
        for number, exact in enumerate(launches.exact):
            text = case.job.launch_text(number)
            if not exact and text not in texts:
                self.compare_prefix(case, launches, number)
            texts.add(text)
