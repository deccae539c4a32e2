#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prepare-ir.py - makes OpenCL IR fit for RV32, and describes its kernels.

    prepare-ir.py SOURCE.cl IN.ll OUT.ll NOTE.s LINE...

The RISC-V back end knows no SPIR calling conventions and would put __local variables into .bss, one
for all groups. So the conventions go, and __local variables become thread-local: tp is the group's
local memory. NOTE.s gets the section .warpclock.kernels (runtime/README.md tells its format), first
the LINEs, then the kernels as the IR's metadata tells them.

What cannot be compiled is refused here, where its source line is still known: functions that the
run time does not have, and arguments that a launch cannot pass.
"""
import pathlib
import re
import shutil
import subprocess
import sys

KINDS = {1: "global", 2: "constant", 3: "local"}  # numbers of !kernel_arg_addr_space (SPIR 1.2)
VALUE_BYTES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4,
               "long": 8, "ulong": 8}
IR_BYTES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "float": 4, "ptr": 4, "i64": 8}

LOCAL = re.compile(r"^@(\"?[\w.]+\"?) = internal( unnamed_addr)? global (.*?) undef", re.M)
KERNEL = re.compile(r"^define [^@\n]*spir_kernel void @(\w+)\(.*\)([^{\n]*)\{", re.M)
CALL = re.compile(r"\bcall [^@\n]*?@([\w.]+)\((?:.*!dbg !(\d+))?")

README = pathlib.Path(__file__).resolve().parent / "runtime" / "README.md"
SEE = f"'Built-in functions' in {README} lists what there is"


class Refused(Exception):
    """A fault of the source: place, message, hint."""


# ---- IR types ----

def split_members(text):
    """The members of "{ float, [2 x i32] }", nested braces and brackets kept together."""
    depth, members, start = 0, [], 0
    for i, character in enumerate(text):
        depth += (character in "{[<") - (character in "}]>")
        if character == "," and depth == 0:
            members.append(text[start:i].strip())
            start = i + 1
    return members + [text[start:].strip()] if text.strip() else members


def layout(text, types):
    """(bytes, alignment) of an IR type."""
    array = re.fullmatch(r"\[(\d+) x (.*)\]", text)
    if array:
        size, alignment = layout(array[2], types)
        return int(array[1]) * size, alignment
    vector = re.fullmatch(r"<(\d+) x (.*)>", text)
    if vector:
        size = int(vector[1]) * layout(vector[2], types)[0]
        size = 1 << (size - 1).bit_length()
        return size, size
    if text.startswith("%"):
        return layout(types[text], types)
    members = re.fullmatch(r"\{(.*)\}", text)
    if members:
        offset, most = 0, 1
        for member in split_members(members[1]):
            size, alignment = layout(member, types)
            offset = (offset + alignment - 1) // alignment * alignment + size
            most = max(most, alignment)
        return (offset + most - 1) // most * most, most
    if text not in IR_BYTES:
        raise Refused(None, f"__local variable of a type that is not known here: {text}", None)
    return IR_BYTES[text], IR_BYTES[text]


# ---- what cannot be compiled ----

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


def advice(plain):
    if re.match(r"atom(ic)?_", plain):
        return ("compile with --isa-a and run on a machine with isa.a=true "
                f"(int and uint only); {SEE}")
    if plain in ("printf", "puts"):
        return "kernels have no console: write to a buffer, and save it"
    return SEE


def check_calls(ir, place):
    """Every function that is called is there, or the compiler's own, or one of the library."""
    defined = set(re.findall(r"^define [^@\n]*@([\w.]+)\(", ir, re.M))
    for name, debug in CALL.findall(ir):
        if name not in defined and not name.startswith("llvm.") and \
                name not in ("memcpy", "memmove", "memset"):
            plain, whole = demangled(name)
            raise Refused(place(debug or None), f"{whole} is not available here", advice(plain))


def value_bytes(kernel, argument, text, base, place):
    """Bytes of a by-value argument, from its OpenCL name: int, float, ..."""
    if base in VALUE_BYTES:
        return VALUE_BYTES[base]
    if base.startswith("enum "):
        return 4
    raise Refused(place, f"argument '{argument}' of kernel '{kernel}' is a {text} by value, which "
                  "a launch cannot pass",
                  "pass its members as arguments of their own, or a pointer to a buffer")


# ---- the description ----

def metadata(ir):
    """Number of a metadata node -> its elements, strings and integers only."""
    nodes = {}
    for number, body in re.findall(r"^!(\d+) = !\{(.*)\}$", ir, re.M):
        elements = re.findall(r'!"([^"]*)"|i32 (\d+)', body)
        nodes[number] = [int(digits) if digits else text for text, digits in elements]
    return nodes


def describe(ir, place):
    """The kernels' lines of the section, in the order of the source."""
    nodes = metadata(ir)
    types = dict(re.findall(r"^(%[\w.\"]+) = type (.*)$", ir, re.M))
    local_variables = [(name.strip('"'), layout(text, types)[0])
                       for name, _, text in LOCAL.findall(ir)]
    kernels = KERNEL.findall(ir)
    if not kernels:
        raise Refused(place(None), "no kernel in it",
                      "a kernel is a function marked __kernel, as in __kernel void f(...)")
    for name, attributes in kernels:
        numbers = dict(re.findall(r"!(\w+) !(\d+)", attributes))
        node = {key: nodes[n] for key, n in numbers.items() if n in nodes}
        local = sum(size for variable, size in local_variables if variable.split(".")[0] == name)
        line = f"kernel {name} local={local}"
        if "reqd_work_group_size" in node:
            line += " reqd={},{},{}".format(*node["reqd_work_group_size"])
        yield line
        columns = ("name", "addr_space", "type", "base_type")
        for argument, space, text, base in zip(*(node[f"kernel_arg_{key}"] for key in columns)):
            if re.match(r"(image|sampler|event|queue|pipe|ndrange)\w*_t\b", base):
                raise Refused(place(numbers.get("dbg")), f"argument '{argument}' of kernel "
                              f"'{name}' is of type {text}, which Vortex has not", SEE)
            if space in KINDS:
                yield f"arg {argument} {KINDS[space]} {text}"
            else:
                size = value_bytes(name, argument, text, base, place(numbers.get("dbg")))
                yield f"arg {argument} value {base if base in VALUE_BYTES else text} {size}"


def rewrite(ir, source):
    ir = LOCAL.sub(r"@\1 = internal thread_local(localexec)\2 global \3 undef", ir)
    ir = re.sub(r'^source_filename = ".*"$', f'source_filename = "{pathlib.Path(source).name}"', ir,
                count=1, flags=re.M)
    # Where the source lay decides whether its folder is told as "." or not at all.
    ir = re.sub(r'(!DIFile\(filename: "[^"/]*", directory: )""', r'\1"."', ir)
    return re.sub(r"\bspir_(kernel|func) ", "", ir)


def main():
    if len(sys.argv) < 5:
        sys.exit("usage: prepare-ir.py SOURCE.cl IN.ll OUT.ll NOTE.s LINE...")
    source, ir_path, out_path, note_path, *lines = sys.argv[1:]
    ir = pathlib.Path(ir_path).read_text(encoding="utf-8")
    place = places(ir, source)
    try:
        check_calls(ir, place)
        lines += describe(ir, place)
    except Refused as refused:
        where, message, hint = refused.args
        sys.exit(f"{where or source}: error: {message}" + (f"\n  hint: {hint}" if hint else ""))
    pathlib.Path(out_path).write_text(rewrite(ir, source), encoding="utf-8")
    with open(note_path, "w", encoding="utf-8") as note:
        note.write('    .section .warpclock.kernels, "", @progbits\n')
        for line in lines:
            note.write(f'    .asciz "{line}"\n')


if __name__ == "__main__":
    main()
