#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""loop-bounds.py - the loop bounds that stand in a source, as lines of .warpclock.kernels.

    loop-bounds.py FOLDER < PREPROCESSED

`#pragma warpclock loop_bound(N)` in front of a loop says that its body runs N times at most each
time it is entered. The input is what `clang -E` makes of the source, so that what is not compiled
does not count; file names are printed relative to FOLDER. The line of a loop is that of its test:
of the condition of `for` or `while`, at the end of a `do`. A loop without one (`for (;;)`,
`while (1)`) has the lines of the `if`s whose `break` ends it; one that is left by `return` or
`goto` as well is refused, because what it jumps over may be another loop's test.
"""
import re
import sys

MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"')
PRAGMA = re.compile(r"#\s*pragma\s+warpclock\b\s*(.*)")
BOUND = re.compile(r"loop_bound\s*\(\s*([1-9]\d*)[uU]?\s*\)\s*")
TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\w+|\S""")
ALWAYS = re.compile(r"true|0*[1-9]\d*[uUlL]*|0[xX]0*[1-9a-fA-F]\w*")
PRAGMA_NAME = "'#pragma warpclock loop_bound'"
LOOP_WORDS = ("for", "while", "do")
MOST = 1 << 30


class NoLoop(Exception):
    """Here is no loop, or none that a bound can be given for; why, and what helps."""


def placed_lines(text):
    """(file, line, text) of every line, as the markers tell."""
    name, number = "", 0
    for line in text.splitlines():
        marker = MARKER.match(line)
        if marker:
            name = re.sub(r"\\(.)", r"\1", marker[2])
            number = int(marker[1]) - 1
        else:
            number += 1
            yield name, number, line


def tokens(lines):
    """((file, line), text) of every token."""
    for name, number, line in lines:
        if not line.lstrip().startswith("#"):
            for token in TOKEN.findall(line):
                yield (name, number), token


class Loop:
    """The loop that a stream of tokens begins with."""

    def __init__(self, lines):
        self.stream = tokens(lines)
        self.ahead = next(self.stream, None)
        self.loops = set()   # places of loops inside
        self.exits = []      # places of the tests whose break ends this loop
        self.tests = []      # ... of those around the statement that is being read
        self.jumps = False   # it is left in another way, too

    def word(self):
        return self.ahead[1] if self.ahead else ""

    def take(self):
        if not self.ahead:
            raise NoLoop(f"no end of the loop behind {PRAGMA_NAME}", "every brace is closed")
        token, self.ahead = self.ahead, next(self.stream, None)
        return token

    def brackets(self):
        """The tokens between two parentheses that match."""
        inside, depth = [], 0
        while not inside or depth:
            inside.append(self.take())
            depth += (inside[-1][1] in "([{") - (inside[-1][1] in ")]}")
        return inside[1:-1]

    def expression(self):
        """Up to the semicolon; an initialiser may have braces."""
        while self.word() != ";":
            if self.word() in ("(", "[", "{"):
                self.brackets()
            else:
                self.take()
        self.take()

    def condition(self):
        """Of an `if`: from now on it is a test around what follows."""
        self.take()
        inside = self.brackets()
        self.tests.append({place for place, _ in inside})

    def inner(self):
        """A loop or a switch inside: a break in it does not end ours."""
        place, word = self.take()
        if word != "switch":
            self.loops.add(place)
        if word == "do":
            self.statement(False)
            self.take()
            self.brackets()
            self.take()
        else:
            self.brackets()
            self.statement(False)

    def statement(self, own):
        word = self.word()
        if word == "{":
            self.take()
            while self.word() != "}":
                self.statement(own)
            self.take()
        elif word == "if":
            self.condition()
            self.statement(own)
            if self.word() == "else":
                self.take()
                self.statement(own)
            self.tests.pop()
        elif word in LOOP_WORDS or word == "switch":
            self.inner()
        elif word in ("case", "default"):
            while self.take()[1] != ":":
                pass
        else:
            if word == "break" and own:
                self.exits += self.tests
            self.jumps |= word in ("return", "goto")
            self.expression()

    def endless(self):
        """The lines of the tests by which a loop without a condition ends."""
        lines = sorted(set().union(*self.exits) - self.loops)
        if self.jumps or not lines:
            why = "return or goto leaves it" if self.jumps else "no `if (...) break` ends it"
            raise NoLoop(f"the loop behind {PRAGMA_NAME} has no condition, and {why}",
                         "write its condition into `for` or `while`, or give the bound in the "
                         "job, by address")
        return lines

    def tests_of(self):
        """(file, line) of each test that ends the loop."""
        place, word = self.ahead or (None, "")
        if word not in LOOP_WORDS:
            raise NoLoop(f"no loop behind {PRAGMA_NAME}",
                         "it stands right in front of for, while or do")
        self.take()
        if word == "do":
            self.statement(True)
            place, _ = self.take()
        test = self.brackets()
        if word == "for":
            test = self.middle(test)
        if test and not (len(test) == 1 and ALWAYS.fullmatch(test[0][1])):
            return [place if word == "do" else test[0][0]]
        if word != "do":
            self.statement(True)
        return self.endless()

    @staticmethod
    def middle(header):
        """The condition of a `for`."""
        ends = [i for i, (_, word) in enumerate(header) if word == ";"]
        return header[ends[0] + 1:ends[1]] if len(ends) == 2 else header


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: loop-bounds.py FOLDER < PREPROCESSED")
    lines = list(placed_lines(sys.stdin.read()))
    for i, (name, number, line) in enumerate(lines):
        pragma = PRAGMA.match(line.lstrip())
        if not pragma:
            continue
        bound = BOUND.fullmatch(pragma[1])
        if not bound or int(bound[1]) > MOST:
            sys.exit(f"{name}:{number}: error: '#pragma warpclock {pragma[1]}'; expected "
                     f"loop_bound(N), N a decimal number from 1 to {MOST}")
        try:
            tests = Loop(lines[i + 1:]).tests_of()
        except NoLoop as found:
            sys.exit(f"{name}:{number}: error: {found.args[0]}\n  hint: {found.args[1]}")
        for file, row in tests:
            print(f"loop {file.removeprefix(sys.argv[1] + '/')}:{row} {bound[1]}")


if __name__ == "__main__":
    main()
