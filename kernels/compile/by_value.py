# SPDX-License-Identifier: Apache-2.0
"""by_value.py - vectors and structures as arguments of RV32 kernels.

A launch passes words in registers (src/abi/rv32.c): a vector or structure of up to 4 bytes is one,
one of 8 bytes is a `long`, and any other one has a word for every four bytes. A kernel with such
parameters becomes a function of its own, inlined into a new kernel that takes the words.
"""
import re

from ir_types import layout, named_types, parameter_type, split_list

KERNEL = re.compile(r"^define ([^@\n]*)spir_kernel void @(\w+)\((.*)\)([^{\n]*)\{", re.M)
BODY = ".by_value"


def is_aggregate(parameter):
    return "byval(" in parameter or parameter.startswith("<")


def words_of(number, size):
    """Parameters of the new kernel: [(type, name)]."""
    if size == 8:
        return [("i64", f"%a{number}.0")]
    return [("i32", f"%a{number}.{i}") for i in range((size + 3) // 4)]


def gathered(number, parameter, types):
    """Lines that put the words together, the words, and the argument of the function."""
    kind = parameter_type(parameter)
    size, alignment = layout(kind, types)
    words = words_of(number, size)
    step = 8 if size == 8 else 4
    room = len(words) * step
    lines = [f"  %m{number} = alloca [{room} x i8], align {max(alignment, step)}"]
    for i, (word, name) in enumerate(words):
        lines += [f"  %m{number}.{i} = getelementptr i8, ptr %m{number}, i32 {i * step}",
                  f"  store {word} {name}, ptr %m{number}.{i}, align {step}"]
    if parameter.startswith("<"):
        lines.append(f"  %v{number} = load {kind}, ptr %m{number}, align {alignment}")
        return lines, words, f"{kind} %v{number}"
    return lines, words, f"ptr byval({kind}) align {alignment} %m{number}"


def debug_of(ir, attributes, free):
    """Metadata of the new kernel: what follows its name, that of its call, and new nodes."""
    number = re.search(r"!dbg !(\d+)", attributes)
    node = number and re.search(rf"^!{number[1]} = (distinct !DISubprogram\(.*\))$", ir, re.M)
    if not node:
        return "", "", []
    line = re.search(r"\bline: (\d+)", node[1])[1]
    return (f" !dbg !{free}", f", !dbg !{free + 1}",
            [f"!{free} = {node[1]}",
             f"!{free + 1} = !DILocation(line: {line}, scope: !{free})"])


def new_kernel(ir, found, types, free):
    """The text of the kernel that takes words, and of its metadata."""
    linkage, name, parameters, attributes = found.groups()
    lines, taken, given = [], [], []
    for number, parameter in enumerate(split_list(parameters)):
        if is_aggregate(parameter):
            more, words, argument = gathered(number, parameter, types)
            lines += more
            taken += [f"{kind} {word}" for kind, word in words]
            given.append(argument)
        else:
            kind = parameter_type(parameter)
            taken.append(f"{kind} %a{number}")
            given.append(f"{kind} %a{number}")
    group = re.search(r"#\d+", attributes)
    own, call, nodes = debug_of(ir, attributes, free)
    head = f"define {linkage}spir_kernel void @{name}({', '.join(taken)}) {group[0]}{own} {{"
    body = f"  call spir_kernel void @{name}{BODY}({', '.join(given)}){call}"
    return "\n".join([head, *lines, body, "  ret void", "}"]), nodes


def pass_words(ir):
    """The IR with such kernels replaced; without any the same text."""
    types = named_types(ir)
    free = 1 + max(map(int, re.findall(r"^!(\d+) = ", ir, re.M)), default=0)
    kernels, metadata = [], []
    for found in KERNEL.finditer(ir):
        if not any(map(is_aggregate, split_list(found[3]))):
            continue
        kernel, nodes = new_kernel(ir, found, types, free)
        kernels.append(kernel)
        metadata += nodes
        free += len(nodes)
    for kernel in kernels:
        name = re.search(r"@(\w+)\(", kernel)[1]
        ir = re.sub(rf"^define [^@\n]*(spir_kernel void @{name})(\(.*\)[^{{\n]*?)(#\d+)",
                    rf"define internal \1{BODY}\2alwaysinline \3", ir, flags=re.M)
        ir = re.sub(rf"(\bcall [^@\n]*@{name})\(", rf"\1{BODY}(", ir)
    return ir if not kernels else "\n".join([ir, *kernels, *metadata, ""])
