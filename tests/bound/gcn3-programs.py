#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small GCN3 kernels on machines where one rule of the analysis decides the bound (PWS-53).

    gcn3-programs.py WARPCLOCK

Each case is a kernel that an earlier version of the analysis was too low for, or predicted a number
of wrongly. `check --method analysis` passes, or the analysis refuses the kernel with the message of the
case. Prints TAP; skips all without clang-16.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "random"))
import gcn3_structured  # noqa: E402

program = pathlib.Path(sys.argv[1]).resolve()
START = ["s_load_dwordx4 s[4:7], s[0:1], 0x0", "s_mov_b32 m0, -1", "s_waitcnt lgkmcnt(0)"]
END = ["s_endpgm"]
LANE_0_DIFFERS = ["v_cmp_eq_u32 vcc, 0, v0", "v_mov_b32 v3, 1", "v_mov_b32 v4, 0x3e8",
                  "v_cndmask_b32 v3, v3, v4, vcc"]
# Even lanes take the then side, odd lanes the else side.
EVEN = ["v_and_b32 v2, 1, v0", "v_cmp_eq_u32 vcc, 0, v2", "s_and_saveexec_b64 s[24:25], vcc",
        "s_xor_b64 s[24:25], exec, s[24:25]"]
THEN = [*EVEN, "s_cbranch_execz .Lelse", "v_mov_b32 v1, 1"]
ELSE = [".Lelse:", "s_andn2_saveexec_b64 s[24:25], s[24:25]"]
JOIN = [".Ljoin:", "s_or_b64 exec, exec, s[24:25]"]
INNER = ["v_and_b32 v2, 2, v0", "v_cmp_eq_u32 vcc, 0, v2", "s_and_saveexec_b64 s[26:27], vcc",
         "s_xor_b64 s[26:27], exec, s[26:27]", "s_cbranch_execz .Linner", "v_mov_b32 v1, 1", ".Linner:",
         "s_andn2_saveexec_b64 s[26:27], s[26:27]", "s_cbranch_execz .Lafter", "v_mov_b32 v1, 3",
         ".Lafter:", "s_or_b64 exec, exec, s[26:27]", "v_mov_b32 v3, 2"]


def loop(counter, *body):
    """Runs until the scalar is 0."""
    return [".Lloop:", *body, f"s_sub_u32 {counter}, {counter}, 1", f"s_cmp_lg_u32 {counter}, 0",
            "s_cbranch_scc1 .Lloop"]


def lines_backwards(count):
    """Code that takes its lines from the last to the first."""
    code = [f"s_branch .Lline{count - 1}", ".p2align 6"]
    for i in range(count):
        code += [f".Lline{i}:", f"s_branch .Lline{i - 1}" if i else "s_branch .Llast", ".p2align 6"]
    return code + [".Llast:"]


def loads(count, name):
    return [f"s_movk_i32 s20, {count}", f".L{name}:", "flat_load_dword v6, v[4:5] glc",
            "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_sub_u32 s20, s20, 1", "s_cmp_lg_u32 s20, 0",
            f"s_cbranch_scc1 .L{name}"]


# s_pws_split exec_lo, exec_hi, and its s_pws_merge (docs/pws.md).
SPLIT = [".Lsplit:", ".long 0xbf607f7e"]
MERGE = [".Ljoin:", ".long 0xbfe00000 + (.Lsplit - k0) / 4"]
DOUBLE = "v_fma_f64 v[12:13], v[12:13], v[12:13], 1.0"
POINTER = ["v_mov_b32 v4, s4", "v_mov_b32 v5, s5"]
AT_ONCE = ["dispatch.group=0", "dispatch.start=0", "dispatch.wave=0"]
DIVERGE_OFTEN = ["s_movk_i32 s20, 40", *loop("s20", *THEN, *ELSE, "s_cbranch_execz .Ljoin",
                                             "v_mov_b32 v1, 2", *JOIN)]

# Name, code between START and END, machine, settings, {groups, items, split, refused}.
# Loads from addresses that depend on data, each lane and each time of another line.
OUTSIDE = ["v_mov_b32 v5, s5", "v_lshlrev_b32 v2, 2, v0", "v_add_u32 v4, vcc, s4, v2", "flat_load_dword v6, v[4:5]",
           "s_waitcnt vmcnt(0) lgkmcnt(0)", "v_lshlrev_b32 v7, 12, v0", "v_add_u32 v4, vcc, v4, v7",
           "v_add_u32 v4, vcc, v4, v6", "v_mov_b32 v8, 0x40000", "s_movk_i32 s20, 50",
           *loop("s20", "v_add_u32 v4, vcc, v4, v8", "flat_load_dword v6, v[4:5]"),
           "s_waitcnt vmcnt(0) lgkmcnt(0)"]


LOAD = [*POINTER, "flat_load_dword v6, v[4:5]", "s_waitcnt vmcnt(0) lgkmcnt(0)"]  # 0, which nobody knows
ALL = [*LOAD, "v_cmp_eq_u32 vcc, 0, v6"]  # all lanes, which nobody knows
LONG = [*["s_sleep 127"] * 40, ".Lover:"]
COUNT = ["s_add_u32 s20, s20, 1", "s_cmp_eq_u32 s20, 10", "s_cselect_b64 s[46:47], -1, 0"]
LEAVE = ["s_andn2_b64 s[42:43], s[42:43], exec", "s_and_b64 s[46:47], s[46:47], exec",
         "s_or_b64 s[42:43], s[42:43], s[46:47]"]


def breaking(*body, count=COUNT, leave=LEAVE, revive=(), name="turn", counter="s_mov_b32 s20, 0",
             stays="v_cmp_ne_u32 vcc, 1, v6"):
    """LLVM's loop with a scalar counter and a `break` on data. Only lanes for which `stays` does not hold
    take it: none, or with v7, which is the lane's number, some."""
    return [counter, "s_mov_b64 s[40:41], 0", f".L{name}:", *body, *LOAD,
            "v_add_u32 v7, vcc, v6, v0", "s_or_b64 s[42:43], s[42:43], exec", stays,
            "s_and_saveexec_b64 s[44:45], vcc", f"s_cbranch_execz .L{name}_latch", *count, *leave,
            f".L{name}_latch:", "s_or_b64 exec, exec, s[44:45]", "s_and_b64 s[44:45], exec, s[42:43]",
            "s_or_b64 s[40:41], s[44:45], s[40:41]", "s_andn2_b64 exec, exec, s[40:41]", *revive,
            f"s_cbranch_execnz .L{name}", "s_or_b64 exec, exec, s[40:41]"]


def renamed(code, first, second):
    """The same loop in other scalars: s20 and s40 to s47 become those from `second` on."""
    text = "\n".join(code).replace("s20", f"s{first}")
    for number in range(40, 48):
        text = text.replace(f"s[{number}:", f"s[{number - 40 + second}:")
        text = text.replace(f":{number}]", f":{number - 40 + second}]")
    return text.split("\n")


UNKNOWN_TRIPS = {"refused": "trip count depends on data"}
# What is known of the lanes of a loop that data may end (cases.h).
BREAKS = [
    ("a counter ends a loop that data may end", breaking(), {}),
    ("lanes that leave by another instruction", breaking(leave=["s_orn2_b64 s[42:43], s[46:47], exec"]), {}),
    ("a break in a side of a branch",
     breaking(*ALL, "s_and_saveexec_b64 s[30:31], vcc", "s_cbranch_execz .Lside", "v_mov_b32 v8, v6",
              ".Lside:", "s_or_b64 exec, exec, s[30:31]"), {}),
    ("such a loop in such a loop",
     breaking(*renamed(breaking(name="inner"), 21, 60)), {}),
    ("a loop of some lanes",
     ["v_cmp_gt_u32 vcc, 23, v0", "s_and_saveexec_b64 s[48:49], vcc", *breaking(),
      "s_or_b64 exec, exec, s[48:49]"], {}),
    ("a loop of lanes that data have chosen",
     [*ALL, "s_and_saveexec_b64 s[48:49], vcc", *breaking(), "s_or_b64 exec, exec, s[48:49]"], {}),
    ("lanes that have left come back, or not",
     breaking(revive=["v_cmp_eq_u32 vcc, 1, v6", "s_or_b64 exec, exec, s[40:41]", "v_cmp_eq_u32 vcc, 1, v6",
                      "s_andn2_b64 exec, exec, s[40:41]", "s_or_b64 exec, exec, vcc"]), UNKNOWN_TRIPS),
    ("lanes that have left come back until the twelfth turn",
     ["s_mov_b32 s21, 0",
      *breaking("s_add_u32 s21, s21, 1", stays="v_cmp_gt_u32 vcc, 32, v7",
                count=["s_cmp_ge_u32 s21, 10", "s_cselect_b64 s[46:47], -1, 0"],
                revive=["s_cmp_lt_u32 s21, 12", "s_cselect_b64 s[30:31], -1, 0",
                        "s_and_b64 s[30:31], s[30:31], s[40:41]",
                        "s_andn2_b64 s[40:41], s[40:41], s[30:31]", "s_or_b64 exec, exec, s[30:31]"])], {}),
    ("a counter that only some turns advance",
     breaking(*ALL, "s_and_saveexec_b64 s[30:31], vcc", "s_cbranch_execz .Lside", "s_add_u32 s21, s21, 1",
              ".Lside:", "s_or_b64 exec, exec, s[30:31]",
              count=["s_cmp_eq_u32 s21, 10", "s_cselect_b64 s[46:47], -1, 0"], counter="s_mov_b32 s21, 0"),
     UNKNOWN_TRIPS),
    ("a counter in vector registers, of lanes that data may switch off",
     ["v_mov_b32 v10, 0", *breaking(count=["v_add_u32 v10, vcc, 1, v10", "v_cmp_eq_u32 s[46:47], 10, v10"])],
     UNKNOWN_TRIPS),
    # Each of these takes the long way, which a wrong claim about a mask excludes.
    ("half a mask becomes the other half",
     breaking(*LOAD, "v_add_u32 v7, vcc, v6, v0", "v_cmp_gt_u32 vcc, 32, v7", "s_mov_b64 s[28:29], vcc",
              "s_mov_b32 s29, s28", "s_xor_b64 s[30:31], s[28:29], vcc", "s_mov_b64 vcc, s[30:31]",
              "s_cbranch_vccz .Lover", *LONG), {}),
    ("a mask that SCC selects",
     breaking("s_mov_b64 s[28:29], 0", *LOAD, "v_readfirstlane_b32 s30, v6", "s_cmp_eq_u32 s30, 0",
              "s_cselect_b64 s[28:29], -1, 0", "s_and_b64 vcc, s[28:29], exec", "s_cbranch_vccz .Lover", *LONG),
     {}),
    ("a mask that is loaded",
     breaking("s_mov_b64 s[28:29], -1", "s_load_dwordx2 s[28:29], s[4:5], 0x0", "s_waitcnt lgkmcnt(0)",
              "s_and_b64 vcc, s[28:29], exec", "s_cbranch_vccnz .Lover", *LONG), {}),
    ("a comparison in lanes that may be off",
     breaking(*LOAD, "v_readfirstlane_b32 s30, v6", "s_mov_b64 s[32:33], exec", "s_mov_b64 s[28:29], 0",
              "s_cmp_eq_u32 s30, 0", "s_cselect_b64 exec, s[28:29], exec", "v_cmp_gt_u32 vcc, 64, v0",
              "s_mov_b64 exec, s[32:33]", "s_and_b64 vcc, vcc, exec", "s_cbranch_vccnz .Lover", *LONG), {}),
    ("lanes that may be on as a turn begins",
     breaking(revive=["v_readfirstlane_b32 s30, v6", "s_cmp_eq_u32 s30, 0", "s_mov_b64 s[32:33], -1",
                      "s_cselect_b64 exec, s[32:33], exec"]), UNKNOWN_TRIPS),
    ("more cases than there is room for",
     breaking(*ALL, "s_mov_b64 s[28:29], vcc", "v_cmp_gt_u32 s[60:61], 7, v6", "v_cmp_gt_u32 s[62:63], 9, v6",
              "v_cmp_gt_u32 s[64:65], 5, v6", "s_mov_b64 s[70:71], s[60:61]", "s_mov_b64 s[72:73], s[62:63]",
              "s_mov_b64 s[74:75], s[64:65]", "s_mov_b64 s[76:77], 0", "s_mov_b64 s[78:79], 0",
              "v_readfirstlane_b32 s30, v6", "s_cmp_eq_u32 s30, 0", "s_cbranch_scc1 .Lmeet",
              "s_and_b64 s[28:29], s[28:29], 0", "v_cmp_gt_u32 s[66:67], 3, v6", "v_cmp_gt_u32 s[68:69], 2, v6",
              "s_mov_b64 s[76:77], s[66:67]", "s_mov_b64 s[78:79], s[68:69]", ".Lmeet:",
              "s_and_b64 vcc, s[28:29], exec", "s_cbranch_vccz .Lover", *LONG,
              *[f"s_or_b64 s[86:87], s[86:87], s[{n}:{n + 1}]" for n in range(70, 80, 2)]), UNKNOWN_TRIPS),
    ("a mask of one of two ways",
     breaking(*ALL, "v_readfirstlane_b32 s30, v6", "s_mov_b64 s[28:29], vcc", "s_cmp_eq_u32 s30, 0",
              "s_cbranch_scc1 .Lmeet", "s_and_b64 s[28:29], s[28:29], 0", ".Lmeet:",
              "s_and_b64 vcc, s[28:29], exec", "s_cbranch_vccz .Lover", *LONG), {}),
    ("the way on which a mask is not 0",
     breaking(*ALL, "s_mov_b64 s[28:29], vcc", "s_cbranch_vccz .Lover", "s_and_b64 vcc, s[28:29], exec",
              "s_cbranch_vccz .Lover", *LONG), {}),
    ("SCC as a number",
     ["v_mov_b32 v6, 5", *LOAD, "v_readfirstlane_b32 s30, v6", "s_cmp_lg_u32 s30, 5", "s_mov_b32 s31, scc",
      "s_cmp_eq_u32 s31, 0", "s_cbranch_scc1 .Lover", *LONG], {}),
]

CASES = [
    *[(name, code, "gcn3", [], more) for name, code, more in BREAKS],
    ("a register that lanes may have left as it was",
     ["v_mov_b32 v7, 40", *LOAD, "v_cmp_eq_u32 vcc, 1, v6", "s_and_saveexec_b64 s[30:31], vcc", "v_mov_b32 v7, 2",
      "s_or_b64 exec, exec, s[30:31]", "v_readfirstlane_b32 s20, v7", *loop("s20", "s_sleep 127")], "gcn3", [],
     UNKNOWN_TRIPS),
    ("loads outside all buffers, which go on", OUTSIDE, "gcn3",
     ["dram.banks=1", "dram.row_hit=500", "dram.row_closed=500", "dram.row_conflict=500"],
     {"words": 64, "job": "on_out_of_bounds: warn\n"}),
    ("more inputs than L2 has",
     [*POINTER, "s_movk_i32 s20, 30",
      *loop("s20", "flat_load_dword v6, v[4:5]", "s_waitcnt vmcnt(0) lgkmcnt(0)",
            "v_add_u32 v4, vcc, 64, v4", "v_addc_u32 v5, vcc, 0, v5, vcc")],
     "gcn3", ["warm=inputs", "l2.bytes=4096", "dram.row_hit=1000", "dram.row_closed=1000",
              "dram.row_conflict=1000"], {}),
    ("words at data-dependent addresses that lie in two lines each",
     [*POINTER, "flat_load_dword v6, v[4:5]", "s_movk_i32 s20, 30", "s_waitcnt vmcnt(0) lgkmcnt(0)",
      "v_lshlrev_b32 v7, 7, v0", "v_add_u32 v7, vcc, 62, v7", "v_add_u32 v7, vcc, v6, v7",
      "v_add_u32 v4, vcc, v4, v7", "v_addc_u32 v5, vcc, 0, v5, vcc",
      *loop("s20", "flat_load_dword v8, v[4:5]", "s_waitcnt vmcnt(0) lgkmcnt(0)")], "gcn3",
     ["l1d.bytes=4096"], {}),
    ("wavefronts that end release others from barriers",
     ["v_readfirstlane_b32 s10, v0", "s_lshr_b32 s10, s10, 6", ".Lnext:", "s_cmp_eq_u32 s10, 0",
      "s_cbranch_scc1 .Lend", "s_sub_u32 s10, s10, 1", "s_barrier", "s_branch .Lnext", ".Lend:",
      DOUBLE, DOUBLE, DOUBLE, "v_mov_b32 v14, v12"],
     "gcn3", ["barrier.release=1024", "valu.double.latency=600"], {"items": 1024}),
    ("atomics in L2 at once",
     ["s_lshl_b32 s20, s2, 6", "s_add_u32 s4, s4, s20", "s_addc_u32 s5, s5, 0", "v_mov_b32 v4, s6",
      "v_mov_b32 v5, s7", "v_mov_b32 v6, 1", "v_add_u32 v4, vcc, s20, v4", "v_cmp_eq_u32 vcc, 0, v0",
      "s_and_saveexec_b64 s[30:31], vcc", "flat_atomic_add v[4:5], v6", "s_load_dword s21, s[4:5], 0x0",
      "s_waitcnt vmcnt(0) lgkmcnt(0)"],
     "gcn3", ["cus=1", "cu.simds=1", "simd.waves=40", "simd.vgprs=100000", "simd.sgprs=100000",
              "l1d.forward=0", "l1s.forward=1000", "smem.latency=1000", "l1s.mshrs=1024",
              "l2.mshrs=1024", "l2.banks=1", "warm=inputs", "vmem.latency=0", "vmem.lanes=64", *AT_ONCE],
     {"groups": 40}),
    ("code of several instruction caches",
     ["s_cmp_lt_u32 s2, 3", "s_cbranch_scc1 .Lcode", "s_cmp_eq_u32 s2, 15", "s_cbranch_scc1 .Lcode",
      *[DOUBLE] * 6, "s_endpgm", ".Lcode:", *lines_backwards(64)],
     "gcn3", ["cus=4", "cu.groups=1", "cu.simds=1", "front.cus=1", "front.buffer=2",
              "l1i.delivery=1000", "l1i.line=64", "valu.double.latency=950", "branch.latency=1",
              "l2.latency=1", "l2.mshrs=1024", "l1i.mshrs=1024", "l2.forward=0", "l1i.forward=0",
              *AT_ONCE], {"groups": 16}),
    ("L2 booked ahead by code of others",
     [*POINTER, "s_cmp_eq_u32 s2, 1", "s_cbranch_scc1 .Lcode", *loads(100, "first"), "s_cmp_eq_u32 s2, 2",
      "s_cbranch_scc1 .Lcode", *loads(100, "second"), "s_endpgm", ".Lcode:", *lines_backwards(100)],
     "gcn3", ["cus=3", "cu.simds=1", "front.cus=1", "front.buffer=2", "l1i.forward=1000", "l2.banks=1",
              "l1i.line=64", "branch.latency=1", "l2.latency=1", "l2.mshrs=1024", "l1i.mshrs=1024",
              "l2.forward=0", "l1d.forward=1", "vmem.latency=0", "vmem.writeback=0", "l1d.delivery=0",
              "warm=none", "dram.overhead=0", "dram.row_closed=1", "dram.row_hit=1", *AT_ONCE],
     {"groups": 3}),
    ("a slow scalar unit at splits", DIVERGE_OFTEN, "gcn3-pws",
     ["splits=1", "scalar.latency=1000", "split.cycles=0", "split.copied=128", "merge.cycles=1"],
     {"split": True}),
    # A part that has no lane in the else side runs it.
    ("the first lane of a part without lanes", [*LANE_0_DIFFERS, *THEN, *ELSE, "v_readfirstlane_b32 s10, v3",
                                                *loop("s10", "v_rcp_f32 v9, v9"), *JOIN],
     "gcn3-dws", ["splits=3"], {}),
    ("a comparison without lanes",
     [*THEN, *ELSE, "v_cmp_lt_u32 vcc, 0, v0", "s_cbranch_vccnz .Lover", *["s_sleep 127"] * 40, ".Lover:",
      *JOIN], "gcn3-dws", ["splits=3"], {}),
    ("the first lane between the sides",
     [*LANE_0_DIFFERS, *THEN, *ELSE, "v_readfirstlane_b32 s10, v3", *loop("s10", "v_rcp_f32 v9, v9"),
      "s_cbranch_execz .Ljoin", "v_mov_b32 v1, 3", *JOIN], "gcn3-dws", ["splits=3"], {}),
    ("a branch in a side without a branch over it", [*THEN, *ELSE, *INNER, *JOIN],
     "gcn3-dws", ["splits=7"], {}),
    ("a long side without a branch over it",
     [*THEN, *ELSE, *["v_mov_b32 v1, 0x12345678"] * 400, *JOIN], "gcn3-dws",
     ["splits=7", "front.buffer=2"], {}),
    ("scalars that a part without lanes loads from elsewhere",
     ["v_cmp_eq_u32 vcc, 0, v0", "v_mov_b32 v3, 0", "v_mov_b32 v4, 0x100", "v_cndmask_b32 v3, v3, v4, vcc",
      "s_mov_b32 s14, 0", *THEN, *ELSE, "v_readfirstlane_b32 s10, v3",
      *["s_load_dword s12, s[4:5], s14", "s_add_u32 s14, s14, s10", "s_waitcnt lgkmcnt(0)"] * 50, *JOIN],
     "gcn3-dws", ["splits=3", "dram.row_hit=4000", "dram.row_closed=4000", "dram.row_conflict=4000",
                  "warm=none"], {}),
    ("code with split points on a machine that splits by itself", DIVERGE_OFTEN, "gcn3-dws", ["splits=3"],
     {"split": True}),
    ("the first lane of a part without lanes is another part's",
     ["v_mov_b32 v3, 1", *EVEN, *SPLIT, "v_mov_b32 v3, 0x3e8", *["s_nop 9"] * 6,
      "v_readfirstlane_b32 s10, v3", *loop("s10", "v_rcp_f32 v9, v9"), *ELSE, "s_cbranch_execz .Ljoin",
      "v_mov_b32 v1, 1", *MERGE, "s_or_b64 exec, exec, s[24:25]"],
     "gcn3-pws", ["splits=1"], {"refused": "trip count depends on data"}),
    ("a part reads a lane of another part",
     ["v_mov_b32 v3, 1", *EVEN, *SPLIT, "s_cbranch_execz .Lelse", "v_mov_b32 v3, 0x3e8", *ELSE,
      "s_cbranch_execz .Ljoin", *["s_nop 9"] * 6, "v_readlane_b32 s10, v3, 0",
      *loop("s10", "v_rcp_f32 v9, v9"), *MERGE, "s_or_b64 exec, exec, s[24:25]"],
     "gcn3-pws", ["splits=1"], {"refused": "trip count depends on data"}),
    ("a part writes a lane of another part",
     [*EVEN, *SPLIT, "s_cbranch_execz .Lelse", "v_writelane_b32 v1, s2, 1", *ELSE,
      "s_cbranch_execz .Ljoin", "v_mov_b32 v1, 1", *MERGE, "s_or_b64 exec, exec, s[24:25]"],
     "gcn3-pws", ["splits=1"], {"refused": "a part writes a lane that may be of another part"}),
    ("the first lane of a part that has switched its lanes off",
     ["v_mov_b32 v3, 1", "v_and_b32 v2, 1, v0", "v_cmp_ne_u32 vcc, 0, v2", "v_cmp_gt_u32 s[28:29], 0, v0",
      "s_and_saveexec_b64 s[24:25], vcc", "s_xor_b64 s[24:25], exec, s[24:25]", "s_cbranch_execz .Lelse",
      "s_and_saveexec_b64 s[26:27], s[28:29]", *["s_sleep 2"] * 6, "v_readfirstlane_b32 s10, v3",
      "s_or_b64 exec, exec, s[26:27]", *loop("s10", "v_rcp_f32 v9, v9"), *ELSE, "s_cbranch_execz .Ljoin",
      "v_mov_b32 v3, 0x3e8", *JOIN],
     "gcn3-dws", ["splits=3"], {"refused": "trip count depends on data"}),
    ("a scalar saved in a lane of a part that has nothing to do",
     ["v_mov_b32 v3, 1", "v_and_b32 v2, 1, v0", "v_cmp_eq_u32 vcc, 0, v2",
      "s_and_saveexec_b64 s[24:25], vcc", "s_cbranch_execz .Ljoin", "s_movk_i32 s10, 1000",
      "v_writelane_b32 v3, s10, 1", *JOIN, "v_readlane_b32 s11, v3, 1",
      *loop("s11", "v_rcp_f32 v9, v9")],
     "gcn3-pws", ["splits=1"], {"split": True}),
]


def call(*words, **options):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=300, **options)


class Fixed(gcn3_structured.Kernel):
    """A kernel with this code."""
    def __init__(self, code):
        super().__init__(None, "k0", 0)
        self.code = code

    def body(self):
        self.add(*START, *self.code, *END)


def build(folder, code, split):
    (folder / "k.s").write_text(gcn3_structured.object_text([Fixed(code)]), encoding="utf-8")
    commands = [["clang-16", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx803", "-mcode-object-version=4",
                 "-x", "assembler", "-c", "k.s", "-o", "k.o"],
                ["ld.lld-16", "-shared", "--no-undefined", "k.o", "-o", "k.hsaco"]]
    if split:
        commands += [["mv", "k.hsaco", "whole.hsaco"],
                     [program, "split", "whole.hsaco", "-o", "k.hsaco", "--depth", "1"]]
    for words in commands:
        done = call(*words, cwd=folder)
        assert done.returncode == 0, done.stderr


def remark(folder, case):
    """What is wrong, or None."""
    _, code, machine, settings, more = case
    build(folder, code, more.get("split"))
    (folder / "job.yaml").write_text(
        f"kernel: k.hsaco\nmachine: gcn3\n{more.get('job', '')}buffers:\n"
        f"  in: {{type: u32, shape: [{more.get('words', 65536)}], fill: 0}}\n"
        f"  out: {{type: u32, shape: [{more.get('words', 65536)}], fill: 0}}\nentry: k0\n"
        f"grid: [{more.get('groups', 1)}, 1, 1]\nblock: [{more.get('items', 64)}, 1, 1]\nargs: [in, out]\n",
        encoding="utf-8")
    words = [word for setting in settings for word in ("--set", setting)]
    done = call(program, "check", folder / "job.yaml", "--method", "analysis", "--machine", machine, *words)
    refused = more.get("refused")
    if refused and refused not in done.stderr:
        return f"not refused with '{refused}': {done.stderr}{done.stdout}"
    return None if refused or done.returncode == 0 else done.stderr + done.stdout


def main():
    if not shutil.which("clang-16"):
        print("1..0 # SKIP no clang-16")
        return 0
    failed = 0
    for number, case in enumerate(CASES, 1):
        with tempfile.TemporaryDirectory() as folder:
            found = remark(pathlib.Path(folder), case)
        failed += found is not None
        print(f"{'ok' if found is None else 'not ok'} {number} {case[0]}", flush=True)
        for line in (found or "").splitlines():
            print(f"# {line}")
    print(f"1..{len(CASES)}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
