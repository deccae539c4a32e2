#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the requirement lists with the tests that name their IDs.

    scripts/trace.py REQUIREMENTS_DIR TESTS_DIR

Every list is a Markdown file with one table `| ID | requirement | source | state |`; how lists and
tests refer to each other is described in docs/requirements/README.md. Prints the counts of each
list and the IDs still planned. Exit status: 0 lists and tests agree, 1 they do not, 2 bad use or
a list that cannot be read.
"""
import os
import re
import sys
import textwrap
from collections import namedtuple

Row = namedtuple("Row", "id state place")  # state: tested, planned or left out; place: file:line

COLUMNS = ["ID", "requirement", "source", "state"]
ID = re.compile(r"[A-Z]+-[0-9]+")
CELL_BORDER = re.compile(r"(?<!\\)\|")  # `\|` is a bar inside a cell
ROW_WITHOUT_BAR = re.compile(r"\s*[A-Z]+-[0-9]+\s*\|")


class BadList(Exception):
    """A requirement list that cannot be read; the text names file and line."""


def state_of(cell, place):
    if cell in ("tested", "planned"):
        return cell
    if re.fullmatch(r"left out: \S.*", cell):
        return "left out"
    raise BadList(f"{place}: state is '{cell}', expected 'planned', 'tested' or 'left out: reason'")


def cells_of(line, place):
    parts = CELL_BORDER.split(line.strip())
    if len(parts) != len(COLUMNS) + 2 or parts[0] or parts[-1]:
        raise BadList(f"{place}: expected the four cells | {' | '.join(COLUMNS)} |")
    return [part.strip() for part in parts[1:-1]]


def row_of(line, place):
    cells = cells_of(line, place)
    if not ID.fullmatch(cells[0]):
        raise BadList(f"{place}: '{cells[0]}' is no ID, expected capitals, a hyphen and a number")
    for name, cell in zip(COLUMNS, cells):
        if not cell:
            raise BadList(f"{place}: {cells[0]} has an empty cell '{name}'")
    return Row(cells[0], state_of(cells[3], place), place)


def is_table_line(line):
    return line.lstrip().startswith("|") or ROW_WITHOUT_BAR.match(line)


def read_list(path):
    """The rows of one list: the first table line is the header, the second the rule below it."""
    with open(path, encoding="utf-8") as file:
        table = [(f"{path}:{number}", line) for number, line in enumerate(file, 1)
                 if is_table_line(line)]
    if len(table) < 3:
        raise BadList(f"{path}: has no table of requirements")
    (head_place, head), (rule_place, rule) = table[:2]
    if cells_of(head, head_place) != COLUMNS:
        raise BadList(f"{head_place}: expected the header | {' | '.join(COLUMNS)} |")
    if not all(re.fullmatch(":?-+:?", cell) for cell in cells_of(rule, rule_place)):
        raise BadList(f"{rule_place}: expected the rule |---|---|---|---| below the header")
    return [row_of(line, place) for place, line in table[2:]]


def read_lists(folder):
    """{name of list: rows}, README.md left aside. An ID stands in one row of one list only."""
    names = sorted(name for name in os.listdir(folder)
                   if name.endswith(".md") and name != "README.md")
    if not names:
        raise BadList(f"{folder}: holds no requirement list")
    lists = {name[:-len(".md")]: read_list(os.path.join(folder, name)) for name in names}
    first = {}
    for row in (row for rows in lists.values() for row in rows):
        if row.id in first:
            raise BadList(f"{row.place}: {row.id} stands already at {first[row.id].place}")
        first[row.id] = row
    return lists


def text_lines(path):
    """Numbered lines of a text file; binaries (a NUL byte tells) have none."""
    with open(path, "rb") as file:
        content = file.read()
    if b"\0" in content:
        return []
    return enumerate(content.decode("utf-8", "replace").splitlines(), 1)


def files_below(folder):
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(where, name)
            if os.path.isfile(path):
                yield path


def read_tests(folder, prefixes):
    """{ID: file:line of its first mention}. Only the lists' own prefixes count: UTF-8 is no ID."""
    alternatives = "|".join(sorted(prefixes))
    mention = re.compile(rf"(?<![\w-])(?:{alternatives})-[0-9]+(?!\w)")
    named = {}
    for path in files_below(folder):
        for number, line in text_lines(path):
            for identifier in mention.findall(line):
                named.setdefault(identifier, f"{path}:{number}")
    return named


def print_summary(lists):
    width = max(map(len, lists))
    for name, rows in lists.items():
        states = [row.state for row in rows]
        print(f"{name:<{width}}  {states.count('tested'):3} tested, {states.count('planned'):3} "
              f"planned, {states.count('left out'):3} left out")


def print_planned(lists):
    for name, rows in lists.items():
        planned = [row.id for row in rows if row.state == "planned"]
        if planned:
            print(f"\n{name}, planned:")
            print(textwrap.fill(" ".join(planned), 98, initial_indent="  ", subsequent_indent="  "))


def disagreements(lists, named):
    rows = {row.id: row for listed in lists.values() for row in listed}
    for row in rows.values():
        if row.state == "tested" and row.id not in named:
            yield f"{row.place}: {row.id} is called tested, but no test names it"
        elif row.state != "tested" and row.id in named:
            yield f"{row.place}: {row.id} is called {row.state}, but {named[row.id]} names it"
    for identifier, place in named.items():
        if identifier not in rows:
            yield f"{place}: {identifier} stands in no list"


def trace(requirements, tests):
    lists = read_lists(requirements)
    if not os.path.isdir(tests):
        raise BadList(f"{tests}: is no folder of tests")
    prefixes = {row.id.split("-")[0] for rows in lists.values() for row in rows}
    named = read_tests(tests, prefixes)
    print_summary(lists)
    print_planned(lists)
    sys.stdout.flush()
    found = list(disagreements(lists, named))
    for line in found:
        print(f"error: {line}", file=sys.stderr)
    return 1 if found else 0


def main(arguments):
    if len(arguments) != 2:
        print("usage: trace.py REQUIREMENTS_DIR TESTS_DIR", file=sys.stderr)
        return 2
    try:
        return trace(*arguments)
    except (BadList, OSError, UnicodeDecodeError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
