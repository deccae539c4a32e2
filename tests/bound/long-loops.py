#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loops of more turns than an analysis walks one by one, on GCN3 and on the SBI/SWI machines (HOUSE-130).

    long-loops.py WARPCLOCK SOURCE_ROOT

Each case is a kernel whose loops run as often as their bounds say, because the data say so: `check
--method analysis` finds nothing that the bound has too small. What a turn does depends on the turns before
it, so that no turn at the beginning stands for the others. The last cases are about time.

Prints TAP; skips all without clang-16.
"""
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "random"))
import gcn3_structured  # noqa: E402
import rv32_structured  # noqa: E402

program, root = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
LONG, SOME = 5000, 100  # turns: of one loop, and of each of two nested ones

# ---- GCN3: s10 is the word at `in`, v6 the word of each lane; s20 and v10 count ----

SCALAR = ["s_load_dwordx4 s[4:7], s[0:1], 0x0", "s_mov_b32 m0, -1", "s_waitcnt lgkmcnt(0)",
          "s_load_dword s10, s[4:5], 0x0", "v_mov_b32 v5, s5", "v_lshlrev_b32 v4, 2, v0",
          "v_add_u32 v4, vcc, s4, v4", "v_addc_u32 v5, vcc, 0, v5, vcc", "flat_load_dword v6, v[4:5]",
          "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_mov_b32 s20, 0", "v_mov_b32 v10, 0"]
SLOW = ["v_rcp_f32 v9, v9"] * 8


def scalars(label, counter, *body, count="s10"):
    return [f"s_mov_b32 {counter}, 0", f"{label}:", *body, f"s_add_u32 {counter}, {counter}, 1",
            f"s_cmp_lt_u32 {counter}, {count}", f"s_cbranch_scc1 {label}"]


def lanes(label, *body, count="v6"):
    """Each lane goes round as often as its word says."""
    return ["v_mov_b32 v10, 0", "s_mov_b64 s[30:31], 0", f"{label}:", *body, "v_add_u32 v10, vcc, 1, v10",
            f"v_cmp_ge_u32 vcc, v10, {count}", "s_or_b64 s[30:31], vcc, s[30:31]",
            "s_andn2_b64 exec, exec, s[30:31]", f"s_cbranch_execnz {label}", "s_or_b64 exec, exec, s[30:31]"]


def tested_first(top, out, counter, *body):
    """The test runs once more than the body."""
    return [f"s_mov_b32 {counter}, 0", f"{top}:", f"s_cmp_ge_u32 {counter}, s10", f"s_cbranch_scc1 {out}", *body,
            f"s_add_u32 {counter}, {counter}, 1", f"s_branch {top}", f"{out}:"]


# A lane loads from another line in each turn.
WALK = ["v_lshlrev_b32 v20, 6, v10", "v_and_b32 v20, 0x3fff, v20", "v_add_u32 v20, vcc, v4, v20",
        "v_addc_u32 v21, vcc, 0, v5, vcc", "flat_load_dword v22, v[20:21]", "s_waitcnt vmcnt(0) lgkmcnt(0)"]
# 20 turns pass until s40 is in s60; from then on each turn takes longer.
LATE = [*[f"s_mov_b32 s{60 - i}, s{59 - i}" for i in range(20)], "s_cmp_eq_u32 s60, 0",
        "s_cbranch_scc1 .Lquick", *SLOW, ".Lquick:"]
GCN3 = [
    ("addresses by a counter", lanes(".La", *WALK), LONG, [LONG], {}),
    ("a loop that is tested first", tested_first(".La", ".Lout", "s20", *SLOW), LONG, [LONG], {}),
    ("each lane another number of turns", lanes(".La", *SLOW), None, [LONG + 255], {}),
    ("every second turn takes longer",
     scalars(".La", "s20", "s_xor_b32 s21, s21, 1", "s_cmp_eq_u32 s21, 0", "s_cbranch_scc1 .Lquick", *SLOW,
             ".Lquick:"), LONG, [LONG], {}),
    ("all turns but the first ones take longer",
     ["s_mov_b32 s40, 1", *[f"s_mov_b32 s{i}, 0" for i in range(41, 61)], *scalars(".La", "s20", *LATE)],
     LONG, [LONG], {}),
    ("nested loops", scalars(".La", "s20", *scalars(".Lb", "s21", *WALK)), SOME, [SOME, SOME], {}),
    ("nested loops, the inner one by lanes", scalars(".La", "s20", *lanes(".Lb", *WALK)), SOME, [SOME, SOME],
     {}),
    ("accesses under way from turn to turn",
     [*scalars(".La", "s20", "flat_load_dword v22, v[4:5]", "s_waitcnt vmcnt(2)"), "s_waitcnt vmcnt(0)"],
     LONG, [LONG], {"settings": ["l1d.latency=300"]}),
    ("a barrier in each turn", scalars(".La", "s20", *SLOW, "s_barrier"), LONG, [LONG],
     {"items": 256, "settings": ["barrier.release=100"]}),
    ("barriers in the inner loop", scalars(".La", "s20", "s_barrier", *scalars(".Lb", "s21", "s_barrier")),
     SOME, [SOME, SOME], {"items": 128, "settings": ["barrier.release=100"]}),
    ("both sides of a branch in each turn, wavefronts that split",
     lanes(".La", "v_and_b32 v2, 1, v0", "v_cmp_eq_u32 vcc, 0, v2", "s_and_saveexec_b64 s[24:25], vcc",
           "s_xor_b64 s[24:25], exec, s[24:25]", "s_cbranch_execz .Lelse", *SLOW, ".Lelse:",
           "s_andn2_saveexec_b64 s[24:25], s[24:25]", "s_cbranch_execz .Ljoin", *SLOW, ".Ljoin:",
           "s_or_b64 exec, exec, s[24:25]"), LONG, [LONG], {"machine": "gcn3-dws", "settings": ["splits=3"]}),
]

# ---- RV32: s4 is the word of each lane, the same for all unless the case says so ----

BARRIER = ".insn r 0x0B, 4, 0, x0, x0, x0"
DIVIDE = ["divu t3, s4, s5"] * 2


def turns(label, counter, *body, count="s4"):
    return [f"li {counter}, 0", f"{label}:", *body, f"addi {counter}, {counter}, 1",
            f"bltu {counter}, {count}, {label}"]


STROLL = ["andi t0, s8, 31", "slli t0, t0, 8", "add t0, t0, s0", "lw s7, 0(t0)"]
# A chain of registers, as above.
DELAY = ["mv a7, a6", "mv a6, a5", "mv a5, a4", "mv a4, a3", "mv a3, a2", "mv a2, t6", "mv t6, t5", "mv t5, t4",
         "beqz a7, .Lquick", *DIVIDE, ".Lquick:"]
EVERY = ["fermi", "fermi-warp64", "fermi-sbi", "fermi-swi", "fermi-sbi-swi"]
FERMI = [
    ("addresses by a counter", turns(".La", "s8", *STROLL), LONG, [LONG], {"machines": EVERY}),
    ("a loop that is tested first",
     ["li s8, 0", ".La:", "bgeu s8, s4, .Lout", *DIVIDE, "addi s8, s8, 1", "j .La", ".Lout:"], LONG, [LONG],
     {"machines": EVERY}),
    ("lines that replace each other in each turn",
     turns(".La", "s8", *[f"lw s7, {line * 128}(s0)" for line in range(3)]), LONG, [LONG],
     {"machines": ["fermi l1.bytes=256 l1.ways=2"]}),
    ("lines of a stack in each turn", turns(".La", "s8", "lw s7, -64(sp)"), LONG, [LONG],
     {"machines": ["fermi l1.bytes=256 l1.ways=2"]}),
    ("lanes that leave in portions", turns(".La", "s8", "addi s5, s5, 1"), None, [LONG + 255],
     {"machines": [*EVERY, "fermi-warp64 contexts.sort_min=2", "fermi-swi contexts.model=exact"]}),
    ("lanes that leave in portions, and what follows", [*turns(".La", "s8", *STROLL), *DIVIDE], None,
     [LONG + 255], {"machines": EVERY}),
    ("every second turn takes longer",
     turns(".La", "s8", "xori t2, t2, 1", "beqz t2, .Lquick", *DIVIDE, ".Lquick:"), LONG, [LONG],
     {"before": ["li t2, 0"]}),
    ("all turns but the first ones take longer", turns(".La", "s8", *DELAY), LONG, [LONG],
     {"before": ["li t4, 1", *[f"li {x}, 0" for x in ("t5", "t6", "a2", "a3", "a4", "a5", "a6", "a7")]]}),
    ("nested loops", turns(".La", "s9", *turns(".Lb", "s8", *STROLL)), SOME, [SOME, SOME],
     {"machines": EVERY}),
    ("both sides of a branch in each turn",
     turns(".La", "s8", "andi t1, s2, 1", "beqz t1, .Lelse", *DIVIDE, "j .Ljoin", ".Lelse:", *DIVIDE, ".Ljoin:"),
     None, [LONG + 255], {"machines": EVERY}),
    ("sides that meet at the next turn",
     ["li s8, 0", ".La:", "andi t1, s2, 1", "beqz t1, .Leven", "addi s8, s8, 1", "bgeu s8, s4, .Lout", "j .La",
      ".Leven:", *DIVIDE, "addi s8, s8, 1", "bltu s8, s4, .La", ".Lout:"], LONG, [LONG], {"machines": EVERY}),
    ("a barrier in each turn", turns(".La", "s8", *DIVIDE, BARRIER), LONG, [LONG],
     {"items": 128, "machines": ["fermi barrier.release=500", "fermi-sbi"]}),
    ("a barrier in each turn, lanes that leave wait after the loop",
     ["li s8, 0", ".La:", BARRIER, "addi s8, s8, 1", "bltu s8, s4, .Lstay", "mv ra, s11", "ret", ".Lstay:",
      *DIVIDE, "j .La"], LONG, [LONG], {"items": 128, "machines": ["fermi barrier.release=500", "fermi-warp64"]}),
    ("a barrier in each turn, lanes that leave end",
     ["li s8, 0", ".La:", BARRIER, "addi s8, s8, 1", "bltu s8, s4, .Lstay", "mv ra, s11", "ret", ".Lstay:",
      "lw s7, 0(s0)", "beqz s7, .Lout", "j .La", ".Lout:"], LONG, [LONG],
     {"items": 128, "machines": ["fermi barrier.release=500", "fermi-warp64 barrier.release=500"]}),
]

# Loops of N turns inside each other, for the time that a bound takes.
NEST = {
    "gcn3": scalars(".La", "s20", *scalars(".Lb", "s21", *scalars(".Lc", "s22", *WALK))),
    "fermi": turns(".La", "s9", *turns(".Lb", "s10", *turns(".Lc", "s8", *STROLL))),
}


def call(*words, **options):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=300, **options)


class Fixed(gcn3_structured.Kernel):
    """A kernel with this code."""
    def __init__(self, code):
        super().__init__(None, "k0", 0)
        self.code = code

    def body(self):
        self.add(*SCALAR, *self.code, "s_endpgm")


def build(folder, target, code):
    if target == "fermi":
        (folder / "k.s").write_text(rv32_structured.fixed(code), encoding="utf-8")
        rv32_structured.assemble(root, folder)
        return "k.elf"
    (folder / "k.s").write_text(gcn3_structured.object_text([Fixed(code)]), encoding="utf-8")
    for words in (["clang-16", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx803", "-mcode-object-version=4",
                   "-x", "assembler", "-c", "k.s", "-o", "k.o"],
                  ["ld.lld-16", "-shared", "--no-undefined", "k.o", "-o", "k.hsaco"]):
        done = call(*words, cwd=folder)
        assert done.returncode == 0, done.stderr
    return "k.hsaco"


class Job:
    """A kernel and its launch; `fill`: what all words of `in` are, or None: LONG to LONG + 255."""
    def __init__(self, folder, target, code, fill, items=64):
        kernel = build(folder, target, code)
        data = f"fill: {fill}" if fill else f"fill: random, min: {LONG}, max: {LONG + 255}"
        self.path = folder / "job.yaml"
        self.text = (f"kernel: {kernel}\nmachine: {target}\nbuffers:\n"
                     f"  in: {{type: u32, shape: [65536], {data}}}\n"
                     "  out: {type: u32, shape: [65536], fill: 0}\n"
                     f"entry: k0\ngrid: [1, 1, 1]\nblock: [{items}, 1, 1]\nargs: [in, out]\nloops: ")
        self.loops = re.findall(r"^  (0x[0-9a-f]+) in k0", self.give({"0x0": 1}, "bound").stderr, re.M)

    def give(self, loops, *words):
        self.path.write_text(self.text + json.dumps(loops), encoding="utf-8")
        return call(program, *words, self.path, "--method", "analysis")

    def all_loops(self, bounds):
        """Outer ones first."""
        assert len(self.loops) == len(bounds), self.loops
        return dict(zip(self.loops, bounds))

    def check(self, bounds, machine, settings=()):
        words = [word for setting in settings for word in ("--set", setting)]
        done = self.give(self.all_loops(bounds), "check", "--machine", machine, *words)
        assert done.returncode == 0, f"{machine}: {done.stderr}{done.stdout}"


def gcn3_case(folder, case):
    _, code, fill, bounds, more = case
    job = Job(folder, "gcn3", code, fill, more.get("items", 64))
    job.check(bounds, more.get("machine", "gcn3"), more.get("settings", ()))


def fermi_case(folder, case):
    _, code, fill, bounds, more = case
    job = Job(folder, "fermi", [*more.get("before", ()), *code], fill, more.get("items", 64))
    for machine in more.get("machines", ["fermi", "fermi-sbi"]):
        name, *settings = machine.split()
        job.check(bounds, name, settings)


def nests_take_no_time(folder, target):
    """Three nested loops take as long with 10^4 turns as with 10^3, and less than a second."""
    job = Job(folder, target, NEST[target], 1)
    for turns_each in (1000, 10000):
        began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = job.give(job.all_loops([turns_each] * 3), "bound")
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
        assert done.returncode == 0, done.stderr
        assert took < 10, f"{took} s"  # sanitizers take ten times as long
        cycles = int(re.search(r"at most ([\d ]+) cycles", done.stdout).group(1).replace(" ", ""))
        assert cycles > turns_each ** 3, cycles


def main():
    if not (shutil.which("clang-16") and shutil.which("ld.lld-16")):
        print("1..0 # SKIP clang-16 is not there")
        return 0
    tests = [(f"gcn3: {case[0]}", lambda folder, case=case: gcn3_case(folder, case)) for case in GCN3]
    tests += [(f"fermi: {case[0]}", lambda folder, case=case: fermi_case(folder, case)) for case in FERMI]
    tests += [(f"{target}: nested loops take no time", lambda folder, target=target: nests_take_no_time(
        folder, target)) for target in ("gcn3", "fermi")]
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(pathlib.Path(folder))
                found = None
            except AssertionError as wrong:
                found = str(wrong) or "no"
        failed += found is not None
        print(f"{'ok' if found is None else 'not ok'} {number} {name}", flush=True)
        for line in (found or "").splitlines():
            print(f"# {line}")
    print(f"1..{len(tests)}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
