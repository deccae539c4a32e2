#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that were written against the bound: odd flow, on machines with odd numbers.

    check-programs.py WARPCLOCK ELF

Each row of the table runs `check` on a program of tests/bound/programs: the run must stay within its
bound (spec U-2, U-3), or the program must be refused with the words that are expected. A second
table has what bounds take for granted.

Prints TAP.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import predictions

program, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()

# Rows of DRAM that take longer than everything else.
ROWS = ["dram.row_conflict=1000", "dram.row_closed=1000", "dram.row_hit=1000"]

# And rows that take next to nothing.
QUICK_ROWS = ["dram.row_conflict=1", "dram.row_closed=1", "dram.row_hit=1", "dram.burst=1"]

# What is shown; the program; the first word of its buffer, its second argument; bounds of loops by
# address; the machine's numbers; the words of a refusal.
CASES = [
    ("a barrier in a loop lets go in every round", "barrier_loop", 50, 0, {0x80000020: 50},
     ["barrier.release=1000"], None),
    ("a barrier on the known path lets go each time", "barrier_steps", 0, 0, {},
     ["barrier.release=1000"], None),
    ("a loop that is tested at its top", "top_tested", 40, 0, {0x8000000C: 40}, [], None),
    ("warps pass each other at a barrier for fewer of them", "barrier_pairs", 0, 0, {},
     ["units.fma.latency=1000"], None),
    ("two names of one barrier", "barrier_alias", 0, 0, {}, ["units.fma.latency=1000"], None),
    ("a WSPAWN that waited goes on as behind a barrier", "spawn_again", 0, 0, {},
     ["barrier.release=1000", "wspawn.delay=1", "wspawn.gap=0"], None),
    ("NOPs keep a narrow ALU busy", "fork", 0, 0, {}, ["units.alu.lanes=1"], None),
    ("NOPs keep a slow ALU busy", "fork", 1, 0, {}, ["units.alu.interval=100"], None),
    ("loads of many lines share a miss register", "strided", 0, 0, {},
     ["dcache.mshrs=1", *ROWS], None),
    ("loads of many lines share miss registers of the L2", "strided", 0, 0, {},
     ["l2.present=true", "l2.mshrs=1", "dram.banks=64", *ROWS], None),
    ("stores of many lines share a short write queue", "strided", 0, 1, {},
     ["dram.queue=2", *ROWS], None),
    ("loads wait for an entry of the LSU", "strided", 0, 0, {},
     ["lsu.queue=1", "dram.overhead=4000", "dcache.mshrs=256", *QUICK_ROWS], None),
    ("instructions wait for an entry of the FPU", "barrier_pairs", 0, 0, {},
     ["fpu.queue=1", "units.fma.latency=1000"], None),
    ("a pipelined bank, and loads that share a miss register", "strided", 0, 0, {},
     ["dram.cycle=1", "dcache.mshrs=1", *ROWS], None),
    ("a pipelined bank, and stores that share a short write queue", "strided", 0, 1, {},
     ["dram.cycle=1", "dram.queue=2", *ROWS], None),
    ("the lines of a row share its bank", "strided", 0, 0, {},
     ["dram.mapping=row", "dram.row=65536", *ROWS], None),
    ("a hash puts lines of an access into one bank", "strided", 0, 0, {},
     ["dram.mapping=hash", "dram.banks=3", *ROWS], None),
    ("groups of lanes that request the same line each", "strided", 0, 0, {},
     ["lsu.groups=apart", "lsu.request=warp", "threads=4", *QUICK_ROWS], None),
    ("loads wait for an instruction miss that was booked before them", "two_loads", 0, 0, {},
     ["icache.forward=1024", "icache.bytes=256", "icache.line=16", "frontend=stock", *QUICK_ROWS],
     None),
    ("a line is no hit for the warp if the lane that needs it was missing", "missing_lanes", "iota",
     0, {}, ["dcache.ways=4"], None),
    ("fewer lanes get groups out of step: more stores", "out_of_step", "iota", 0, {}, ROWS, None),
    ("fewer lanes get groups out of step: more loads", "out_of_step", "iota", 1, {}, [], None),
    ("other lanes ask for lines in another order", "other_order", "iota", 0, {},
     ["threads=16", "dram.banks=2", "dcache.mshrs=2", "dcache.ways=4", *ROWS], None),
    ("an SC stores as often as it succeeds", "conditional", 0, 0, {},
     ["isa.a=true", "dram.banks=1", *ROWS], None),
    ("an SC of which few lanes store loads nothing for the others", "conditional", 0, 1, {},
     ["isa.a=true"], None),
    ("fetches are late while a miss waits for a register", "late_fetch", 0, 0, {},
     ["icache.bytes=4096", "icache.line=4", "icache.mshrs=1", "dram.overhead=20", "issue=fp"],
     None),
    ("loads of local memory that is slower than a miss hold their entries", "slow_locals", 0,
     0xff000000, {}, ["local.latency=1000", "lsu.queue=1"], None),
    ("bounds of loops that no sum can hold", "nested_warps", 0, 0,
     {0x80000018: 1 << 20, 0x8000001C: 1 << 20, 0x80000020: 1 << 18}, [], "64 bits"),
    ("a spawned warp starts the first one again", "spawn_back", 0, 0, {}, [],
     "WSPAWN by a warp that was spawned itself"),
    ("a spawned warp starts the first one nowhere", "spawn_back", 0, 4096, {}, [],
     "WSPAWN to an address without an instruction"),
    ("a program that comes back to where it was does not end", "endless", 0, 0, {}, [],
     "the program does not end"),
    ("a line in flight is no hit yet", "twice", 0, 0, {}, ["dram.overhead=200"], None),
    ("two tables in one line", "two_tables", "random", "tables", {},
     ["dcache.line=256", "dcache.bytes=16384"], None),
    ("a pointer into a table that begins in another one", "neighbour", "random", "tables", {}, [],
     None),
    ("a word that a function has saved ends with the function", "reused_stack", 16, 0, {}, [],
     "depends on data"),
    ("a word that a function has saved ends with the function, and the loop has a bound",
     "reused_stack", 16, 0, {0x8000005C: 2000}, [], None),
    ("a word that no caller wants back is no saved register", "stack_word", 16, 0, {}, [],
     "depends on data"),
    ("a word that no caller wants back is no saved register, and the loop has a bound",
     "stack_word", 16, 0, {0x80000044: 2000}, [], None),
    ("which lanes are on a side depends on data, also in the mask", "mask", "iota", 0, {}, [], None),
    ("ways that wrote a CSR differently", "two_scratches", 1, 0, {}, [],
     "paths meet here that wrote a CSR differently"),
    ("the code after a segment is the next segment", "segments", 0, 0, {}, [], None),
    ("recursion on data", "recursion", 1, 0, {}, [], "recursion on a data-dependent path"),
    ("a branch after a SPLIT that goes the same way on both sides", "split_other", "iota", 0, {},
     [], None),
    ("a variable that an earlier launch has set", "launch_twice", 0, "launches", {}, [],
     "depends on data"),
    ("a variable that an earlier launch has set, and the loop has a bound", "launch_twice", 0,
     "launches", {0x80000024: 1200}, [], None),
    ("the slowest core is the one with the most starts", "late_start", 0, 0, {},
     ["cores=2", "wspawn.gap=1024"], None),
    ("a miss register is held through the L2", "strided", 0, 0, {},
     ["l2.present=true", "dcache.mshrs=1", "l2.delivery=200"], None),
    ("a miss register is held on the way to the L2", "strided", 0, 0, {},
     ["l2.present=true", "dcache.mshrs=1", "l2.forward=200"], None),
    ("after a region instructions are fetched", "fork_fetch", 1, 0, {},
     ["frontend=stock", "issue=gtlo", "front.queue=16"], None),
    ("warps that wait for arrivals come one after another", "relay", 0, 0, {},
     ["isa.v3=true", "units.fma.latency=200"], None),
    ("a warp that only arrives where others wait", "barrier_mixed", 0, 0, {},
     ["isa.v3=true", "units.fma.latency=200"], None),
    ("local memory slower than a miss", "slow_local", 0, 0xff000000, {},
     ["local.latency=1000"], None),
    ("code after the end of a warp is fetched", "short_warps", 0, 0, {},
     ["icache.bytes=256", "icache.line=16", "icache.ways=1", "front.queue=15", *ROWS], None),
    ("a store to slow local memory, and a fence", "local_store", 0, 0, {}, ["local.latency=1000"],
     None),
    ("the one load from a table has a miss", "one_load", 0, "tables", {},
     ["heap.align=4096"], None),
    ("stacks that end where local memory begins", "stack_argument", 0, 0xff000000, {}, [], None),
    ("a store somewhere into the program's own array", "own_array", 2, 0, {}, [],
     "depends on data"),
    ("a store somewhere into the program's own array, and the loop has a bound", "own_array", 2, 0,
     {0x8000002C: 1500}, [], None),
    ("a pointer that leaves its buffer for a variable", "escape", 0x80000100 - 0x00010000, 0, {},
     [], "its bound assumes that it stays in buffer out"),
    ("a pointer that leaves its buffer for the code", "outside", 0x80000000 - 0x00010000, 0, {}, [],
     "its bound assumes that it stays in buffer out"),
    ("loads outside all buffers, which go on", "away", 0x400000, "warn", {}, [], None),
    ("a store that reaches a stack", "stray", 0xfeffff00, 0, {}, [],
     "its bound assumes that it changes no stack"),
    ("a store that reaches no stack", "stray", 0x00010040, 0, {}, [], None),
    ("nested loops on data", "nested_data", 3, 0, {0x80000010: 4000, 0x80000014: 4000}, [], None),
    ("any number of nested loops on data", "nested_data", 3, 0,
     {0x80000010: 10000000, 0x80000014: 10000000}, [], None),
    ("more nested loops on data", "nested_data", 3, 0, {0x80000010: 1600, 0x80000014: 1600}, [],
     None),
    ("the worst path has the most work of all kinds together", "two_paths", 1, 0, {},
     ["units.div.interval=1000"], None),
    ("the slowest core is the one with the slowest units", "two_cores", 0, 0, {},
     ["cores=2", "units.div.interval=1000"], None),
    ("loops of as many rounds as they may have", "rounds", 6, 0, {0x8000000C: 6, 0x80000014: 6},
     [], None),
    ("a round more than an outer loop may have", "rounds", 6, 0, {0x8000000C: 5, 0x80000014: 6},
     [], "0x8000000c in _start ran 6 iterations"),
    ("a round more than an inner loop may have", "rounds", 6, 0, {0x8000000C: 6, 0x80000014: 5},
     [], "0x80000014 in _start ran 6 iterations"),
    ("a round more than a loop may have, left in the middle", "break_round", 6, 0, {0x80000010: 5},
     [], "0x80000010 in _start ran 6 iterations"),
    ("an inner loop and a load that grow", "triangle", 1, 0, {}, [], None),
    ("two ways back to a header, one", "continues", 0, 0, {}, [], None),
    ("two ways back to a header, the other", "continues", 1, 0, {}, [], None),
    ("two ends of a side, one", "two_joins", "iota", 2, {}, [], None),
    ("two ends of a side, the other", "two_joins", 1, 1, {}, [], None),
    ("a call at the end of a loop's body returns to its header", "latch", 0, 0, {0x80000010: 5}, [],
     None),
    ("rounds of a total in the slowest core", "totals", "iota", 0,
     {0x80000030: "{max: 225, total: 1240}"}, ["cores=2"], None),
    ("lanes that a branch does not speak for", "follow", "iota", 0, {}, ["disagreement=follow"],
     None),
    ("one lane speaks for all", "speaker", 1, 0, {}, [], None),
    ("a lane that decides alone", "speaker", 0, 0, {}, ["disagreement=follow"], None),
]

# What a bound takes for granted: the program and its job as above; what, and where. Besides, every
# launch is alone.
STORE, SAVED, OBJECT = "a store at an address", "a store at an unknown place", "a pointer into"
LANES, LOOP = "all lanes hold", "the given bound of this loop"
ASSUMPTIONS = [
    ("nothing", "fork", 0, 0, {}, []),
    ("a pointer stays in its buffer", "two_loads", 0, 0, {},
     [(OBJECT, 0x80000014), (OBJECT, 0x8000001C)]),
    ("a store spares saved registers", "reused_stack", 16, 0, {0x8000005C: 2000},
     [(STORE, 0x80000054), (SAVED, 0x80000054), (LOOP, 0x8000005C)]),
    ("bounds of loops hold", "nested_data", 3, 0, {0x80000010: 1600, 0x80000014: 1600},
     [(LOOP, 0x80000010), (LOOP, 0x80000014)]),
    ("assumptions of a later launch", "launch_twice", 0, "launches", {0x80000024: 1200},
     [(LOOP, 0x80000024)]),
    ("lanes agree", "speaker", 1, 0, {}, [(LANES, 0x80000038)]),
    ("lanes agree in what a branch tells", "triangle", 1, 0, {}, [(LANES, 0x80000024)]),
]

# Where the path is known, or the run turns all loops as often as their bounds say, these numbers are
# predicted exactly: what is counted, and where that is not enough, of what. The program and its job
# as above, the machine's numbers, kinds of which only one number has to be exact.
EXACT_KINDS = {
    "executions", "taken control transfers", "turns of a loop in one entry", "call depth",
    "starts of warps", "barriers", "LSU rounds", "LSU cycles", "unit cycles",
    "issue slots: instructions", "NOPs: start", "NOPs: flush", "DRAM lines: writes",
    "requests of the data cache", "misses of the instruction cache"}
REGISTERS = "cycles of miss registers: instruction cache" # where all rows take as long
# How often the loops of exact_nest turn, which is once less than their bodies run: check reports
# that, too.
NEST = {0x80000044: 29, 0x80000048: 19}
EXACT = [
    ("barriers", "barrier_pairs", 0, 0, {}, [], set()),
    ("warps that start again", "spawn_again", 0, 0, {}, [], set()),
    ("loads of many lines", "strided", 0, 0, {}, [], set()),
    ("stores of many lines", "strided", 0, 1, {}, [], set()),
    ("lines of code", "strided", 0, 0, {}, ["icache.bytes=256", "icache.line=16", *ROWS], set(),
     REGISTERS),
    ("two cores", "late_start", 0, 0, {}, ["cores=2"], set()),
    ("arrivals", "relay", 0, 0, {}, ["isa.v3=true"], set()),
    ("code in two segments", "segments", 0, 0, {}, ["icache.bytes=65536", "icache.ways=8"], set()),
    ("loops on data that turn as often as they may", "exact_nest", "iota", 2, NEST,
     ["isa.a=true"], set()),
    ("a load of a buffer by all lanes", "exact_nest", "iota", 0, NEST,
     ["isa.a=true", "lsu.merge=address", "dcache.line=128"], {"requests of the data cache"}),
    ("a load of anything by all lanes", "exact_nest", "iota", 1, NEST,
     ["isa.a=true", "lsu.merge=address", "dcache.line=128"], {"requests of the data cache"}),
]

# An assumption of the bound that the run finds broken.
FOUND_BY_RUNS = ["takes as constant", "its bound assumes that it", "ran 6 iterations"]

# The second argument may name other arguments.
ARGUMENTS = {
    "launches": "launches:\n  - {args: [out, {u32: 1}]}\n  - {args: [out, {u32: 0}]}\n",
    "tables": "args: [small, big]\n",
    "warn": "on_out_of_bounds: warn\nargs: [out, {u32: 0}]\n",
}
BUFFERS = {
    "tables": "small: {type: u32, shape: [4], fill: random}, "
              "big: {type: u32, shape: [262144], fill: random}",
}

# Seconds; a bound that is walked far too long takes minutes.
LIMIT = 20


def job(name, word, argument, loops):
    bounds = "".join(f'  "{address:#x}": {rounds}\n' for address, rounds in loops.items())
    buffers = BUFFERS.get(argument, f"out: {{type: u32, shape: [16640], fill: {word}}}")
    arguments = ARGUMENTS.get(argument, f"args: [out, {{u32: {argument}}}]\n")
    return (f"kernel: {folder / name}.elf\nmachine: vortex-swas\nbuffers: {{{buffers}}}\n" +
            arguments + (f"loops:\n{bounds}" if bounds else ""))


def remark(case, path):
    _, name, word, argument, loops, settings, refusal = case
    path.write_text(job(name, word, argument, loops))
    words = [program, "check", str(path), "--method", "analysis"]
    for setting in settings:
        words += ["--set", setting]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"no verdict after {LIMIT} s"
    expected = 0 if not refusal else 1 if any(words in refusal for words in FOUND_BY_RUNS) else 2
    if done.returncode != expected or (refusal or "") not in done.stderr:
        return f"status {done.returncode}: {done.stdout} {done.stderr}".replace("\n", " ")
    return None


def assumptions_remark(case, path):
    _, name, word, argument, loops, assumed = case
    path.write_text(job(name, word, argument, loops))
    done = subprocess.run([program, "bound", str(path), "--method", "analysis", "--json", "-"],
                          capture_output=True, text=True, timeout=LIMIT)
    if done.returncode:
        return done.stderr.replace("\n", " ")
    listed = json.loads(done.stdout)["assumptions"]
    expected = [("the launch is alone", None), *((text, f"{at:#x}") for text, at in assumed)]
    if len(listed) == len(expected) and all(
            one["text"].startswith(text) and (one.get("place") or "").startswith(at or "")
            for one, (text, at) in zip(listed, expected)):
        return None
    return f"assumed are {listed}"


def check_document(path, settings):
    words = [program, "check", str(path), "--method", "analysis", "--json", "-"]
    for setting in settings:
        words += ["--set", setting]
    done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT)
    return json.loads(done.stdout) if done.stdout else {}, done.stderr.replace("\n", " ")


def exact_remark(case, path):
    _, name, word, argument, loops, settings, others, *more = case
    wanted = EXACT_KINDS.union(more)
    path.write_text(job(name, word, argument, loops))
    document, errors = check_document(path, settings)
    if not document:
        return errors
    exact, seen = set(), set()
    for launch in document["launches"]:
        for found in predictions.remarks(launch):
            return found
        for one in launch["expectations"]:
            kinds = {one["kind"], f"{one['kind']}: {one['name'].partition(': ')[2]}"} & wanted
            seen |= kinds
            if one["observed"] == one["predicted"]:
                exact |= kinds
            elif kinds - others or one["observed"] > one["predicted"]:
                return f"not exact: {one}"
    return f"none is exact: {seen - exact}" if seen - exact else None


failed = 0
TESTS = [(remark, case) for case in CASES] + [(assumptions_remark, case) for case in ASSUMPTIONS] + [
    (exact_remark, case) for case in EXACT]
print(f"1..{len(TESTS)}")
with tempfile.TemporaryDirectory() as work:
    for number, (test, case) in enumerate(TESTS, 1):
        found = test(case, pathlib.Path(work) / "job.yaml")
        failed += found is not None
        print(f"{'not ok' if found else 'ok'} {number} {case[0]}")
        if found:
            print(f"# {found}")
sys.exit(failed != 0)
