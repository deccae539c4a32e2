#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prepare-ir.py - makes OpenCL IR fit for RV32, and describes its kernels.

    prepare-ir.py IN.ll OUT.ll NOTE.s LINE...

The RISC-V back end knows no SPIR calling conventions and would put __local variables into .bss, one
for all groups. So the conventions go, and __local variables become thread-local: tp is the group's
local memory. NOTE.s gets the section .warpclock.kernels (runtime/README.md tells its format), first
the LINEs, then the kernels as the IR's metadata tells them.
"""
import re
import sys

KINDS = {1: "global", 2: "constant", 3: "local"}  # numbers of !kernel_arg_addr_space (SPIR 1.2)
SCALAR_BYTES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4,
                "long": 8, "ulong": 8}
IR_BYTES = {"i8": 1, "i16": 2, "i32": 4, "float": 4, "i64": 8}

LOCAL = re.compile(r"^@(\"?[\w.]+\"?) = internal( unnamed_addr)? global (.*?) undef", re.M)
KERNEL = re.compile(r"^define [^@\n]*spir_kernel void @(\w+)\(.*\)([^{\n]*)\{", re.M)


def die(message):
    sys.exit(f"prepare-ir.py: {message}")


def type_bytes(text):
    """Bytes of an IR type as __local variables have them: arrays of scalars."""
    array = re.fullmatch(r"\[(\d+) x (.*)\]", text)
    if array:
        return int(array[1]) * type_bytes(array[2])
    vector = re.fullmatch(r"<(\d+) x (.*)>", text)
    if vector:
        return int(vector[1]) * type_bytes(vector[2])
    if text not in IR_BYTES:
        die(f"__local variable of a type that is not known here: {text}")
    return IR_BYTES[text]


def value_bytes(text):
    """Bytes of a by-value argument, from its OpenCL name: int, float4, ..."""
    name, lanes = re.fullmatch(r"([a-z]+)(\d*)", text).groups()
    if name not in SCALAR_BYTES:
        die(f"argument of a type that is not known here: {text}")
    return SCALAR_BYTES[name] * (4 if lanes == "3" else int(lanes or 1))


def metadata(ir):
    """Number of a metadata node -> its elements, strings and integers only."""
    nodes = {}
    for number, body in re.findall(r"^!(\d+) = !\{(.*)\}$", ir, re.M):
        elements = re.findall(r'!"([^"]*)"|i32 (\d+)', body)
        nodes[number] = [int(digits) if digits else text for text, digits in elements]
    return nodes


def describe(ir):
    """The kernels' lines of the section, in the order of the source."""
    nodes = metadata(ir)
    local_variables = [(name.strip('"'), type_bytes(text)) for name, _, text in LOCAL.findall(ir)]
    for name, attributes in KERNEL.findall(ir):
        node = {key: nodes[n] for key, n in re.findall(r"!(\w+) !(\d+)", attributes) if n in nodes}
        local = sum(size for variable, size in local_variables if variable.split(".")[0] == name)
        line = f"kernel {name} local={local}"
        if "reqd_work_group_size" in node:
            line += " reqd={},{},{}".format(*node["reqd_work_group_size"])
        yield line
        for argument, space, text in zip(node["kernel_arg_name"], node["kernel_arg_addr_space"],
                                         node["kernel_arg_type"]):
            if space in KINDS:
                yield f"arg {argument} {KINDS[space]} {text}"
            else:
                yield f"arg {argument} value {text} {value_bytes(text)}"


def rewrite(ir):
    ir = LOCAL.sub(r"@\1 = internal thread_local(localexec)\2 global \3 undef", ir)
    return re.sub(r"\bspir_(kernel|func) ", "", ir)


def main():
    if len(sys.argv) < 4:
        die("usage: prepare-ir.py IN.ll OUT.ll NOTE.s LINE...")
    with open(sys.argv[1], encoding="utf-8") as source:
        ir = source.read()
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(rewrite(ir))
    with open(sys.argv[3], "w", encoding="utf-8") as note:
        note.write('    .section .warpclock.kernels, "", @progbits\n')
        for line in sys.argv[4:] + list(describe(ir)):
            note.write(f'    .asciz "{line}"\n')


if __name__ == "__main__":
    main()
