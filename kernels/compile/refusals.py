# SPDX-License-Identifier: Apache-2.0
"""refusals.py - what OpenCL C cannot be compiled, told with its source line.

Functions that are not there show up as calls of what the IR does not define. A hint says what to do
instead on the machine at hand: vortex, rv32, pascal or gcn3.
"""
import pathlib
import re
import shutil
import subprocess

CALL = re.compile(r"\bcall [^@\n]*?@([\w.]+)\((?:.*!dbg !(\d+))?")
README = pathlib.Path(__file__).resolve().parents[1] / "runtime" / "README.md"
SEE = f"'Built-in functions' in {README} lists what there is"
MACHINES = {"vortex": "Vortex", "rv32": "this machine", "pascal": "Pascal", "gcn3": "GCN3"}


class Refused(Exception):
    """A fault of the source: place or None, message, hint or None."""


def places(ir, source):
    """A function: number of a !dbg node -> "file:line:column", or the source's name."""
    nodes = dict(re.findall(r"^!(\d+) = (?:distinct )?!(DI\w+\(.*\))$", ir, re.M))

    def field(number, name):
        found = re.search(rf"\b{name}: !?\"?([^,\")]+)", nodes.get(number, ""))
        return found[1] if found else None

    def place(number):
        if number is None or not field(number, "line"):
            return source
        name = field(field(field(number, "scope"), "file"), "filename")
        own = not name or name == pathlib.Path(source).name
        column = field(number, "column")
        return (f"{source if own else name}:{field(number, 'line')}" +
                (f":{column}" if column else ""))

    return place


def demangled(name):
    """_Z10atomic_addPU8CLglobalVii -> "atomic_add", "atomic_add(int volatile global*, int)"."""
    short = re.match(r"_Z(\d+)(\w+)", name)
    if not short:
        return name, name
    plain = short[2][:int(short[1])]
    tool = shutil.which("llvm-cxxfilt-16")
    if not tool:
        return plain, plain
    whole = subprocess.run([tool, name], capture_output=True, text=True, check=True).stdout.strip()
    whole = re.sub(r"\b(float|int|char|short|long) vector\[(\d+)\]", r"\1\2", whole)
    whole = re.sub(r"\bunsigned (int|char|short|long)", r"u\1", whole)
    return plain, re.sub(r" CL(?:private)?", " ", whole).replace(" *", "*")


def advice(plain, machine):
    if machine == "vortex" and re.match(r"atom(ic)?_", plain):
        return ("compile with --isa-a and run on a machine with isa.a=true "
                f"(int and uint only); {SEE}")
    if plain in ("printf", "puts"):
        return ("kernels print on GCN3 alone (build-gcn3.sh): here write to a buffer, and save it")
    return SEE


def check_calls(ir, place, machine):
    """Every function that is called is there, or the compiler's own, or one of the library."""
    defined = set(re.findall(r"^define [^@\n]*@([\w.]+)\(", ir, re.M))
    kernels = set(re.findall(r"^define [^@\n]*_kernel void @([\w.]+)\(", ir, re.M))
    for name, debug in CALL.findall(ir):
        if machine == "pascal" and name in kernels:
            raise Refused(place(debug or None), f"kernel '{name}' is called; on Pascal no kernel "
                          "calls another one", "put its code into a function that both call")
        if name not in defined and not name.startswith("llvm.") and \
                name not in ("memcpy", "memmove", "memset"):
            plain, whole = demangled(name)
            raise Refused(place(debug or None), f"{whole} is not available here",
                          advice(plain, machine))
