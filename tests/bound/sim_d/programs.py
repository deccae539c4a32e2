#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""programs.py WARPCLOCK: directed Sim-D programs, their bounds and the errors of those without one.

Programs of BOUNDED run under all four policies, by default with and without a refresh at once,
within their bounds; `check` also compares counts and phases. Those of REFUSED must fail at a line.
VALUES are worked examples. SIMD-45, SIMD-49, SIMD-54, SIMD-62, SIMD-63, SIMD-64, SIMD-65, SIMD-66,
SIMD-67, SIMD-70, SIMD-72, SIMD-75.
"""
import json
import os
import subprocess
import sys
import tempfile

DATA = """.data
    0 0x0 6144 1
    1 0x10000 6144 1
    2 0x20000 6144 1
    3 0x30000 3000 40
    4 0x1000000 3000 140
.sp_data
    0 0x0 1024 1
.text
"""

POLICIES = ["unconstrained", "pairwise", "compute", "access"]
SETS = [["refresh.phase=0"], ["refresh.phase=12479"]]

# Buffers of other sizes.
WIDE = DATA.replace("6144", "65536").replace("0x10000 ", "0x100000 ").replace(
    "0x20000 ", "0x200000 ").replace("0x30000 ", "0x300000 ")
PADS = """.data
    0 0x0 16384 1
    1 0x100000 1024 1
.sp_data
    0 0x0 16384 1
.text
"""
LONG = """.data
    0 0x0 262144 8
    2 0x2000000 1024 64
.text
"""
ROWS = """.data
    0 0x0 1024 64
    1 0x40000 1024 64
    2 0x100000 1024 64
.text
"""
ONE_CLASS = [f"tight.{name}=false" for name in ("alignment", "groups", "paths")]
MAD, RCP, NOP = "    mad v1, v1, v0, v0\n", "    rcp v0, v0\n", "    nop\n"


def leaves_early(number):
    """Work-group `number` ends at once."""
    return (f"    smov s0, sc.wg_off_x\n    sisub s0, s0, {1024 * number}\n    sicj.ez out, s0\n"
            "    ldglin v0, 0\n" + 24 * MAD + "    ldglin v2, 1\n" + 24 * MAD +
            "    stglin v0, 2\n    exit\nout:\n    exit\n")


def loop(first, body, iterations):
    return (f"{first}    smov s2, {iterations}\nloop:\n{body}    sisub s2, s2, 1\n"
            f"#bound branchcycle {iterations - 1} 1 0\n    sicj.g loop, s2\n")


def alternates(before, after):
    """Every second of 8 iterations is long; the other code of the loop is somewhere else."""
    return ("    smov s0, 8\nloop:\n#bound branchcycle 1 8 1\n    sicj.ez done, s0\n" + before +
            "    sand s2, s0, 1\n#bound branchcycle 1 1\n    sicj.ez skip, s2\n" + 9 * RCP +
            "skip:\n" + after + "    sisub s0, s0, 1\n    j loop\ndone:\n    stglin v0, 2\n"
            "    exit\n")


FUNCTION = "f:\n    mov v1, 1\n    cpop\n"

# name: (code, NDRange[, data[, parameters]])
BOUNDED = {
    "a loop calls a function after it": (alternates("    call f\n", "") + FUNCTION, "2048, 1"),
    "a loop calls a function before it": (
        "    j main\n" + FUNCTION + "main:\n" + alternates("", "    call f\n"), "2048, 1"),
    "an arm of a loop is after it": (
        alternates("    sicj.nz arm, s0\nback:\n", "") + "arm:\n    nop\n    j back\n",
        "2048, 1"),
    "a tile far in front of its buffer": (
        loop("    ldglin v0, 0, -5000\n",
             24 * MAD + "    ldglin v1, 1\n    sldg s1, 1\n    sldg s1, 1\n", 40) +
        "    stglin v1, 2\n    exit\n", "1024, 16", ROWS, SETS[:1] + [["tight.alignment=false"]]),
    "tiles at unknown places in front of their buffer": (
        loop("    smov s3, -5000\n    sicj.ez far, s31\n    smov s3, -100000\nfar:\n"
             "    ldglin v0, 0, s3\n",
             24 * MAD + "    ldglin v1, 1\n    sldg s1, 1\n    sldg s1, 1\n", 40) +
        "    stglin v1, 2\n    exit\n", "1024, 16", ROWS, SETS[:1]),
    "too many numbers of requests before a block": (
        loop("", "    sldg s3, 0\n    sicj.ez skip, s3\n    sldg s4, 0\nskip:\n", 6000) +
        "    stglin v0, 2\n    exit\n", "1024, 1", DATA, SETS[:1]),
    "number 2 of 9 ends at once": (leaves_early(2), "9216, 1", WIDE),
    "number 2 of 32 ends at once": (leaves_early(2), "32768, 1", WIDE),
    "number 1 of 32 ends at once": (leaves_early(1), "32768, 1", WIDE),
    "number 2 of 3 ends at once": (leaves_early(2), "3072, 1", WIDE),
    "a first store ends number 2": (leaves_early(2).replace(
        "out:\n    exit", "out:\n    stglin v0, 2\n    exit"), "32768, 1", WIDE),
    "lanes of every second work-group end": (
        "    mov v5, vc.tid_x\n    and v5, v5, 1024\n    itest.ez p0, v5\n    exit p0\n" +
        leaves_early(3), "16384, 1", WIDE),
    "one way has no request": (
        "    smov s0, sc.wg_off_x\n    sicj.ez other, s0\n" + 7 * RCP + "    exit\nother:\n"
        "    ldglin v1, 0\n    exit\n", "1024, 1"),
    "two ways of the same length": (
        "    smov s0, sc.wg_off_x\n    sicj.ez a, s0\n    stglin v0, 2\n    exit\na:\n" +
        7 * RCP + 12 * NOP + "    exit\n", "1024, 1"),
    "a loop that an inner test leaves": (
        "    smov s0, 6\nouter:\n    smov s1, 5\ninner:\n" + 4 * RCP + "    sisub s1, s1, 1\n"
        "#bound branchcycle 1 4 1\n    sicj.le out, s1\n    nop\n#bound branchcycle 1 0\n"
        "    sicj.g inner, s1\nout:\n    sisub s0, s0, 1\n#bound branchcycle 5 1\n"
        "    sicj.g outer, s0\n    stglin v0, 2\n    exit\n", "2048, 1"),
    "offsets that wrap": (
        loop("    sldg s9, 1\n    smov s0, sc.wg_off_x\n    sshl s1, s0, 14\n"
             "    siadd s1, s1, 16777216\n", 7 * MAD + "    ldg2sptile 0, 0, s1\n", 20) +
        "    exit\n", "262144, 1", PADS, SETS[:1] + [ONE_CLASS]),
    "a slow compute unit": (
        loop("    sldg s5, 0\n", 9 * MAD + "    ldgbidx 0\n    sldg s1, 1\n    sldg s1, 1\n", 10) +
        "    stgbidx 1\n    exit\n", "16384, 1", PADS,
        [[f"clock.compute={mhz}"] for mhz in (5, 40, 300, 933)]),
    "the scratchpad first, a slow compute unit": (
        loop("    sldsp s3, 0\n", 12 * MAD + "    ldglin v1, 1\n    sldg s1, 1\n    sldg s1, 1\n",
             40) + "    stglin v1, 2\n    exit\n", "32768, 1", WIDE,
        [[f"clock.compute={mhz}"] for mhz in (300, 500, 533, 800, 1000)]),
    "a stride register set by arithmetic": (
        "    smov s5, 0\n    smov s0, 16384\n    siadd s0, s0, s5\n    smovssp sc.sd_words, 1\n"
        "    smovssp sc.sd_period_cnt, 64\n#bound value 17000\n    smovssp sc.sd_period, s0\n"
        "    ldgcidx 0\n    stglin v1, 2\n    exit\n", "1024, 1", LONG),
    "an odd number of work-groups, the last outside of the buffer": (
        "    ldglin v0, 0\n" + 20 * MAD + "    ldglin v2, 1\n    stglin v0, 2\n    exit\n",
        "7168, 1"),
    "early ends in nested regions": (
        "    mov v5, vc.tid_x\n    and v6, v5, 2048\n    itest.nz p0, v6\n    cpush.if end\n"
        "    cmask p0\n    ldglin v1, 1\n    and v6, v5, 1024\n    itest.nz p1, v6\n    exit p1\n" +
        8 * RCP + "    cpop\nend:\n" + 8 * RCP + "    ldglin v1, 0\n    stglin v0, 2\n    exit\n",
        "13312, 1", WIDE),
    "a request that is clipped to nothing": ("""
    ldglin v0, 0, 30000
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    stglin v0, 2
    exit
""", "8192, 1"),
    "an even work-group ends early": ("""
    smov s0, sc.wg_off_x
    sisub s0, s0, 2048
    sicj.ez out, s0
    ldglin v0, 0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    ldglin v1, 1
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    stglin v0, 2
    exit
out:
    exit
""", "6144, 1"),
    "a request off the critical path": ("""
    smov s0, sc.wg_off_x
    sicj.ez load, s0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    exit
load:
    ldglin v0, 0
    exit
""", "1024, 1"),
    "a loop of one block": ("""
    smov s0, 9
    mov v2, 1
again:
    iadd v2, v2, s0
    sisub s0, s0, 1
#bound branchcycle 8 1
    sicj.g again, s0
    stglin v2, 2
    exit
""", "3072, 1"),
    "lanes break out of a counted loop": ("""
    ldglin v0, 0
    mov v5, vc.lid_x
    smov s0, 5
    cpush.brk end
again:
    isub v5, v5, 400
    itest.l p0, v5
    brk p0
    ldglin v1, 1
    sisub s0, s0, 1
#bound branchcycle 4 1
    sicj.g again, s0
    cpop
end:
    stglin v0, 2
    exit
""", "5120, 1"),
    "a request on one way only": ("""
    smov s0, sc.wg_off_x
    sand s0, s0, 1024
    ldglin v0, 0
    sicj.ez over, s0
    ldglin v1, 1
    ldglin v1, 3
over:
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    rcp v0, v0
    stglin v0, 2
    exit
""", "6144, 1"),
    "requests on the way with less compute": ("""
    smov s0, sc.wg_off_x
    sand s0, s0, 1024
    ldglin v0, 0
    sicj.ez loads, s0
    rcp v1, v0
    rcp v2, v0
    j both
loads:
    ldglin v1, 1
    ldglin v2, 3
both:
    mul v0, v1, v2
    stglin v0, 2
    exit
""", "6144, 1"),
    "whole work-groups exit early": ("""
    mov v0, vc.tid_x
    and v0, v0, 1024
    itest.nz p0, v0
    exit p0
    ldglin v1, 0
    rcp v1, v1
    rcp v1, v1
    ldglin v2, 1
    stglin v1, 2
    exit
""", "6144, 1"),
    "compute after the last store": ("""
    mov v2, vc.tid_x
    stglin v2, 2
    rcp v3, v2
    rcp v3, v3
    rcp v3, v3
    rcp v3, v3
    exit
""", "6144, 1"),
    "no request": ("""
    mov v2, vc.tid_x
    rcp v3, v2
    exit
""", "5120, 1"),
    "an empty arm pops through": ("""
    ldglin v0, 0
    mov v5, vc.lid_x
    itest.l p0, v5
    cpush.if end
    bra other, p0
    rcp v0, v0
    cpop
other:
    rcp v0, v0
    cpop
end:
    stglin v0, 2
    exit
""", "2048, 1"),
    "a reciprocal in the shadow of a mask": ("""
    ldglin v0, 0
    mov v5, vc.one
    itest.g p0, v5
    cpush.if end
    cmask p0
    rcp v0, v0
    rcp v0, v0
    cpop
end:
    stglin v0, 2
    exit
""", "2048, 1"),
    "a division behind a request": ("""
    smov s0, 100
    ldglin v0, 0
    sidiv s1, s0, 3
    sidiv s1, s1, 3
    ldglin v1, 1
    sidiv s1, s0, 3
    iadd v0, v0, s1
    stglin v0, 2
    exit
""", "6144, 1"),
    "exits in nested regions": ("""
    ldglin v0, 0
    mov v5, vc.lid_x
    and v6, v5, 1
    itest.nz p0, v6
    and v6, v5, 2
    itest.nz p1, v6
    cpush.if end
    cmask p0
    cpush.if inner
    cmask p1
    exit
inner:
    ldglin v1, 1
    cpop
end:
    stglin v0, 2
    exit
""", "3072, 1"),
    "only the scratchpad": ("""
    mov v0, vc.lid_x
    stsplin v0, 0
    ldsplin v1, 0
    exit
""", "3072, 1"),
    "a function": ("""
    ldglin v0, 0
    call square
    stglin v0, 2
    exit
square:
    mul v0, v0, v0
    ldglin v1, 1
    cpop
""", "4096, 1"),
}

WORK = ("    ldglin v1, 0\n" + 24 * MAD + "    ldglin v2, 1\n" + 24 * MAD +
        "    stglin v1, 2\n    exit\n")
# switch of the analysis: (what it brings, code). The bound is smaller with it.
TIGHTER = {
    "tight.paths": ("lanes end by their ids, but never all",
                    "    mov v5, vc.lid_x\n    isub v5, v5, 700\n    itest.ge p0, v5\n"
                    "    exit p0\n" + WORK),
    "tight.pairs": ("lanes end by what they load",
                    "    ldglin v5, 0\n    itest.nz p0, v5\n    exit p0\n" + WORK),
}

# name: (code, line of the error after .text, words of the message)
REFUSED = {
    "a loop without a bound": ("""
    smov s0, 9
again:
    sisub s0, s0, 1
    sicj.g again, s0
    stglin v2, 2
    exit
""", 5, "has no '#bound branchcycle' annotation"),
    "a loop that never ends": ("""
    smov s0, 9
again:
    sisub s0, s0, 1
#bound branchcycle 1 0
    sicj.g again, s0
    stglin v2, 2
    exit
""", 6, "the loop never ends"),
    "a stride register of unknown value": ("""
    sldg s0, 0
    smovssp sc.sd_words, s0
    ldgcidx 0
    stglin v2, 2
    exit
""", 3, "the value of sc.sd_words is not known"),
    "two stacks at one place": ("""
    sicj.ez other, s0
    cpush.if other
other:
    stglin v0, 2
    exit
""", 3, "entries on the control stack"),
    "a recursion": ("""
again:
    mov v0, 1
    call again
    stglin v0, 2
    exit
""", 4, "entries on the control stack"),
    "a request during which refreshes are lost": ("""
    ldgbidx 4
    stglin v2, 2
    exit
""", 2, "refreshes are lost"),
    "a pop without a push": ("""
    cpop
    exit
""", 2, "the control stack is empty here"),
}

# Its offsets are numbers, so it has one place: (code, NDRange).
CUSTOM = ("""
    smovssp sc.sd_words, 3
    smovssp sc.sd_period, 1281
    smovssp sc.sd_period_cnt, 40
    mov v0, vc.tid_x
    movvsp vc.mem_idx, v0
    ldgcidx 3, 5, 1
    mov v0, vc.mem_data
    stglin v0, 2
    exit
""", "2048, 1")

PHIMAG = """
    ldglin v0, 0
    ldglin v1, 1
    mul v0, v0, v0
    mad v0, v1, v1, v0
    stglin v0, 2
    exit
"""
# The worked example of SIMD-72; upload, two policies, and the phases of a work-group.
VALUES = {"L": 1669, "U": 1777, "as_access": 1687, "as_compute": 1687, "upload": 49}
PHASES = [("compute", 18), ("dram", 205), ("compute", 10), ("dram", 205), ("compute", 26),
          ("dram", 225)]


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def line(self, wrong, name):
        self.count += 1
        self.failed += bool(wrong)
        print(f"{'not ' if wrong else ''}ok {self.count} - {name}")
        for line in str(wrong or "").splitlines():
            print(f"# {line}")


def run(warpclock, verb, code, extent, sets, *more, data=DATA, files=()):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "program.sas"), "w", encoding="ascii") as file:
            file.write(data + code.lstrip("\n"))
        for name, content in files:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        with open(os.path.join(folder, "job.yaml"), "w", encoding="ascii") as file:
            file.write(f"kernel: program.sas\nmachine: sim-d\nndrange: [{extent}]\nwidth: 1024\n")
        command = [warpclock, verb, "job.yaml", "--method", "analysis", "--quiet", "--json", "-",
                   *more]
        for each in sets:
            command += ["--set", each]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def check_bounded(warpclock, code, extent, data=DATA, all_sets=None):
    for policy in POLICIES:
        for sets in all_sets or SETS:
            sets = [f"policy={policy}", *sets]
            answer = run(warpclock, "check", code, extent, sets, data=data)
            if answer.returncode != 0:
                return f"{' '.join(sets)}: status {answer.returncode}: {answer.stderr.strip()}"
            result = json.loads(answer.stdout)
            terms = result["bound_terms"]
            if not result["cycles"] <= result["bound"] <= terms["U"] or \
                    terms["L"] > result["bound"]:
                return f"{' '.join(sets)}: {result['cycles']} cycles, bound {terms}"
    return None


def check_tighter(warpclock, switch, code):
    cycles, bounds = None, []
    for value in ("true", "false"):
        answer = run(warpclock, "check", code, "16384, 1", ["policy=access", f"{switch}={value}"],
                     data=WIDE)
        if answer.returncode != 0:
            return answer.stderr
        result = json.loads(answer.stdout)
        cycles = result["cycles"]
        bounds.append(result["bound"])
    return None if cycles <= bounds[0] < 0.8 * bounds[1] else f"{cycles} cycles, bounds {bounds}"


def check_refused(warpclock, code, line, words):
    answer = run(warpclock, "bound", code, "1024, 1", [])
    place = f"program.sas:{line - 1 + DATA.count(chr(10))}:"
    if answer.returncode != 2 or place not in answer.stderr or words not in answer.stderr:
        return f"status {answer.returncode}: {answer.stderr.strip()}; {place} {words} expected"
    return None


def check_custom(warpclock):
    """SIMD-61"""
    wrong = check_bounded(warpclock, *CUSTOM)
    bounds = [json.loads(run(warpclock, "bound", *CUSTOM, sets).stdout)["bound_terms"]["U"]
              for sets in ([], ["tight.alignment=false"])]
    return wrong or (None if bounds[0] < bounds[1] else f"{bounds}")


def check_requests(warpclock):
    """SIMD-75: each of three requests of six work-groups, and one comes close to its prediction."""
    for policy in POLICIES:
        answer = run(warpclock, "check", PHIMAG, "6144, 1", [f"policy={policy}"])
        times = [(one["observed"], one["predicted"]) for one in
                 json.loads(answer.stdout)["launches"][0]["expectations"]
                 if one["kind"] == "cycles of a request"]
        if answer.returncode or len(times) != 3 or not all(0 < a <= b for a, b in times) or \
                not any(a + 2 >= b for a, b in times):
            return f"{policy}: {times} {answer.stderr}"
    return None


def check_stride(warpclock, annotated):
    """A stride register that comes from memory holds 16384; the run sees what it holds."""
    data = WIDE.replace("1 0x100000 65536 1", "1 0x100000 4 1 f stride.bin")
    code = (f"    sldg s0, 1\n    smovssp sc.sd_period_cnt, 3\n#bound value {annotated}\n"
            "    smovssp sc.sd_period, s0\n    ldgcidx 0\n    exit\n")
    answer = run(warpclock, "check", code, "1024, 1", ["policy=access"], data=data,
                 files=[("stride.bin", (16384).to_bytes(16, "little"))])
    place = f"program.sas:{4 + data.count(chr(10))}"
    said = place in answer.stderr and "'#bound value'" in answer.stderr
    holds = answer.returncode == 0 and not said
    refuted = answer.returncode != 0 and said and "bug" not in answer.stderr
    return None if (holds if annotated == 16384 else refuted) else answer.stderr or "no error"


def check_pattern(warpclock, annotated):
    """SIMD-65: a loop of 10 iterations, in 3 work-groups; a wrong annotation is blamed."""
    code = ("    ldglin v0, 0\n    smov s0, 10\nagain:\n    add v0, v0, v0\n    sisub s0, s0, 1\n"
            f"#bound branchcycle {annotated} 1\n    sicj.g again, s0\n    stglin v0, 0\n    exit\n")
    answer = run(warpclock, "check", code, "3072, 1", ["policy=access"])
    place = f"program.sas:{7 + DATA.count(chr(10))}"
    said = place in answer.stderr and f"'#bound branchcycle {annotated} 1 0'" in answer.stderr
    holds = answer.returncode == 0 and not said
    refuted = answer.returncode == 1 and said and "bug" not in answer.stderr and \
        "observed 3, predicted at most 0" in answer.stderr
    return None if (holds if annotated >= 9 else refuted) else answer.stderr or "no error"


def check_loops(warpclock):
    """HOUSE-50: three rounds, each of which enters an inner loop of four, in two work-groups."""
    inner = loop("", MAD, 4).replace("s2", "s1").replace("loop", "inner")
    code = loop("    ldglin v0, 0\n", inner, 3) + "    stglin v0, 2\n    exit\n"
    result = json.loads(run(warpclock, "bound", code, "2048, 1", [], "--explain").stdout)
    got = sorted((one["entries"], one["iterations"]) for one in result["explain_loops"])
    return None if got == [(2, 6), (6, 24)] else f"{got}"


def check_values(warpclock):
    sets = ["policy=access", "analysis=original"]
    result = json.loads(run(warpclock, "bound", PHIMAG, "2048, 1", sets, "--explain").stdout)
    got = {name: result["bound_terms"][name] for name in VALUES}
    phases = [(phase["resource"], phase["cycles"]) for phase in result["phases"]["list"]]
    return None if got == VALUES and phases == PHASES else f"{got} {phases}"


def main():
    warpclock, tap = os.path.abspath(sys.argv[1]), Tap()
    for name, case in BOUNDED.items():
        tap.line(check_bounded(warpclock, *case), name)
    for name, (code, line, words) in REFUSED.items():
        tap.line(check_refused(warpclock, code, line, words), name)
    tap.line(check_custom(warpclock), "a custom tile is where its offsets place it")
    tap.line(check_requests(warpclock), "the time of every request is compared")
    for switch, (name, code) in TIGHTER.items():
        tap.line(check_tighter(warpclock, switch, code), f"{switch}: {name}")
    tap.line(check_loops(warpclock), "entries and iterations of nested loops")
    tap.line(check_values(warpclock), "the paper's worked example")
    tap.line(check_stride(warpclock, 16384), "an annotated stride register")
    tap.line(check_stride(warpclock, 16416), "a stride register holds less than annotated")
    for annotated in (9, 4, 12):
        tap.line(check_pattern(warpclock, annotated),
                 f"a branch that is taken 9 times, annotated with {annotated}")
    print(f"1..{tap.count}")
    sys.exit(1 if tap.failed else 0)


if __name__ == "__main__":
    main()
