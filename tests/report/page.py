#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages are one complete file whose numbers are those of the JSON (HOUSE-75, HOUSE-76).

    page.py WARPCLOCK KERNELS

Without a browser: what is in the file. page/in-browser.py looks at what it draws. Prints TAP.
"""
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "page"))

import bare
import placing
import program as rv32

program, kernels = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
FAMILIES = [("vortex", "vortex"), ("pascal", "jetson-tx2"), ("gcn3", "gcn3"), ("rv32", "fermi"),
            ("sim-d", "sim-d")]
NEVER_EQUAL = {"host_seconds", "simulated_kips", "bound_seconds"}
LAUNCH_KEYS = {"kernel", "cycles", "exact", "bound", "tightness", "depends_on", "bound_loops"}
LAUNCHES_MAX = 2000
PAGE_BYTES_MAX = 2 << 20
HOSTILE = "</script><img src=x onerror=alert(1)><!--"
number = 0


def tell(problems, name):
    global number
    number += 1
    print(f"{'not ok' if problems else 'ok'} {number} {name}")
    for problem in problems:
        print(f"# {problem}")


class Page(html.parser.HTMLParser):
    """The elements of a page, what they refer to, and its block of data."""

    def __init__(self, path):
        super().__init__()
        self.elements, self.references, self.title, self.block = [], [], "", ""
        self.inside = None
        text = path.read_text(encoding="utf-8")
        self.bytes = len(text.encode())
        self.feed(text)
        self.data = json.loads(self.block)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.append(tag)
        self.references += [attributes[key] for key in ("src", "href", "action")
                            if key in attributes]
        self.inside = "data" if attributes.get("id") == "data" else tag

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "title":
            self.title += data
        if self.inside == "data":
            self.block += data


def call(*arguments, folder=None, environment=None):
    return subprocess.run([program, *map(str, arguments)], cwd=folder, capture_output=True,
                          text=True, check=False, env=environment)


def make(folder, command, *arguments, environment=None):
    done = call(command, *arguments, "--report", folder / "page.html", "--json", "-",
                environment=environment)
    return Page(folder / "page.html"), json.loads(done.stdout)


def check_form(page):
    problems = [f"refers to {one}" for one in page.references if not re.match(r"#|data:,$", one)]
    if page.bytes > PAGE_BYTES_MAX:
        problems.append(f"{page.bytes} bytes")
    if page.elements.count("script") != 3 or "img" in page.elements:
        problems.append(f"unexpected elements: {page.elements}")
    return problems


def differences(path, a, b):
    if isinstance(a, dict) and isinstance(b, dict):
        return [problem for key in sorted(set(a) | set(b)) if key not in NEVER_EQUAL
                for problem in differences(f"{path}.{key}", a.get(key), b.get(key))]
    return [] if a == b else [f"{path}: {str(a)[:60]} in the page, {str(b)[:60]} in JSON"]


def shorten(document):
    """As docs/page.md says: launches and instructions have only what is shown."""
    document["launches"] = [{key: launch[key] for key in launch if key in LAUNCH_KEYS}
                            for launch in document["launches"][:LAUNCHES_MAX]]
    for row in document.get("profile", {}).get("lines", []) + document.get("explain", []):
        for insn in row["instructions"]:
            for counts in (insn, insn.get("stalls", {})):
                for key in [key for key in counts if counts[key] == 0 and key != "address"]:
                    del counts[key]
            insn.pop("column", None)
            if row["file"]:
                insn.pop("text", None)


def check_numbers(page, document):
    shorten(document)
    return differences("result", page.data["result"], document)


def decode(cells):
    return [(reason, share) for reason, share, times in re.findall(r"([a-z.])([A-K])(\d*)", cells)
            for _ in range(int(times or 1))]


def check_timeline(page):
    timeline, profile = page.data["timeline"], page.data["result"]["profile"]
    problems = []
    if timeline["cycles"] != page.data["result"]["cycles"]:
        problems.append(f"{timeline['cycles']} cycles")
    wanted = [profile["issues"], *profile["stalls"].values()]
    if timeline["states"] != ["issue", *profile["stalls"]]:
        problems.append(f"states {timeline['states']}")
    sums = [sum(series) for series in timeline["all"]]
    rows = [sum(column) for column in zip(*(row["totals"] for row in timeline["rows"]))]
    if sums != wanted or rows != wanted:
        problems.append(f"all {sums}, rows {rows}, the profile has {wanted}")
    for row in timeline["rows"] + timeline["banks"]:
        if len(decode(row["cells"])) != timeline["bins"]:
            problems.append(f"{row['name']}: {len(decode(row['cells']))} cells")
    if not timeline["units"] or not timeline["launches"]:
        problems.append("no units or launches")
    reads, writes, _, opened = [sum(column) for column in
                                zip(*(row["totals"] for row in timeline["banks"]))] or [0] * 4
    memory = page.data["result"]["memory"]
    throughput = page.data["machine"]["name"].startswith("fermi")  # its memory has no banks
    if not throughput and [bool(reads), bool(writes), bool(opened)] != [
            bool(memory["dram_reads"]), bool(memory["dram_writes"]), True]:
        problems.append(f"banks are busy {reads} and {writes} cycles, rows open {opened}")
    return problems


def check_code(page):
    code, problems = page.data["code"], []
    known = {insn[0] for function in code["functions"] for insn in function["instructions"]}
    for line in page.data["result"]["profile"]["lines"]:
        problems += [f"the instruction at {insn['address']} is not listed"
                     for insn in line["instructions"]
                     if line["function"] and insn["address"] not in known]
        source = next((one for one in code["sources"] if one["file"] == line["file"]), None)
        shown = source and source["lines"][line["line"] - source["first"]].strip()
        if source and shown != (line["text"] or ""):
            problems.append(f"line {line['line']} is '{shown}', not '{line['text']}'")
    return problems


def check_machine(page, machine):
    shown = json.loads(call("machines", machine, "--json", "-").stdout)
    return differences("machine", page.data["machine"], shown)


def check_layout(page):
    """Every block is where the program said, from top to bottom and in pixels."""
    problems = []
    for function in page.data["code"]["functions"]:
        reachable = [i for i, block in enumerate(function["blocks"]) if block["reachable"]]
        places = {block: [72 * (2 + i), 72 * i] for i, block in enumerate(reachable)}
        found = function["layout"]["nodes"]
        problems += [f"block {i} at {place}" for i, place in enumerate(found)
                     if place != places.get(i)]
        edges = sorted((i, to) for i in reachable for to in function["blocks"][i]["successors"])
        if sorted((edge[0], edge[1]) for edge in function["layout"]["edges"]) != edges:
            problems.append(f"edges {function['layout']['edges']}")
        problems += [f"edge {a} to {b}: {points}" for a, b, points in function["layout"]["edges"]
                     if points != places[a] * 2 + places[b] * 2]
    return problems


def many_launches(kernel, count):
    """A job with the same launch again and again, on one element."""
    launch = "  - {grid: [1], block: [32], args: [x, x, {f32: 1}, {i32: 1}]}\n"
    return (f"kernel: {kernel}/pascal.cubin\nentry: saxpy\n"
            "buffers: {x: {type: f32, shape: [4], fill: 0}}\nlaunches:\n" + launch * count)


with tempfile.TemporaryDirectory(prefix="warpclock-page-") as folder:
    folder = pathlib.Path(folder)
    for target, machine in FAMILIES:
        job = kernels / "bfs" / f"{target}-tiny.yaml"
        page, document = make(folder, "check", job)
        tell(check_form(page), f"{machine}: one file that refers to nothing (HOUSE-75)")
        tell(check_numbers(page, document), f"{machine}: the numbers of the JSON (HOUSE-75)")
        tell(check_timeline(page), f"{machine}: every cycle of every slot is in the timeline")
        tell(check_code(page), f"{machine}: code and source of all that ran")
        tell(check_machine(page, machine), f"{machine}: all parameters with their sources")

    job = kernels / "sgemm" / "vortex-tiny.yaml"
    page, document = make(folder, "bound", job, "-m", "vortex-swas", "--method", "analysis")
    rows = [insn for row in page.data["result"]["explain"] for insn in row["instructions"]]
    tell(check_form(page) + check_numbers(page, document) +
         ([] if page.data["timeline"] is None and rows and any(row["executions"] for row in rows)
          else ["no worst path"]), "a bound has its worst path and no timeline")
    page, document = make(folder, "run", job, "--functional")
    tell(check_form(page) + check_numbers(page, document) +
         ([] if page.data["timeline"] is None else ["a timeline"]), "a functional run")
    page, document = make(folder, "run", job, "--max-cycles", "3000")
    tell(check_form(page) + check_numbers(page, document) +
         ([] if page.data["result"]["error"]["status"] == 4 else ["no error"]),
         "a run that was cut short")
    page, document = make(folder, "compare", job, "-m", "vortex,vortex-swas", "--bound")
    tell(check_form(page) + differences("comparison", page.data["comparison"], document),
         "a comparison")
    page, document = make(folder, "paper", "swas", "--table", "anomalies")
    keys = [column["key"] for column in page.data["heads"][0]]
    tell(check_form(page) + differences("paper", page.data["paper"], document) +
         ([] if keys == list(document["tables"][0]["rows"][0]) else ["other columns"]), "a paper")

    page, document = make(folder, "run", kernels / "sgemm" / "pascal-small.yaml")
    tell(check_form(page) + check_timeline(page) +
         ([] if page.data["timeline"]["width"] > 1 else ["nothing was added together"]),
         f"{document['warp_instructions']} instructions: {page.bytes} bytes (HOUSE-76)")

    page, document = make(folder, "run", bare.write(folder, kernels))
    files = [line["file"] for line in document["profile"]["lines"]]
    tell(check_form(page) + check_numbers(page, document) + check_timeline(page) +
         check_code(page) +
         ([] if page.data["code"]["functions"] and not page.data["code"]["sources"] and
          files and not any(files) else [f"source of {files}"]),
         "a binary without line information has instructions and no source")

    tools = folder / "tools"
    tools.mkdir()
    page, _ = make(folder, "run", job, environment=placing.install(tools))
    tell(check_form(page) + check_layout(page), "Graphviz places the blocks (HOUSE-77)")
    for name, environment in (("an answer without an end", placing.install(tools, missing=1)),
                              ("no Graphviz", {**os.environ, "PATH": "/nonexistent"})):
        page, _ = make(folder, "run", job, environment=environment)
        tell(check_form(page) + [f"{function['name']} has a layout"
                                 for function in page.data["code"]["functions"]
                                 if function["layout"]], f"{name}: no layout")

    (folder / "many.yaml").write_text(many_launches(kernels / "saxpy", 2500))
    page, document = make(folder, "run", folder / "many.yaml")
    whole = page.data["result"]
    tell(check_form(page) + check_numbers(page, document) + check_timeline(page) +
         ([] if whole["launches_planned"] == 2500 and len(whole["launches"]) == LAUNCHES_MAX and
          len(page.data["timeline"]["launches"]) <= page.data["timeline"]["bins"]
          else ["too many or too few launches"]),
         f"2500 launches: {page.bytes} bytes (HOUSE-76)")

    (folder / "stop.elf").write_bytes(rv32.elf(rv32.programs["stop"]))
    (folder / "job.yaml").write_text(f"kernel: stop.elf\nmachine: vortex\nentry: '{HOSTILE}'\n")
    page, document = make(folder, "run", folder / "job.yaml")
    tell(check_form(page) + ([] if page.data["result"]["kernel"] == HOSTILE and
                             page.title.startswith(HOSTILE) else [page.title]),
         "names from outside are text, whatever they contain (HOUSE-75)")

    old = folder / "page.html"
    old.write_text("old")
    done = call("run", folder / "nosuch.yaml", "--report", old)
    tell([] if done.returncode == 2 and old.read_text() == "old" else [done.stderr],
         "a run that never began leaves the old page")
    done = call("run", folder / "job.yaml", "--report", folder / "job.yaml")
    tell([] if done.returncode == 2 and "would overwrite" in done.stderr else [done.stderr],
         "a page replaces no input")
    text = call("run", job).stdout
    same = call("run", job, "--report", old).stdout
    strip = lambda report: [line for line in report.splitlines() if "on this host" not in line]
    tell([] if strip(text) == strip(same) else ["another text"], "the text is the same with a page")
print(f"1..{number}")
