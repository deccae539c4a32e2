#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public headers in strict C and in C++, and the names that they define (HOUSE-39).

    check-headers.py SOURCE_ROOT COMPILER...
Prints TAP.
"""
import pathlib
import re
import shutil
import subprocess
import sys

include, compiler = pathlib.Path(sys.argv[1]) / "include", sys.argv[2:]
STRICT = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", include]


def compiles(command, standard, source):
    """What the compiler says against it; nothing when it takes the source."""
    language = "c++" if "++" in standard else "c"
    run = subprocess.run([*command, *STRICT, f"-std={standard}", "-x", language, "-"],
                         input=source, capture_output=True, text=True)
    return run.stderr


def defined(source):
    """Names of macros, at the end of a source, that its headers of the system do not define."""
    def macros(text):
        run = subprocess.run([*compiler, "-I", include, "-dM", "-E", "-x", "c", "-"], input=text,
                             capture_output=True, text=True, check=True)
        return set(re.findall(r"^#define (\w+)", run.stdout, re.M))
    system = "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
    return macros(system + source) - macros(system)


def foreign(source):
    return "\n".join(name for name in sorted(defined(source))
                     if not name.startswith(("WC_", "WARPCLOCK_")))


def cxx():
    return next(([name] for name in ("clang++-16", "g++", "c++") if shutil.which(name)), None)


pastis = "#include <warpclock/pastis.h>\n"
both = "#include <warpclock.h>\n" + pastis + "#include <warpclock.h>\n" + pastis
paper = """#define WC_PASTIS_SHORT_NAMES
#include <warpclock/pastis.h>
int call(int *a, int n);
int call(int *a, int n)
{
    parameter_t par[2];
    par[0].kind=PTR; par[0].val.ptr=a; par[1].kind=INT; par[1].val.i=n;
    return simulate("kern.cubin", n, 1024, par);
}
"""
checks = {
    "the headers are C99": lambda: compiles(compiler, "c99", both),
    "the headers are C11": lambda: compiles(compiler, "c11", both),
    "the headers are C++11": lambda: compiles(cxx(), "c++11", both) if cxx() else None,
    "every macro starts with WC_ or WARPCLOCK_": lambda: foreign(both),
    "PAS-78: the paper's lines compile in C": lambda: compiles(compiler, "c99", paper),
    "PAS-78: and in C++": lambda: compiles(cxx(), "c++11", paper) if cxx() else None,
}
print(f"1..{len(checks)}")
for number, (name, check) in enumerate(checks.items(), 1):
    found = check()
    if found is None:
        print(f"ok {number} {name} # SKIP no C++ compiler")
        continue
    print(f"{'not ok' if found else 'ok'} {number} {name}")
    for line in found.splitlines():
        print(f"# {line}")
