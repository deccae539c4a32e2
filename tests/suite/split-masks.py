#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sides of divergent branches that change EXEC: a split changes no result, or is refused.

    split-masks.py WARPCLOCK [SEED [COUNT]]

Assembles hand-written kernels and COUNT random ones, splits all of them at once with room for every
split, and compares the memory after runs of the original on gcn3 and gcn3-dws, and of the new file
and a table on gcn3-pws (PWS-6, PWS-7, PWS-13, PWS-28, PWS-31). In the second wavefront no lane takes
the outermost then side. Of the hand-written kernels it is known which sites can split. Skips without
clang-16. Prints TAP.
"""
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()
seed = sys.argv[2] if len(sys.argv) > 2 else "1"
count = int(sys.argv[3]) if len(sys.argv) > 3 else 80
WORDS = 256  # of each kernel's buffer: two for each of 128 work-items

HEAD = '.amdgcn_target "amdgcn-amd-amdhsa--gfx803"\n'
# v0 is the number of the work-item, v6 and v7 are stored; vcc has the lanes below 20, s[22:23] all
# lanes, s[20:21] none.
BEGIN = """
.text
.globl {name}
.p2align 8
.type {name},@function
{name}:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v2, 3, v0
  s_mov_b32 m0, -1
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v3, s5
  v_add_u32 v2, vcc, s4, v2
  v_addc_u32 v3, vcc, 0, v3, vcc
  v_mov_b32 v6, 0
  v_mov_b32 v7, v0
  v_lshlrev_b32 v8, 2, v0
  s_mov_b64 s[20:21], 0
  s_mov_b64 s[22:23], -1
  s_mov_b32 s24, 5
  s_mov_b32 s30, 3
  v_cmp_gt_u32 vcc, 20, v0
"""
END = """
  s_mov_b64 exec, -1
  flat_store_dwordx2 v[2:3], v[6:7]
  s_endpgm
.L{name}_last:
.size {name}, .L{name}_last-{name}
.rodata
.p2align 6
.amdhsa_kernel {name}
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_kernarg_size 8
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 96
.end_amdhsa_kernel
"""
ABOUT = """  - .name: {name}
    .symbol: {name}.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .max_flat_workgroup_size: 256
    .sgpr_count: 96
    .vgpr_count: 16
    .args: [{{.address_space: global, .offset: 0, .size: 8, .value_kind: global_buffer}}]
"""
ADD, ADD_MORE = "v_add_u32 v6, vcc, 1, v6", "v_add_u32 v6, vcc, 100, v6"
LOOP = """s_mov_b64 s[10:11], 0
LOOP@:
v_add_u32 v6, vcc, 1, v6
{}
v_cmp_gt_u32 vcc, v6, v0
s_or_b64 s[10:11], vcc, s[10:11]
s_andn2_b64 exec, exec, s[10:11]
s_cbranch_execnz LOOP@
{}
s_or_b64 exec, exec, s[10:11]"""
COUNTED = "LOOP@:\n" + ADD + """
s_sub_u32 s24, s24, 1
s_cmp_lg_u32 s24, 0
s_cbranch_scc1 LOOP@"""
INNER = """v_cmp_gt_u32 vcc, 10, v7
s_and_saveexec_b64 s[12:13], vcc
s_cbranch_execz INNER@
v_add_u32 v7, vcc, 3, v7
{}
INNER@:
s_or_b64 exec, exec, s[12:13]"""


def one_side(then, before="", after="", skips=True):
    skip = "s_cbranch_execz END@" if skips else ""
    return "\n".join((before, "s_and_saveexec_b64 s[8:9], vcc", skip, then, "END@:",
                      "s_or_b64 exec, exec, s[8:9]", after))


def two_sides(then, other, after="", older=False, between="", skips=True):
    first, second = ("s_cbranch_execz ELSE@", "s_cbranch_execz END@") if skips else ("", "")
    serial = f"s_or_saveexec_b64 s[14:15], s[8:9]\n{between}\ns_xor_b64 exec, exec, s[14:15]" \
        if older else f"{between}\ns_andn2_saveexec_b64 s[14:15], s[8:9]"
    return "\n".join(("s_and_saveexec_b64 s[8:9], vcc", "s_xor_b64 s[8:9], exec, s[8:9]", first,
                      then, "ELSE@:", serial, second, other, "END@:",
                      "s_or_b64 exec, exec, s[14:15]", after))


def around(before, after):
    """Work with another EXEC."""
    return f"{before}\nv_add_u32 v6, vcc, 7, v6\n{after}"


# Changes of EXEC that enable other lanes than those of a side, for a while.
BEYOND = {
    "whole wavefront": around("s_or_saveexec_b64 s[16:17], -1", "s_mov_b64 exec, s[16:17]"),
    "not": around("s_not_b64 exec, exec", "s_not_b64 exec, exec"),
    "all": around("s_mov_b64 s[16:17], exec\ns_mov_b64 exec, -1", "s_mov_b64 exec, s[16:17]"),
    "quads": around("s_mov_b64 s[16:17], exec\ns_wqm_b64 exec, exec", "s_mov_b64 exec, s[16:17]"),
    "or": around("s_mov_b64 s[16:17], exec\ns_or_b64 exec, exec, s[22:23]",
                 "s_mov_b64 exec, s[16:17]"),
    "xor": around("s_xor_b64 exec, exec, s[22:23]", "s_xor_b64 exec, exec, s[22:23]"),
    "nand": around("s_nand_saveexec_b64 s[16:17], exec", "s_mov_b64 exec, s[16:17]"),
    "xor of saved": around("s_xor_saveexec_b64 s[16:17], s[22:23]", "s_mov_b64 exec, s[16:17]"),
    "half": around("s_mov_b64 s[16:17], exec\ns_mov_b32 exec_lo, -1", "s_mov_b64 exec, s[16:17]"),
    "constant": around("s_mov_b64 s[16:17], exec\ns_movk_i32 exec_hi, -1",
                       "s_mov_b64 exec, s[16:17]"),
    "conditional": around("s_mov_b64 s[16:17], exec\ns_cmp_eq_u32 s24, s24\ns_cmov_b64 exec, -1",
                          "s_mov_b64 exec, s[16:17]"),
    "bit": around("s_mov_b64 s[16:17], exec\ns_bitset1_b64 exec, 40", "s_mov_b64 exec, s[16:17]"),
    "saved by an inner branch": INNER.format("s_mov_b64 s[12:13], -1") + "\n" + ADD,
}
# Changes that keep to the lanes of a side and have all of them on at its end.
WITHIN = {
    "nothing": ADD,
    "branch": INNER.format(""),
    "loop": LOOP.format("", ""),
    "branch in loop": LOOP.format(INNER.format(""), ""),
}
# The same, with some lanes off at its end.
LOSING = {
    "comparison": "v_cmpx_gt_u32 vcc, 10, v7\n" + ADD,
    "and": "s_and_b64 exec, exec, 15\n" + ADD,
    "loop without an end": LOOP.format("", "s_mov_b64 s[10:11], 0"),
    "branch without an end": "v_cmp_gt_u32 vcc, 30, v7\ns_and_saveexec_b64 s[12:13], vcc\n" + ADD +
                             "\ns_and_b64 s[12:13], s[12:13], exec\ns_or_b64 exec, exec, s[12:13]",
}
LATER = "v_add_u32 v6, vcc, 0x1000, v6"


def hand_written():
    """(name, code, whether the outermost branch can split)"""
    for name, code in BEYOND.items():
        yield f"beyond, if: {name}", one_side(code, after=LATER), False
        yield f"beyond, then: {name}", two_sides(code, ADD_MORE, LATER), False
        yield f"beyond, else: {name}", two_sides(ADD, code, LATER), False
    for older in False, True:
        form = "older" if older else "newer"
        for name, code in WITHIN.items():
            yield f"within, then, {form}: {name}", two_sides(code, ADD_MORE, LATER, older), True
            yield f"within, else, {form}: {name}", two_sides(ADD, code, LATER, older), True
        for name, code in LOSING.items():
            yield f"losing, then, {form}: {name}", two_sides(code, ADD_MORE, LATER, older), True
            yield f"losing, else, {form}: {name}", two_sides(ADD, code, LATER, older), False
    for name, code in (WITHIN | LOSING).items():
        yield f"within, if: {name}", one_side(code, after=LATER), True
    # A mask that was saved outside is fine if EXEC only shrinks.
    yield "and with a mask", one_side("s_and_b64 exec, exec, s[22:23]\n" + ADD), True
    # Masks in lanes of a vector register.
    spilled = ("v_writelane_b32 v9, s12, 3\nv_writelane_b32 v9, s13, 4\ns_mov_b64 s[12:13], -1\n"
               "{}v_readlane_b32 s12, v9, 3\nv_readlane_b32 s13, v9, 4")
    yield "spilled", one_side(INNER.format("").replace("INNER@:\n", "INNER@:\n").replace(
        "s_cbranch_execz INNER@", spilled.format("") + "\ns_cbranch_execz INNER@")), True
    yield "spilled and lost", one_side(INNER.format("").replace(
        "s_cbranch_execz INNER@",
        spilled.format("v_mov_b32 v9, -1\n") + "\ns_cbranch_execz INNER@")), False
    # The mask of the else side is overwritten.
    plain = two_sides(ADD, ADD_MORE, LATER)
    yield "mask of the else side, before the branch", plain.replace(
        "s_xor_b64", "s_mov_b64 s[8:9], -1\ns_xor_b64", 1), False
    yield "mask of the else side, after the then side", plain.replace(
        "ELSE@:", "ELSE@:\ns_mov_b64 s[8:9], -1", 1), False
    # Between the sides both parts run, each with its own lanes.
    for name, between, other, after, can in (
            ("work", "v_mov_b32 v6, 7", ADD_MORE, LATER, True),
            ("comparison", "v_cmp_eq_u32 vcc, v0, v0", "v_mov_b32 v6, 3",
             "v_cndmask_b32 v6, v0, v8, vcc", False),
            ("first lane", "v_readfirstlane_b32 s30, v0", "v_mov_b32 v6, s30", "", False),
            ("other lanes", "v_mov_b32_dpp v6, v7 wave_rol:1 row_mask:0xf bank_mask:0xf", ADD_MORE,
             "", False),
            ("EXEC", "s_mov_b32 s30, exec_lo", "v_mov_b32 v6, s30", "", False)):
        yield f"between: {name}", two_sides(ADD, other, after, True, between), can
    yield "between: saved mask", two_sides(LOSING["and"], "v_mov_b32 v6, s14", "", True), False
    yield "between: copy of the saved mask", \
        two_sides(LOSING["and"], "v_mov_b32 v6, s30", "", True, "s_mov_b32 s30, s14"), False
    # Without a branch over it a side runs even without lanes.
    for name, code, can in (
            ("nothing", ADD, True), ("scalar", "s_mov_b32 s30, 7\n" + ADD, False),
            ("mask", "s_or_b64 s[20:21], s[20:21], exec\n" + ADD, True),
            ("inverted mask", "s_xor_b64 s[20:21], exec, -1\n" + ADD, False),
            ("lane", "v_writelane_b32 v6, s24, 40\n" + ADD, False), ("loop", COUNTED, False)):
        yield f"no branch over: {name}", one_side(code, after="v_add_u32 v6, vcc, s30, v6\n"
                                                  "v_mov_b32 v7, s20", skips=False), can
    yield "no branch over: loop, else", two_sides(COUNTED, ADD_MORE, skips=False), False
    for older in (False, True):
        form = "older" if older else "newer"
        yield f"empty else side, {form}", two_sides(ADD, "", LATER, older), True
        yield f"empty then side, {form}", two_sides("", ADD, LATER, older), True
        yield f"two empty sides, {form}", two_sides("", "", LATER, older), True
    yield "empty side", one_side("", after=LATER), True


# ---- random kernels ----

def side(draw, depth):
    """Some statements of one side; registers of a depth are its own."""
    pool = list(BEYOND.values()) + list(LOSING.values()) + 8 * list(WITHIN.values())
    lines = []
    for _ in range(draw.randrange(1, 4)):
        if depth and draw.randrange(3) == 0:
            lines.append(f"v_cmp_gt_u32 vcc, {draw.randrange(0, 64)}, v7\n" + branch(draw, depth - 1))
        else:
            lines.append(draw.choice(pool))
    return "\n".join(lines)


def branch(draw, depth):
    if draw.randrange(3) == 0:
        code = one_side(side(draw, depth), skips=draw.random() < .8)
    else:
        code = two_sides(side(draw, depth), side(draw, depth), older=draw.random() < .4,
                         between=draw.choice(("", "", "v_add_u32 v6, vcc, 50, v6")),
                         skips=draw.random() < .8)
    base = 32 + 8 * depth
    code = code.replace("s[8:9]", f"s[{base}:{base + 1}]")
    code = code.replace("s[14:15]", f"s[{base + 2}:{base + 3}]")
    return numbered(code, f"_{draw.getrandbits(40):x}")


def numbered(code, suffix):
    """Labels of its own for each piece: those that have one already have no @."""
    out = []
    for number, part in enumerate(code.split("LOOP@:")):
        out.append(part.replace("LOOP@", f"LOOP{suffix}_{number}"))
    code = "".join(part + (f"LOOP{suffix}_{i + 1}:" if i + 1 < len(out) else "")
                   for i, part in enumerate(out))
    pieces = code.split("INNER@:")
    for i in range(len(pieces) - 1):
        pieces[i] = pieces[i].replace("INNER@", f"INNER{suffix}_{i}") + f"INNER{suffix}_{i}:"
    return "".join(pieces).replace("@", suffix)


# ---- runs ----

def call(*words, folder):
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True,
                          timeout=300)
    if done.returncode:
        sys.exit(f"Bail out! {' '.join(map(str, words))}: {done.stderr.strip()[:2000]}")
    return done.stdout


def assemble(folder, cases):
    text = HEAD
    for i, (_, code, _) in enumerate(cases):
        text += BEGIN.format(name=f"k{i}") + numbered(code, f"_k{i}") + END.format(name=f"k{i}")
    text += ".amdgpu_metadata\namdhsa.version: [1, 1]\namdhsa.kernels:\n"
    text += "".join(ABOUT.format(name=f"k{i}") for i in range(len(cases)))
    (folder / "k.s").write_text(text + ".end_amdgpu_metadata\n")
    call("clang-16", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx803", "-mcode-object-version=4", "-x",
         "assembler", "k.s", "-o", "k.hsaco", folder=folder)


def run(folder, cases, kernel, machine, *options):
    """The buffer of each kernel."""
    names = [f"k{i}" for i in range(len(cases))]
    job = f"kernel: {kernel}\nmachine: {machine}\nbuffers:\n"
    job += "".join(f"  {n}: {{type: u32, shape: {WORDS}, fill: 0}}\n" for n in names)
    job += "launches:\n"
    job += "".join(f"  - {{entry: {n}, grid: 1, block: {WORDS // 2}, args: [{n}]}}\n" for n in names)
    job += "save:\n" + "".join(f"  {n}: {n}.npy\n" for n in names)
    (folder / "job.yaml").write_text(job)
    call(program, "run", "job.yaml", "-q", *options, folder=folder)
    return [(folder / f"{n}.npy").read_bytes() for n in names]


def main():
    if not shutil.which("clang-16") or not shutil.which("ld.lld-16") and not shutil.which("ld.lld"):
        print("1..0 # SKIP needs clang-16 and lld")
        return 0
    cases = list(hand_written())
    draw = random.Random(seed)
    cases += [(f"random {i}", branch(draw, 2) + "\n" + LATER, None) for i in range(count)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        assemble(folder, cases)
        report = json.loads(call(program, "split", "k.hsaco", "-o", "s.hsaco", "--table", "s.yaml",
                                 "--depth", "15", "--json", "-", folder=folder))
        before = run(folder, cases, "k.hsaco", "gcn3")
        after = {"gcn3-dws": run(folder, cases, "k.hsaco", "gcn3-dws"),
                 "gcn3-pws": run(folder, cases, "s.hsaco", "gcn3-pws", "--set", "splits=15"),
                 "table": run(folder, cases, "k.hsaco", "gcn3-pws", "--set", "splits=15",
                              "--split", "s.yaml")}
    print(f"1..{len(cases) + 1}")
    failed, split = 0, 0
    kernels = {kernel["name"]: kernel for kernel in report["kernels"]}
    for i, (name, _, can) in enumerate(cases):
        sites = kernels[f"k{i}"]["branches"]
        split += can is None and sum(site["state"] == "chosen" for site in sites)
        wrong = [machine for machine, found in after.items() if found[i] != before[i]]
        if can is not None and (sites[0]["state"] == "chosen") != can:
            wrong.append(f"the branch is {sites[0]['state']}: {sites[0]['reason']}")
        print(f"{'not ok' if wrong else 'ok'} {i + 1} - {name}" +
              (f"\n# differs: {', '.join(wrong)}" if wrong else ""))
        failed += bool(wrong)
    few = split < count  # the random kernels must have something to split
    print(f"{'not ok' if few else 'ok'} {len(cases) + 1} - {split} splits in random kernels")
    return bool(failed or few)


sys.exit(main())
