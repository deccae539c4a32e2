# SPDX-License-Identifier: Apache-2.0
"""Random structured kernels for gfx803, as assembly text: what compilers make of branches and loops.

text(seed, count) has `count` kernels k0, k1, ... with the arguments u32 *in, u32 *out. Each has
arithmetic of all timing classes; loads, stores and atomics of all widths, at known addresses and at
addresses from data; LDS; scalar loads; branches and loops, uniform and divergent, on ids and on data;
barriers; pauses. A loop on data runs TRIPS times at most. `in` and `out` have WORDS words each.
"""
import random

TRIPS = 3
WORDS = 4096
LDS = 2048
VGPRS, SGPRS = 64, 96


class Kernel:
    def __init__(self, dice, name, size):
        self.dice, self.name, self.left = dice, name, size
        self.lines, self.labels = [], 0

    def add(self, *lines):
        self.lines += lines

    def label(self):
        self.labels += 1
        return f".L{self.name}_{self.labels}"

    # ---- straight code ----

    def arithmetic(self):
        self.add(self.dice.choice([
            "v_add_u32 v2, vcc, v2, v1", "v_xor_b32 v2, 0x55, v2", "v_lshlrev_b32 v2, 1, v2",
            "v_mul_lo_u32 v2, v2, v1", "v_mul_u32_u24 v2, v2, v1", "v_cvt_f32_u32 v9, v2",
            "v_rcp_f32 v10, v9", "v_mac_f32 v10, v9, v9", "v_fma_f64 v[12:13], v[12:13], v[12:13], 1.0",
            "v_bfe_u32 v2, v2, 1, 30", "v_cndmask_b32 v2, v2, v1, vcc", "v_sad_u32 v2, v2, v1, v2",
            "v_mov_b32 v11, v2 row_shr:1 row_mask:0xf bank_mask:0xf", "v_cvt_f16_f32 v11, v9",
            "s_add_u32 s12, s12, 3", "s_mul_i32 s12, s12, 5", "s_bcnt1_i32_b64 s13, vcc",
            "s_lshl_b32 s12, s12, 1", "v_readfirstlane_b32 s13, v2", "v_readlane_b32 s13, v1, 5",
            "v_writelane_b32 v11, s12, 3", "v_mbcnt_lo_u32_b32 v11, -1, 0",
            "s_cselect_b32 s12, s13, s12", "v_min_u32 v2, v2, v3", "s_nop 3", "s_sleep 1"]))

    def address(self):
        """v[20:21] becomes a place in `in` or `out`: known, or from data."""
        base, data = self.dice.choice([4, 6]), self.dice.choice(["v3", "v3", "v2", "v8"])
        self.add(f"v_and_b32 v20, {WORDS - 64}, {data}" if self.dice.random() < 0.2 else
                 f"v_lshlrev_b32 v20, {self.dice.choice([0, 0, 1, 4])}, {data}",
                 f"v_and_b32 v20, 0x{WORDS // 2 - 1:x}, v20", "v_lshlrev_b32 v20, 2, v20",
                 f"v_mov_b32 v21, s{base + 1}", f"v_add_u32 v20, vcc, s{base}, v20",
                 "v_addc_u32 v21, vcc, 0, v21, vcc")

    def memory(self):
        self.address()
        self.add(self.dice.choice([
            "flat_load_dword v22, v[20:21]", "flat_load_dwordx2 v[22:23], v[20:21]",
            "flat_load_dwordx4 v[22:25], v[20:21]", "flat_load_ubyte v22, v[20:21]",
            "flat_load_dword v22, v[20:21] glc", "flat_store_dword v[20:21], v2",
            "flat_store_dwordx2 v[20:21], v[12:13]", "flat_store_byte v[20:21], v2",
            "flat_atomic_add v[20:21], v2", "flat_atomic_umax v22, v[20:21], v2 glc"]))
        if self.dice.random() < 0.7:
            self.wait("vmcnt(0) lgkmcnt(0)")
            self.add("v_xor_b32 v2, v2, v22")

    def wait(self, what):
        self.add(f"s_waitcnt {what}")

    def local(self):
        self.add(f"v_and_b32 v14, {LDS // 2 - 16}, {self.dice.choice(['v2', 'v8', 'v16'])}",
                 self.dice.choice([
                     "ds_write_b32 v14, v2", "ds_read_b32 v15, v14", "ds_read_b64 v[26:27], v14",
                     "ds_read2_b32 v[26:27], v14 offset0:1 offset1:9", "ds_add_u32 v14, v2",
                     "ds_max_rtn_u32 v15, v14, v2", "ds_write_b64 v14, v[12:13]",
                     "ds_write2st64_b32 v14, v2, v1 offset0:0 offset1:1",
                     "ds_swizzle_b32 v15, v2 offset:0x401f", "ds_bpermute_b32 v15, v8, v2"]))
        if self.dice.random() < 0.7:
            self.wait("lgkmcnt(0)")
            self.add("v_add_u32 v2, vcc, v2, v15")

    def scalar(self):
        words = self.dice.choice(["dword s16", "dwordx2 s[16:17]", "dwordx4 s[16:19]",
                                  "dwordx8 s[16:23]"])
        self.add(f"s_load_{words}, s[4:5], 0x{4 * self.dice.randrange(64):x}")
        self.wait("lgkmcnt(0)")
        self.add("s_xor_b32 s12, s12, s16")

    # ---- branches and loops ----

    def condition(self):
        self.add(*self.dice.choice([
            ["v_and_b32 v17, 1, v0", "v_cmp_eq_u32 vcc, 0, v17"], ["v_cmp_gt_u32 vcc, 23, v0"],
            ["v_and_b32 v17, 4, v1", "v_cmp_ne_u32 vcc, 0, v17"], ["v_cmp_lt_u32 vcc, v1, v2"],
            ["v_cmp_gt_u32 vcc, 7, v3", "v_cmp_lt_u32 s[88:89], v1, v2",
             "s_or_b64 vcc, vcc, s[88:89]"]]))

    def divergent_if(self, depth):
        mask, other, join = f"s[{24 + 2 * depth}:{25 + 2 * depth}]", self.label(), self.label()
        has_else, skips = self.dice.random() < 0.6, self.dice.random() < 0.8
        self.condition()
        self.add(f"s_and_saveexec_b64 {mask}, vcc")
        if has_else:
            self.add(f"s_xor_b64 {mask}, exec, {mask}")
        if skips:
            self.add(f"s_cbranch_execz {other if has_else else join}")
        self.block(depth + 1, False)
        if has_else:
            self.add(f"{other}:")
            if self.dice.random() < 0.5:
                self.add(f"s_andn2_saveexec_b64 {mask}, {mask}")
            else:
                self.add(f"s_or_saveexec_b64 {mask}, {mask}", f"s_xor_b64 exec, exec, {mask}")
            if self.dice.random() < 0.8:
                self.add(f"s_cbranch_execz {join}")
            self.block(depth + 1, False)
        self.add(f"{join}:", f"s_or_b64 exec, exec, {mask}")

    def uniform_if(self, depth, uniform):
        other, join = self.label(), self.label()
        if self.dice.random() < 0.6:
            self.add(f"s_load_dword s16, s[4:5], 0x{4 * self.dice.randrange(64):x}")
            self.wait("lgkmcnt(0)")
            self.add("s_bitcmp1_b32 s16, 3")
        else:
            self.add(f"s_cmp_lt_u32 s2, {self.dice.randrange(4)}")
        self.add(f"s_cbranch_scc0 {other}")
        self.block(depth + 1, uniform and self.dice.random() < 0.2)
        self.add(f"s_branch {join}", f"{other}:")
        if self.dice.random() < 0.6:
            self.block(depth + 1, False)
        self.add(f"{join}:")

    def counted_loop(self, depth, uniform):
        counter, top = f"s{56 + depth}", self.label()
        self.add(f"s_movk_i32 {counter}, {self.dice.randrange(1, 5)}", f"{top}:")
        self.block(depth + 1, uniform)
        self.add(f"s_sub_u32 {counter}, {counter}, 1", f"s_cmp_lg_u32 {counter}, 0",
                 f"s_cbranch_scc1 {top}")

    def divergent_loop(self, depth):
        """Each lane runs the body 1 to TRIPS times, by its id or by data."""
        left, mask, top = f"v{40 + depth}", f"s[{64 + 2 * depth}:{65 + 2 * depth}]", self.label()
        self.add(f"v_and_b32 {left}, 1, {self.dice.choice(['v0', 'v1', 'v2'])}",
                 f"v_add_u32 {left}, vcc, {TRIPS - 1}, {left}", f"s_mov_b64 {mask}, 0", f"{top}:")
        self.block(depth + 1, False)
        self.add(f"v_add_u32 {left}, vcc, -1, {left}", f"v_cmp_eq_u32 vcc, 0, {left}",
                 f"s_or_b64 {mask}, vcc, {mask}", f"s_andn2_b64 exec, exec, {mask}",
                 f"s_cbranch_execnz {top}", f"s_or_b64 exec, exec, {mask}")

    def breaking_loop(self, depth):
        """A scalar counts the turns, and lanes may leave before its end, by their id or by data: what
        LLVM makes of `break`. It counts only in turns in which some lane stays."""
        counter, top, latch = f"s{48 + depth}", self.label(), self.label()
        left, saved = (f"s[{first + 2 * depth}:{first + 1 + 2 * depth}]" for first in (76, 36))
        self.add(f"s_mov_b32 {counter}, 0", f"s_mov_b64 {left}, 0", f"{top}:")
        self.block(depth + 1, False)
        self.condition()
        self.add("s_or_b64 s[90:91], s[90:91], exec", f"s_and_saveexec_b64 {saved}, vcc",
                 f"s_cbranch_execz {latch}", f"s_add_u32 {counter}, {counter}, 1",
                 f"s_cmp_eq_u32 {counter}, {TRIPS}", "s_cselect_b64 s[92:93], -1, 0",
                 *self.dice.choice([
                     ["s_andn2_b64 s[90:91], s[90:91], exec", "s_and_b64 s[92:93], s[92:93], exec",
                      "s_or_b64 s[90:91], s[90:91], s[92:93]"],
                     ["s_orn2_b64 s[90:91], s[92:93], exec"]]),
                 f"{latch}:", f"s_or_b64 exec, exec, {saved}", f"s_and_b64 {saved}, exec, s[90:91]",
                 f"s_or_b64 {left}, {saved}, {left}", f"s_andn2_b64 exec, exec, {left}",
                 f"s_cbranch_execnz {top}", f"s_or_b64 exec, exec, {left}")

    def block(self, depth, uniform):
        straight = [self.arithmetic] * 5 + [self.memory, self.local, self.scalar]
        for _ in range(self.dice.randrange(1, 5)):
            self.left -= 1
            if depth > 4 or self.left < 0 or self.dice.random() < 0.6:
                self.dice.choice(straight)()
                continue
            kind = self.dice.randrange(7)
            if kind < 2:
                self.divergent_if(depth)
            elif kind == 2:
                self.uniform_if(depth, uniform)
            elif kind == 3:
                self.counted_loop(depth, uniform)
            elif kind == 4:
                self.divergent_loop(depth)
            elif kind == 5:
                self.breaking_loop(depth)
            elif uniform:
                self.add("s_barrier")
            else:
                self.arithmetic()

    # ---- the kernel ----

    def body(self):
        shift = self.dice.choice([4, 6, 8])
        self.add("s_load_dwordx4 s[4:7], s[0:1], 0x0", "s_mov_b32 m0, -1",
                 f"s_lshl_b32 s8, s2, {shift}", "v_add_u32 v3, vcc, s8, v0",
                 "v_lshlrev_b32 v4, 2, v3", "v_lshlrev_b32 v8, 2, v0", "v_lshlrev_b32 v16, 7, v0",
                 f"v_and_b32 v4, 0x{4 * WORDS - 4:x}, v4", "v_mov_b32 v2, v0",
                 "s_waitcnt lgkmcnt(0)", "v_mov_b32 v5, s5", "v_add_u32 v4, vcc, s4, v4",
                 "v_addc_u32 v5, vcc, 0, v5, vcc", "flat_load_dword v1, v[4:5]",
                 "s_waitcnt vmcnt(0) lgkmcnt(0)")
        while self.left > 0:
            self.block(0, True)
        self.add("v_mov_b32 v5, s7", "v_lshlrev_b32 v4, 2, v3",
                 f"v_and_b32 v4, 0x{4 * WORDS - 4:x}, v4", "v_add_u32 v4, vcc, s6, v4",
                 "v_addc_u32 v5, vcc, 0, v5, vcc", "flat_store_dword v[4:5], v2", "s_endpgm")

    def text(self):
        self.body()
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
  .amdhsa_group_segment_fixed_size {LDS}
  .amdhsa_next_free_vgpr {VGPRS}
  .amdhsa_next_free_sgpr {SGPRS}
.end_amdhsa_kernel
.text
"""

    def metadata(self):
        argument = "      - {.address_space: global, .offset: %d, .size: 8, .value_kind: global_buffer}"
        return "\n".join([f"  - .name: {self.name}", f"    .symbol: {self.name}.kd",
                          "    .kernarg_segment_size: 16", "    .kernarg_segment_align: 8",
                          f"    .group_segment_fixed_size: {LDS}",
                          "    .private_segment_fixed_size: 0", "    .wavefront_size: 64",
                          "    .max_flat_workgroup_size: 1024", f"    .sgpr_count: {SGPRS + 6}",
                          f"    .vgpr_count: {VGPRS}", "    .args:", argument % 0, argument % 8])


def object_text(kernels):
    """A whole file."""
    head = '.amdgcn_target "amdgcn-amd-amdhsa--gfx803"\n.text'
    bodies = "".join(kernel.text() for kernel in kernels)
    notes = "\n".join(kernel.metadata() for kernel in kernels)
    return (f"{head}{bodies}.amdgpu_metadata\namdhsa.version: [1, 1]\namdhsa.kernels:\n{notes}\n"
            ".end_amdgpu_metadata\n")


def text(seed, count):
    dice = random.Random(seed)
    return object_text([Kernel(dice, f"k{i}", dice.choice([4, 10, 25])) for i in range(count)])
