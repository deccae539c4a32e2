#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Facts that a job states: what they do for a bound, and how a run finds a wrong one (HOUSE-49).

    check-facts.py WARPCLOCK ELF

The programs are in tests/bound/programs. rows.S: 128 work-items, each with a loop whose length is an
element of `out`, here 3. So the loop runs 3 times per entry and 384 times in all. It counts down;
the loop of rows_up.S counts up. count_to.S: loops as compilers write them.

Prints TAP.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

program, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
LOOP = 0x80000058
ONCE = "args: [out, {u32: 0}]\n"
ONE_END = f"launches:\n  - {{kernel: {folder}/same_end.elf, args: [out, {{u32: 0}}]}}\n"
UP = f"launches:\n  - {{kernel: {folder}/rows_up.elf, args: [out, {{u32: 0}}]}}\n"
FOLLOW = ONE_END + "set: {disagreement: follow}\n" # one lane decides for lanes that hold other values
TWICE = "launches:\n  - {args: [out, {u32: 1}]}\n  - {args: [out, {u32: 0}]}\n"

# What is shown; the command; facts of the buffer; of the loop; the launches; status; words on
# standard error.
CASES = [
    ("without facts the loop needs a bound", "bound", "", "", ONCE, 2, "depends on data"),
    ("a range of elements bounds the loop", "check", ", assume: {max: 5}", "", ONCE, 0, ""),
    ("... also if the loop counts up to an element", "check", ", assume: {max: 5}", "", UP, 0, ""),
    ("... and if all lanes have the same end", "check", ", assume: {min: 1, max: 5}", "", ONE_END, 0,
     ""),
    ("a loop that may miss its end is refused at once", "bound", ", assume: {min: 1, max: 5}", "",
     FOLLOW, 2, "depends on data"),
    ("a range with one end that is broken, and its place", "check", ", assume: {min: 4}", "", ONCE, 2,
     "job.yaml:3:60: error: element [0] of buffer 'out' is 3; the job assumes 4 to 4294967295"),
    ("an element outside of its range is named, without a bound", "run", ", assume: {max: 2}", "",
     ONCE, 2, "element [0] of buffer 'out' is 3; the job assumes 0 to 2"),
    ("... and before a bound", "bound", ", assume: {max: 2}", "", ONCE, 2, "assumes 0 to 2"),
    ("fixed contents bound the loop", "check", ", fixed: true", "", ONCE, 0, ""),
    ("fixed contents that the kernel stores to are named", "bound", ", fixed: true", "",
     TWICE.replace("- {args: [out, {u32: 0}]}", "- {args: [out, {u32: 1}]}"), 2,
     "(fixed buffer out may be stored to, at 0x8000"),
    ("a bound per entry", "check", "", "5", ONCE, 0, ""),
    ("a bound per entry and a total", "check", "", "{max: 5, total: 384}", ONCE, 0, ""),
    ("a total alone", "check", "", "{total: 384}", ONCE, 0, ""),
    ("a total that is too small", "check", "", "{max: 5, total: 383}", ONCE, 1,
     "ran 384 iterations of all work-items; the job states a total of 383"),
    ("... without a bound", "run", "", "{max: 5, total: 383}", ONCE, 1, "a total of 383"),
    ("a total that holds, without a bound", "run", "", "{max: 5, total: 384}", ONCE, 0, ""),
    ("a bound per entry that is too small beside a total", "run", "", "{max: 2, total: 384}", ONCE,
     1, "ran 3 iterations; the job states a maximum of 2"),
    ("an element that a launch puts out of its range", "run", ", assume: {max: 5}", "", TWICE, 1,
     "element [0] of buffer 'out' is 100 after launch 1; the job assumes 0 to 5"),
    ("... and a bound of the launch does not use the range", "bound", ", assume: {max: 5}", "",
     TWICE, 2, "depends on data"),
    ("... unless the loop has its own", "check", ", assume: {max: 5}", "5", TWICE, 1,
     "is 100 after launch 1"),
    ("a range that a launch keeps", "check", ", assume: {max: 100}", "", TWICE, 0, ""),
]

# Loops of count_to.S that a range of n bounds, and loops that it must not bound; `check` runs with n
# = 5. What is shown; the loop; min and max of n; words of the refusal.
ENDS_UNKNOWN = "these do not show that it is met"
COUNTS = [
    ("a counter that meets the end of a range", 0, 0, 20, ""),
    ("... and that may have passed it at the start", 1, 0, 20, ENDS_UNKNOWN),
    ("... or not, if the range says so", 1, 1, 20, ""),
    ("the old value of a counter is tested", 2, 0, 20, ""),
    ("the difference of two elements in order", 3, 0, 20, ""),
    ("... and in any order", 4, 0, 20, ENDS_UNKNOWN),
    ("a counter that steps over its end", 5, 1, 20, ENDS_UNKNOWN),
    ("a counter that is loaded again", 6, 0, 20, ENDS_UNKNOWN),
    ("one less than a counter is tested", 7, 2, 20, ""),
    ("... and may never have been 0", 7, 1, 20, ENDS_UNKNOWN),
    ("the difference of two elements, one of them not the compared one", 8, 0, 20, ENDS_UNKNOWN),
]

# The same job, the fact, and the tighter bound that it gives.
TIGHTER = [
    ("a total makes a bound tighter", ("", "5"), ("", "{max: 5, total: 384}")),
    ("a narrower range makes a bound tighter", (", assume: {max: 50}", ""),
     (", assume: {max: 5}", "")),
    ("fixed contents make a bound tighter", ("", "5"), (", fixed: true", "")),
]

# loop_of_sides.S: both sides of a SPLIT run the same loop, of 100 rounds in each of 1024 work-items.
# What is shown; what the program is to do; the loop.
SIDES = [
    ("a total of a loop that both sides run, behind a branch on another value", 0, 0x8000004c),
    ("... or that both sides lead to", 1, 0x80000074),
]

# A range that no load of the launch uses: words of the report.
UNUSED = ("a range that the bound does not use", "ranges in the job that the bound does not use; a run "
          "checks them\n    `other`\n")

# A fact, and the words by which the bound lists it among its assumptions.
LISTED = [
    ("a range that was needed is listed", (", assume: {max: 5}", ""), "are in the range"),
    ("fixed contents that were needed are listed", (", fixed: true", ""), "a fixed buffer has"),
]


def job(buffer, loop, launches):
    return (f"kernel: {folder}/rows.elf\nmachine: vortex-swas\nbuffers: "
            f"{{out: {{type: u32, shape: [2048], fill: 3{buffer}}}}}\n{launches}" +
            (f'loops: {{"{LOOP:#x}": {loop}}}\n' if loop else ""))


def counting(loop, low, high):
    return (f"kernel: {folder}/count_to.elf\nmachine: vortex-swas\nbuffers: {{out: {{type: i32, "
            f"shape: [64], fill: 5, assume: {{min: {low}, max: {high}}}}}}}\n"
            f"args: [out, {{u32: {loop}}}]\n")


def sides(what, loop):
    return (f"kernel: {folder}/loop_of_sides.elf\nmachine: vortex-swas\nbuffers: "
            f"{{out: {{type: u32, shape: [32], fill: 100}}}}\nargs: [out, {{u32: {what}}}]\n"
            f'loops: {{"{loop:#x}": {{max: 100, total: 102400}}}}\n')


def call(path, command, text, *options):
    path.write_text(text)
    method = [] if command == "run" else ["--method", "analysis"]
    return subprocess.run([program, command, str(path), *method, *options], capture_output=True,
                          text=True, timeout=60)


def remark(path, command, text, status, words):
    done = call(path, command, text)
    if done.returncode != status or words not in done.stderr:
        return f"status {done.returncode}: {done.stdout} {done.stderr}".replace("\n", " ")
    return None


def document(path, facts):
    return json.loads(call(path, "bound", job(*facts, ONCE), "--json", "-").stdout)


def bound(path, facts):
    return document(path, facts)["bound"]


def main():
    failed = 0
    print(f"1..{len(CASES) + len(TIGHTER) + len(LISTED) + len(COUNTS) + len(SIDES) + 1}")
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "job.yaml"
        for number, (name, command, buffer, loop, launches, status, words) in enumerate(CASES, 1):
            found = remark(path, command, job(buffer, loop, launches), status, words)
            failed += found is not None
            print(f"{'not ok' if found else 'ok'} {number} {name}")
            if found:
                print(f"# {found}")
        for number, (name, loose, tight) in enumerate(TIGHTER, len(CASES) + 1):
            numbers = bound(path, loose), bound(path, tight)
            failed += numbers[1] >= numbers[0]
            print(f"{'ok' if numbers[1] < numbers[0] else 'not ok'} {number} {name}")
            print(f"# {numbers[0]} without, {numbers[1]} with it")
        for number, (name, facts, words) in enumerate(LISTED, len(CASES) + len(TIGHTER) + 1):
            there = any(words in one["text"] for one in document(path, facts)["assumptions"])
            failed += not there
            print(f"{'ok' if there else 'not ok'} {number} {name}")
        first = len(CASES) + len(TIGHTER) + len(LISTED) + 1
        for number, (name, loop, low, high, words) in enumerate(COUNTS, first):
            found = remark(path, "check", counting(loop, low, high), 2 if words else 0, words)
            failed += found is not None
            print(f"{'not ok' if found else 'ok'} {number} {name}")
            if found:
                print(f"# {found}")
        first += len(COUNTS)
        for number, (name, what, loop) in enumerate(SIDES, first):
            found = remark(path, "check", sides(what, loop), 0, "")
            failed += found is not None
            print(f"{'not ok' if found else 'ok'} {number} {name}")
            if found:
                print(f"# {found}")
        text = job("", "5", ONCE).replace(
            "buffers: {", "buffers: {other: {type: u32, shape: [4], fill: 1, assume: {max: 2}}, ")
        there = UNUSED[1] in call(path, "bound", text).stdout
        failed += not there
        print(f"{'ok' if there else 'not ok'} {first + len(SIDES)} {UNUSED[0]}")
    sys.exit(failed != 0)


main()
