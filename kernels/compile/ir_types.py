# SPDX-License-Identifier: Apache-2.0
"""ir_types.py - types of LLVM's IR in its text: bytes and alignment, parameters of functions."""
import re

from refusals import Refused

BYTES = {"i1": 1, "i8": 1, "i16": 2, "half": 2, "i32": 4, "float": 4, "ptr": 4, "i64": 8,
         "double": 8}


def split_list(text):
    """The members of "float, [2 x i32], ptr byval(%s) %1", what is in brackets kept together."""
    depth, members, start = 0, [], 0
    for i, character in enumerate(text):
        depth += (character in "{[<(") - (character in "}]>)")
        if character == "," and depth == 0:
            members.append(text[start:i].strip())
            start = i + 1
    return members + [text[start:].strip()] if text.strip() else members


def named_types(ir):
    """"%struct.s" -> "{ i32, float }"."""
    return dict(re.findall(r"^(%[\w.\"]+) = type (.*)$", ir, re.M))


def members_layout(members, types, packed):
    offset, most = 0, 1
    for member in members:
        size, alignment = layout(member, types)
        alignment = 1 if packed else alignment
        offset = (offset + alignment - 1) // alignment * alignment + size
        most = max(most, alignment)
    return (offset + most - 1) // most * most, most


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
    if text in types:
        return layout(types[text], types)
    packed = re.fullmatch(r"<\{(.*)\}>", text)
    members = packed or re.fullmatch(r"\{(.*)\}", text)
    if members:
        return members_layout(split_list(members[1]), types, packed)
    if text not in BYTES:
        raise Refused(None, f"a type that is not known here: {text}", None)
    return BYTES[text], BYTES[text]


def parameter_type(text):
    """The type of a parameter's value: of "<4 x float> noundef %1" and of "ptr byval(%s) %1"."""
    in_memory = re.search(r"\bby(?:val|ref)\(([^)]*)\)", text)
    if in_memory:
        return in_memory[1]
    if text[0] not in "<{[":
        return text.split(" ")[0]
    depth = 0
    for i, character in enumerate(text):
        depth += (character in "{[<") - (character in "}]>")
        if depth == 0:
            return text[:i + 1]
    return text
