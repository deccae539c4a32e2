#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small RV32 kernels on the SBI/SWI machines: which lanes a bound counts together, and which apart.

    fermi-programs.py WARPCLOCK SOURCE_ROOT

Each case is a kernel with a tail of N instructions. How much the terms `issue` and `waiting` grow per
instruction of the tail says what the analysis assumes there: 1 issue per warp if all its lanes are
together, 1 per lane if they may be scattered (docs/bound.md, SBI-31, SBI-43). A run of the same kernel must
stay within the bound in any case. Other cases are about time, pointers and explanations.

Prints TAP; skips all without clang-16.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "random"))
import rv32_structured  # noqa: E402

program, root = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
EXACT, REGION, REPLAY = "contexts.model=exact", "pcdiv=region", "mem_split=false"
SBI = [EXACT, REGION, REPLAY]
BARRIER = ".insn r 0x0B, 4, 0, x0, x0, x0"
# s4 is data, s2 the number of the thread: nobody knows s4 before the run.
ODD, SECOND = "andi t1, s4, 1", "andi t2, s4, 2"
IF = [ODD, "beqz t1, .Lelse", "addi s5, s5, 1", "j .Ljoin", ".Lelse:", "addi s5, s5, 2", ".Ljoin:"]
NESTED = [ODD, SECOND, "beqz t1, .Lelse", "beqz t2, .Linner", "addi s5, s5, 1", ".Linner:", "addi s5, s5, 3",
          "j .Ljoin", ".Lelse:", "addi s5, s5, 2", ".Ljoin:"]
# One meeting place for three sides.
THREE = [ODD, SECOND, "beqz t1, .Lelse", "beqz t2, .Linner", "addi s5, s5, 1", "j .Ljoin", ".Linner:",
         "addi s5, s5, 3", "j .Ljoin", ".Lelse:", "addi s5, s5, 2", ".Ljoin:"]
BOTH = [ODD, "beqz t1, .Lelse", BARRIER, "addi s5, s5, 1", "j .Ljoin", ".Lelse:", BARRIER, "addi s5, s5, 2",
        ".Ljoin:"]
# A side that never comes back: the barrier is everybody's who is left.
LEAVE = [ODD, "bnez t1, .Lstay", "mv ra, s11", "ret", ".Lstay:", BARRIER]
# One side has nothing before the meeting place, while the other side of the outer branch is elsewhere.
SHORTCUT = [ODD, SECOND, "beqz t1, .Lelse", "beqz t2, .Ljoin", "addi s5, s5, 1", "j .Ljoin", ".Lelse:",
            "addi s5, s5, 2", ".Ljoin:"]
# Lanes leave a loop in portions, straight to the meeting place.
PORTIONS = ["li s9, 5", ".Lturn:", "andi t1, s4, 1", "bnez t1, .Ldone", "srli s4, s4, 1", "addi s9, s9, -1",
            "bnez s9, .Lturn", ".Ldone:"]
FRONTIER = "reconvergence=frontier"
# Both sides may leave the loop, and meet only after it.
LEAVE_LOOP = ["li s9, 5", ".Lloop:", ODD, "beqz t1, .Leven", "addi s9, s9, -1", "srli s4, s4, 1",
              "beqz s9, .Lout", "j .Lloop", ".Leven:", "addi s9, s9, -1", "srli s4, s4, 1", "beqz s9, .Lout",
              "j .Lloop", ".Lout:"]
# The same in another loop, and lanes also leave at once: they do not enter the inner loop again.
OUTER = ["li s8, 40", ".Louter:", *LEAVE_LOOP[:4], SECOND, "bnez t2, .Lout", *LEAVE_LOOP[4:],
         "addi s8, s8, -1", "bnez s8, .Louter"]
GATHER = ["andi t0, s4, 63", "slli t0, t0, 7", "add t0, t0, s0", "lw s7, 0(t0)"]

# Name; code; machine and settings; issues per instruction of the tail and warp.
CASES = [
    ("sides of a branch meet, stack", IF, ["fermi"], 1),
    ("sides of a branch meet, one hot split", IF, ["fermi-warp64"], 1),
    ("sides of a branch meet, constraint", IF, ["fermi-sbi", *SBI], 1),
    ("nothing holds a secondary split", IF, ["fermi-sbi", *SBI, "constraints=false"], 64),
    ("two splits are in order in any heap", IF, ["fermi-sbi", REGION, REPLAY], 1),
    ("a branch inside another, exact heap", NESTED, ["fermi-warp64", EXACT], 1),
    ("a branch inside another, hardware heap", NESTED, ["fermi-warp64"], 64),
    ("a branch inside another, hardware heap, SWI", NESTED, ["fermi-swi"], 64),
    ("a branch inside another, stack", NESTED, ["fermi"], 1),
    ("a branch inside another, constraint", NESTED, ["fermi-sbi", *SBI], 1),
    ("three sides that meet in one place, exact heap", THREE, ["fermi-warp64", EXACT], 1),
    ("three sides that meet in one place, hardware heap", THREE, ["fermi-warp64"], 64),
    ("one side is there at once, exact heap", SHORTCUT, ["fermi-warp64", EXACT], 1),
    ("one side is there at once, hardware heap", SHORTCUT, ["fermi-warp64"], 64),
    ("portions, one pool", PORTIONS, ["fermi", FRONTIER, "pools=1"], 1),
    ("portions, two pools", PORTIONS, ["fermi", FRONTIER], 32),
    ("portions, two pools, exact heap", PORTIONS, ["fermi", FRONTIER, EXACT], 1),
    ("portions, SWI", PORTIONS, ["fermi-swi"], 64),
    ("portions, a sorter that takes two cycles", PORTIONS, ["fermi-warp64", "contexts.sort_min=2"], 64),
    ("portions, both splits hot", PORTIONS, ["fermi-sbi", REGION, REPLAY], 1),
    ("portions, and three splits elsewhere", [*NESTED, BARRIER, *PORTIONS], ["fermi-warp64"], 64),
    ("portions, and three splits elsewhere, exact heap", [*NESTED, BARRIER, *PORTIONS],
     ["fermi-warp64", EXACT], 1),
    ("a barrier ends it", [*NESTED, BARRIER], ["fermi-warp64"], 1),
    ("barriers on both sides of a branch", BOTH, ["fermi-warp64", EXACT], 64),
    ("barriers on both sides of a branch, stack", BOTH, ["fermi"], 32),
    ("barriers on both sides of a branch, constraint", BOTH, ["fermi-sbi", *SBI], 64),
    ("... and no later barrier ends that", [*BOTH, BARRIER], ["fermi"], 32),
    ("lanes that have ended wait for nobody", LEAVE, ["fermi-warp64", EXACT], 1),
    ("an access served at once", ["lw s7, 0(s6)"], ["fermi-sbi", EXACT, REGION], 1),
    ("an access served piece by piece", GATHER, ["fermi-sbi", EXACT, REGION], 64),
    ("... and repeated in the unit", GATHER, ["fermi-sbi", *SBI], 1),
    ("sides meet after the loop, stack", LEAVE_LOOP, ["fermi"], 1),
    ("sides meet after the loop, exact heap", LEAVE_LOOP, ["fermi-warp64", EXACT], 1),
    ("sides meet after the loop, hardware heap", LEAVE_LOOP, ["fermi-warp64"], 64),
    ("sides meet after the loop, nothing holds", LEAVE_LOOP, ["fermi-sbi", *SBI, "constraints=false"], 64),
    ("sides meet after the inner loop", OUTER, ["fermi"], 1),
]
SHORT, LONG = 10, 30


def call(*words):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=120)


def job(folder, code, items=64):
    """A kernel with this code, in a launch of one group."""
    (folder / "k.s").write_text(rv32_structured.fixed(code), encoding="utf-8")
    rv32_structured.assemble(root, folder)
    name = folder / "job.yaml"
    name.write_text(
        "kernel: k.elf\nmachine: fermi\nbuffers:\n"
        f"  in: {{type: u32, shape: [{rv32_structured.WORDS}], fill: random, min: 0, max: 255}}\n"
        f"  out: {{type: u32, shape: [{rv32_structured.WORDS}], fill: 0}}\n"
        f"entry: k0\ngrid: [1, 1, 1]\nblock: [{items}, 1, 1]\nargs: [in, out]\n", encoding="utf-8")
    return name


def check(name, machine, *more):
    words = [word for setting in machine[1:] for word in ("--set", setting)]
    done = call(program, "check", name, "--method", "analysis", "--machine", machine[0], *words, "--json",
                "-", *more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def growth(folder, code, machine, items=64):
    """What one more instruction of the tail adds to each term."""
    terms = [check(job(folder, [*code, *["addi s5, s5, 1"] * count], items), machine)["bound_terms"]
             for count in (SHORT, LONG)]
    return {name: (terms[1][name] - terms[0][name]) / (LONG - SHORT) for name in terms[0]}


def lanes_count_as_the_rules_say(folder, case):
    _, code, machine, expected = case
    warps = 2 if machine[0] == "fermi" else 1
    found = growth(folder, code, machine)["issue"]
    assert found == expected * warps, f"{found} issues per instruction, expected {expected * warps}"


def chains_go_through_all_warps_at_uneven_barriers(folder):
    """Four warps wait one after the other; at even barriers all wait at once."""
    uneven, even = (growth(folder, code, ["fermi-warp64", EXACT], 256)["waiting"]
                    for code in (BOTH, [*IF, BARRIER]))
    assert even == 10, even
    assert uneven == 4 * 64 * (10 + 2), uneven


def the_chain_of_a_group_is_its_slowest_warps(folder):
    """The first warp ends at once, the second has the tail."""
    code = ["li t0, 64", "bgeu s3, t0, .Lstay", "mv ra, s11", "ret", ".Lstay:"]
    found = growth(folder, code, ["fermi-warp64"], 128)["waiting"]
    assert found == 10, found


def lanes_that_leave_a_loop_early_do_not_enter_it_again(folder):
    """Nested loops are walked once, not once for each way to leave the inner one."""
    name, began = job(folder, OUTER), time.process_time()
    steps = check(name, ["fermi-sbi"])["bound_details"]["steps"]
    assert steps < 64 * 40 * 6 * 20, steps
    assert time.process_time() - began < 10


def explanations_add_up(folder):
    """HOUSE-50: rows and terms; loops have their iterations"""
    found = check(job(folder, OUTER), ["fermi"], "--explain")
    sums = {}
    for row in found["explain"]:
        assert row["cycles"] == sum(row["terms"].values()), row
        for term, cycles in row["terms"].items():
            sums[term] = sums.get(term, 0) + cycles
    assert sums == {term: cycles for term, cycles in found["bound_terms"].items() if cycles}, sums
    loops = sorted(loop["iterations"] // loop["entries"] for loop in found["explain_loops"])
    assert loops == [5, 40], found["explain_loops"]


def a_pointer_that_leaves_its_buffer_is_an_error_of_the_program(folder):
    """HOUSE-49"""
    next_buffer = 4 * rv32_structured.WORDS + 256
    code = ["add t0, s0, s4", f"li t1, {next_buffer}", "add t0, t0, t1", "lbu s7, 0(t0)"]
    for machine in ("fermi", "fermi-sbi-swi"):
        done = call(program, "check", job(folder, code), "--method", "analysis", "--machine", machine)
        assert done.returncode == 1, done.stderr
        assert "in buffer out; its bound assumes that it stays in buffer in" in done.stderr, done.stderr
        assert "pc 0x800000" in done.stderr and "an error in the program" in done.stderr, done.stderr


def loads_outside_all_buffers_may_all_miss(folder):
    """... where they are tolerated."""
    code = ["slli t0, s4, 14", "slli t1, s2, 20", "add t0, t0, t1", "add t0, t0, s0", "lui t2, 0x1000",
            "add t0, t0, t2", *["lw s7, 0(t0)", "add t0, t0, t2"] * 40]
    for machine in (["fermi", "l1.delivery=1000"], ["fermi-sbi-swi", "l1.delivery=1000"]):
        name = job(folder, code)
        name.write_text(name.read_text() + "on_out_of_bounds: warn\n")
        found = check(name, machine)
        assert found["cycles"] > 40000, found["cycles"]


def reservations_load_through_the_cache(folder):
    """LR, and SC without a reservation, miss as loads do."""
    line = ["slli t0, s2, 7", "add t0, t0, s0"]
    for code in ([*line, "lr.w s7, (t0)"], [*line, "sc.w s7, s5, (t0)"],
                 [*line, "lr.w s7, (t0)", "sc.w s7, s5, (t0)"]):
        for machine in (["fermi", "l1.mshrs=1"], ["fermi", "l1.delivery=1000"], ["fermi-sbi-swi", "l1.mshrs=1"]):
            check(job(folder, code), machine)
    chain = ["mv t0, s0", *["lr.w s7, (t0)", "andi t1, s7, 0", "add t0, t0, t1", "addi t0, t0, 128"] * 20]
    check(job(folder, chain), ["fermi", "l1.delivery=1000"])


def a_cubin_is_refused_with_what_works(folder):
    del folder
    done = call(program, "bound", root / "kernels/bfs/pascal-tiny.yaml", "--machine", "fermi-sbi", "--method",
                "analysis")
    assert done.returncode == 2, done.stdout
    assert "fermi (rv32)" in done.stderr and "'--method exact' bounds any code" in done.stderr, done.stderr


def main():
    if not (shutil.which("clang-16") and shutil.which("ld.lld-16")):
        print("1..0 # SKIP clang-16 is not there")
        return 0
    tests = [(case[0], lambda folder, case=case: lanes_count_as_the_rules_say(folder, case)) for case in CASES]
    tests += [(test.__name__.replace("_", " "), test) for test in (
        chains_go_through_all_warps_at_uneven_barriers, the_chain_of_a_group_is_its_slowest_warps,
        lanes_that_leave_a_loop_early_do_not_enter_it_again,
        explanations_add_up, loads_outside_all_buffers_may_all_miss, reservations_load_through_the_cache,
        a_pointer_that_leaves_its_buffer_is_an_error_of_the_program,
        a_cubin_is_refused_with_what_works)]
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
