# SPDX-License-Identifier: Apache-2.0
"""Reads timelines back, both forms, with nothing but the standard library.

The Perfetto form is walked by the rules of the wire format; field numbers are those of Perfetto's
protos/perfetto/trace/. Like Perfetto's own importer, slices are put in the order of time, those of
equal time in the order of the file, and then matched on a stack for each track.
"""
import collections
import json
import struct

Track = collections.namedtuple("Track", "name kind parent unit")
Slice = collections.namedtuple("Slice", "track name category begin end depth arguments flows")


class Broken(Exception):
    """The file is not a timeline that a viewer could show."""


class Timeline:
    def __init__(self):
        self.tracks = {}                                 # id -> Track
        self.slices = []
        self.counters = collections.defaultdict(list)    # track id -> [(cycle, value)]
        self.arrows = []                                 # Chrome's: (phase, id, track, cycle)
        self.events = []                                 # (cycle, phase, track, ...), file order

    def pairs(self):
        """For each end, which beginning it was written for: by their places in the file.

        On a track the file has a slice's end before the next slice's beginning, or around those
        that it holds. Time must agree with that: a stack alone would turn two slices that overlap
        into two that nest, and be content.
        """
        open_places, beginning = collections.defaultdict(list), {}
        for place, (cycle, phase, track, *_) in enumerate(self.events):
            if phase == "B":
                open_places[track].append(place)
            elif open_places[track]:
                beginning[place] = open_places[track].pop()
            else:
                raise Broken(f"track {track}: an end at {cycle} without a beginning")
        for track, places in open_places.items():
            if places:
                raise Broken(f"track {track}: {self.events[places[0]]} never ends")
        return beginning

    def nest(self):
        """Matches beginnings with ends as a viewer does, by time; sets `slices`."""
        beginning = self.pairs()
        open_places = collections.defaultdict(list)
        for place, event in sorted(enumerate(self.events), key=lambda pair: (pair[1][0], pair[0])):
            cycle, phase, track, *_ = event
            stack = open_places[track]
            if phase == "B":
                stack.append(place)
                continue
            if not stack or stack[-1] != beginning[place]:
                raise Broken(f"track {track}: {self.events[beginning[place]]} up to {cycle} "
                             "overlaps another slice")
            begin, _, _, name, category, arguments, flows = self.events[stack.pop()]
            self.slices.append(Slice(track, name, category, begin, cycle, len(stack),
                                     arguments, flows))
        self.slices.sort(key=lambda piece: (piece.track, piece.begin, piece.depth))

    def on(self, name, parent=None):
        """The slices of the tracks of that name."""
        ids = {i for i, track in self.tracks.items() if track.name == name and
               (parent is None or track.parent == parent)}
        return [piece for piece in self.slices if piece.track in ids]

    def of(self, category):
        return [piece for piece in self.slices if piece.category == category]

    def counter(self, name, parent=None):
        ids = [i for i, track in self.tracks.items() if track.name == name and
               track.kind == "counter" and (parent is None or track.parent == parent)]
        return self.counters[ids[0]]


# ---- the wire format ----

def varint(data, at):
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise Broken(f"a number does not end at {at}")
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data):
    """(number, value) of every field; bytes for messages and texts."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = data[at:at + 8], at + 8
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            raise Broken(f"wire type {kind} at {at}")
        if at > len(data):
            raise Broken("a field is longer than its message")
        yield tag >> 3, value


def message(data):
    found = collections.defaultdict(list)
    for number, value in fields(data):
        found[number].append(value)
    return found


class PerfettoReader:
    CATEGORIES, NAMES, KEYS, TEXTS = 1, 2, 3, 29

    def __init__(self, data):
        self.timeline = Timeline()
        self.interned = collections.defaultdict(dict)
        self.valid = False
        for number, packet in fields(data):
            if number != 1:
                raise Broken(f"field {number} beside the packets")
            self.packet(message(packet))
        self.timeline.nest()

    def packet(self, packet):
        if packet[10] != [1]:
            raise Broken("a packet of no sequence")
        flags = packet[13][0] if packet[13] else 0
        self.valid |= bool(flags & 1)
        if flags & 2 and not self.valid:
            raise Broken("a packet needs names before the sequence has begun")
        for data in packet[12]:
            self.intern(data)
        for data in packet[60]:
            self.describe(message(data))
        for data in packet[11]:
            self.event(packet[8][0], message(data), bool(flags & 2))

    def intern(self, data):
        for index, entry in fields(data):
            entry = message(entry)
            if entry[1][0] in self.interned[index]:
                raise Broken(f"number {entry[1][0]} is given twice in {index}")
            self.interned[index][entry[1][0]] = entry[2][0].decode()

    def describe(self, track):
        kind = ("process" if track[3] else "thread" if track[4] else
                "counter" if track[8] else "row")
        parent = track[5][0] if track[5] else 0
        if parent and parent not in self.timeline.tracks:
            raise Broken(f"track {track[1][0]} comes before its parent {parent}")
        if kind == "thread":
            thread = message(track[4][0])
            if thread[1][0] != parent or thread[2][0] != track[1][0]:
                raise Broken("a thread is not in the process that holds it")
        unit = message(track[8][0])[6][0].decode() if track[8] else None
        self.timeline.tracks[track[1][0]] = Track(track[2][0].decode(), kind, parent, unit)

    def arguments(self, event):
        found = {}
        for data in event[4]:
            note = message(data)
            key = self.interned[self.KEYS][note[1][0]]
            found[key] = (self.interned[self.TEXTS][note[17][0]] if note[17] else
                          hex(note[7][0]) if note[7] else note[3][0])
        return found

    def event(self, cycle, event, named):
        kind, track = event[9][0], event[11][0]
        if track not in self.timeline.tracks:
            raise Broken(f"an event on track {track}, which is not declared")
        if kind == 1:
            if not named:
                raise Broken("a slice with names in a packet that does not say so")
            flows = [struct.unpack("<Q", flow)[0] for flow in event[47]]
            self.timeline.events.append(
                (cycle, "B", track, self.interned[self.NAMES][event[10][0]],
                 self.interned[self.CATEGORIES][event[3][0]], self.arguments(event), flows))
        elif kind == 2:
            self.timeline.events.append((cycle, "E", track))
        elif kind == 4:
            value = struct.unpack("<d", event[44][0])[0]
            self.timeline.counters[track].append((cycle, value))
        else:
            raise Broken(f"an event of type {kind}")


def read_perfetto(data):
    return PerfettoReader(data).timeline


# ---- Chrome's form ----

def cycles(record, key):
    value = record[key] * 1000
    if abs(value - round(value)) > 1e-6:
        raise Broken(f"{record} is not at a whole cycle")
    return round(value)


def read_json(text):
    document = json.loads(text)
    timeline = Timeline()
    processes, counters = {}, {}
    for record in document["traceEvents"]:
        phase, process, thread = record["ph"], record["pid"], record["tid"]
        parent = process if process != thread else 0
        if phase == "M":
            if record["name"] == "process_name":
                processes[process] = record["args"]["name"]
                timeline.tracks[process] = Track(record["args"]["name"], "process", 0, None)
            elif record["name"] == "thread_name":
                timeline.tracks[thread] = Track(record["args"]["name"], "thread", parent, None)
            continue
        if process not in processes:
            raise Broken(f"{record} is in no process")
        if phase == "C":
            track = counters.setdefault((process, record["name"]), thread)
            timeline.tracks[track] = Track(record["name"], "counter", process, None)
            timeline.counters[track].append((cycles(record, "ts"), record["args"]["value"]))
            continue
        begin = cycles(record, "ts")
        if phase in "sf":
            timeline.arrows.append((phase, record["id"], thread, begin))
            continue
        rest = (record.get("name"), record.get("cat"), record.get("args", {}), [])
        if phase in "BX":
            timeline.events.append((begin, "B", thread, *rest))
        if phase == "X":
            timeline.events.append((begin + cycles(record, "dur"), "E", thread))
        elif phase == "E":
            timeline.events.append((begin, "E", thread))
        elif phase != "B":
            raise Broken(f"phase {phase}")
    timeline.nest()
    return timeline


# ---- pipeline logs ----

class Pipeline:
    """Instructions of a log of the form Kanata 0004: each begins once and ends once."""

    def __init__(self, text):
        lines = text.splitlines()
        if lines[:2] != ["Kanata\t0004", "C=\t0"]:
            raise Broken(f"a log that begins with {lines[:2]}")
        self.cycle, self.issues, self.waits = 0, [], collections.Counter()
        self.alive, self.known = {}, set()
        for line in lines[2:]:
            self.read(*line.split("\t"))
        if self.alive:
            raise Broken(f"{len(self.alive)} instructions never end")

    def read(self, kind, *words):
        if kind == "C":
            self.cycle += int(words[0])
            return
        name = words[0]
        if kind == "I":
            if name in self.known:
                raise Broken(f"{name} begins twice")
            self.known.add(name)
            self.alive[name] = None
        elif name not in self.alive:
            raise Broken(f"{kind} of {name}, which is not there")
        elif kind == "S":
            self.alive[name] = words[2]
            if words[2] == "X":
                self.issues.append(self.cycle)
            else:
                self.waits[words[2]] += 1
        elif kind == "R":
            del self.alive[name]
        elif kind != "L":
            raise Broken(f"a line {kind}")


def read_kanata(data):
    return Pipeline(data.decode())
