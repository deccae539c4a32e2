#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bounds of Sim-D programs some of whose work-groups end early (SIMD-49, SIMD-54, SIMD-75).

    early-ends.py WARPCLOCK [PROGRAMS] [FIRST]

A program is a chain of compute, requests, masked regions and loops that lanes break out of. Every
second one also calls functions, which are before or after the code that calls them. At
some places work-groups leave it, and end there at once, after more compute, or with a store. Which
ones do depends on ids or on a buffer, so the analysis knows it or does not; a work-group leaves by
a branch or because all its lanes end.
Each program runs under the policies that form pairs, and under `unconstrained`. Prints TAP.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "random"))
import sim_d_machines  # noqa: E402

program = pathlib.Path(sys.argv[1]).resolve()
count = int(sys.argv[2]) if len(sys.argv) > 2 else 20
first = int(sys.argv[3]) if len(sys.argv) > 3 else 1

DATA = """.data
    0 0x0 1024 64 n
    1 0x80000 1024 64 n
    2 0x100000 1024 64 f leave.bin
.sp_data
    0 0x0 1024 1
.text
    smov s1, sc.wg_off_y
    mov v0, vc.lid_x
"""
REQUESTS = {"load": "ldglin v1, 0", "store": "stglin v0, 1", "scalar": "sldg s20, 0",
            "write": "stsplin v0, 0", "read": "ldsplin v1, 0"}
POLICIES = ("access", "compute", "unconstrained")
TIGHT = ("tight.pairs=true", "tight.pairs=true", "tight.pairs=false", "tight.groups=false",
         "tight.alignment=false", "tight.paths=false")


def compute(dice):
    return ["rcp v3, v0" if dice.random() < 0.4 else "mad v2, v1, v0, v2"
            for _ in range(dice.choice((0, 0, 1, 2, 4, 12, 30)))]


def operation(dice):
    """Changes v5, in which lanes differ."""
    name = dice.choice(("iadd", "isub", "imul", "imin", "imax", "and", "or", "xor", "shl", "shr"))
    if name in ("shl", "shr"):
        return f"{name} v5, v5, {dice.randrange(6)}"
    return f"{name} v5, v5, {dice.choice(('1', '3', '63', '500', '1023', 's1', 'v6'))}"


def test(dice, predicate):
    """Lanes by their ids, or by the contents of a buffer."""
    source = dice.choice((["mov v5, vc.tid_y", f"and v5, v5, {dice.choice((1, 2, 6))}"],
                          ["mov v5, vc.lid_x", f"isub v5, v5, {dice.choice((0, 500, 1023))}"],
                          ["mov v5, vc.tid_y", "imul v5, v5, 300", "mov v6, vc.tid_x",
                           "isub v5, v5, v6"],
                          ["mov v6, vc.lid_x", "mov v5, vc.tid_x",
                           *(operation(dice) for _ in range(4))], ["ldglin v5, 2"]))
    logic = [f"pbool.{dice.choice(('and', 'or', 'nand', 'nor'))} {predicate}, {predicate}, p3",
             "pbool.or p3, p3, p3", f"pbool.and p3, {predicate}, {predicate}"]
    return [*source, f"itest.{dice.choice(('ez', 'nz', 'l', 'ge'))} {predicate}, v5",
            *(each for each in logic if dice.random() < 0.2)]


def call(dice, name, body, functions):
    """Some lanes or all call a function, from which some return early."""
    early = [*test(dice, "p1"), "ret p1", *compute(dice), REQUESTS["load"]]
    functions += [f"function_{name}:", *body, *(early if dice.random() < 0.6 else []), "cpop"]
    if dice.random() < 0.2:
        return [f"call function_{name}"]
    return [*test(dice, "p0"), f"call function_{name}, p0"]


def region(dice, name, depth, functions):
    """Lanes are masked, take one of two arms, break out of a loop, or call a function."""
    body = chain(dice, 0, name, depth, functions)
    if dice.random() < 0.5:
        body += test(dice, "p2") + ["exit p2"]
    if functions is not None and dice.random() < 0.4:
        return call(dice, name, body, functions)
    if dice.random() < 0.3:
        other = chain(dice, 0, name + "_o", depth, functions)
        return [*test(dice, "p0"), f"cpush.if end_{name}", f"bra other_{name}, p0", *body, "cpop",
                f"other_{name}:", *other, "cpop", f"end_{name}:"]
    if dice.random() < 0.5:
        return [*test(dice, "p0"), f"cpush.if end_{name}", "cmask p0", *body, "cpop",
                f"end_{name}:"]
    return [f"smov s{9 + depth}, 3", f"cpush.brk end_{name}", f"loop_{name}:", *test(dice, "p1"),
            "brk p1", *body, f"sisub s{9 + depth}, s{9 + depth}, 1",
            *(alternate(name, depth) if functions is not None else []), "#bound branchcycle 2 1",
            f"sicj.g loop_{name}, s{9 + depth}", "cpop", f"end_{name}:"]


def alternate(name, depth):
    """Every second iteration of a loop takes long."""
    return [f"sand s{15 + depth}, s{9 + depth}, 1", "#bound branchcycle 1 1",
            f"sicj.ez skip_{name}, s{15 + depth}", *["rcp v3, v0"] * 40, f"skip_{name}:"]


def leave(dice, number, groups):
    """Code of a place where work-groups leave, and what they do there."""
    chosen = dice.choice(("one", "half", "lanes", "data"))
    out = [f"out_{number}:", *compute(dice),
           *dice.choice(([], [], ["stglin v0, 1"], ["ldglin v1, 0"])), "exit"]
    if chosen == "one":
        return [f"sisub s2, s1, {dice.randrange(groups)}", f"sicj.ez out_{number}, s2"], out
    if chosen == "half":
        return [f"sand s2, s1, {dice.choice((1, 2, 3, 4))}",
                f"sicj.{dice.choice(('ez', 'nz'))} out_{number}, s2"], out
    if chosen == "lanes":
        return ["mov v5, vc.tid_y", f"and v5, v5, {dice.choice((1, 2, 6))}",
                f"itest.{dice.choice(('ez', 'nz'))} p0, v5", "exit p0"], []
    return ["ldglin v4, 2", "itest.nz p0, v4", "exit p0"], []


def chain(dice, groups, name, depth, functions, outs=None):
    """In regions (`outs` is None) no branch leaves: the control stack would differ."""
    lines = []
    for number in range(dice.randint(1, 6) if outs is not None else dice.randint(0, 2)):
        lines += compute(dice)
        if outs is not None and dice.random() < 0.5:
            code, out = leave(dice, number, groups)
            lines += code
            outs += out
        if depth < 2 and dice.random() < (0.3 if functions is None else 0.6):
            lines += region(dice, f"{name}_{number}", depth + 1, functions)
        lines.append(REQUESTS[dice.choice(list(REQUESTS))])
    return lines


def text_of(dice, groups, calls):
    outs, functions = [], [] if calls else None
    lines = chain(dice, groups, "r", 0, functions, outs)
    lines += compute(dice) + ["stglin v0, 1", "exit", *outs, ""]
    if not functions:
        return DATA + "\n".join(lines)
    if dice.random() < 0.5:
        return DATA + "\n".join(lines[:-1] + functions + [""])
    return DATA + "\n".join(["j main", *functions, "main:", *lines])


def settings(dice):
    """The phase of the refresh counter, or a random machine; and a switch of the analysis."""
    machine = [f"refresh.phase={dice.randrange(12480)}"]
    if dice.random() < 0.4:
        machine = [each for each in sim_d_machines.settings(dice) if "policy=" not in each]
    return [*machine, dice.choice(TIGHT)]


def programs():
    for seed in range(first, first + count):
        dice = random.Random(seed)
        groups = dice.choice((3, 4, 5, 7, 8, 16, 33))
        yield seed, text_of(dice, groups, seed % 2 == 1), groups, settings(dice)


def write_files(folder, seed, text, groups):
    dice = random.Random(-seed)
    words = [int(dice.random() < 0.3) for _ in range(64)]
    (folder / "leave.bin").write_bytes(b"".join(
        word.to_bytes(4, "little") * 1024 for word in words))
    (folder / "k.sas").write_text(text)
    (folder / "job.yaml").write_text(f"kernel: k.sas\nmachine: sim-d\nndrange: [1024, {groups}]\n"
                                     "width: 1024\n")


def check(folder, sets):
    done = subprocess.run([program, "check", "job.yaml", "--method", "analysis", "--json", "-",
                           *(word for one in sets for word in ("--set", one))], cwd=folder,
                          capture_output=True, text=True)
    document = json.loads(done.stdout) if done.stdout else {}
    return done.returncode == 0, document.get("cycles"), document.get("bound"), done.stderr


def main():
    number = failed = 0
    print(f"1..{count * len(POLICIES)}")
    with tempfile.TemporaryDirectory() as name:
        for seed, text, groups, sets in programs():
            write_files(pathlib.Path(name), seed, text, groups)
            for policy in POLICIES:
                number += 1
                right, cycles, bound, error = check(pathlib.Path(name),
                                                    [f"policy={policy}", *sets])
                print(f"{'ok' if right else 'not ok'} {number} program {seed}, {policy}: "
                      f"{cycles} <= {bound}")
                if not right:
                    failed += 1
                    lines = (error + " ".join(sets) + "\n" + text).splitlines()
                    print("\n".join(f"# {line}" for line in lines), flush=True)
    sys.exit(1 if failed else 0)


main()
