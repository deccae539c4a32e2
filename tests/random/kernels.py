#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random OpenCL kernels whose result the C standard fixes, so that a host compiler can foretell it.

    kernels.py SEED [NUMBER]      print the kernels 0 to 11 of a seed, or one of them

A kernel kN(in, out, n) computes one word a work-item. It consists of structured control flow whose
conditions and trip counts differ between work-items: if and else, && and ||, ?:, three kinds of
loops with break and continue, switch with fall-through, early return. Integer arithmetic is
unsigned, every shift and index is masked, every divisor is odd, every loop has a constant bound:
nothing is undefined, everything ends. Its family adds one thing:

    flow    nothing
    calls   a function that is not inlined, and 64-bit division, which calls the library
    floats  float variables; + - * and conversions, which IEEE 754 rounds alike everywhere
    local   __local memory; barriers inside branches and loops that all work-items take alike

Work-items write different words between two barriers, and read none that is written there.
Kernel N of a seed is the same however many are asked for.
"""
import random
import sys

FAMILIES = ["flow", "local", "calls", "flow", "floats", "local", "flow", "calls", "local", "floats"]
INPUT_WORDS = 128  # of the buffer `in`; a power of two, because indices are masked
ITEMS = 96  # words of `out`
LARGEST_GROUP = 64  # words of a kernel's __local array
MOST_TRIPS = 24  # product of the bounds of nested loops
CONSTANTS = ["0", "1", "2", "3", "5", "7", "11", "0x55", "1000", "0x12345", "0x80000000",
             "0xffffffff"]
FLOAT_CONSTANTS = ["0.0f", "1.0f", "-1.0f", "0.5f", "3.0f", "0.1f", "1.0e-3f", "-1.0e10f",
                   "1.5e-39f"]
# Two NaNs may differ in their bits between hosts and machines, so all count as one.
HEAD = "#define BITS(x) ((x) == (x) ? as_uint(x) : 0x7fc00000u)\n"


def indent(lines):
    return ["    " + line for line in lines]


class Place:
    """Where a statement stands: how deep, how often its loops run, what may leave them."""

    def __init__(self, depth, trips=MOST_TRIPS, breaks=False, continues=False):
        self.depth, self.trips, self.breaks, self.continues = depth, trips, breaks, continues

    def deeper(self, trips=1, **changes):
        inner = {"breaks": self.breaks, "continues": self.continues, **changes}
        return Place(self.depth - 1, self.trips // trips, **inner)


class Writer:
    """Writes one kernel."""

    def __init__(self, seed, number):
        self.random = random.Random(f"{seed}/{number}")
        self.number = number
        self.family = FAMILIES[number % len(FAMILIES)]
        self.names = 0  # loop counters and temporaries so far
        self.calls = 0
        self.returns = ""  # how an early return looks; empty where there may be none
        self.stores = True  # whether `out` may be written

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    # ---- expressions: different in every work-item ----

    def leaf(self):
        if self.chance(0.3):
            return self.random.choice(CONSTANTS) + "u"
        return self.pick(*"abcdabcduin")

    def expression(self, depth=0):
        """A uint."""
        if depth > 2 or self.chance(0.35):
            return self.leaf()
        kinds = [self.arithmetic] * 8 + [self.load] * 3 + [self.shift] * 2 + [self.choice] * 2
        kinds += [self.division]
        kinds += self.own_expressions()
        return self.random.choice(kinds)(depth + 1)

    def own_expressions(self):
        """Those of the family."""
        return {"flow": [], "local": [self.read_local] * 3, "calls": [self.call] * 3,
                "floats": [self.from_float] * 3}[self.family]

    def arithmetic(self, depth):
        return f"({self.expression(depth)} {self.pick(*'+-*^&|')} {self.expression(depth)})"

    def load(self, depth):
        return f"in[{self.expression(depth)} & {INPUT_WORDS - 1}u]"

    def read_local(self, depth):
        return f"tile[{self.numerator(self.expression(depth))} % size]"

    def shift(self, depth):
        value, count = self.expression(depth), self.expression(depth)
        if self.chance(0.2):
            return f"(uint)((int){value} >> ({count} & 7u))"
        return f"({value} {self.pick('<<', '>>')} ({count} & {self.pick('7u', '31u')}))"

    def choice(self, depth):
        return (f"({self.condition(depth)} ? {self.expression(depth)} : "
                f"{self.expression(depth)})")

    def division(self, depth):
        divisor = self.pick("3u", "5u", "7u", "13u", f"({self.expression(depth)} | 1u)")
        numerator = self.numerator(self.expression(depth))
        return f"({numerator} {self.pick('/', '%')} {divisor})"

    def numerator(self, text):
        """What a compiler may need told about an unsigned number that is divided."""
        return text

    def call(self, depth):
        self.calls += 1
        if self.calls > 4:
            return self.arithmetic(depth)
        if self.chance(0.3) or self.returns.startswith("return "):
            first = f"((ulong){self.expression(depth)} << 20 | {self.expression(depth)})"
            return (f"(uint)({self.numerator(first)} "
                    f"{self.pick('/', '%')} ({self.expression(depth)} | 1u))")
        return f"f{self.number}(in, {self.expression(depth)}, {self.expression(depth)}, n)"

    def from_float(self, depth):
        variable = self.pick(*"xyz")
        if self.chance(0.5):
            return f"BITS({variable})"
        return (f"({variable} > 0.0f && {variable} < 65536.0f ? (uint){variable} : "
                f"{self.expression(depth)})")

    def float_expression(self, depth=0):
        kind = self.random.random()
        if depth > 2 or kind < 0.3:
            return self.pick(*"xyz", self.random.choice(FLOAT_CONSTANTS))
        if kind < 0.4:
            return f"(float)({self.pick('', '(int)')}{self.expression(depth + 1)})"
        if kind < 0.47:
            return f"-{self.pick(*'xyz')}"
        if kind < 0.55:
            return (f"({self.condition(depth + 1)} ? {self.float_expression(depth + 1)} : "
                    f"{self.float_expression(depth + 1)})")
        return (f"({self.float_expression(depth + 1)} {self.pick(*'+-*')} "
                f"{self.float_expression(depth + 1)})")

    def condition(self, depth=0):
        kind = self.random.random()
        if depth < 2 and kind < 0.4:
            first, second = self.condition(depth + 1), self.condition(depth + 1)
            return f"({first} {self.pick('&&', '||')} {second})"
        compare = self.pick("<", ">", "==", "!=", "<=", ">=")
        if self.family == "floats" and kind > 0.7:
            return f"({self.float_expression(2)} {compare} {self.float_expression(2)})"
        if kind < 0.5:
            return f"(({self.expression(depth + 1)} & {self.pick(1, 2, 4, 6)}u) != 0u)"
        sign = self.pick("", "", "(int)")
        return f"({sign}{self.expression(depth + 1)} {compare} {sign}{self.expression(depth + 1)})"

    # ---- statements whose work-items part ----

    def statements(self, place):
        return [line for _ in range(self.pick(1, 1, 2, 3)) for line in self.statement(place)]

    def statement(self, place):
        if place.depth <= 0:
            return self.assignment(place)
        kinds = [self.assignment] * 6 + [self.branch] * 4 + [self.loop] * 5 + [self.switch] * 2
        kinds += [self.leave] * 3 if place.breaks or place.continues else []
        kinds += [self.early_return] if self.returns else []
        kinds += [self.store] if self.stores else []
        return self.random.choice(kinds)(place)

    def assignment(self, _):
        if self.family == "floats" and self.chance(0.5):
            operator = self.pick("=", "+=", "-=", "*=")
            return [f"{self.pick(*'xyz')} {operator} {self.float_expression()};"]
        variable = "u" if self.chance(0.05) else self.pick(*"abcd")
        return [f"{variable} {self.pick('=', '+=', '^=', '-=', '*=')} {self.expression()};"]

    def store(self, _):
        return [f"out[i] {self.pick('=', '+=')} {self.expression()};"]

    def branch(self, place):
        lines = [f"if {self.condition()} {{", *indent(self.statements(place.deeper()))]
        if self.chance(0.5):
            lines += ["} else {", *indent(self.statements(place.deeper()))]
        return lines + ["}"]

    def loop(self, place):
        bound = self.pick(2, 3, 4, 6)
        if bound > place.trips:
            return self.assignment(place)
        counter = self.name("t")
        inner = place.deeper(bound, breaks=True, continues=True)
        body = indent(self.statements(inner))
        kind = self.random.random()
        if kind < 0.2:
            return [f"uint {counter} = 0u;", "do {", *body,
                    f"}} while (++{counter} < {bound}u && {self.condition()});"]
        if kind < 0.4:
            return [f"uint {counter} = 0u;",
                    f"while ({counter}++ < {bound}u && {self.condition()}) {{", *body, "}"]
        more = self.pick(f"{bound}u", f"{bound}u && {self.condition()}",
                         f"{self.expression()} % {bound + 1}u")
        return [f"for (uint {counter} = 0u; {counter} < {more}; {counter}++) {{", *body, "}"]

    def leave(self, place):
        words = ["break"] * place.breaks + ["continue"] * place.continues
        lines = [f"{self.random.choice(words)};"]
        if self.chance(0.3):
            lines = [*self.assignment(place), *lines]
        return [f"if {self.condition()} {{", *indent(lines), "}"]

    def early_return(self, _):
        return [f"if {self.condition()} {{",
                *indent(self.returns.format(self.expression()).split("\n")), "}"]

    def switch(self, place):
        inner = place.deeper(breaks=True)
        labels = [f"case {case}:" for case in range(self.pick(2, 3, 4, 6))]
        if self.chance(0.6):
            labels.insert(self.random.randrange(len(labels) + 1), "default:")
        lines = [f"switch ({self.expression()} & {self.pick(3, 7)}u) {{"]
        for label in labels:
            # Braces, because a label may not stand before a declaration.
            lines += [label + " {", *indent(self.statements(inner)), "}"]
            lines += ["    break;"] if self.chance(0.6) else []
        return lines + ["}"]

    # ---- expressions and statements that are the same in a whole work-group ----

    def uniform(self, depth=0):
        kind = self.random.random()
        if depth > 1 or kind < 0.5:
            return self.pick("n", "w", "w", "group", "size", self.random.choice(CONSTANTS) + "u")
        if kind < 0.6:
            return f"in[{self.uniform(depth + 1)} & {INPUT_WORDS - 1}u]"
        if kind < 0.7:
            return f"tile[{self.numerator(self.uniform(depth + 1))} % size]"
        return f"({self.uniform(depth + 1)} {self.pick(*'+-*^&|')} {self.uniform(depth + 1)})"

    def uniform_condition(self):
        compare = self.pick("<", ">", "==", "!=")
        return f"({self.uniform()} & 3u) {compare} ({self.uniform()} & 3u)"

    def exchange(self, _):
        """Every work-item gives a word to one other: a rotation is one to one."""
        word, target = self.name("v"), self.name("v")
        return [f"uint {word} = {self.expression()};",
                f"uint {target} = (l + ({self.uniform()} & 15u)) % size;",
                "barrier(CLK_LOCAL_MEM_FENCE);", f"tile[{target}] = {word};",
                "barrier(CLK_LOCAL_MEM_FENCE);"]

    def uniform_assignment(self, _):
        return [f"w {self.pick('=', '+=', '^=')} {self.uniform()};"]

    def uniform_branch(self, place):
        lines = [f"if ({self.uniform_condition()}) {{",
                 *indent(self.uniform_statements(place.deeper()))]
        if self.chance(0.5):
            lines += ["} else {", *indent(self.uniform_statements(place.deeper()))]
        return lines + ["}"]

    def uniform_loop(self, place):
        bound = self.pick(2, 3, 4)
        if bound > place.trips:
            return self.exchange(place)
        counter = self.name("t")
        more = self.pick(f"{bound}u", f"({self.uniform()} & {bound - 1}u)",
                         f"{bound}u && {self.uniform_condition()}")
        body = self.uniform_statements(place.deeper(bound))
        if self.chance(0.3):
            body += [f"if ({self.uniform_condition()})", f"    {self.pick('break', 'continue')};",
                     *self.uniform_statements(place.deeper(bound))]
        return [f"for (uint {counter} = 0u; {counter} < {more}; {counter}++) {{",
                *indent(body), "}"]

    def uniform_statements(self, place):
        lines = []
        for _ in range(self.pick(1, 2, 2, 3)):
            kinds = [self.exchange] * 4 + [self.uniform_assignment]
            if place.depth > 0:
                kinds += [self.uniform_branch] * 2 + [self.uniform_loop] * 2 + [self.parted] * 3
            lines += self.random.choice(kinds)(place)
        return lines

    def parted(self, place):
        return ["{", *indent(self.statements(Place(2, place.trips))), "}"]

    # ---- whole functions ----

    def function(self):
        """What the kernels of the family `calls` call."""
        if self.family != "calls":
            return []
        self.returns, self.stores = "return {};", False
        body = self.statements(Place(3, 6)) + self.statements(Place(3, 6))
        return [f"__attribute__((noinline)) uint f{self.number}"
                "(__global const uint *in, uint a, uint b, uint n)", "{",
                "    uint c = a ^ n, d = 0u, i = b, u = n;", *indent(body),
                "    return a ^ b * 3u ^ c * 5u ^ d * 7u ^ u;", "}", ""]

    def declarations(self):
        lines = ["uint i = get_global_id(0), a = in[i], b = i, c = n, d = 0u, u = n;"]
        if self.family == "floats":
            lines += ["float x = (float)a, y = (float)(int)(b - 40u) * 0.25f, z = 1.0f;"]
        if self.family == "local":
            lines = [f"__local uint tile[{LARGEST_GROUP}];", *lines,
                     "uint l = get_local_id(0), size = get_local_size(0);",
                     "uint group = get_group_id(0), w = n ^ group;",
                     "tile[l] = a ^ l;", "barrier(CLK_LOCAL_MEM_FENCE);"]
        return [*lines, "out[i] = 0u;"]

    def body(self):
        if self.family != "local":
            self.returns = "out[i] ^= {};\nreturn;"
            return [line for _ in range(4) for line in self.statement(Place(4))]
        lines = self.uniform_statements(Place(3)) + self.exchange(None)
        lines += self.uniform_statements(Place(3))
        self.returns = "out[i] ^= {};\nreturn;"  # behind the last barrier
        return [*lines, "d ^= w + tile[(l + 1u) % size];", *self.statements(Place(3))]

    def result(self):
        result = "a ^ b * 3u ^ c * 5u ^ d * 7u ^ u"
        if self.family == "floats":
            result += " ^ BITS(x) ^ BITS(y) * 3u ^ BITS(z) * 5u"
        return result

    def kernel(self):
        lines = self.function()
        self.calls, self.stores = 0, True
        lines += [f"__kernel void k{self.number}"
                  "(__global const uint *in, __global uint *out, uint n)",
                  "{", *indent(self.declarations()), *indent(self.body()),
                  f"    out[i] += {self.result()};", "}"]
        return "\n".join(lines) + "\n"


def kernel(seed, number):
    """Its OpenCL C."""
    return Writer(seed, number).kernel()


def source(seed, numbers):
    """A file of kernels; preceded by host.h it is C as well."""
    return HEAD + "".join("\n" + kernel(seed, number) for number in numbers)


def input_words(seed):
    """The contents of `in`: small numbers, so that conditions meet, and some of any size."""
    generator = random.Random(f"{seed}/in")
    return [generator.randrange(generator.choice([4, 64, 65536, 2**32]))
            for _ in range(INPUT_WORDS)]


if __name__ == "__main__":
    print(source(int(sys.argv[1]), [int(sys.argv[2])] if len(sys.argv) > 2 else range(12)), end="")
