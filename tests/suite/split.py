#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Splits every kernel of the suite for GCN3 and runs it on all its machines: same results.

    split.py WARPCLOCK KERNELS [LLVM_OBJDUMP READELF]

For each kernel and each way to choose split points: the new file has as many splits as were chosen,
each with one merge, every other instruction is as before, in the same order and of the same source
line, and other tools read the file (PWS-3, PWS-31, PWS-32, PWS-34). Runs on machines without
splitting, with dynamic splitting and with 0, 1, 3 and 7 SpSIMDs give what the job expects, never
lack a context (PWS-12, PWS-37), and leave the memory of a run without a clock (PWS-7). A table of
split points with the unmodified file takes the same cycles (PWS-33). Prints TAP.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

program, kernels, *tools = sys.argv[1:]
DEPTHS = (1, 3, 7)
WAYS = {f"paper-{depth}": ["--depth", str(depth)] for depth in DEPTHS}
WAYS |= {"optimal-3": ["--depth", "3", "--select", "optimal"], "tags-7": ["--depth", "7", "--tags"]}


class Wrong(Exception):
    pass


def call(*arguments, status=0):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True,
                          timeout=600)
    if done.returncode != status:
        raise Wrong(f"{' '.join(map(str, arguments))}: status {done.returncode}: "
                    f"{(done.stderr or done.stdout).strip()[:500]}")
    return done.stdout


def instructions(file):
    """(name, text, line) of each instruction, by kernel."""
    found = {}
    for insn in json.loads(call("dis", file, "--json", "-")):
        found.setdefault(insn["function"], []).append(
            (insn["text"].split()[0], insn["text"], insn["source"]))
    return found


def check_code(before, after, report):
    """Splits and merges are all that was added, except for branches over a side that had none."""
    for kernel in report["kernels"]:
        old, new = before[kernel["name"]], after[kernel["name"]]
        names = [name for name, _, _ in new]
        if names.count("s_pws_split") != kernel["chosen"] or \
                names.count("s_pws_merge") != kernel["chosen"]:
            raise Wrong(f"{kernel['name']}: {names.count('s_pws_split')} splits and "
                        f"{names.count('s_pws_merge')} merges for {kernel['chosen']} chosen")
        place = iter(new)
        for name, _, line in old:
            found = next((row for row in place if row[0] == name), None)
            if not found or found[2] != line:
                raise Wrong(f"{kernel['name']}: {name} of line {line} is {found}")


def check_tools(file, chosen):
    """LLVM reads the file and knows neither instruction."""
    if not tools:
        return
    objdump, readelf = tools
    for command in ([objdump, "-d", "--mcpu=gfx803", file], [readelf, "-a", "-W", file]):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)
        if done.returncode or "warning" in done.stderr.lower() or "error" in done.stderr.lower():
            raise Wrong(f"{pathlib.Path(command[0]).name}: {done.stderr.strip()[:300]}")
        if command[0] == objdump:
            section = done.stdout.partition(".text.split")[2]
            unknown = len(re.findall(r"\.long 0xbf[6e]", section))
            if unknown != 2 * chosen:
                raise Wrong(f"{unknown} words are unknown to llvm-objdump, of {2 * chosen}")


def job_with(job, file, folder, saved=None):
    """A copy of a job with another kernel file, and all buffers saved."""
    text = re.sub(r"file: ([^,}\n]+)", lambda m: f"file: {(job.parent / m[1]).resolve()}",
                  job.read_text())
    text = re.sub(r"kernel: [^,}\n]+", f"kernel: {file}", text)
    copy = folder / f"{file.parent.name}-{file.stem}-{saved or 'job'}.yaml"
    if saved:
        names = re.findall(r"^  (\w+): \{type", text, re.M) or re.findall(r"^  (\w+):", text, re.M)
        text += "save:\n" + "".join(f"  {n}: {folder}/{saved}-{n}.npy\n" for n in names)
    copy.write_text(text)
    return copy


def run(job, *options):
    result = json.loads(call("run", job, *options, "--json", "-"))
    if not result["checks"] or any(text != "ok" for text in result["checks"].values()):
        raise Wrong(f"{job} {options}: {result['checks']}")
    return result


def check_dynamic(job, original):
    """Dynamic splitting does not depend on split points: it finds the branches of the original, and
    those over sides that had none (PWS-28)."""
    counts = [run(which, "--machine", "gcn3-dws", "--check")["pws"] for which in (job, original)]
    after, before = (count["splits"] + count["split_denied"] for count in counts)
    if after < before:
        raise Wrong(f"gcn3-dws: {before} divergent branches in the original, {after} in the file")


def check_runs(job, original, depth):
    run(job, "--machine", "gcn3", "--set", "isa.pws=true", "--check")
    check_dynamic(job, original)
    run(job, "--machine", "gcn3-pws", "--set", "splits=0", "--check")
    result = run(job, "--machine", "gcn3-pws", "--set", f"splits={depth}", "--check")
    counts = result["pws"]
    if counts["split_denied"] or counts["merge_unpaired"] or counts["splits"] != counts["merges"]:
        raise Wrong(f"with {depth} contexts: {counts}")
    run(job, "--machine", "gcn3-pws", "--functional")
    return result


def check_way(job, before, way, options, folder):
    original = job.parent / "gcn3.hsaco"
    file, table = folder / f"{way}.hsaco", folder / f"{way}.yaml"
    report = json.loads(call("split", original, "-o", file, "--table", table, "--json", "-",
                             *options))
    depth = report["depth"]
    if report["contexts"] > depth:
        raise Wrong(f"{report['contexts']} contexts for {depth}")
    if not report["chosen"]:
        if file.read_bytes() != original.read_bytes():
            raise Wrong("a file without split points is not a copy")
        return report["chosen"]
    check_code(before, instructions(file), report)
    check_tools(file, report["chosen"])
    result = check_runs(job_with(job, file, folder), job, depth)
    other = run(job, "--machine", "gcn3-pws", "--set", f"splits={depth}", "--split", table)
    for key in ("cycles", "warp_instructions", "pws"):
        if other[key] != result[key]:
            raise Wrong(f"{key}: {result[key]} in the file, {other[key]} with the table")
    return report["chosen"]


def check_memory(job, folder):
    """Every buffer after a clocked run, and after one without a clock."""
    file = folder / "paper-3.hsaco"
    if not file.exists():
        return
    for saved, options in (("timed", ["-m", "gcn3-pws"]), ("plain", ["-m", "gcn3-pws", "-f"])):
        run(job_with(job, file, folder, saved), *options)
    timed = sorted(folder.glob("timed-*.npy"))
    for one in timed:
        if one.read_bytes() != one.with_name(one.name.replace("timed", "plain", 1)).read_bytes():
            raise Wrong(f"{one.name} differs")
    if not timed:
        raise Wrong("nothing was saved")


def check(job, folder):
    before = instructions(job.parent / "gcn3.hsaco")
    total = sum(check_way(job, before, way, options, folder) for way, options in WAYS.items())
    if total:
        check_memory(job, folder)
    return total


jobs = sorted(pathlib.Path(kernels).glob("*/gcn3-tiny.yaml"))
print(f"1..{len(jobs) + 1}")
everything = 0
for number, job in enumerate(jobs, 1):
    with tempfile.TemporaryDirectory() as name:
        try:
            chosen = check(job, pathlib.Path(name))
            everything += chosen > 0
            print(f"ok {number} {job.parent.name}: {chosen} split points", flush=True)
        except Wrong as wrong:
            print(f"not ok {number} {job.parent.name}\n# {wrong}", flush=True)
print(f"{'ok' if everything >= 20 else 'not ok'} {len(jobs) + 1} {everything} kernels have split "
      "points")
