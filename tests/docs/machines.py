#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/machines/*.md agree with the machines and with the source tree. HOUSE-91

    machines.py WARPCLOCK SOURCE_ROOT

`KEY=VALUE` of the table of stages has this value on the page's first machine, and KEY is a parameter
elsewhere; a table of variants has all parameters that differ; `src/...` and a file of the column of
code exist; requirements are in a list. Prints TAP.
"""
import json
import pathlib
import re
import subprocess
import sys

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
FOLDER = {"vortex": "vortex", "jetson-tx2": "pascal", "gcn3": "gcn3", "fermi": "fermi",
          "sim-d": "sim_d"}
SECTIONS = ("Stage by stage", "Modelled, assumed, left out", "What it was measured against",
            "Bounds", "Where the code is")
results = []


def result(problems, name):
    results.append(not problems)
    print(f"{'not ok' if problems else 'ok'} {len(results)} {name}")
    for problem in problems:
        print(f"# {problem}")


def output(*arguments):
    done = subprocess.run([program, "machines", *arguments, "--json", "-"], capture_output=True,
                          text=True, check=True)
    return json.loads(done.stdout)


def parameters(machine):
    shown = {True: "true", False: "false"}
    return {row["name"]: shown[row["value"]] if isinstance(row["value"], bool) else str(row["value"])
            for row in output(machine)["parameters"]}


def column(text, number):
    """A column of the table of stages: stage, what happens, parameters, code, requirement."""
    rows = [row.split("|") for row in re.findall(r"^\|.*\|$", text, re.M)]
    return "\n".join(cells[number] for cells in rows if len(cells) == 7)


def wrong_values(text, machine):
    values = parameters(machine)
    setting = re.compile(r"`(?:--set )?([a-z_0-9.]+)=([^`\s]+)`")
    named = setting.findall(column(text, 3))
    return [f"{key}={value}, but the machine has {values.get(key)}" for key, value in named
            if values.get(key) != value] + [
            f"{key} is no parameter" for key, _ in setting.findall(text) if key not in values] + (
            [] if len(named) > 15 else ["the table of stages has few parameters"])


def wrong_variants(text):
    """The table of parameters that differ, `| parameter | `machine` | ...`: complete and right."""
    table = re.search(r"^\| parameter \|( `.*)\|\n\|[-|]+\n((?:\|.*\|\n)+)", text, re.M)
    if not table:
        return []
    machines = re.findall(r"`(\S+)`", table[1])
    values = [parameters(machine) for machine in machines]
    differ = {key: [row[key] for row in values] for key in values[0]
              if len({row[key] for row in values}) > 1}
    decimal = lambda cell: str(int(cell, 16)) if cell.startswith("0x") else cell
    shown = {cells[1].strip("` "): [decimal(cell.strip()) for cell in cells[2:-1]]
             for cells in (row.split("|") for row in table[2].splitlines())}
    return [f"{key}: {shown.get(key)}, but the machines have {differ.get(key)}"
            for key in sorted(shown.keys() | differ.keys()) if shown.get(key) != differ.get(key)]


def missing_files(text, folder):
    paths = re.findall(r"`((?:src|tests|kernels|papers|machines)/[^`\s]+)`", text)
    paths += [f"src/machine/{folder}/{name}"
              for name in re.findall(r"`(\w+\.[ch])`", column(text, 4))]
    return [path for path in paths if "NAME" not in path and not (source / path).exists()]


def unknown_requirements(text):
    lists = "".join(page.read_text() for page in (source / "docs/requirements").glob("*.md"))
    known = set(re.findall(r"^\| ([A-Z]+-\d+) \|", lists, re.M))
    return sorted(set(re.findall(r"\b((?:SWAS|PAS|PWS|SBI|SWI|EVAL|SIMD)-\d+)\b", text)) - known)


def main():
    pages = {page.stem: page.read_text() for page in (source / "docs/machines").glob("*.md")}
    result(sorted(set(pages) ^ set(FOLDER)), "one page for each family")
    for name, text in sorted(pages.items()):
        absent = [section for section in SECTIONS if f"\n## {section}\n" not in text]
        result(absent, f"{name}: sections")
        result(wrong_values(text, name), f"{name}: parameters have these values")
        result(wrong_variants(text), f"{name}: variants differ in these parameters")
        result(missing_files(text, FOLDER[name]), f"{name}: files exist")
        result(unknown_requirements(text), f"{name}: requirements exist")
    everywhere = "".join(text[:text.index("\n## ")] for text in pages.values())
    result([row["name"] for row in output()["machines"] if f"`{row['name']}`" not in everywhere],
           "every machine is introduced")
    print(f"1..{len(results)}")


main()
