# SPDX-License-Identifier: Apache-2.0
"""Random programs in Sim-D assembly whose result does not depend on the order of work-groups.

A program is made from its seed alone. It uses every opcode with every form of its operands: masks,
loops, breaks and calls in one another, tiles with offsets that overhang their buffer, indexed
transfers of all kinds, and scratchpads, on one to six work-groups. Work-groups write only words of
their own; a work-group reads nothing that it has not written, except buffers that nobody writes.
Numbers in float registers are finite; sin and cos go only to the buffer `near`, which is compared
with a tolerance.

With `steady`, a probability, most branches, masks and indices of streams come from ids: such a
program may take the same cycles for all contents of its buffers.
"""
import dataclasses
import random
import struct

LANES = 1024
FLOATS, INTEGERS, VECTORS = 5, 6, 4  # registers of each kind
CONDITIONS = ("ez", "nz", "g", "ge", "l", "le")
FLOAT_IMMEDIATES = ("0.5", "-1.25", "2.f", ".75", "0f", "3", "-0.0", "1e-3", "M_PI_F", "-M_E_F",
                    "FLT_EPSILON", "-FLT_MIN", "M_2PI_F", "0x40490fdb")
INTEGER_CONSTANTS = ("FLT_DIG", "FLT_MANT_DIG", "-FLT_MAX_EXP", "FLT_MIN_EXP", "FLT_MAX_10_EXP",
                     "FLT_MIN_10_EXP", "-FLT_RADIX")
VECTOR_SPECIALS = ("tid_x", "tid_y", "lid_x", "lid_y", "zero", "one", "ctrl_run", "ctrl_break",
                   "ctrl_ret", "ctrl_exit")
SCALAR_SPECIALS = ("dim_x", "dim_y", "wg_off_x", "wg_off_y", "wg_width")
# Some start like hexadecimal numbers.
LABELS = ("again", "body", "case_", "done", "else", "fi", "L", "over_", "next.", "way")


@dataclasses.dataclass
class Buffer:
    """A DRAM buffer with its first contents. `checked`: an output; `tolerance` 0 is exact."""
    name: str
    number: int
    dim_x: int
    dim_y: int
    words: list
    checked: bool = False
    tolerance: float = 0
    address: int = 0


class Program:
    """`text`: the .sas file; `buffers`: by name; `extent` and `width`: how to launch it."""

    def __init__(self, seed, size=None, steady=0):
        self.dice = random.Random(f"sim-d {seed}")
        self.steady = steady
        self.size = size or self.dice.choice((3, 6, 10, 16))
        self.lines, self.functions, self.labels = [], [], 0
        self.buffers = {}
        self.choose_shape()
        self.choose_registers()
        self.make_buffers()
        self.write_program()

    # Choices

    def pick(self, *choices):
        return self.dice.choice(choices)

    def chance(self, probability):
        return self.dice.random() < probability

    def choose_shape(self):
        dice = self.dice
        if self.chance(0.4):
            self.width = self.pick(1024, 1024, 1024, 512, 256)
            groups = self.pick(1, 1, 2, 3)
            self.extent = (max(1, groups * self.width - dice.choice((0, 0, 1, 7, 300))), 1)
        else:
            self.width = self.pick(32, 32, 64, 128, 256, 512)
            height = LANES // self.width
            across, down = self.pick((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2))
            self.extent = (max(1, across * self.width - dice.choice((0, 0, 1, 5, 17))),
                           max(1, down * height - dice.choice((0, 0, 1))))
        self.height = LANES // self.width
        # Extent of all work-groups, beyond the NDRange too.
        self.across = -(-self.extent[0] // self.width) * self.width
        self.down = -(-self.extent[1] // self.height) * self.height

    def choose_registers(self):
        """Numbers of registers; a vector of four has neighbours."""
        dice = self.dice
        self.quad = dice.randrange(0, 60)
        free = [n for n in range(64) if not self.quad <= n < self.quad + VECTORS]
        dice.shuffle(free)
        take = lambda count: [f"v{free.pop()}" for _ in range(count)]
        self.floats, self.integers, self.spare = take(FLOATS), take(INTEGERS), take(3)
        self.floats += [f"v{self.quad + i}" for i in range(VECTORS)]
        self.near, = take(1)
        self.block = dice.randrange(0, 32)  # of four scalars that sldg and sldsp write
        rest = [n for n in range(32) if (n - self.block) % 32 >= 4]
        dice.shuffle(rest)
        scalars = [f"s{n}" for n in rest]
        self.scalars = scalars[:6] + [f"s{(self.block + i) % 32}" for i in range(4)]
        self.scalar_float, self.scalar_spare, self.index = scalars[6:9]
        self.offsets, self.counters = scalars[9:11], scalars[11:19]
        self.predicates = ["p0", "p1"]
        self.nested = ["p2", "p3"]  # zero in all lanes outside the region of their depth

    # Buffers

    def float_words(self, count):
        numbers = [self.dice.uniform(-4, 4) for _ in range(count)]
        return list(struct.unpack(f"<{count}I", struct.pack(f"<{count}f", *numbers)))

    def integer_words(self, count):
        return [self.dice.getrandbits(32) for _ in range(count)]

    def add_buffer(self, name, dim_x, dim_y, kind, checked=False, tolerance=0):
        words = {"f": self.float_words, "i": self.integer_words,
                 "0": lambda count: [0] * count}[kind](dim_x * dim_y)
        self.buffers[name] = Buffer(name, self.numbers.pop(), dim_x, dim_y, words, checked,
                                    tolerance)

    def make_buffers(self):
        dice, across, down = self.dice, self.across, self.down
        self.numbers = dice.sample(range(32), 16)
        # Lines of a tile for the scratchpad need 16 words between them.
        wide = max(across, self.width + 18) + dice.randrange(0, 40)
        self.add_buffer("in_f", wide, max(down, self.height + 2), "f")
        self.add_buffer("in_i", dice.randrange(across // 2 + 1, across + 9), down, "i")
        self.add_buffer("in_v", 4 * across, down, "f")
        self.add_buffer("table", dice.choice((70, 256, 1000)), self.pick(1, 1, 3), "f")
        self.add_buffer("few", self.pick(4, 9), 1, "i")
        self.shift = [self.pick(0, 0, dice.randrange(-9, 10)), self.pick(0, 0, -1, 2)]
        self.add_buffer("out_f", across, down + 1, "f", True)
        self.add_buffer("out_v", 4 * across, down, "0", True)
        self.add_buffer("out_x", across, down, "0", True)
        self.add_buffer("out_t", max(across, self.width + 18), down, "0", True)
        self.add_buffer("out", across, self.down * 20, "0", True)
        self.add_buffer("near", across, down, "0", True, 1e-5)
        self.vector = self.pick(2, 4)  # elements of a transfer to out_v
        self.place_buffers()

    def place_buffers(self):
        order, address = list(self.buffers.values()), 4 * self.dice.randrange(64)
        self.dice.shuffle(order)
        for buffer in order:
            buffer.address = address
            gap = self.pick(0, 0, 4 * self.dice.randrange(40), 65536)
            address += 4 * len(buffer.words) + gap

    def number(self, name):
        return self.buffers[name].number

    # Text

    def emit(self, op, *operands):
        separator = " " if self.chance(0.1) else ", "
        comment = " // " + op if self.chance(0.02) else ""
        self.lines.append(f"    {op} {separator.join(map(str, operands))}".rstrip() + comment)

    def label(self):
        self.labels += 1
        return self.dice.choice(LABELS) + str(self.labels)

    def place(self, label):
        self.lines.append(label + ":")

    def write_program(self):
        self.begin()
        self.statements(self.size, 0, 0)
        self.finish()
        text, self.lines = self.lines, []
        self.lines = text + [line for function in self.functions for line in function]
        self.text = "\n".join(self.data() + [".text"] + self.lines) + "\n"

    def data(self):
        lines = [".data"]
        for buffer in self.buffers.values():
            lines.append(f"    {buffer.number} {buffer.address:#x} {buffer.dim_x} {buffer.dim_y} "
                         f'f "{buffer.name}.bin"')
        lines.append(".sp_data")
        for number, address, wide, high in self.pads:
            lines.append(f"    {number} {address:#x} {wide} {high}")
        return lines

    def begin(self):
        """Gives every register and the scratchpads a value."""
        first, second = self.dice.sample(range(32), 2)
        self.pads = [(first, 0, self.width, self.height),
                     (second, 4 * LANES + 4 * self.dice.randrange(9), self.width + 2,
                      self.height + 2)]
        self.plain_pad, self.halo_pad = first, second
        for scalar, special in zip(self.offsets, ("wg_off_x", "wg_off_y")):
            self.emit("smov", scalar, "sc." + special)
        for register in self.floats:
            self.emit("mov", register, self.pick("1.5", "-0.75", "2.5", "0f"))
        self.emit("ldglin", self.floats[0], self.number("in_f"))
        self.emit("ldglin", self.floats[1], self.number("in_f"), self.pick(1, 2), 1)
        for register in self.integers + self.spare:
            self.emit("mov", register, "vc." + self.dice.choice(VECTOR_SPECIALS))
        self.emit("ldglin", self.integers[0], self.number("in_i"))
        self.emit("mov", self.near, "0.25")
        for scalar in self.scalars + [self.scalar_spare, self.index]:
            self.emit("smov", scalar, self.integer_immediate())
        self.emit("smov", self.scalar_float, "1.5")
        for predicate in self.predicates:
            self.test(predicate)
        for predicate in self.nested:
            self.clear(predicate)
        self.emit("movvsp", "vc.mem_idx", 0)
        self.emit("movvsp", "vc.mem_data", "1.0")
        self.emit("ldg2sptile", self.plain_pad, self.number("in_f"))
        self.emit("stsplin", self.floats[0], self.plain_pad)
        self.emit("ldg2sptile", self.halo_pad, self.number("in_f"))

    def finish(self):
        """Stores all registers; each has lines of its own in `out`."""
        total = self.spare[1]
        self.emit("mov", total, 7)
        for predicate in self.predicates + self.nested:
            end = self.label()
            self.emit("mov", self.spare[0], 1)
            self.emit("cpush.if", end)
            self.emit("cmask", predicate)
            self.emit("mov", self.spare[0], 0)
            self.emit("cpop")
            self.place(end)
            self.emit("imad", total, total, 31, self.spare[0])
        for scalar in self.scalars + [self.scalar_float]:
            self.emit("imul", total, total, 31)
            self.emit("iadd", total, total, scalar)
        registers = self.floats + self.integers + [total]
        for place, register in enumerate(registers):
            self.emit("stglin", register, self.number("out"), 0, place * self.down)
        self.emit("stglin", self.near, self.number("near"))
        if self.chance(0.3):
            self.emit("nop")
        self.emit("exit")

    # Operands

    def integer_immediate(self):
        value = self.dice.randrange(-2 ** 31, 2 ** 31) >> self.dice.randrange(32)
        if self.chance(0.1):
            return self.dice.choice(INTEGER_CONSTANTS)
        return hex(value) if value >= 0 and self.chance(0.4) else str(value)

    def small(self, low, high):
        return self.dice.randrange(low, high + 1)

    def integer(self):
        """Any vector register as bits."""
        return self.dice.choice(self.integers * 3 + self.floats)

    def integer_source(self):
        return self.pick(self.integer(), self.dice.choice(self.scalars), self.integer_immediate())

    def float_source(self):
        return self.pick(self.dice.choice(self.floats), self.scalar_float,
                         self.dice.choice(FLOAT_IMMEDIATES))

    def scalar_source(self):
        return self.pick(self.dice.choice(self.scalars), self.integer_immediate())

    def offset(self, far):
        """An x or y offset: immediate, or in a register."""
        value = self.dice.choice((0, 1, -1, self.small(-far, far), self.small(-3 * far, 3 * far)))
        if self.chance(0.5):
            return value
        self.emit("smov", self.scalar_spare, value)
        return self.scalar_spare

    def offsets_of(self, far_x, far_y, scalar_x=True):
        """Nothing, x, or x and y. Only one of them is in a register."""
        if self.chance(0.3):
            return []
        x = self.offset(far_x) if scalar_x else self.small(-far_x, far_x)
        if self.chance(0.4):
            return [x]
        y = self.offset(far_y) if x != self.scalar_spare else self.small(-far_y, far_y)
        return [x, y]

    # Statements without memory

    def clamp(self, register, limit="1000.0"):
        """Keeps numbers finite."""
        self.emit("min", register, register, limit)
        self.emit("max", register, register, "-" + limit)

    def float_statement(self):
        target, a, c = (self.dice.choice(self.floats) for _ in range(3))
        op = self.pick("mad", "mad.neg", "mul", "mul.neg", "add", "add.neg", "min", "max", "abs")
        if op.startswith("mad"):
            self.emit(op, target, a, self.float_source(), c)
        elif op == "abs":
            self.emit(op, target, a)
        else:
            self.emit(op, target, a, self.float_source())
        self.clamp(target)

    def reciprocal_statement(self):
        target, a = (self.dice.choice(self.floats) for _ in range(2))
        self.emit("abs", target, a)
        self.emit("max", target, target, self.pick("0.5", "0.125", "3.0"))
        self.emit(self.pick("rcp", "rsqrt"), target, target)

    def periodic_statement(self):
        self.emit(self.pick("sin", "cos"), self.near, self.dice.choice(self.floats))

    def integer_statement(self):
        target, a, c = self.dice.choice(self.integers), self.integer(), self.integer()
        op = self.pick("iadd", "isub", "imul", "imad", "imin", "imax", "and", "or", "xor", "not",
                       "shl", "shr")
        if op == "imad":
            self.emit(op, target, a, self.integer_source(), c)
        elif op == "not":
            self.emit(op, target, a)
        elif op in ("shl", "shr"):
            self.emit("sand", self.scalar_spare, self.dice.choice(self.scalars), 31)
            self.emit(op, target, a, self.pick(self.scalar_spare, self.small(0, 31)))
        else:
            self.emit(op, target, a, self.integer_source())

    def scalar_statement(self):
        target, a, c = (self.dice.choice(self.scalars) for _ in range(3))
        op = self.pick("siadd", "sisub", "simul", "simad", "simin", "simax", "sand", "sor", "sshl",
                       "sshr", "sineg", "snot", "sibfind", "sidiv", "simod", "smov", "bufquery")
        if op == "simad":
            self.emit(op, target, a, self.scalar_source(), c)
        elif op in ("sineg", "snot", "sibfind"):
            self.emit(op, target, a)
        elif op in ("sshl", "sshr"):
            self.emit(op, target, a, self.small(0, 31))
        elif op in ("sidiv", "simod"):
            self.divide(op, target, a, c)
        elif op == "smov":
            self.emit(op, target, self.pick("sc." + self.dice.choice(SCALAR_SPECIALS),
                                            self.integer_immediate()))
        elif op == "bufquery":
            name = self.dice.choice(list(self.buffers))
            self.emit(self.pick("bufquery.dim_x", "bufquery.dim_y"), target, self.number(name))
        else:
            self.emit(op, target, a, self.scalar_source())

    def divide(self, op, target, a, c):
        if self.chance(0.5):
            self.emit(op, target, a, self.pick(self.small(1, 200), self.small(-200, -2)))
        else:
            self.emit("sand", self.scalar_spare, c, 0xfff)
            self.emit("sor", self.scalar_spare, self.scalar_spare, 1)
            self.emit(op, target, a, self.scalar_spare)

    def move_statement(self):
        special = "vc." + self.dice.choice(VECTOR_SPECIALS)
        self.emit("mov", self.dice.choice(self.integers),
                  self.pick(special, special, self.integer_immediate()))
        if self.chance(0.3):
            self.emit("nop")

    def convert_statement(self):
        """i2f of what is not negative, f2i of what fits."""
        target = self.dice.choice(self.floats)
        kind = self.pick("i2f", "special", "f2i", "scalar", "back")
        if kind == "i2f":
            self.emit("and", self.spare[0], self.integer(), 0xffff)
            self.emit("cvt.i2f", target, self.spare[0])
            self.clamp(target)
        elif kind == "special":
            self.emit("cvt.i2f", target, self.pick("vc.tid_x", "vc.lid_y", "sc.wg_off_x",
                                                   "sc.dim_y", "vc.one"))
            self.clamp(target)
        elif kind == "f2i":
            self.emit("cvt.f2i", self.dice.choice(self.integers), self.dice.choice(self.floats))
        elif kind == "scalar":
            self.emit("sand", self.scalar_spare, self.dice.choice(self.scalars), 0xff)
            self.emit("scvt.i2f", self.scalar_float, self.pick(self.scalar_spare, "sc.wg_width"))
        else:
            self.emit("scvt.f2i", self.dice.choice(self.scalars), self.scalar_float)

    def is_steady(self):
        return self.steady and self.chance(self.steady)

    def steady_integer(self):
        """A register with something made from ids."""
        register = self.spare[2]
        self.emit("mov", register, "vc." + self.pick("tid_x", "tid_y", "lid_x", "lid_y"))
        self.emit("imul", register, register, self.small(1, 99))
        self.emit("xor", register, register, self.small(0, 2000))
        self.emit("isub", register, register, self.small(0, 2000))
        return register

    def test(self, predicate):
        if self.is_steady():
            self.emit("itest." + self.dice.choice(CONDITIONS), predicate, self.steady_integer())
        elif self.chance(0.5):
            self.emit("test." + self.dice.choice(CONDITIONS), predicate,
                      self.dice.choice(self.floats))
        else:
            self.emit("itest." + self.dice.choice(CONDITIONS), predicate,
                      self.dice.choice(self.integers))

    def clear(self, predicate):
        self.emit("mov", self.spare[0], 0)
        self.emit("itest.nz", predicate, self.spare[0])

    def predicate_statement(self):
        predicate = self.dice.choice(self.predicates)
        if self.chance(0.6):
            self.test(predicate)
        else:
            self.emit("pbool." + self.pick("and", "or", "nand", "nor"), predicate,
                      self.dice.choice(self.predicates + self.nested),
                      self.dice.choice(self.predicates))

    # Control flow. `depth` counts regions with a mask, `loops` loops.

    def body(self, depth, loops):
        self.statements(self.small(1, max(1, self.size // 3)), depth, loops)

    def if_statement(self, depth, loops):
        end = self.label()
        for inner in self.nested[depth + 1:]:
            self.clear(inner)
        self.emit("cpush.if", end)
        self.emit("cmask", self.dice.choice(self.predicates))
        self.body(depth + 1, loops)
        if self.chance(0.2):
            self.exit_some()
        self.emit("cpop")
        self.place(end)

    def nested_predicate(self, depth):
        """A predicate that is zero in lanes that are off, freshly tested."""
        predicate = self.nested[depth]
        self.clear(predicate)
        for inner in self.nested[depth + 1:]:
            self.clear(inner)
        self.test(predicate)
        return predicate

    def if_else_statement(self, depth, loops):
        predicate = self.nested_predicate(depth)
        end, other = self.label(), self.label()
        self.emit("cpush.if", end)
        if self.chance(0.5):
            self.emit("bra", other, predicate)
        else:
            self.emit("cpush.if", other, predicate)
            self.emit("cmask", predicate)
        self.body(depth + 1, loops)
        self.emit("cpop")
        self.place(other)
        self.body(depth + 1, loops)
        self.emit("cpop")
        self.place(end)

    def loop_statement(self, depth, loops):
        """A counted loop of the whole work-group, tested at its end or at its start."""
        counter, count = self.counters[loops], self.small(1, 4)
        start, end = self.label(), self.label()
        self.emit("smov", counter, count)
        self.place(start)
        if self.chance(0.6):
            self.body(depth, loops + 1)
            self.emit("sisub", counter, counter, 1)
            self.lines.append(f"#bound branchcycle {count - 1} 1 0")
            self.emit("sicj." + self.pick("g", "nz"), start, counter)
        else:
            self.lines.append(f"#bound branchcycle 1 {count} 1")
            self.emit("sicj." + self.pick("le", "ez"), end, counter)
            self.body(depth, loops + 1)
            self.emit("siadd", counter, counter, -1)
            self.emit("j", start)
        self.place(end)

    def break_statement(self, depth, loops):
        """A loop that lanes leave one by one, counted as well."""
        counter, count = self.counters[loops], self.small(1, 4)
        start, end = self.label(), self.label()
        self.emit("smov", counter, count)
        self.emit("cpush.brk", end)
        self.place(start)
        self.body(depth, loops + 1)
        if depth < 2 and self.chance(0.4):
            self.guarded_break(depth)
        else:
            self.test(self.predicates[1])
            self.emit("brk", self.predicates[1])
        self.emit("sisub", counter, counter, 1)
        self.lines.append(f"#bound branchcycle {count - 1} 1 0")
        self.emit("sicj.g", start, counter)
        self.emit("cpop")
        self.place(end)

    def guarded_break(self, depth):
        end = self.label()
        self.emit("cpush.if", end)
        self.emit("cmask", self.predicates[0])
        self.emit("brk", self.predicates[1])
        self.statements(1, depth + 1, 3)
        self.emit("cpop")
        self.place(end)

    def call_statement(self, depth, loops):
        """A function, placed behind the program; lanes may return early."""
        name, after = self.label(), self.label()
        predicated = self.chance(0.5)
        if predicated:
            predicate = self.nested_predicate(depth)
            self.emit("cpush.jc", after)
            self.emit("call", name, predicate)
            self.statements(1, 2, 3)
            self.emit("cpop")
            self.place(after)
        else:
            self.emit("call", name)
        caller, self.lines = self.lines, []
        self.place(name)
        self.statements(2, 2, 3)
        if self.chance(0.5):
            self.emit("ret", self.predicates[0])
            self.statements(1, 2, 3)
        self.emit("cpop")
        self.functions.append(self.lines)
        self.lines = caller

    def jump_statement(self):
        over = self.label()
        if self.chance(0.4):
            self.emit("j", over)
            self.emit("imul", self.integers[0], self.integers[0], 0)
        else:
            scalar = self.dice.choice(self.scalars)
            if self.is_steady():
                self.emit("smov", scalar, "sc." + self.dice.choice(SCALAR_SPECIALS))
            self.emit("sicj." + self.dice.choice(CONDITIONS), over, scalar)
            self.float_statement()
        self.place(over)

    def exit_some(self):
        """One lane of 16 ends here."""
        source = self.steady_integer() if self.is_steady() else self.dice.choice(self.integers)
        self.emit("and", self.spare[0], source, 15)
        self.emit("isub", self.spare[0], self.spare[0], self.small(0, 15))
        self.emit("itest.ez", self.predicates[0], self.spare[0])
        self.emit("exit", self.predicates[0])

    # Memory

    def load_statement(self):
        name = self.pick("in_f", "in_f", "in_i", "out_f")
        if name == "out_f":  # what this work-group has stored there, if anything
            self.emit("ldglin", self.dice.choice(self.floats), self.number(name), *self.shift)
        elif name == "in_i":
            self.emit("ldglin", self.dice.choice(self.integers), self.number(name),
                      *self.offsets_of(20, 3))
        else:
            self.emit("ldglin", self.dice.choice(self.floats), self.number(name),
                      *self.offsets_of(20, 3))

    def vector_load_statement(self):
        self.emit("ldglin" + self.pick(".vec2", ".vec4"), f"v{self.quad}", self.number("in_v"),
                  *self.offsets_of(20, 3))

    def store_statement(self):
        kind = self.pick("out_f", "out_f", "out_v", "out_x")
        if kind == "out_f":
            self.emit("stglin", self.dice.choice(self.floats), self.number(kind), *self.shift)
        elif kind == "out_v":
            self.emit(f"stglin.vec{self.vector}", f"v{self.quad}", self.number(kind))
        else:
            self.store_indexed()

    def own_index(self):
        """Puts words of this work-group's tile of out_x into mem_idx, in another order."""
        index, line = self.spare[0], self.spare[1]
        self.emit("mov", index, "vc.lid_x")
        self.emit(self.pick("xor", "xor", "and"), index, index, self.small(0, self.width - 1))
        self.emit("mov", line, "vc.lid_y")
        self.emit("xor", line, line, self.small(0, self.height - 1))
        self.emit("iadd", index, index, self.offsets[0])
        self.emit("iadd", line, line, self.offsets[1])
        self.emit("imad", index, line, self.buffers["out_x"].dim_x, index)
        self.emit("movvsp", "vc.mem_idx", index)

    def store_indexed(self):
        """Iterative, or snoopy over the whole buffer, a custom tile or the work-group's tile."""
        self.own_index()
        value, number = self.dice.choice(self.floats + self.integers), self.number("out_x")
        kind = self.pick("stgidxit", "stgbidx", "stgcidx", "stglin")
        if kind == "stgidxit":
            self.emit(kind, value, number)
            return
        self.emit("movvsp", "vc.mem_data", self.pick(value, value, self.integer_immediate()))
        if kind == "stgcidx":
            words = self.small(1, self.width)
            self.stride(words, self.buffers["out_x"].dim_x, self.small(1, self.height))
            self.emit(kind, number, *self.offsets)
        elif kind == "stglin":
            self.emit(kind, "vc.mem_data", number)
        else:
            self.emit(kind, number)
        self.emit("movvsp", "vc.mem_data", "2.0")

    def stride(self, words, period, count):
        """Sets the stride registers, in any order, from immediates or a register."""
        values = [("sd_words", words), ("sd_period", period), ("sd_period_cnt", count)]
        self.dice.shuffle(values)
        for name, value in values:
            if self.chance(0.3):
                self.emit("smov", self.scalar_spare, value)
                self.lines.append(f"#bound value {value}")
                self.emit("smovssp", "sc." + name, self.scalar_spare)
            else:
                self.emit("smovssp", "sc." + name, value)

    def load_indexed_statement(self):
        """The snoopy ones may ask for words that do not come."""
        table = self.buffers["table"]
        kind = self.pick("ldgidxit", "ldgbidx", "ldgcidx", "ldglin")
        reach = 1 << (len(table.words).bit_length() - 1)
        mask = reach - 1 if kind == "ldgidxit" else 2 * reach - 1
        source = self.steady_integer() if kind == "ldgidxit" and self.is_steady() else self.integer()
        self.emit("and", self.spare[0], source, mask)
        self.emit("movvsp", "vc.mem_idx", self.spare[0])
        if kind == "ldgidxit":
            self.emit(kind, self.dice.choice(self.floats), table.number)
            return
        self.emit("movvsp", "vc.mem_data", self.pick(self.dice.choice(self.floats), "0.5"))
        if kind == "ldgcidx":
            self.load_custom(table)
        elif kind == "ldglin":
            self.emit(kind, "vc.mem_data", table.number, *self.offsets_of(30, 1))
        else:
            self.emit(kind, table.number)
        self.emit("mov", self.dice.choice(self.floats), "vc.mem_data")

    def load_custom(self, table):
        x, y = self.small(0, table.dim_x // 2), self.small(0, table.dim_y - 1)
        room = len(table.words) - (y * table.dim_x + x)
        words = self.small(1, min(room, 40))
        period = self.small(words, words + 20)
        count = self.small(1, 1 + (room - words) // period)
        self.stride(words, period, count)
        offsets = [x, y] if y or self.chance(0.5) else [x] if x else []
        self.emit("ldgcidx", table.number, *offsets)

    def scalar_load_statement(self):
        if self.chance(0.5):
            count = self.pick([], [1], [2], [4])
            self.emit("sldg", f"s{self.block}", self.number("few"), *count)
            return
        words = self.small(1, 4)
        self.stride(words, 64, 1)
        self.emit("sldsp", f"s{self.block}", self.plain_pad, self.small(0, self.width - 4),
                  self.small(0, self.height - 1))

    def scratchpad_statement(self):
        register = self.dice.choice(self.floats)
        kind = self.pick("ldsplin", "ldsplin", "stsplin", "ldspbidx", "stspbidx", "ldg2sptile",
                         "stg2sptile")
        if kind == "ldsplin":
            pad = self.pick(self.plain_pad, self.halo_pad)
            self.emit(kind, register, pad, *self.offsets_of(9, 2))
        elif kind == "stsplin":
            self.emit(kind, register, self.pick(self.plain_pad, self.halo_pad),
                      *self.offsets_of(9, 2, scalar_x=False))
        elif kind == "ldg2sptile":
            self.emit(kind, self.halo_pad, self.number("in_f"),
                      *self.pick([], self.offsets, [-1, -1], [self.offsets[0], 2]))
        elif kind == "stg2sptile":
            self.emit(kind, self.plain_pad, self.number("out_t"), *self.offsets)
        else:
            self.scratchpad_indexed(kind, register)

    def scratchpad_indexed(self, kind, register):
        self.emit("and", self.spare[0], self.integer(), self.pick(1023, 2047))
        self.emit("movvsp", "vc.mem_idx", self.spare[0])
        self.emit("movvsp", "vc.mem_data", register)
        if kind == "ldspbidx" and self.chance(0.4):
            self.emit("ldsplin", "vc.mem_data", self.halo_pad, *self.offsets_of(3, 1))
        elif kind == "stspbidx" and self.chance(0.4):
            self.emit("stsplin", "vc.mem_data", self.plain_pad)
        else:
            self.emit(kind, self.pick(self.plain_pad, self.halo_pad))
        if kind == "ldspbidx":
            self.emit("mov", register, "vc.mem_data")

    # Choice of statements

    def statements(self, count, depth, loops):
        for _ in range(count):
            self.statement(depth, loops)

    def statement(self, depth, loops):
        simple = [self.float_statement] * 4 + [self.integer_statement] * 4
        simple += [self.scalar_statement] * 3 + [self.predicate_statement] * 2
        simple += [self.reciprocal_statement, self.periodic_statement, self.move_statement,
                   self.convert_statement, self.jump_statement]
        simple += [self.load_statement, self.vector_load_statement, self.store_statement,
                   self.load_indexed_statement, self.scalar_load_statement,
                   self.scratchpad_statement]
        structured = []
        if depth < 2:
            structured += [self.if_statement] * 2 + [self.if_else_statement] * 2
        if loops < 2:
            structured += [self.loop_statement, self.break_statement]
        if depth == 0 and loops == 0:
            structured.append(self.call_statement)
        if structured and self.chance(0.25):
            self.dice.choice(structured)(depth, loops)
        else:
            self.dice.choice(simple)()
        if depth == 0 and loops == 0 and self.chance(0.03):
            self.exit_some()
