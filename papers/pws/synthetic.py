#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Synthetic kernels with a chosen share of divergent code, as assembly text for gfx803 (PWS-62).

    synthetic.py [NAME=D,M[,NEST[,LEAF[,LOOPS]]]...] > kernels.s

One kernel per NAME: D % of its payload is divergent, M % of its payload accesses memory. Without
arguments: the kernels of `warpclock paper pws`. build.sh assembles the text.

A kernel runs LOOPS times: code that all lanes run, then if/else branches nested NEST deep on the bits
of the lane's number. With NEST = 6 every lane of a wavefront runs a side of its own. The innermost
sides have LEAF payload instructions each if D is 100; other kernels have as many in total, of which
100 - D % precede the branches. The payload is arithmetic (v_xor_b32, v_add_u32) or loads
(flat_load_dword); everything else (addresses, conditions, waits, the loop) is not counted. Branches
have the form that compilers give them (s_and_saveexec_b64 ... s_andn2_saveexec_b64 ... s_or_b64).

Arguments of a kernel: u32 *in, u32 *out. Each work-item reads 8 words of `in`, one per 64 KiB, and
writes one word of `out`.
"""
import sys

NEST, LEAF, LOOPS = 6, 16, 73
REGISTERS = 8           # that loads go to, and addresses that they come from
STEP = 65536            # bytes from an address to the next
ADDRESS, LOADED = 16, 32  # their first vector registers
SAVED = 24              # first scalar register of the levels' masks


class Kernel:
    def __init__(self, name, divergent, memory, nest=NEST, leaf=LEAF, loops=LOOPS):
        if not (0 <= divergent <= 100 and 0 <= memory <= 100 and 0 <= nest <= 6 and leaf > 0
                and 0 < loops < 32768):
            raise SystemExit(f"synthetic.py: {name}: a number is out of range")
        self.name, self.memory, self.nest, self.loops = name, memory, nest, loops
        self.total = leaf << nest
        self.divergent = round(self.total * divergent / 100)
        self.lines, self.labels = [], 0
        self.made = self.loads = 0  # payload so far

    def add(self, *lines):
        self.lines += lines

    def payload(self, count):
        """Loads are spread evenly: after n of the payload there are M % of n."""
        loads = self.loads
        for _ in range(count):
            self.made += 1
            if self.made * self.memory >= (self.loads + 1) * 100:
                k = self.loads % REGISTERS
                self.add(f"flat_load_dword v{LOADED + k}, v[{ADDRESS + 2 * k}:{ADDRESS + 2 * k + 1}]")
                self.loads += 1
            elif self.made % 2:
                self.add(f"v_xor_b32 v1, {self.made % 63}, v1")
            else:
                self.add("v_add_u32 v1, vcc, v1, v0")
        if self.loads > loads:
            self.add("s_waitcnt vmcnt(0) lgkmcnt(0)")

    def leaf(self, number):
        """The share of the divergent payload of the innermost side of this number."""
        sides = 1 << self.nest
        self.payload(self.divergent * (number + 1) // sides - self.divergent * number // sides)

    def branch(self, level, number):
        if level == self.nest:
            return self.leaf(number)
        mask = f"s[{SAVED + 2 * level}:{SAVED + 2 * level + 1}]"
        label, self.labels = self.labels, self.labels + 1
        other, join = f".L{self.name}_else_{label}", f".L{self.name}_join_{label}"
        self.add(f"v_and_b32 v2, {1 << (self.nest - 1 - level)}, v0", "v_cmp_ne_u32 vcc, 0, v2",
                 f"s_and_saveexec_b64 {mask}, vcc", f"s_xor_b64 {mask}, exec, {mask}",
                 f"s_cbranch_execz {other}")
        self.branch(level + 1, 2 * number)
        self.add(f"{other}:", f"s_andn2_saveexec_b64 {mask}, {mask}", f"s_cbranch_execz {join}")
        self.branch(level + 1, 2 * number + 1)
        self.add(f"{join}:", f"s_or_b64 exec, exec, {mask}")

    def addresses(self):
        """Of `in`, one per STEP bytes, and of `out`, which is in v[4:5]."""
        self.add("s_load_dwordx4 s[4:7], s[0:1], 0x0", "s_lshl_b32 s8, s2, 6",
                 "v_add_u32 v3, vcc, s8, v0", "v_lshlrev_b32 v3, 2, v3", "s_waitcnt lgkmcnt(0)",
                 "v_mov_b32 v5, s7", "v_add_u32 v4, vcc, s6, v3", "v_addc_u32 v5, vcc, 0, v5, vcc",
                 f"s_mov_b32 s9, {STEP}", f"v_mov_b32 v{ADDRESS + 1}, s5",
                 f"v_add_u32 v{ADDRESS}, vcc, s4, v3",
                 f"v_addc_u32 v{ADDRESS + 1}, vcc, 0, v{ADDRESS + 1}, vcc")
        for k in range(ADDRESS + 2, ADDRESS + 2 * REGISTERS, 2):
            self.add(f"v_add_u32 v{k}, vcc, s9, v{k - 2}",
                     f"v_addc_u32 v{k + 1}, vcc, 0, v{k - 1}, vcc")

    def text(self):
        self.addresses()
        self.add("v_mov_b32 v1, v0",
                 *(f"v_mov_b32 v{LOADED + k}, 0" for k in range(REGISTERS)),
                 f"s_movk_i32 s10, {self.loops}", f".L{self.name}_loop:")
        self.payload(self.total - self.divergent)
        if self.divergent:
            self.branch(0, 0)
        self.add("s_sub_u32 s10, s10, 1", "s_cmp_lg_u32 s10, 0",
                 f"s_cbranch_scc1 .L{self.name}_loop",
                 *(f"v_xor_b32 v1, v1, v{LOADED + k}" for k in range(REGISTERS)),
                 "flat_store_dword v[4:5], v1", "s_endpgm")
        body = "\n".join(line if line.endswith(":") else f"  {line}" for line in self.lines)
        return f"""
.globl {self.name}
.p2align 8
.type {self.name},@function
{self.name}:
{body}
.L{self.name}_end:
.size {self.name}, .L{self.name}_end-{self.name}
.rodata
.p2align 6
.amdhsa_kernel {self.name}
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_kernarg_size 16
  .amdhsa_next_free_vgpr {LOADED + REGISTERS}
  .amdhsa_next_free_sgpr {SAVED + 2 * 6}
.end_amdhsa_kernel
.text
"""

    def metadata(self):
        argument = "      - {.address_space: global, .offset: %d, .size: 8, .value_kind: global_buffer}"
        return "\n".join([f"  - .name: {self.name}", f"    .symbol: {self.name}.kd",
                          "    .kernarg_segment_size: 16", "    .kernarg_segment_align: 8",
                          "    .group_segment_fixed_size: 0", "    .private_segment_fixed_size: 0",
                          "    .wavefront_size: 64", "    .max_flat_workgroup_size: 256",
                          f"    .sgpr_count: {SAVED + 12}", f"    .vgpr_count: {LOADED + REGISTERS}",
                          "    .args:", argument % 0, argument % 8])


def parse(argument):
    name, _, numbers = argument.partition("=")
    try:
        return Kernel(name, *(int(number) for number in numbers.split(",")))
    except (TypeError, ValueError):
        raise SystemExit(f"synthetic.py: '{argument}': expected NAME=D,M[,NEST[,LEAF[,LOOPS]]]")


PAPER = [f"d{d}={d},0" for d in (0, 25, 50, 75, 100)] + [f"m{m}=100,{m}" for m in (25, 50, 75, 100)]
PAPER += ["short=100,0,6,16,4"]  # for launches of many wavefronts

kernels = [parse(argument) for argument in sys.argv[1:] or PAPER]
print('.amdgcn_target "amdgcn-amd-amdhsa--gfx803"\n.text', end="")
for kernel in kernels:
    print(kernel.text(), end="")
print(".amdgpu_metadata\namdhsa.version: [1, 1]\namdhsa.kernels:")
for kernel in kernels:
    print(kernel.metadata())
print(".end_amdgpu_metadata")
