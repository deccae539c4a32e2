#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions of one machine that are another machine's under a new name.

    compare-machines.py [--all] [SOURCE_ROOT]

Compares every function of src/machine/<model>/ with every function of the other models. Names,
numbers and texts do not count: two functions are alike when the same C remains after each
identifier is replaced by its order of appearance. Prints each pair with its likeness; exits with 1
when a pair of at least LINES_MIN lines reaches LIKENESS_MAX and ACCEPTED has no reason for it.
"""
import difflib
import pathlib
import re
import sys

LINES_MIN = 6       # of a body: shorter ones say little
LIKENESS_MAX = 0.8  # of two token sequences, 1: the same

# Pairs that stay, and why.
ACCEPTED = {}

KEYWORDS = set("""auto bool break case char const continue default do double else enum extern float
for goto if inline int long return short signed sizeof static struct switch true false typedef union
unsigned void while NULL""".split())
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'|->|<<|>>|[-+*/%&|^<>=!]=?|\S")
FUNCTION = re.compile(r"^(?:[A-Za-z_][^\n;{}#]*?\b(\w+)\([^;{}]*?\))\n\{\n(.*?)^\}", re.M | re.S)


def shape(body):
    """The tokens of a body with its own names counted instead of spelled."""
    body = re.sub(r"/\*.*?\*/", " ", body, flags=re.S)
    names, tokens = {}, []
    for token in TOKEN.findall(body):
        if token[0] in "\"'" or token[0].isdigit():
            token = token[0]
        elif token[0].isalpha() or token[0] == "_":
            if token not in KEYWORDS:
                token = f"name{names.setdefault(token, len(names))}"
        tokens.append(token)
    return tokens


def functions(folder):
    for path in sorted(folder.glob("*.c")):
        for name, body in FUNCTION.findall(path.read_text()):
            if body.count("\n") >= LINES_MIN:
                yield f"{folder.name}/{path.name}: {name}", shape(body)


def alike(a, b):
    if min(len(a), len(b)) / max(len(a), len(b)) < LIKENESS_MAX * 0.8:
        return 0.0
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= LIKENESS_MAX * 0.8 else 0.0


def main():
    options = [a for a in sys.argv[1:] if a.startswith("--")]
    roots = [a for a in sys.argv[1:] if not a.startswith("--")]
    root = pathlib.Path(roots[0]) if roots else pathlib.Path(__file__).resolve().parent.parent
    models = [f for f in sorted((root / "src/machine").iterdir()) if f.is_dir() and f.name != "common"]
    lists = [list(functions(folder)) for folder in models]
    rows = []
    for i, left in enumerate(lists):
        for right in lists[i + 1:]:
            for a, body_a in left:
                for b, body_b in right:
                    rows.append((alike(body_a, body_b), a, b))
    rows.sort(reverse=True)
    again = [row for row in rows if row[0] >= LIKENESS_MAX and (row[1], row[2]) not in ACCEPTED]
    for likeness, a, b in rows if "--all" in options else again:
        if likeness > 0:
            print(f"{likeness:.2f}  {a}  ~  {b}")
    print(f"{sum(map(len, lists))} functions of {len(models)} machines, {len(again)} alike")
    return 1 if again else 0


if __name__ == "__main__":
    sys.exit(main())
