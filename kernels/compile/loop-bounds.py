#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""loop-bounds.py - the loops of a source and the bounds it gives them, as lines of
.warpclock.kernels.

    loop-bounds.py FOLDER < PREPROCESSED

The input is what `clang -E` makes of the source, so that what is not compiled does not count; file
names are printed relative to FOLDER. Each loop statement gives a line

    statement FILE:LINE FIRST HEAD LAST DEPTH KIND [calls] [outer] [shared]

LINE is by which it is called: that of its test, or of `for` or `while` where it has none. FIRST is
the line of its first word or of the pragma in front of it, HEAD the last one of its head, LAST that
of its end; the compiler gives the loop's machine code lines from FIRST to LAST, but which ones
nobody knows. DEPTH counts the loops around it. KIND: `top` is tested in front of the body, `bottom`
behind it, `endless` nowhere.
`calls`: it calls functions, which may bring in loops of their own; `outer`: there are loops in it;
`shared`: another loop has the same LINE.

`#pragma warpclock loop_bound(N)` in front of a loop says that its body runs N times at most each
time it is entered. It gives a line `loop FILE:LINE N`. N may be a macro that stands for a number,
as long as the input keeps #define lines (`clang -E -dD`).
"""
import collections
import difflib
import re
import sys

MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"')
PRAGMA = re.compile(r"#\s*pragma\s+(\w+)\b\s*(.*)")
DEFINE = re.compile(r"#\s*(?:define\s+(\w+)(?!\w|\()\s*(.*)|undef\s+(\w+))")
BOUND = re.compile(r"loop_bound\s*\(\s*(\w+)\s*\)\s*")
NUMBER = re.compile(r"\(*\s*([1-9]\d*)[uUlL]*\s*\)*\s*")
TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\w+|\S""")
ALWAYS = re.compile(r"true|0*[1-9]\d*[uUlL]*|0[xX]0*[1-9a-fA-F]\w*")
PRAGMA_NAME = "'#pragma warpclock loop_bound'"
LOOP_WORDS = ("for", "while", "do")
NO_CALLS = {"if", "for", "while", "switch", "return", "sizeof", "else", "do", "case"}
MACROS_DEEP = 16
MOST = 1 << 40


class Fault(Exception):
    """A pragma that cannot be used: where, why, and what helps or None."""


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


class Macros:
    """What #define lines have said so far."""

    def __init__(self):
        self.value = {}

    def read(self, line):
        found = DEFINE.match(line)
        if found and found[1]:
            self.value[found[1]] = found[2]
        elif found:
            self.value.pop(found[3], None)

    def number(self, word):
        """The number that a word is or stands for, or None."""
        for _ in range(MACROS_DEEP):
            found = NUMBER.fullmatch(word)
            if found:
                return int(found[1])
            word = self.value.get(word.strip("() \t"), "")
        return None


class Bound:
    """The pragma as a token."""

    def __init__(self, number):
        self.number = number


def read_pragma(place, line, macros):
    """A Bound, or None for a pragma of others."""
    pragma = PRAGMA.match(line)
    if not pragma:
        return None
    if pragma[1] != "warpclock":
        near = difflib.get_close_matches(pragma[1], ["warpclock"], cutoff=0.75)
        if near or pragma[2].startswith("loop_bound"):
            print(f"{place[0]}:{place[1]}: warning: '#pragma {pragma[1]}' has no effect; meant is "
                  "'#pragma warpclock'?", file=sys.stderr)
        return None
    bound = BOUND.fullmatch(pragma[2])
    number = macros.number(bound[1]) if bound else None
    if number is None or number > MOST:
        raise Fault(place, f"'#pragma warpclock {pragma[2]}'; expected loop_bound(N), N a decimal "
                    f"number from 1 to {MOST} (2^40), or a macro that stands for one", None)
    return Bound(number)


def tokens(text):
    """((file, line), text or Bound) of every token."""
    macros = Macros()
    for name, number, line in placed_lines(text):
        line = line.lstrip()
        if line.startswith("#"):
            macros.read(line)
            bound = read_pragma((name, number), line, macros)
            if bound:
                yield (name, number), bound
            continue
        for token in TOKEN.findall(line):
            yield (name, number), token


class Source:
    """A reader of loop statements; what is between them it passes over."""

    def __init__(self, stream):
        self.stream = stream
        self.ahead = next(stream, None)
        self.last = None      # the token that was taken last
        self.calls = 0        # calls seen so far
        self.depth = 0        # loops around what is being read
        self.statements = []  # (place, first, head, last, flags, bound or None)

    def word(self):
        word = self.ahead[1] if self.ahead else ""
        return "" if isinstance(word, Bound) else word

    def take(self):
        """The next token; None behind the last one, which is the compiler's to complain about."""
        token, self.ahead = self.ahead, next(self.stream, None)
        if token and isinstance(token[1], Bound):
            self.refuse(token[0])
        if token and token[1] == "(" and self.last and self.last[1].isidentifier():
            self.calls += self.last[1] not in NO_CALLS
        self.last = token
        return token

    @staticmethod
    def refuse(place):
        raise Fault(place, f"no loop behind {PRAGMA_NAME}",
                    "it stands right in front of for, while or do")

    def brackets(self):
        """The tokens between two parentheses that match."""
        inside, depth = [], 0
        while self.ahead and (not inside or depth):
            inside.append(self.take())
            depth += (inside[-1][1] in "([{") - (inside[-1][1] in ")]}")
        return inside[1:-1]

    def expression(self):
        """Up to the semicolon, or to a loop behind a label; an initialiser may have braces."""
        while self.word() not in ("", ";", "}", *LOOP_WORDS):
            if self.word() in ("(", "[", "{"):
                self.brackets()
            else:
                self.take()
        if self.word() == ";":
            self.take()

    def block(self):
        self.take()
        while self.ahead and self.word() != "}":
            self.statement()
        self.take()

    def statement(self):
        word = self.word()
        if self.ahead and isinstance(self.ahead[1], Bound):
            self.bounded_loop()
        elif word == "{":
            self.block()
        elif word in LOOP_WORDS:
            self.loop(None, None)
        elif word in ("if", "switch"):
            self.take()
            self.brackets()
            self.statement()
            if word == "if" and self.word() == "else":
                self.take()
                self.statement()
        elif word in ("case", "default"):
            while self.ahead and self.take()[1] != ":":
                pass
        else:
            self.expression()

    def bounded_loop(self):
        place, bound = self.ahead
        self.ahead = next(self.stream, None)
        if self.word() not in LOOP_WORDS:
            self.refuse(place)
        self.loop(place, bound.number)

    def body(self):
        self.depth += 1
        self.statement()
        self.depth -= 1

    def loop(self, pragma, bound):
        """Reads a loop and notes it in front of those inside."""
        at, calls = len(self.statements), self.calls
        place, word = self.take()
        first = pragma if pragma and pragma[0] == place[0] else place
        head = place
        if word == "do":
            self.body()
            place, _ = self.take() or (place, "")
            test = self.brackets()
            self.expression()
        else:
            test = self.brackets()
            head = self.last[0] if self.last else place
            test = self.middle(test) if word == "for" else test
            self.body()
        flags = ["bottom" if word == "do" else "top"]
        if not test or (len(test) == 1 and ALWAYS.fullmatch(test[0][1])):
            flags = ["endless"]
        elif word != "do":
            place = test[0][0]
        flags.insert(0, str(self.depth))
        flags += ["calls"] * (self.calls > calls) + ["outer"] * (len(self.statements) > at)
        last = self.last[0] if self.last else place
        if {first[0], head[0], last[0]} == {place[0]}:
            self.statements.insert(at, (place, first[1], head[1], last[1], flags, bound))

    @staticmethod
    def middle(header):
        """The condition of a `for`."""
        ends = [i for i, (_, word) in enumerate(header) if word == ";"]
        return header[ends[0] + 1:ends[1]] if len(ends) == 2 else header

    def read(self):
        """All loops of the input, outer ones before those inside."""
        while self.ahead:
            if isinstance(self.ahead[1], Bound):
                self.bounded_loop()
            elif self.word() in LOOP_WORDS:
                self.loop(None, None)
            else:
                self.take()
        return self.statements


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: loop-bounds.py FOLDER < PREPROCESSED")
    try:
        statements = Source(tokens(sys.stdin.read())).read()
    except Fault as fault:
        (name, number), what, hint = fault.args
        sys.exit(f"{name}:{number}: error: {what}" + (f"\n  hint: {hint}" if hint else ""))
    times = collections.Counter(place for place, *_ in statements)
    for place, first, head, last, flags, bound in statements:
        name = f"{place[0].removeprefix(sys.argv[1] + '/')}:{place[1]}"
        flags += ["shared"] * (times[place] > 1)
        print(f"statement {name} {first} {head} {last} {' '.join(flags)}")
        if bound:
            print(f"loop {name} {bound}")


if __name__ == "__main__":
    main()
