#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random OpenCL kernels whose data seldom decide anything: most are exact, whatever `in` contains.

    steady_kernels.py SEED TARGET [NUMBER]     print the kernels 0 to 11 of a seed, or one of them

A kernel kN(in, reals, out, sums, n) has two kinds of values. *Fixed* ones come from the launch: ids,
n, loop counters, the clock. *Data* come from buffers. Fixed values decide branches, trip counts and
indices; data pass through everything that keeps values: arithmetic, masks, arrays of the work-item,
stacks of functions, local memory and barriers, variables of the program, atomics, and what lanes give
each other. In every third kernel data decide something now and then, so that some are not exact. In
another third one value passes through up to three of these ways, and then decides: whoever loses sight
of it calls the kernel exact.

Nobody says what these kernels compute: work-items race for words, and the order of a run decides.
"""
import sys

import kernels
from kernels import INPUT_WORDS, LARGEST_GROUP, indent

SUMS = 64  # words of `sums`
STATE = 16  # words of the program's own variable
# HIDE: a compiler that sees the mask may make a branch of it.
HEAD = """static inline uint MASKED(uint c, uint x, uint y)
{ uint mask = HIDE(-c); return (x & mask) | (y & ~mask); }
"""
# A variable of the program; the clock; what lanes of a warp give each other. Each target has its own.
HEADS = {
    "vortex": """__asm__(".pushsection .data.state,\\"aw\\",@progbits\\n.balign 4\\n"
    "steady_state: .zero 64\\n.popsection");
static inline __global uint *state_of(void)
{ __global uint *p; __asm("lla %0, steady_state" : "=r"(p)); return p; }
#define STATE state_of()
static inline uint CLOCK(void)
{ uint x; __asm volatile("csrr %0, 0xb00" : "=r"(x)); return x; }
static inline uint HIDE(uint x)
{ __asm("" : "+r"(x)); return x; }
static inline uint FLAGS(void)
{ uint x; __asm volatile("csrr %0, 0x001" : "=r"(x)); return x; }
static inline uint INEXACT(uint x)
{ uint r; __asm volatile("csrci 0x001, 31\\n\\tfmv.w.x ft0, %1\\n\\tfmul.s ft0, ft0, ft0\\n\\t"
                         "fcvt.s.w ft1, x0\\n\\tfadd.s ft1, ft1, ft1\\n\\tcsrr %0, 0x001"
                         : "=r"(r) : "r"(x) : "ft0", "ft1"); return r; }
""",
    "gcn3": """__global uint state[16];
#define STATE state
static inline uint HIDE(uint x)
{ __asm("" : "+v"(x)); return x; }
#define CLOCK() (uint)__builtin_amdgcn_s_memtime()
#define BPERMUTE(x, y) (uint)__builtin_amdgcn_ds_bpermute((int)(y), (int)(x))
#define PERMUTE(x, y) (uint)__builtin_amdgcn_ds_permute((int)(y), (int)(x))
#define SWIZZLE(x, n) (uint)__builtin_amdgcn_ds_swizzle((int)(x), n)
#define FIRST(x) (uint)__builtin_amdgcn_readfirstlane((int)(x))
#define LANE(x, n) (uint)__builtin_amdgcn_readlane((int)(x), n)
#define BALLOT(x, y) (uint)__builtin_amdgcn_uicmp(x, y, 36)
#define DPP(x, y, n) (uint)__builtin_amdgcn_update_dpp((int)(x), (int)(y), n, 15, 15, 0)
#define COUNT(x) (uint)__builtin_amdgcn_mbcnt_lo(x, 0)
static inline uint SCALAR(__global const uint *p)
{ uint r; __asm volatile("s_load_dword %0, %1, 0x8\\n\\ts_waitcnt lgkmcnt(0)" : "=s"(r) : "s"(p));
  return r; }
static inline uint GUARDED(uint x)
{ uint r = 0; ulong old; __asm volatile("v_cmp_lt_u32_e32 vcc, 50, %2\\n\\t"
                                        "s_and_saveexec_b64 %1, vcc\\n\\tv_mov_b32_e32 %0, 0x4d\\n\\t"
                                        "s_mov_b64 exec, %1"
                                        : "+v"(r), "=&s"(old) : "v"(x) : "vcc", "scc"); return r; }
static inline uint PRESERVED(uint x, uint y)
{ __asm volatile("v_mov_b32_sdwa %0, %1 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1"
                 : "+v"(x) : "v"(y)); return x; }
static inline uint ROUNDED(uint x, uint y)
{ uint r; __asm volatile("s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), %1\\n\\ts_nop 4\\n\\t"
                         "v_cvt_f32_u32_e32 %0, %2\\n\\ts_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0"
                         : "=v"(r) : "s"(FIRST(x)), "v"(y)); return r; }
static inline uint MODE(uint x)
{ uint r; __asm volatile("s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), %1\\n\\t"
                         "s_getreg_b32 %0, hwreg(HW_REG_MODE)" : "=s"(r) : "s"(FIRST(x)));
  return r; }
""",
    "pascal": """__global uint state[16];
#define STATE state
#define HIDE(x) (x)
#define CLOCK() (uint)__nvvm_read_ptx_sreg_clock()
#define get_local_id(d) __nvvm_read_ptx_sreg_tid_x()
#define get_local_size(d) __nvvm_read_ptx_sreg_ntid_x()
#define get_group_id(d) __nvvm_read_ptx_sreg_ctaid_x()
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))
#define barrier(f) __syncthreads()
static inline uint SHUFFLE(uint x, uint y)
{ uint r; __asm volatile("shfl.idx.b32 %0, %1, %2, 0x1f;" : "=r"(r) : "r"(x), "r"(y)); return r; }
static inline uint BUTTERFLY(uint x)
{ uint r; __asm volatile("shfl.bfly.b32 %0, %1, 5, 0x1f;" : "=r"(r) : "r"(x)); return r; }
static inline uint BALLOT(uint x, uint y)
{ uint r; __asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, %2; vote.ballot.b32 %0, p; }"
                         : "=r"(r) : "r"(x), "r"(y)); return r; }
static inline uint GUARDED(uint x)
{ uint r = 0; __asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 50; @p add.u32 %0, %0, 77; }"
                             : "+r"(r) : "r"(x)); return r; }
#define BAR_COUNT(x) (uint)__nvvm_bar0_popc((int)(x))
#define BAR_OR(x) (uint)__nvvm_bar0_or((int)(x))
#define RED(name, type) static inline void red_##name(__global uint *p, uint x) \\
{ __asm volatile("red.global." #name "." #type " [%0], %1;" :: "l"(p), "r"(x) : "memory"); }
RED(add, u32) RED(min, u32) RED(max, s32) RED(xor, b32)
#define ATOM(name, type) static inline uint atom_##name(__global uint *p, uint x) \\
{ uint r; __asm volatile("atom.global." #name "." #type " %0, [%1], %2;" \\
                         : "=r"(r) : "l"(p), "r"(x) : "memory"); return r; }
ATOM(add, u32) ATOM(exch, b32) ATOM(min, u32)
static inline uint atom_cas(__global uint *p, uint x, uint y)
{ uint r; __asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
                         : "=r"(r) : "l"(p), "r"(x), "r"(y) : "memory"); return r; }
#define SHARED(name, type) static inline uint shared_##name(__local uint *p, uint x) \\
{ uint r; __asm volatile("atom.shared." #name "." #type " %0, [%1], %2;" \\
                         : "=r"(r) : "l"(p), "r"(x) : "memory"); return r; }
SHARED(add, u32) SHARED(max, s32)
""",
}
# By target: calls with data as operands, {0} and {1}; in {2} a fixed value.
ACROSS = {
    "vortex": ["FLAGS()"],
    "gcn3": ["BPERMUTE({0}, {2})", "BPERMUTE({0}, {1})", "PERMUTE({0}, {2})", "SWIZZLE({0}, 0x401f)",
             "SWIZZLE({0}, 0x80e4)", "FIRST({0})", "LANE({0}, 3)", "BALLOT({0}, {1})",
             "DPP({0}, {1}, 0xb1)", "DPP({0}, {1}, 0x111)", "COUNT({0})", "SCALAR(in)",
             "SCALAR(sums)", "SCALAR(STATE)", "MODE({0})"],
    "pascal": ["SHUFFLE({0}, {2})", "SHUFFLE({0}, {1})", "BUTTERFLY({0})", "BALLOT({0}, {1})"],
}
MEETING = {"vortex": [], "gcn3": [], "pascal": ["BAR_COUNT({0} & 1u)", "BAR_OR({0} & 4u)"]}
ATOMICS = {
    "gcn3": ["{3} ^= atomic_cmpxchg(&sums[{2}], {0}, {1});", "atomic_inc(&sums[{2}]);"],
    "pascal": ["red_add(&sums[{2}], {0});", "red_min(&sums[{2}], {0});", "red_xor(&out[i], {0});",
               "{3} ^= atom_add(&sums[{2}], {0});", "{3} = atom_exch(&out[i], {0});",
               "{3} += atom_min(&STATE[{2} & 15u], {0});", "red_max(&sums[{2}], {0});",
               "{3} ^= atom_cas(&sums[{2}], {0}, {1});", "shared_add(&tile[{2}], {0});",
               "{3} ^= shared_max(&tile[{2}], {0});"],
}
# Ways of a value v that end in v; {0} is a fixed value. Volatile: compilers would take shortcuts.
PATHS = [
    "*(volatile uint *)&words[{0} & 7u] = v; v = *(volatile uint *)&words[{0} & 7u];",
    "*(volatile uchar *)&words[{0} & 7u] = (uchar)v; v = *(volatile uint *)&words[{0} & 7u];",
    "*(volatile __local uint *)&tile[l] = v; v = *(volatile __local uint *)&tile[l];",
    "*(volatile __local ushort *)&tile[l] = (ushort)v; v = *(volatile __local uint *)&tile[l];",
    "*(volatile __global uint *)&out[i] = v; v = *(volatile __global uint *)&out[i];",
    "*(volatile __global uint *)&STATE[i & 15u] = v; v = *(volatile __global uint *)&STATE[i & 15u];",
    "v = f{1}(in, words, v, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, {0}, n);",
    "v = f{1}(in, words, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, v, {0}, n);",
    "v = MASKED((uint)(v > 99u), {0}, n);", "v = v / (({0} & 7u) | 1u);", "v = (v << 3) ^ (v >> 5);",
    "v = as_uint((float)v * 0.5f);", "v = (uint)(as_float(v) > 1.0f);",
    "v = (uint)((ulong)v * 0x12345ul >> 7);", "v = (uint)(((ulong)v + ((ulong){0} << 32)) >> 1);"]
OWN_PATHS = {
    "vortex": ["v = (uint)(as_float(v) + 1.0e-3f > 0.0f) + FLAGS();", "v = INEXACT(v);",
               "atomic_xchg(&out[i], v); v = atomic_add(&out[i], 1u);"],
    "gcn3": ["atomic_xchg(&out[i], v); v = atomic_add(&out[i], 1u);",
             "atomic_or(&tile[l], v); v = atomic_xchg(&tile[l], 0u);", "v = GUARDED(v);",
             "v = PRESERVED(v, {0});", "v = ROUNDED(v, {0} | 0x80000001u) ^ as_uint(2147483648.0f);"],
    "pascal": ["red_xor(&out[i], v); v = atom_add(&out[i], 1u);",
               "shared_add(&tile[l], v); v = shared_max(&tile[l], 0u);", "v = GUARDED(v);"],
}
PORTABLE_ATOMICS = [
    "atomic_add(&sums[{2}], {0});", "atomic_min(&sums[{2}], {0});", "atomic_xor(&out[i], {0});",
    "atomic_or(&tile[{2}], {0});", "{3} ^= atomic_add(&sums[{2}], {0});",
    "{3} = atomic_xchg(&out[i], {0});", "{3} += atomic_max(&STATE[{2} & 15u], {0});",
    "atomic_sub(&tile[{2}], {0});"]


class Writer(kernels.Writer):
    """Writes one kernel."""

    def __init__(self, seed, target, number):
        super().__init__(seed, number)
        self.random.seed(f"steady/{seed}/{number}")
        self.target, self.family = target, "flow"
        self.slips = number % 3 == 2  # data may decide
        self.leads = number % 3 == 1  # one value does
        self.counters = []
        self.in_function = False

    # ---- fixed values ----

    def fixed(self, depth=0, alike=False):
        """A uint; `alike`: the same in all work-items of a group."""
        leaves = ["n", "group", "size", *self.counters, self.random.choice(kernels.CONSTANTS) + "u"]
        leaves += [] if alike else ["i", "i", "l", "l"]
        if self.in_function:
            leaves = ["n", "e", *self.counters, "3u", "17u"]
        if depth > 2 or self.chance(0.4):
            return self.random.choice(leaves)
        first, second = self.fixed(depth + 1, alike), self.fixed(depth + 1, alike)
        return f"({first} {self.pick(*'+-*^&|')} {second})"

    def decision(self, alike=False):
        if self.slips and not alike and self.chance(0.15):
            return self.condition(1)
        if not alike and not self.in_function and self.chance(0.1):
            return f"((CLOCK() & {self.pick(1, 2, 8)}u) != 0u)"
        compare = self.pick("<", ">", "==", "!=")
        return f"(({self.fixed(1, alike)} & 7u) {compare} ({self.fixed(1, alike)} & 7u))"

    # ---- data ----

    def expression(self, depth=0):
        if depth > 2 or self.chance(0.3):
            return self.pick(*"abcdabcd", self.fixed(2), self.random.choice(kernels.CONSTANTS) + "u")
        kinds = [self.arithmetic] * 6 + [self.load] * 3 + [self.shift] * 2 + [self.masked] * 3
        kinds += [self.division, self.comparison, self.from_real, self.from_array, self.extreme]
        kinds += [] if self.in_function else [self.from_tile, self.from_state, self.across] * 2
        kinds += [] if self.in_function else [self.from_parts, self.from_wide]
        kinds += [self.call] if not self.in_function else []
        return self.random.choice(kinds)(depth + 1)

    def load(self, _):
        if self.slips and self.chance(0.05):
            return f"in[{self.pick(*'abcd')} & {INPUT_WORDS - 1}u]"
        return f"in[{self.fixed()} & {INPUT_WORDS - 1}u]"

    def comparison(self, depth):
        sign = self.pick("", "(int)")
        return (f"(uint)({sign}{self.expression(depth)} {self.pick('<', '>', '==')} "
                f"{sign}{self.expression(depth)})")

    def masked(self, depth):
        return f"MASKED({self.comparison(depth)}, {self.expression(depth)}, {self.expression(depth)})"

    def extreme(self, depth):
        """Where a target has it, an instruction; else a branch."""
        if self.target == "vortex" and not self.slips:
            return self.masked(depth)
        first, second = self.expression(depth), self.expression(depth)
        return f"({first} {self.pick('<', '>')} {second} ? {first} : {second})"

    def from_real(self, _):
        return f"as_uint({self.pick(*'xyz')})"

    def from_array(self, _):
        return f"words[{self.fixed()} & 7u]"

    def numerator(self, text):
        # For GCN3, clang 16 divides in too few bits where it knows the upper ones to be alike.
        return f"HIDE({text})"

    def from_tile(self, _):
        return f"tile[{self.numerator(self.fixed())} % size]"

    def from_parts(self, _):
        """Bytes and halves of words."""
        return self.pick(f"(uint)((__global const uchar *)in)[{self.fixed()} & {4 * INPUT_WORDS - 1}u]",
                         f"(uint)((__global const short *)in)[{self.fixed()} & {2 * INPUT_WORDS - 1}u]",
                         f"(uint)((uchar *)words)[{self.fixed()} & 31u]",
                         f"(uint)((__local uchar *)tile)[{self.fixed()} & {4 * LARGEST_GROUP - 1}u]")

    def from_wide(self, _):
        """Two or four words at once."""
        index, part = self.fixed(), self.pick("x", "y")
        return self.pick(
            f"((__global const uint4 *)in)[{index} & {INPUT_WORDS // 4 - 1}u].{self.pick('z', 'w')}",
            f"((__local uint2 *)tile)[{index} & {LARGEST_GROUP // 2 - 1}u].{part}",
            f"((uint2 *)words)[{index} & 3u].{part}",
            f"(tile[{index} & 31u] ^ tile[({index} & 31u) + 1u])")

    def store_parts(self, _):
        value = self.expression()
        return [self.pick(f"((__global uchar *)out)[{self.fixed()} & 255u] = (uchar){value};",
                          f"((__local ushort *)tile)[{self.fixed()} & 63u] = (ushort){value};",
                          f"((uchar *)words)[{self.fixed()} & 31u] = (uchar){value};",
                          f"((__local uint2 *)tile)[{self.fixed()} & 15u] = "
                          f"(uint2)({value}, {self.expression()});",
                          f"((__global uint4 *)sums)[{self.fixed()} & 15u] = (uint4)({value}, "
                          f"{self.expression()}, {self.fixed()}, {self.expression()});")]

    def from_state(self, _):
        return f"STATE[{self.fixed()} & {STATE - 1}u]"

    def across(self, depth):
        text = self.random.choice(ACROSS[self.target])
        return text.format(self.expression(depth), self.expression(depth), self.fixed())

    def call(self, depth):
        self.calls += 1
        if self.calls > 3:
            return self.arithmetic(depth)
        words = ", ".join(self.expression(2) for _ in range(10))
        return f"f{self.number}(in, words, {words}, {self.fixed()}, n)"

    def real(self, depth=0):
        if depth > 2 or self.chance(0.3):
            leaves = [*"xyz", self.random.choice(kernels.FLOAT_CONSTANTS), f"(float){self.data()}"]
            if not self.in_function:
                leaves.append(f"reals[{self.fixed()} & {INPUT_WORDS - 1}u]")
            return self.random.choice(leaves)
        if self.chance(0.2):
            return f"as_float({self.expression(2)})"
        return f"({self.real(depth + 1)} {self.pick(*'+-*')} {self.real(depth + 1)})"

    def data(self):
        return self.pick(*"abcd")

    # ---- statements ----

    def assignment(self, _):
        kind = self.random.random()
        if kind < 0.2:
            return [f"{self.pick(*'xyz')} = {self.real()};"]
        if kind < 0.35:
            return [f"words[{self.fixed()} & 7u] {self.pick('=', '+=')} {self.expression()};"]
        if kind < 0.45 and not self.in_function:
            return [f"STATE[{self.fixed()} & {STATE - 1}u] {self.pick('=', '^=')} "
                    f"{self.expression()};"]
        if kind < 0.6 and not self.in_function:
            return [self.atomic()]
        if kind < 0.65 and not self.in_function:
            return [f"{self.pick(*'abcd')} += CLOCK();"]
        return [f"{self.pick(*'abcd')} {self.pick('=', '+=', '^=', '*=')} {self.expression()};"]

    def atomic(self):
        portable = [] if self.target == "pascal" else PORTABLE_ATOMICS
        text = self.random.choice(portable + ATOMICS.get(self.target, []))
        return text.format(self.expression(1), self.expression(1),
                           f"{self.fixed()} & {min(SUMS, LARGEST_GROUP) - 1}u".join("()"),
                           self.data())

    def store(self, _):
        if self.chance(0.4):
            return self.store_parts(_)
        place = self.pick("i", "i", f"(HIDE({self.fixed()}) % n)")
        return [f"out[{place}] {self.pick('=', '+=')} {self.expression()};"]

    def branch(self, place):
        lines = [f"if {self.decision()} {{", *indent(self.statements(place.deeper()))]
        if self.chance(0.5):
            lines += ["} else {", *indent(self.statements(place.deeper()))]
        return lines + ["}"]

    def loop(self, place, alike=False):
        bound = self.pick(2, 3, 4, 6)
        if bound > place.trips:
            return self.assignment(place)
        counter = self.name("t")
        more = self.pick(f"{bound}u", f"({self.fixed(1, alike)} & {bound - 1}u)")
        self.counters.append(counter)
        inner = place.deeper(bound, breaks=not alike, continues=not alike)
        body = self.together(inner) if alike else self.statements(inner)
        self.counters.pop()
        return [f"for (uint {counter} = 0u; {counter} < {more}; {counter}++) {{", *indent(body), "}"]

    def leave(self, place):
        words = ["break"] * place.breaks + ["continue"] * place.continues
        return [f"if {self.decision()} {{", f"    {self.random.choice(words)};", "}"]

    def early_return(self, _):
        return [f"if {self.decision()} {{", f"    {self.returns.format(self.expression())}", "}"]

    def switch(self, place):
        lines = [f"switch ({self.fixed()} & 3u) {{"]
        for case in range(3):
            lines += [f"case {case}: {{", *indent(self.statements(place.deeper(breaks=True))), "}"]
            lines += ["    break;"] if self.chance(0.6) else []
        return lines + ["}"]

    # ---- statements that a whole group runs together ----

    def exchange(self, _):
        word, target = self.name("v"), self.name("v")
        lines = [f"uint {word} = {self.expression()};",
                 f"uint {target} = HIDE(l + ({self.fixed(1, True)} & 15u)) % size;",
                 "barrier(CLK_LOCAL_MEM_FENCE);", f"tile[{target}] = {word};",
                 "barrier(CLK_LOCAL_MEM_FENCE);"]
        if MEETING[self.target] and self.chance(0.5):
            call = self.random.choice(MEETING[self.target]).format(self.expression())
            lines.append(f"{self.data()} += {call};")
        return lines

    def together(self, place):
        lines = []
        for _ in range(self.pick(1, 2, 2)):
            kind = self.random.random()
            if place.depth <= 0 or kind < 0.35:
                lines += self.exchange(place)
            elif kind < 0.5:
                lines += [f"if {self.decision(alike=True)} {{", *indent(self.together(place.deeper())),
                          "}"]
            elif kind < 0.65:
                lines += self.loop(place, alike=True)
            else:
                lines += ["{", *indent(self.statements(kernels.Place(2, place.trips))), "}"]
        return lines

    # ---- whole functions ----

    def function(self):
        """Its last arguments are on the stack; data may go through the caller's array."""
        self.in_function, self.stores, self.returns = True, False, "return {};"
        body = self.statements(kernels.Place(2, 6))
        self.in_function = False
        names = ", ".join(f"uint {name}" for name in ["a", "b", "c", "d", *(f"p{k}" for k in range(6))])
        return [f"__attribute__((noinline)) uint f{self.number}"
                f"(__global const uint *in, uint *words, {names}, uint e, uint n)", "{",
                "    float x = (float)p0, y = as_float(p1), z = 1.0f;", *indent(body),
                "    return a ^ b * 3u ^ c * 5u ^ d * p2 ^ p3 ^ p4 * p5 ^ as_uint(x) ^ as_uint(y) "
                "^ as_uint(z);", "}", ""]

    def declarations(self):
        return [f"__local uint tile[{LARGEST_GROUP}] __attribute__((aligned(16)));",
                "uint i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);",
                "uint group = get_group_id(0);",
                "uint words[8] __attribute__((aligned(8)));",
                f"uint a = in[i & {INPUT_WORDS - 1}u], b = i, c = n, d = 0u;",
                "float x = reals[i & 127u], y = (float)a, z = 1.0f;",
                "for (uint t = 0u; t < 8u; t++)", "    words[t] = t * a;",
                "tile[l] = a ^ l;", "barrier(CLK_LOCAL_MEM_FENCE);"]

    def way(self):
        """Of a value, up to where it decides."""
        paths = PATHS * 2 + OWN_PATHS[self.target] * 4
        paths += [f"v = {call.format('v', '(v & 31u)', '{0}')};" for call in ACROSS[self.target]] * 2
        paths += [f"v = {call.format('v')};" for call in MEETING[self.target]] * 4
        chosen = [self.random.choice(paths) for _ in range(self.pick(1, 2, 3))]
        begin = ["    uint v = in[i & 127u];"]
        if self.chance(0.5):  # in some lanes only
            begin = ["    uint v = 0u;", "    if ((l & 3u) == 1u)",
                     "        v = *(volatile __global const uint *)&in[i & 127u];"]
        return ["{", *begin,
                *(f"    {path.format(self.fixed(), self.number)}" for path in chosen),
                f"    if ({self.pick('v & 1u', 'v != 0u', 'v > 50u')}) {{",
                "        for (uint t = 0u; t < 5u; t++)",
                "            *(volatile __global uint *)&out[i] += t;", "    }", "}"]

    def body(self):
        self.stores, self.returns = True, ""
        if self.leads:
            return self.together(kernels.Place(1)) + self.way()
        lines = [line for _ in range(3) for line in self.together(kernels.Place(3))]
        self.returns = "out[i] ^= {}; return;"
        return [*lines, *self.statements(kernels.Place(3)), *self.statements(kernels.Place(2))]

    def kernel(self):
        lines = self.function()
        self.calls = 0
        lines += [f"__kernel void k{self.number}(__global const uint *in, __global const float *reals,",
                  "                 __global uint *out, __global uint *sums, uint n)",
                  "{", *indent(self.declarations()), *indent(self.body()),
                  "    out[i] += a ^ b * 3u ^ c * 5u ^ d * 7u ^ words[i & 7u] ^ as_uint(x) ^ "
                  "as_uint(y) ^ as_uint(z);", "}"]
        return "\n".join(lines) + "\n"


def source(seed, target, numbers):
    """A file of kernels."""
    return HEADS[target] + HEAD + "".join(
        "\n" + Writer(seed, target, number).kernel() for number in numbers)


if __name__ == "__main__":
    chosen = [int(sys.argv[3])] if len(sys.argv) > 3 else range(12)
    print(source(int(sys.argv[1]), sys.argv[2], chosen), end="")
