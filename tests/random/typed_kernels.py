#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random kernels of all types of OpenCL C, for machines whose compiler knows them all.

    typed_kernels.py SEED [NUMBER]      print the kernels 0 to 11 of a seed, or one of them

The families of kernels.py, and three more:

    typed     integers of 8 to 64 bits, half, float and double: arithmetic, conversions and those
              built-in functions whose results the standards fix to the last bit
    memory    arrays of work-items, and pointers that lead to one memory or another
    atomics   on a word of the work-item's own, where the result counts, and on shared ones, where
              the order does not

typed.h says to a host what the built-in functions are.
"""
import sys

import kernels
from kernels import INPUT_WORDS, LARGEST_GROUP, indent

FAMILIES = ["typed", "memory", "atomics", "typed", "flow", "typed", "local", "memory", "calls",
            "typed", "floats", "atomics"]
BITS = {"uchar": 8, "char": 8, "ushort": 16, "short": 16, "uint": 32, "int": 32, "ulong": 64,
        "long": 64}
REAL = {"half": ("ushort", "0x7c00u"), "float": ("uint", "0x7f800000u"),
        "double": ("ulong", "0x7ff0000000000000ul")}
TYPES = [*BITS, *REAL]
WHOLE_CONSTANTS = ["0", "1", "2", "3", "7", "31", "63", "100", "127", "128", "255", "256", "32767",
                   "32768", "65535", "0x7fffffff", "0x80000000", "0xffffffff", "0x100000000",
                   "0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffff"]
REAL_CONSTANTS = ["0.0", "1.0", "-1.0", "0.5", "-2.0", "4.0", "3.0", "0.1", "-1.0e-3", "60000.0",
                  "1.0e-7"]
HEAD = kernels.HEAD + """#ifdef __OPENCL_C_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define BUILT_IN(name, type) name
#define SATURATED(to, from) convert_##to##_sat
#define IS(name, type, x) name((type)(x))
#define ATOMIC_64(name) atom_##name
#define LOCAL __local
#define HIDING __attribute__((overloadable, always_inline))
static HIDING uint OPAQUE(uint x) { __asm("" : "+v"(x)); return x; }
static HIDING ulong OPAQUE(ulong x) { __asm("" : "+v"(x)); return x; }
#else
#define ATOMIC_64(name) atomic_##name
#define LOCAL
#define OPAQUE(x) (x)
#endif
#define FIXED(x) ((x) == (x) ? (x) : 1)
"""


class Writer(kernels.Writer):
    """Writes one kernel."""

    def __init__(self, seed, number):
        super().__init__(seed, number)
        self.family = FAMILIES[number % len(FAMILIES)]

    # ---- expressions of a type ----

    def typed(self, kind, depth=0):
        """Its own type whatever the promotions are."""
        return f"({kind})({(self.real if kind in REAL else self.whole)(kind, depth)})"

    def variable(self):
        return "v_" + self.random.choice(TYPES)

    def whole_leaf(self, kind):
        which = self.random.random()
        if which < 0.25:
            return f"{self.random.choice(WHOLE_CONSTANTS)}ul"
        if which < 0.5:
            return "v_" + self.random.choice(list(BITS))
        if which < 0.6:
            return self.leaf()
        return f"v_{kind}"

    def whole(self, kind, depth):
        if depth > 2 or self.chance(0.2):
            return self.whole_leaf(kind)
        kinds = [self.whole_arithmetic] * 6 + [self.whole_shift] * 3 + [self.whole_division] * 2
        kinds += [self.whole_function] * 6 + [self.from_real] * 3 + [self.whole_choice] * 2
        return self.random.choice(kinds)(kind, depth + 1)

    def whole_arithmetic(self, kind, depth):
        through = "ulong" if BITS[kind] == 64 else "uint"
        first, second = self.typed(kind, depth), self.typed(kind, depth)
        return f"({through}){first} {self.pick(*'+-*^&|')} ({through}){second}"

    def whole_shift(self, kind, depth):
        count = f"({self.typed('uint', depth)} & {BITS[kind] - 1}u)"
        if self.chance(0.5):
            return f"{self.typed(kind, depth)} >> {count}"
        return f"({'ulong' if BITS[kind] == 64 else 'uint'}){self.typed(kind, depth)} << {count}"

    def whole_division(self, kind, depth):
        # Half of the least number by -1 is none that is too large.
        half = "" if kind.startswith("u") else " >> 1"
        divisor = self.pick("3", "7", "10", f"({kind})({self.typed(kind, depth)} | 1)")
        numerator = self.hidden(kind, f"({kind})({self.typed(kind, depth)}{half})")
        return f"{numerator} {self.pick('/', '%')} {divisor}"

    def numerator(self, text):
        return f"OPAQUE({text})"  # see hidden()

    def hidden(self, kind, text):
        """Of which clang 16 knows nothing. It divides in fewer bits where it knows the upper ones to
        be alike, signed or not, and takes the absolute value of the least number, and what a half
        saturates to, for undefined where it computes them."""
        through = "ulong" if BITS[kind] == 64 else "uint"
        return f"({kind})OPAQUE(({through}){text})"

    def whole_function(self, kind, depth):
        arguments = 1
        name = self.pick("mul_hi", "min", "max", "add_sat", "sub_sat", "abs_diff", "hadd", "rhadd",
                         "rotate", "clz", "popcount", "bitselect", "mul24", "mad_hi", "abs")
        if name == "mul24":
            kind = self.pick("int", "uint")
            # A signed product of more than 32 bits is nothing that clang 16 and a host agree about.
            words = [f"{self.typed(kind, depth)} {'& 0xffffff' if kind == 'uint' else '>> 16'}"
                     for _ in range(2)]
            return f"BUILT_IN(mul24, {kind})(({kind})({words[0]}), ({kind})({words[1]}))"
        if name not in ("clz", "popcount", "abs"):
            arguments = 3 if name in ("bitselect", "mad_hi") else 2
        words = [self.typed(kind, depth) for _ in range(arguments)]
        if kind in ("uint", "ulong") and name.endswith(("_sat", "_hi")):
            # clang 16 does not saturate a sum with a constant of 32 bits, and multiplies numbers of
            # 24 bits with a sign where they have none.
            words = [f"OPAQUE({word})" for word in words]
        if name == "abs":
            words = [self.hidden(kind, word) for word in words]
        return f"BUILT_IN({name}, {kind})({', '.join(words)})"

    def from_real(self, kind, depth):
        source = self.random.choice(list(REAL))
        which = self.random.random()
        if which < 0.3:
            word = REAL[source][0]
            return f"as_{word}(FIXED({self.typed(source, depth)}) + ({source})0)" \
                if source != "half" else f"as_ushort((half)(FIXED({self.typed(source, depth)})))"
        if which < 0.6:
            # What becomes of a NaN the standard only recommends.
            word = REAL[source][0]
            bits = self.hidden(word, f"as_{word}(({source}){self.typed(source, depth)})")
            return f"SATURATED({kind}, {source})(FIXED(as_{source}({bits})))"
        name = self.pick("isnan", "isinf", "isfinite", "isnormal", "signbit")
        value = self.typed(source, depth)
        return f"IS({name}, {source}, FIXED({value})) != 0" if name == "signbit" else \
            f"IS({name}, {source}, {value}) != 0"

    def whole_choice(self, kind, depth):
        return (f"{self.typed_condition(depth)} ? {self.typed(kind, depth)} : "
                f"{self.typed(kind, depth)}")

    def real(self, kind, depth):
        if depth > 2 or self.chance(0.2):
            return self.pick(f"v_{kind}", f"v_{kind}", "v_" + self.random.choice(list(REAL)),
                             self.random.choice(REAL_CONSTANTS))
        kinds = [self.real_arithmetic] * 6 + [self.real_function] * 5 + [self.from_whole] * 2
        kinds += [self.from_bits] * 2 + [self.whole_choice] * 2
        return self.random.choice(kinds)(kind, depth + 1)

    def real_arithmetic(self, kind, depth):
        return f"{self.typed(kind, depth)} {self.pick(*'++--**/')} {self.typed(kind, depth)}"

    def real_function(self, kind, depth):
        one = ["sqrt", "rint", "floor", "ceil", "trunc", "fabs", "round"]
        two = ["fmin", "fmax"]
        if kind != "half":
            two += ["copysign", "fmod", "nextafter", "fma", "ldexp", "remainder"]
        name = self.random.choice(one + two)
        first = self.typed(kind, depth)
        if name in one:
            # clang 16 rounds -0.3 to +0.
            sign = f" + ({kind})0" if name == "round" else ""
            return f"BUILT_IN({name}, {kind})({first}){sign}"
        if name == "ldexp":
            return f"BUILT_IN(ldexp, {kind})({first}, (int)({self.typed('char', depth)}))"
        second = self.typed(kind, depth)
        if name == "copysign":
            second = f"({kind})FIXED({second})"  # a NaN's sign is anyone's
        if name == "fma":
            second += f", {self.typed(kind, depth)}"
        # Which of two zeros is less nobody says.
        return f"BUILT_IN({name}, {kind})({first}, {second}) + ({kind})0"

    def from_whole(self, kind, depth):
        if kind == "half":  # of wider ones the compiler makes a float first
            return f"(half){self.typed(self.pick('short', 'ushort', 'uchar', 'char'), depth)}"
        return f"({kind}){self.typed(self.random.choice(list(BITS)), depth)}"

    def from_bits(self, kind, depth):
        word, infinite = REAL[kind]
        bits = self.typed(word, depth)
        return f"({bits} & {infinite}) == {infinite} ? ({kind})1 : as_{kind}({bits})"

    def typed_condition(self, depth):
        kind = self.random.choice(TYPES)
        compare = self.pick("<", ">", "==", "!=", "<=", ">=")
        text = f"({self.typed(kind, depth)} {compare} {self.typed(kind, depth)})"
        return f"!{text}" if self.chance(0.2) else text

    def from_typed(self, _):
        return self.typed("uint", 1)

    # ---- memory ----

    def read_private(self, depth):
        name, mask = self.pick(("words", 15), ("shorts", 7), ("bytes", 31), ("longs", 3))
        return f"(uint){name}[{self.expression(depth)} & {mask}u]"

    def read_through(self, depth):
        self.calls += 1
        if self.calls > 4:
            return self.read_private(depth)
        base = self.pick("words", "tile", "in")
        if self.chance(0.3):
            base = f"({self.condition(depth)} ? words : (uint *){self.pick('in', 'tile')})"
        return f"g{self.number}((uint *){base}, {self.expression(depth)})"

    def write_private(self):
        name, kind, mask = self.pick(("words", "uint", 15), ("shorts", "short", 7),
                                     ("bytes", "uchar", 31), ("longs", "ulong", 3))
        value = self.expression()
        if kind == "ulong":
            value = f"(ulong){value} << 32 | {self.expression()}"
        return [f"{name}[{self.expression()} & {mask}u] {self.pick('=', '^=')} ({kind})({value});"]

    # ---- atomics ----

    def own_atomic(self, _):
        name = self.pick("add", "sub", "xchg", "min", "max", "and", "or", "xor", "inc", "dec",
                         "cmpxchg")
        kind = self.pick("uint", "int")
        place = self.pick("&out[i]", "&mine[l]")
        space = "__global" if place == "&out[i]" else "LOCAL"
        first = f"(volatile {space} {kind} *){place}"
        count = {"inc": 0, "dec": 0, "cmpxchg": 2}.get(name, 1)
        if place == "&mine[l]" and self.chance(0.4):
            first, kind = "(volatile LOCAL ulong *)&mine64[l]", "ulong"
        words = "".join(f", ({kind})({self.leaf()})" for _ in range(count))
        return [f"{self.pick(*'abcd')} ^= (uint){self.atomic(name, kind)}({first}{words});"]

    @staticmethod
    def atomic(name, kind):
        return f"ATOMIC_64({name})" if kind == "ulong" else f"atomic_{name}"

    def shared_atomics(self, _):
        """Phases between barriers: all do the same to words of the group."""
        name = self.pick("add", "sub", "min", "max", "and", "or", "xor")
        wide = self.chance(0.3)
        place = "mine64" if wide else self.pick("tile", "tile", "out + group * size")
        lines = [f"{place}[l] = {self.expression()};"] if " " not in place else \
            [f"out[i] = {self.expression()};"]
        fence = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
        lines += [fence]
        for _ in range(self.pick(1, 2)):
            kind = "ulong" if wide else "uint"
            index = self.numerator(self.expression())
            call = (f"{self.atomic(name, kind)}(&({place})[{index} % size], "
                    f"({kind}){self.expression()});")
            lines += [f"if {self.condition()}", f"    {call}"] if self.chance(0.5) else [call]
        return [*lines, fence, f"{self.pick(*'abcd')} += (uint)({place})[l];", fence]

    # ---- what differs from kernels.py ----

    def own_expressions(self):
        if self.family == "typed":
            return [self.from_typed] * 6
        if self.family == "memory":
            return [self.read_private] * 4 + [self.read_through] * 2
        return [] if self.family == "atomics" else super().own_expressions()

    def assignment(self, place):
        if self.family == "typed" and self.chance(0.75):
            kind = self.random.choice(TYPES)
            return [f"v_{kind} = {self.typed(kind)};"]
        if self.family == "memory" and self.chance(0.4):
            return self.write_private()
        if self.family == "atomics" and self.chance(0.5):
            return self.own_atomic(place)
        return super().assignment(place)

    def function(self):
        if self.family != "memory":
            return super().function() if self.family == "calls" else []
        return [f"__attribute__((noinline)) uint g{self.number}(uint *from, uint x)", "{",
                "    return from[x & 15u] + x * 3u;", "}", ""]

    def declarations(self):
        lines = super().declarations()
        if self.family == "typed":
            lines += [f"{kind} v_{kind} = ({kind})in[(i + {place}u) & {INPUT_WORDS - 1}u];"
                      for place, kind in enumerate(BITS)]
            lines += ["half v_half = (half)(short)a;", "float v_float = (float)(int)(a - b);",
                      "double v_double = (double)(int)a * 0.1;",
                      "v_ulong = v_ulong << 32 | a; v_long = v_long << 40 ^ b;"]
        if self.family == "memory":
            lines = [f"__local uint tile[{LARGEST_GROUP}];", *lines,
                     "uint words[16]; short shorts[8]; uchar bytes[32]; ulong longs[4];",
                     "for (uint t = 0u; t < 32u; t++) {",
                     "    words[t & 15u] = t ^ a; shorts[t & 7u] = (short)(t * a);",
                     "    bytes[t] = (uchar)(t + a); longs[t & 3u] = (ulong)a << t; }",
                     "if (get_local_id(0) < 16u) tile[get_local_id(0)] = get_local_id(0) * 77u;",
                     "barrier(CLK_LOCAL_MEM_FENCE);"]
        if self.family == "atomics":
            lines = [f"__local uint tile[{LARGEST_GROUP}], mine[{LARGEST_GROUP}];",
                     f"__local ulong mine64[{LARGEST_GROUP}];", *lines,
                     "uint l = get_local_id(0), size = get_local_size(0), group = get_group_id(0);",
                     "mine[l] = a; mine64[l] = (ulong)a << 17;"]
        return lines

    def body(self):
        if self.family != "atomics":
            return super().body()
        lines = []
        for _ in range(3):
            lines += self.shared_atomics(None) + self.statements(kernels.Place(2))
        return [*lines, "d ^= mine[l] + (uint)(mine64[l] >> 20);"]

    def result(self):
        text = super().result()
        if self.family == "typed":
            text += "".join(f" ^ (uint)v_{kind} * {place * 2 + 3}u"
                            for place, kind in enumerate(BITS))
            text += " ^ (uint)(v_ulong >> 32) ^ (uint)(v_long >> 32)"
            text += "".join(f" ^ (uint)(FIXED_BITS({kind}, {word}, v_{kind}) >> {shift}) * 3u"
                            for kind, (word, _) in REAL.items()
                            for shift in ((0, 32) if kind == "double" else (0,)))
        if self.family == "memory":
            text += " ^ words[a & 15u] ^ (uint)shorts[b & 7u]"
            text += " ^ bytes[c & 31u] ^ (uint)longs[d & 3u]"
        return text


def source(seed, numbers):
    """A file of kernels; preceded by host.h and typed.h it is C as well."""
    fixed = "#define FIXED_BITS(type, word, x) as_##word((type)FIXED(x))\n"
    return HEAD + fixed + "".join("\n" + Writer(seed, number).kernel() for number in numbers)


if __name__ == "__main__":
    print(source(int(sys.argv[1]), [int(sys.argv[2])] if len(sys.argv) > 2 else range(12)), end="")
