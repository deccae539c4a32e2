#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A direct interpreter of Sim-D assembly: what a program computes, work-group after work-group.

It is written from the description of the language and shares nothing with the simulator; tests
compare the two. It knows no time, no pipeline and no second slot. Registers and scratchpads of a new
work-group hold `fill`: a program whose result depends on it reads what it has not written.

    interpreter.py PROGRAM.sas X,Y [-w WIDTH] [-o BUFFER,FILE]...
"""
import argparse
import array
import math
import operator
import pathlib
import struct
import sys

import assembly

sys.dont_write_bytecode = True

LANES = 1024
MASK = 0xffffffff
MAX_STACK = 16
MAX_STEPS = 10_000_000
STORES = ("stglin", "stgbidx", "stgcidx", "stgidxit", "stg2sptile")


class Fault(Exception):
    """The program does what it must not do."""


def signed(word):
    return word - (1 << 32) if word >> 31 else word


def floats(words):
    return array.array("f", words.tobytes())


def words_of(numbers):
    """Rounds to single precision and gives the bits."""
    return array.array("I", array.array("f", numbers).tobytes())


def integers(words):
    return array.array("i", words.tobytes())


def wrap(numbers):
    return array.array("I", [number & MASK for number in numbers])


# Vector arithmetic. Sources are arrays of words; `.neg` has changed the second one already.

def multiply_add(a, b, c):
    product = array.array("f", map(operator.mul, a, b))
    return map(operator.add, product, c)


def reciprocal(a):
    return [1 / x if x else math.copysign(math.inf, x) for x in a]


def reciprocal_root(a):
    roots = array.array("f", [math.sqrt(x) if x >= 0 else math.nan for x in a])
    return reciprocal(roots)


def periodic(function):
    return lambda a: [function(x) if math.isfinite(x) else math.nan for x in a]


FLOAT_OPS = {
    "mad": multiply_add,
    "mul": lambda a, b: map(operator.mul, a, b),
    "add": lambda a, b: map(operator.add, a, b),
    "min": lambda a, b: [y if y < x else x for x, y in zip(a, b)],
    "max": lambda a, b: [y if x < y else x for x, y in zip(a, b)],
    "rcp": reciprocal,
    "rsqrt": reciprocal_root,
    "sin": periodic(math.sin),
    "cos": periodic(math.cos),
}
INTEGER_OPS = {
    "iadd": lambda a, b: map(operator.add, a, b),
    "isub": lambda a, b: map(operator.sub, a, b),
    "imul": lambda a, b: map(operator.mul, a, b),
    "imad": lambda a, b, c: [x * y + z for x, y, z in zip(a, b, c)],
    "imin": lambda a, b: map(min, a, b),
    "imax": lambda a, b: map(max, a, b),
    "and": lambda a, b: map(operator.and_, a, b),
    "or": lambda a, b: map(operator.or_, a, b),
    "xor": lambda a, b: map(operator.xor, a, b),
    "not": lambda a: map(operator.invert, a),
    "shl": lambda a, b: [x << (y & 31) for x, y in zip(a, b)],
    "shr": lambda a, b: [x >> (y & 31) for x, y in zip(a, b)],
}


def find_bit(a):
    """The most significant bit that differs from the sign; -1 if there is none."""
    return (~a if a < 0 else a).bit_length() - 1


def quotient(a, b):
    if b == 0:
        raise Fault("division by zero")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


SCALAR_OPS = {
    "siadd": operator.add, "sisub": operator.sub, "simul": operator.mul,
    "simad": lambda a, b, c: a * b + c, "simin": min, "simax": max,
    "sand": operator.and_, "sor": operator.or_,
    "sshl": lambda a, b: a << (b & 31), "sshr": lambda a, b: a >> (b & 31),
    "sineg": operator.neg, "snot": operator.invert, "sibfind": find_bit,
    "sidiv": quotient, "simod": lambda a, b: a - quotient(a, b) * b,
}
CONDITIONS = {
    "ez": lambda x: x == 0, "nz": lambda x: x != 0, "g": lambda x: x > 0, "ge": lambda x: x >= 0,
    "l": lambda x: x < 0, "le": lambda x: x <= 0,
}
PREDICATE_OPS = {
    "and": lambda a, b: a & b, "or": lambda a, b: a | b,
    "nand": lambda a, b: 1 - (a & b), "nor": lambda a, b: 1 - (a | b),
}


def to_integer(number):
    """As x86 converts: what does not fit gives the most negative integer."""
    if math.isfinite(number) and -2 ** 31 <= int(number) < 2 ** 31:
        return int(number)
    return -2 ** 31


def tile(buffer, x, y, words, lines):
    """The lines of a tile that lie in the buffer: (offset in the buffer, first word, line, count).

    A negative start cuts words or lines off the front; the rest keeps its place in the tile.
    """
    first, last = max(0, -x), min(words, buffer.dim_x - x)
    for j in range(max(0, -y), min(lines, buffer.dim_y - y)):
        if first < last:
            yield (y + j) * buffer.dim_x + x + first, first, j, last - first


class Memory:
    """The DRAM buffers of a launch: number -> words."""

    def __init__(self, program, folder, contents):
        self.words = {}
        for number, buffer in program.dram.items():
            data = array.array("I", bytes(4 * buffer.words))
            initial = contents.get(number)
            if initial is None and buffer.kind != "n":
                initial = read_data(buffer, pathlib.Path(folder) / buffer.path)
            if initial is not None:
                size = min(len(initial), buffer.words)
                data[:size] = array.array("I", initial[:size])
            self.words[number] = data


def read_data(buffer, path):
    data = path.read_bytes()
    if buffer.kind == "d":
        return words_of([float(text) for text in data.decode().replace(",", " ").split()])
    return array.array("I", data[:min(len(data), 4 * buffer.words) // 4 * 4])


class Group:
    """One work-group: registers, masks, control stack and scratchpad."""

    def __init__(self, launch, x, y):
        self.launch, self.program = launch, launch.program
        self.width, self.height = launch.width, LANES // launch.width
        fill = launch.fill
        self.vector = [array.array("I", [fill] * LANES) for _ in range(64)]
        self.scalar = [fill] * 32
        self.predicate = [[fill & 1] * LANES for _ in range(4)]
        self.scratchpad = {number: array.array("I", [fill] * buffer.words)
                           for number, buffer in self.program.scratchpad.items()}
        lanes = range(LANES)
        self.special = {
            "tid_x": array.array("I", [x | lane % self.width for lane in lanes]),
            "tid_y": array.array("I", [y | lane // self.width for lane in lanes]),
            "lid_x": array.array("I", [lane % self.width for lane in lanes]),
            "lid_y": array.array("I", [lane // self.width for lane in lanes]),
            "zero": array.array("I", [0] * LANES), "one": array.array("I", [1] * LANES),
            "mem_idx": array.array("I", [fill & 0x3fffffff] * LANES),
            "mem_data": array.array("I", [fill] * LANES)}
        self.scalar_special = {
            "dim_x": launch.extent[0], "dim_y": launch.extent[1], "wg_off_x": x, "wg_off_y": y,
            "wg_width": self.width, "sd_words": 1, "sd_period": 1, "sd_period_cnt": 1}
        self.masks = {kind: [1] * LANES for kind in ("if", "brk", "jc", "exit")}
        self.stack = []
        self.branches = launch.branches.setdefault((x, y), {})
        self.pc = 0
        self.update_enables()

    # Operands

    def scalar_value(self, source):
        """An operand of a scalar instruction, as 32 bits."""
        kind, value = source
        if kind == "s":
            return self.scalar[value]
        if kind == "sc":
            return self.scalar_special[value]
        return value

    def vector_value(self, source):
        """An operand of a vector instruction, as 1024 words."""
        kind, value = source
        if kind == "v":
            return self.vector[value]
        if kind == "vc":
            return self.special_value(value)
        return array.array("I", [self.scalar_value(source)] * LANES)

    def special_value(self, name):
        kind = {"ctrl_run": "if", "ctrl_break": "brk", "ctrl_ret": "jc", "ctrl_exit": "exit"}
        if name in kind:
            return array.array("I", self.masks[kind[name]])
        return self.special[name]

    def offset(self, operands, place):
        """An x or y offset, 0 if it is left out."""
        return signed(self.scalar_value(operands[place])) if place < len(operands) else 0

    # Masked writes

    def update_enables(self):
        masks = self.masks
        self.enabled = [a & b & c & d for a, b, c, d in
                        zip(masks["if"], masks["brk"], masks["jc"], masks["exit"])]
        self.all_on = all(self.enabled)

    def masked(self, old, new):
        if self.all_on:
            return new
        return [n if on else o for on, o, n in zip(self.enabled, old, new)]

    def write_vector(self, register, values):
        self.vector[register] = array.array("I", self.masked(self.vector[register], values))

    def write_special(self, name, values):
        if name == "mem_idx":
            values = [value & 0x3fffffff for value in values]
        self.special[name] = array.array("I", self.masked(self.special[name], values))

    def write_mask(self, kind, values):
        self.masks[kind] = list(self.masked(self.masks[kind], values))
        self.update_enables()

    # Instructions without memory

    def run_float(self, instruction, operation):
        target, *sources = instruction.operands
        values = [floats(self.vector_value(source)) for source in sources]
        if instruction.sub == "neg":
            values[1] = [-x for x in values[1]]
        self.write_vector(target[1], words_of(operation(*values)))

    def run_integer(self, instruction, operation):
        target, *sources = instruction.operands
        values = [integers(self.vector_value(source)) for source in sources]
        self.write_vector(target[1], wrap(operation(*values)))

    def run_scalar(self, instruction, operation):
        target, *sources = instruction.operands
        values = [signed(self.scalar_value(source)) for source in sources]
        self.scalar[target[1]] = operation(*values) & MASK

    def run_mov(self, instruction):
        target, source = instruction.operands
        self.write_vector(target[1], self.vector_value(source))

    def run_abs(self, instruction):
        target, source = instruction.operands
        self.write_vector(target[1], [x & 0x7fffffff for x in self.vector_value(source)])

    def run_movvsp(self, instruction):
        target, source = instruction.operands
        self.write_special(target[1], self.vector_value(source))

    def run_smov(self, instruction):
        target, source = instruction.operands
        self.scalar[target[1]] = self.scalar_value(source)

    def run_smovssp(self, instruction):
        target, source = instruction.operands
        self.scalar_special[target[1]] = self.scalar_value(source) & 0xfffff

    def convert(self, kind, values):
        if kind == "i2f":
            return words_of(values if self.launch.quirks else integers(values))
        return wrap(map(to_integer, floats(values)))

    def run_cvt(self, instruction):
        target, source = instruction.operands
        self.write_vector(target[1], self.convert(instruction.sub, self.vector_value(source)))

    def run_scvt(self, instruction):
        target, source = instruction.operands
        value = array.array("I", [self.scalar_value(source)])
        self.scalar[target[1]] = self.convert(instruction.sub, value)[0]

    def run_bufquery(self, instruction):
        target, number = instruction.operands
        buffer = self.dram_buffer(number)
        self.scalar[target[1]] = buffer.dim_x if instruction.sub == "dim_x" else buffer.dim_y

    def run_test(self, instruction, read):
        target, source = instruction.operands
        condition = CONDITIONS[instruction.sub]
        bits = [int(condition(x)) for x in read(self.vector_value(source))]
        self.predicate[target[1]] = list(self.masked(self.predicate[target[1]], bits))

    def run_pbool(self, instruction):
        target, a, b = (operand[1] for operand in instruction.operands)
        bits = map(PREDICATE_OPS[instruction.sub], self.predicate[a], self.predicate[b])
        self.predicate[target] = list(self.masked(self.predicate[target], list(bits)))

    # Control flow

    def address_of(self, label):
        try:
            return self.program.labels[label[1]]
        except KeyError:
            raise Fault(f"no label {label[1]}") from None

    def push(self, pc, mask, kind):
        if len(self.stack) == MAX_STACK:
            raise Fault("control stack overflow")
        self.stack.append((pc, list(mask), kind))

    def pop(self):
        if not self.stack:
            raise Fault("control stack underflow")
        self.pc, mask, kind = self.stack.pop()
        self.masks[kind] = mask
        self.update_enables()

    def predicate_or(self, operands, place, default):
        return self.predicate[operands[place][1]] if place < len(operands) else default

    def run_jump(self, instruction):
        self.pc = self.address_of(instruction.operands[0])

    def run_sicj(self, instruction):
        label, source = instruction.operands
        taken = CONDITIONS[instruction.sub](signed(self.scalar_value(source)))
        self.branches.setdefault(self.pc - 1, []).append(taken)
        if taken:
            self.pc = self.address_of(label)

    def run_cpush(self, instruction):
        operands, kind = instruction.operands, instruction.sub
        mask = self.predicate_or(operands, 1, self.masks[kind])
        self.push(self.address_of(operands[0]), mask, kind)

    def disable(self, kind, predicate):
        self.write_mask(kind, [1 - bit for bit in predicate])

    def run_exit(self, instruction):
        if not instruction.operands and self.launch.quirks and self.after_store():
            self.masks["exit"] = [0] * LANES
            self.update_enables()
        else:
            self.disable("exit", self.predicate_or(instruction.operands, 0, [1] * LANES))

    def after_store(self):
        """The original merges a store and the `exit` behind it, whatever lanes are enabled."""
        return self.pc >= 2 and self.program.text[self.pc - 2].op in STORES

    def run_bra(self, instruction):
        label, source = instruction.operands
        predicate = self.predicate[source[1]]
        later = predicate
        if not self.launch.quirks:
            later = list(map(operator.and_, predicate, self.masks["if"]))
        self.push(self.address_of(label), later, "if")
        self.disable("if", predicate)

    def run_call(self, instruction):
        mask = self.predicate_or(instruction.operands, 1, [1] * LANES)
        # The caller goes on with the lanes that it had; in the original, with those it called.
        self.push(self.pc, mask if self.launch.quirks else self.masks["jc"], "jc")
        self.write_mask("jc", mask)
        self.pc = self.address_of(instruction.operands[0])

    # Memory

    def dram_buffer(self, number):
        if number[1] not in self.program.dram:
            raise Fault(f"buffer {number[1]} is not mapped")
        return self.program.dram[number[1]]

    def scratchpad_buffer(self, number):
        if number[1] not in self.program.scratchpad:
            raise Fault(f"scratchpad buffer {number[1]} is not mapped")
        return self.program.scratchpad[number[1]]

    def group_tile(self, operands, elements):
        """The lines of a DRAM buffer that a work-group's linear transfer covers."""
        buffer = self.dram_buffer(operands[1])
        x = self.scalar_special["wg_off_x"] + self.offset(operands, 2)
        y = self.scalar_special["wg_off_y"] + self.offset(operands, 3)
        return tile(buffer, x * elements, y, self.width * elements, self.lines())

    def lines(self):
        """Lines of a linear transfer: an offset moves them, but adds none at the NDRange's end."""
        return min(self.height, self.launch.extent[1] - self.scalar_special["wg_off_y"])

    def scratchpad_tile(self, operands):
        buffer = self.scratchpad_buffer(operands[1])
        x, y = self.offset(operands, 2), self.offset(operands, 3)
        return tile(buffer, x, y, self.width, self.lines())

    def load_lines(self, target, data, lines, elements=1):
        for at, first, line, count in lines:
            if self.all_on and elements == 1:
                lane = line * self.width + first
                self.vector[target][lane:lane + count] = data[at:at + count]
                continue
            for i in range(count):
                lane = line * self.width + (first + i) // elements
                if self.enabled[lane]:
                    self.vector[target + (first + i) % elements][lane] = data[at + i]

    def store_lines(self, source, data, lines, elements=1):
        for at, first, line, count in lines:
            if self.all_on and elements == 1:
                lane = line * self.width + first
                data[at:at + count] = self.vector[source][lane:lane + count]
                continue
            for i in range(count):
                lane = line * self.width + (first + i) // elements
                if self.enabled[lane]:
                    data[at + i] = self.vector[source + (first + i) % elements][lane]

    def snoop_load(self, data, lines):
        """Streams the lines past the lanes: each captures the word that it waits for."""
        streamed = {at + i for at, _, _, count in lines for i in range(count)}
        for lane, index in enumerate(self.special["mem_idx"]):
            if self.enabled[lane] and index in streamed:
                self.special["mem_data"][lane] = data[index]

    def snoop_store(self, data, lines):
        """The lowest lane that matches a word supplies it."""
        streamed = {at + i for at, _, _, count in lines for i in range(count)}
        for lane in reversed(range(LANES)):
            index = self.special["mem_idx"][lane]
            if self.enabled[lane] and index in streamed:
                data[index] = self.special["mem_data"][lane]

    def run_linear(self, instruction, move_lines, snoop):
        operands = instruction.operands
        elements = {"": 1, "vec2": 2, "vec4": 4}[instruction.sub]
        lines = list(self.group_tile(operands, elements))
        data = self.launch.memory.words[operands[1][1]]
        if operands[0][0] == "vc":
            snoop(data, lines)
        else:
            move_lines(operands[0][1], data, lines, elements)

    def run_scratchpad_linear(self, instruction, move_lines, snoop):
        operands = instruction.operands
        lines = list(self.scratchpad_tile(operands))
        data = self.scratchpad[operands[1][1]]
        if operands[0][0] == "vc":
            snoop(data, lines)
        else:
            move_lines(operands[0][1], data, lines)

    def run_whole(self, instruction, snoop):
        number = instruction.operands[0]
        buffer = self.dram_buffer(number)
        snoop(self.launch.memory.words[number[1]], [(0, 0, 0, buffer.words)])

    def run_scratchpad_whole(self, instruction, snoop):
        number = instruction.operands[0]
        buffer = self.scratchpad_buffer(number)
        snoop(self.scratchpad[number[1]], [(0, 0, 0, buffer.words)])

    def run_custom(self, instruction, snoop):
        """A tile that the stride registers describe; its words count from the buffer's start."""
        operands = instruction.operands
        buffer, special = self.dram_buffer(operands[0]), self.scalar_special
        start = self.offset(operands, 2) * buffer.dim_x + self.offset(operands, 1)
        lines = [(start + i * special["sd_period"], 0, i, special["sd_words"])
                 for i in range(special["sd_period_cnt"])]
        data = self.launch.memory.words[operands[0][1]]
        if start < 0 or lines[-1][0] + special["sd_words"] > len(data):
            raise Fault("custom tile outside the buffer")
        snoop(data, lines)

    def run_iterative(self, instruction, store):
        register, number = instruction.operands
        self.dram_buffer(number)
        data, values = self.launch.memory.words[number[1]], self.vector[register[1]]
        for lane in range(LANES):
            if not self.enabled[lane]:
                continue
            index = self.special["mem_idx"][lane]
            if index >= len(data):
                raise Fault(f"index {index} outside buffer {number[1]}")
            if store:
                data[index] = values[lane]
            else:
                values[lane] = data[index]

    def run_copy_tile(self, instruction, store):
        operands = instruction.operands
        pad, buffer = self.scratchpad_buffer(operands[0]), self.dram_buffer(operands[1])
        inside = self.scratchpad[operands[0][1]]
        outside = self.launch.memory.words[operands[1][1]]
        x, y = self.offset(operands, 2), self.offset(operands, 3)
        lines = list(tile(buffer, x, y, pad.dim_x, pad.dim_y))
        if not store and len(lines) > 1 and 0 < buffer.dim_x - lines[0][3] < 16:
            raise Fault("lines of a tile for the scratchpad need 16 words between them")
        for at, first, line, count in lines:
            here = line * pad.dim_x + first
            if store:
                outside[at:at + count] = inside[here:here + count]
            else:
                inside[here:here + count] = outside[at:at + count]

    def run_sldg(self, instruction):
        operands = instruction.operands
        self.dram_buffer(operands[1])
        data = self.launch.memory.words[operands[1][1]]
        for i in range(operands[2][1] if len(operands) > 2 else 1):
            self.scalar[(operands[0][1] + i) % 32] = data[i]

    def run_sldsp(self, instruction):
        operands = instruction.operands
        pad = self.scratchpad_buffer(operands[1])
        start = self.offset(operands, 3) * pad.dim_x + self.offset(operands, 2)
        for i in range(self.scalar_special["sd_words"]):
            self.scalar[(operands[0][1] + i) % 32] = self.scratchpad[operands[1][1]][start + i]

    # The loop

    def finished(self):
        return not any(self.masks["exit"])

    def step(self):
        if self.pc >= len(self.program.text):
            raise Fault("the program runs past its end")
        instruction = self.program.text[self.pc]
        self.pc += 1
        try:
            DISPATCH[instruction.op](self, instruction)
        except Fault as reason:
            raise Fault(f"line {instruction.line}: {reason}") from None
        except (KeyError, ValueError, IndexError, TypeError) as reason:
            raise Fault(f"line {instruction.line}: {instruction.op}: {reason!r}") from reason
        # A work-group without an enabled lane pops until there is one.
        while not any(self.enabled) and not self.finished():
            self.pop()

    def run(self):
        for _ in range(MAX_STEPS):
            if self.finished():
                return
            self.step()
        raise Fault("no end")


def dispatch_table():
    table = {name: getattr(Group, "run_" + name) for name in (
        "mov", "abs", "movvsp", "smov", "smovssp", "cvt", "scvt", "bufquery", "pbool", "sicj",
        "cpush", "exit", "bra", "call", "sldg", "sldsp")}
    for kinds, method in ((FLOAT_OPS, Group.run_float), (INTEGER_OPS, Group.run_integer),
                          (SCALAR_OPS, Group.run_scalar)):
        for name, operation in kinds.items():
            table[name] = lambda group, i, m=method, o=operation: m(group, i, o)
    table |= {
        "nop": lambda g, i: None,
        "j": Group.run_jump,
        "test": lambda g, i: g.run_test(i, floats),
        "itest": lambda g, i: g.run_test(i, integers),
        "cmask": lambda g, i: g.disable("if", g.predicate[i.operands[0][1]]),
        "brk": lambda g, i: g.disable("brk", g.predicate[i.operands[0][1]]),
        "ret": lambda g, i: g.disable("jc", g.predicate[i.operands[0][1]]),
        "cpop": lambda g, i: g.pop(),
        "ldglin": lambda g, i: g.run_linear(i, g.load_lines, g.snoop_load),
        "stglin": lambda g, i: g.run_linear(i, g.store_lines, g.snoop_store),
        "ldsplin": lambda g, i: g.run_scratchpad_linear(i, g.load_lines, g.snoop_load),
        "stsplin": lambda g, i: g.run_scratchpad_linear(i, g.store_lines, g.snoop_store),
        "ldgbidx": lambda g, i: g.run_whole(i, g.snoop_load),
        "stgbidx": lambda g, i: g.run_whole(i, g.snoop_store),
        "ldspbidx": lambda g, i: g.run_scratchpad_whole(i, g.snoop_load),
        "stspbidx": lambda g, i: g.run_scratchpad_whole(i, g.snoop_store),
        "ldgcidx": lambda g, i: g.run_custom(i, g.snoop_load),
        "stgcidx": lambda g, i: g.run_custom(i, g.snoop_store),
        "ldgidxit": lambda g, i: g.run_iterative(i, False),
        "stgidxit": lambda g, i: g.run_iterative(i, True),
        "ldg2sptile": lambda g, i: g.run_copy_tile(i, False),
        "stg2sptile": lambda g, i: g.run_copy_tile(i, True),
    }
    for name in ("printsgpr", "printvgpr", "printpr", "printcmask", "printtrace"):
        table[name] = table["nop"]
    return table


DISPATCH = dispatch_table()


class Launch:
    """A program on an NDRange. `contents`: first words of buffers, instead of their files'.

    `original`: what the original simulator does where the language's description calls it a quirk.
    """

    def __init__(self, program, extent, width=None, folder=".", contents=None, fill=0,
                 original=False):
        self.program, self.extent, self.fill = program, extent, fill & MASK
        self.width = width or default_width(extent[0])
        self.quirks = original
        self.memory = Memory(program, folder, contents or {})
        self.branches = {}  # place of a work-group -> instruction -> whether its branch was taken

    def run(self):
        """Runs all work-groups; returns buffer number -> words."""
        for y in range(0, self.extent[1], LANES // self.width):
            for x in range(0, self.extent[0], self.width):
                Group(self, x, y).run()
        return self.memory.words


def default_width(extent):
    return max(32, min(LANES, 1 << (extent.bit_length() - 1)))


def run(path, extent, width=None, **options):
    """Runs a .sas file; its data files are relative to its folder."""
    path = pathlib.Path(path)
    program = assembly.parse(path.read_text(encoding="utf-8"))
    return Launch(program, extent, width, folder=path.parent, **options).run()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("ndrange")
    parser.add_argument("-w", "--width", type=int)
    parser.add_argument("-o", "--output", action="append", default=[])
    arguments = parser.parse_args()
    extent = tuple(int(number) for number in arguments.ndrange.split(","))
    buffers = run(arguments.program, extent, arguments.width)
    for output in arguments.output:
        number, path = output.split(",", 1)
        pathlib.Path(path).write_bytes(struct.pack(f"<{len(buffers[int(number)])}I",
                                                   *buffers[int(number)]))


if __name__ == "__main__":
    try:
        main()
    except (Fault, assembly.SasError, OSError) as error:
        sys.exit(f"interpreter.py: {error}")
