#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prepare-ir.py - checks OpenCL IR, describes its kernels, and makes it fit for code generation.

    prepare-ir.py MACHINE SOURCE.cl IN.ll OUT.ll NOTE.s LINE...

MACHINE is vortex, rv32, pascal or gcn3. NOTE.s gets the section .warpclock.kernels
(runtime/README.md tells its format), first the LINEs, then the kernels as the IR's metadata tells
them. What cannot be compiled is refused here, where its source line is still known.

The RISC-V back end would put __local variables into .bss, one for all groups: they become
thread-local, and tp is the group's local memory. It passes vectors and structures in ways of its
own: they become words.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from by_value import pass_words  # noqa: E402
from ir_types import layout, named_types, parameter_type, split_list  # noqa: E402
from refusals import MACHINES, SEE, Refused, check_calls, places  # noqa: E402

KINDS = {1: "global", 2: "constant", 3: "local"}  # numbers of !kernel_arg_addr_space (SPIR 1.2)
NUMBERS = ("char", "uchar", "short", "ushort", "int", "uint", "float", "long", "ulong")
LOCAL = re.compile(r"^@(\"?[\w.]+\"?) = internal( unnamed_addr)? global (.*?) undef", re.M)
KERNEL = re.compile(r"^define [^@\n]*(?:spir|amdgpu)_kernel void @(\w+)\((.*)\)([^{\n]*)\{", re.M)
RISCV = ("vortex", "rv32")


# ---- the description ----

def metadata(ir):
    """Number of a metadata node -> its elements, strings and integers only."""
    nodes = {}
    for number, body in re.findall(r"^!(\d+) = !\{(.*)\}$", ir, re.M):
        elements = re.findall(r'!"([^"]*)"|i32 (\d+)', body)
        nodes[number] = [int(digits) if digits else text for text, digits in elements]
    return nodes


def argument_lines(name, node, parameters, types, machine, place):
    """The lines of a kernel's arguments; its parameters in the IR have their sizes."""
    columns = ("name", "addr_space", "type", "base_type")
    arguments = list(zip(*(node[f"kernel_arg_{key}"] for key in columns)))
    for number, (argument, space, text, base) in enumerate(arguments):
        if re.match(r"(image|sampler|event|queue|pipe|ndrange)\w*_t\b", base):
            raise Refused(place, f"argument '{argument}' of kernel '{name}' is of type {text}, "
                          f"which {MACHINES[machine]} has not", SEE)
        if space in KINDS:
            yield f"arg {argument} {KINDS[space]} {text}"
            continue
        size = (layout(parameter_type(parameters[number]), types)[0]
                if len(parameters) == len(arguments) else 0)
        if size == 0:
            raise Refused(place, f"argument '{argument}' of kernel '{name}' is {text}, by value "
                          "and without a size", "remove parameters of empty structures")
        yield f"arg {argument} value {base if base in NUMBERS else text} {size}"


def describe(ir, place, machine):
    """The kernels' lines of the section, in the order of the source."""
    nodes = metadata(ir)
    types = named_types(ir)
    local_variables = [(name.strip('"'), layout(text, types)[0])
                       for name, _, text in LOCAL.findall(ir)]
    kernels = KERNEL.findall(ir)
    if not kernels:
        raise Refused(place(None), "no kernel in it",
                      "a kernel is a function marked __kernel, as in __kernel void f(...)")
    for name, parameters, attributes in kernels:
        numbers = dict(re.findall(r"!(\w+) !(\d+)", attributes))
        node = {key: nodes[n] for key, n in numbers.items() if n in nodes}
        line = f"kernel {name}"
        if machine in RISCV:  # other files tell their local memory themselves
            own = [size for variable, size in local_variables if variable.split(".")[0] == name]
            line += f" local={sum(own)}"
        if "reqd_work_group_size" in node:
            line += " reqd={},{},{}".format(*node["reqd_work_group_size"])
        yield line
        yield from argument_lines(name, node, split_list(parameters), types, machine,
                                  place(numbers.get("dbg")))


# ---- for code generation ----

def rewrite(ir, source, machine):
    if machine in RISCV:
        ir = LOCAL.sub(r"@\1 = internal thread_local(localexec)\2 global \3 undef", pass_words(ir))
    ir = re.sub(r'^source_filename = ".*"$', f'source_filename = "{pathlib.Path(source).name}"', ir,
                count=1, flags=re.M)
    # Where the source lay decides whether its folder is told as "." or not at all.
    ir = re.sub(r'(!DIFile\(filename: "[^"/]*", directory: )""', r'\1"."', ir)
    return re.sub(r"\bspir_(kernel|func) ", "", ir)


def main():
    if len(sys.argv) < 6 or sys.argv[1] not in MACHINES:
        sys.exit("usage: prepare-ir.py MACHINE SOURCE.cl IN.ll OUT.ll NOTE.s LINE...")
    machine, source, ir_path, out_path, note_path, *lines = sys.argv[1:]
    ir = pathlib.Path(ir_path).read_text(encoding="utf-8")
    place = places(ir, source)
    try:
        check_calls(ir, place, machine)
        lines += describe(ir, place, machine)
        ir = rewrite(ir, source, machine)
    except Refused as refused:
        where, message, hint = refused.args
        sys.exit(f"{where or source}: error: {message}" + (f"\n  hint: {hint}" if hint else ""))
    pathlib.Path(out_path).write_text(ir, encoding="utf-8")
    with open(note_path, "w", encoding="utf-8") as note:
        note.write('    .section .warpclock.kernels, "", @progbits\n')
        for line in lines:
            note.write(f'    .asciz "{line}"\n')


if __name__ == "__main__":
    main()
