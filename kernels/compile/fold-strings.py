#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fold-strings.py - puts the literals that printf's %s print into its format.

    fold-strings.py < IN.ll > OUT.ll

printf("%s: %d", "sum", n) becomes printf("sum: %d", n). clang 16 lowers OpenCL's printf for AMD GPUs
to stores of its arguments, those of strings included; if the length of a string is a multiple of
four it leaves out the zero that ends it, and what follows in the line is wrong. The IR is that of
the front end, before any pass: there each literal is a global of its own.
"""
import re
import sys

sys.dont_write_bytecode = True
from ir_types import split_list  # noqa: E402

LITERAL = re.compile(r"^@([\w.]+) = private unnamed_addr addrspace\(4\) constant \[\d+ x i8\] "
                     r'(?:c"(.*)"|zeroinitializer), align 1$', re.M)
CALL = re.compile(r"(\bcall [^@\n]*@printf\()([^\n]*?)(\)(?: #\d+)?(?:, ![^\n]*)?)$", re.M)
CONVERSION = re.compile(r"%(?:%|(?P<layout>[-+ #0]*\d*(?:\.\d*)?)(?:v\d+)?(?:hh|hl|h|l)?[a-zA-Z])")


def text_of(escaped):
    r"""%s\0A\00 -> "%s\n", up to the first zero."""
    text = re.sub(r"\\([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), escaped or "")
    return text.split("\0")[0]


def escaped(text):
    return "".join(character if " " <= character <= "~" and character not in '"\\'
                   else f"\\{ord(character):02X}" for character in text) + "\\00"


def fold(form, arguments, literals):
    """The format and the arguments that are left."""
    parts, left, end = [], [], 0
    rest = iter(arguments)
    for found in CONVERSION.finditer(form):
        parts.append(form[end:found.start()])
        end = found.end()
        argument = None if found[0] == "%%" else next(rest, None)
        name = argument and re.fullmatch(r"ptr addrspace\(4\) noundef @([\w.]+)", argument)
        if name and found[0][-1] == "s" and name[1] in literals:
            text = f"%{found['layout']}s" % literals[name[1]]
            parts.append(text.replace("%", "%%"))
            continue
        parts.append(found[0])
        left += [argument] if argument else []
    return "".join(parts) + form[end:], left + list(rest)


def main():
    ir = sys.stdin.read()
    literals = {name: text_of(body) for name, body in LITERAL.findall(ir)}
    formats = []

    def folded(call):
        form, *arguments = split_list(call[2])
        name = re.fullmatch(r"ptr addrspace\(4\) noundef @([\w.]+)", form)
        if not name or name[1] not in literals:
            return call[0]
        text, left = fold(literals[name[1]], arguments, literals)
        if len(left) == len(arguments):
            return call[0]
        formats.append(f"@.format.{len(formats)} = private unnamed_addr addrspace(4) constant "
                       f'[{len(text) + 1} x i8] c"{escaped(text)}", align 1')
        form = f"ptr addrspace(4) noundef @.format.{len(formats) - 1}"
        return call[1] + ", ".join([form, *left]) + call[3]

    ir = CALL.sub(folded, ir)
    sys.stdout.write(re.sub(r"^define ", lambda _: "\n".join([*formats, "", "define "]), ir,
                            count=1, flags=re.M))


if __name__ == "__main__":
    main()
