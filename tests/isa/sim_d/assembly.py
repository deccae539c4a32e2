# SPDX-License-Identifier: Apache-2.0
"""Sim-D assembly as data: a small reader of .sas files for the interpreter in interpreter.py.

It accepts correct programs only and reports the first line that it does not understand.
"""
import dataclasses
import math
import re
import struct


class SasError(Exception):
    """A line that is not Sim-D assembly; the text names it."""


@dataclasses.dataclass
class Buffer:
    """A mapped buffer: address in bytes, dimensions in words, source of its first contents."""
    address: int
    dim_x: int
    dim_y: int
    kind: str = "n"  # d: decimal floats, f: words, n: none
    path: str = ""

    @property
    def words(self):
        return self.dim_x * self.dim_y


@dataclasses.dataclass
class Instruction:
    """One line: `cpush.brk` has op "cpush" and sub "brk"; operands are pairs (class, value)."""
    op: str
    sub: str
    operands: list
    line: int


@dataclasses.dataclass
class Program:
    dram: dict = dataclasses.field(default_factory=dict)
    scratchpad: dict = dataclasses.field(default_factory=dict)
    text: list = dataclasses.field(default_factory=list)
    labels: dict = dataclasses.field(default_factory=dict)
    bounds: dict = dataclasses.field(default_factory=dict)  # instruction -> numbers of branchcycle


VECTOR_SPECIALS = ("ctrl_run", "ctrl_break", "ctrl_ret", "ctrl_exit", "tid_x", "tid_y", "lid_x",
                   "lid_y", "zero", "one", "mem_idx", "mem_data")
SCALAR_SPECIALS = ("dim_x", "dim_y", "wg_off_x", "wg_off_y", "wg_width", "sd_words", "sd_period",
                   "sd_period_cnt")
FLOATS = {"FLT_MAX": (2 - 2 ** -23) * 2.0 ** 127, "FLT_MIN": 2.0 ** -126, "FLT_EPSILON": 2.0 ** -23,
          "M_PI_F": math.pi, "M_2PI_F": 2 * math.pi, "M_E_F": math.e}
INTEGERS = {"FLT_DIG": 6, "FLT_MANT_DIG": 24, "FLT_MAX_EXP": 128, "FLT_MIN_EXP": -125,
            "FLT_MAX_10_EXP": 38, "FLT_MIN_10_EXP": -37, "FLT_RADIX": 2}
REGISTERS = {"v": 64, "s": 32, "p": 4}


def bits_of(number):
    """A float's pattern of 32 bits."""
    return struct.unpack("<I", struct.pack("<f", number))[0]


def immediate(text):
    """The 32 bits of an immediate, or None."""
    sign, name = (-1, text[1:]) if text.startswith("-") else (1, text)
    if name in FLOATS:
        return bits_of(sign * FLOATS[name])
    if name in INTEGERS:
        return sign * INTEGERS[name] & 0xffffffff
    if re.fullmatch(r"-?(0[xX][0-9a-fA-F]+|\d+)", text):
        return int(text, 0 if "x" in text.lower() else 10) & 0xffffffff
    if re.fullmatch(r"-?(\d+\.\d*|\.\d+|\d+)([eE][-+]?\d+)?f?", text):
        return bits_of(float(text.rstrip("f")))
    return None


def special(letter, text):
    names = VECTOR_SPECIALS if letter == "v" else SCALAR_SPECIALS
    if text.isdigit() and int(text) < len(names):
        return names[int(text)]
    if text.startswith(".") and text[1:] in names:
        return text[1:]
    return None


def operand(text):
    """('v', 3), ('vc', 'tid_x'), ('imm', bits) or ('label', name)."""
    for letter in "vs":
        if text.startswith(letter + "c") and special(letter, text[2:]):
            return letter + "c", special(letter, text[2:])
    if re.fullmatch(r"[vsp]\d+", text):
        if int(text[1:]) >= REGISTERS[text[0]]:
            raise SasError(f"no register {text}")
        return text[0], int(text[1:])
    bits = immediate(text)
    if bits is not None:
        return "imm", bits
    return "label", text


def read_buffer(fields, table):
    number, address, dim_x, dim_y = (int(field, 0) for field in fields[:4])
    kind = fields[4] if len(fields) > 4 else "n"
    path = fields[5].strip('"') if len(fields) > 5 else ""
    table[number] = Buffer(address, dim_x, dim_y, kind, path)


def read_text(line, number, program):
    if line.startswith("#bound"):
        kind, *numbers = line.split()[1:]
        if kind == "branchcycle":
            program.bounds[len(program.text)] = [int(number) for number in numbers]
        return
    if line.endswith(":"):
        program.labels[line[:-1].strip()] = len(program.text)
        return
    name, *rest = line.replace(",", " ").split()
    op, _, sub = name.partition(".")
    program.text.append(Instruction(op, sub, [operand(text) for text in rest], number))


def parse(text):
    """The program that a .sas file holds."""
    program, section = Program(), ".data"
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("//")[0].strip()
        try:
            if not line:
                continue
            if line in (".data", ".sp_data", ".text"):
                section = line
            elif section == ".text":
                read_text(line, number, program)
            else:
                table = program.dram if section == ".data" else program.scratchpad
                read_buffer(line.split(), table)
        except (ValueError, IndexError, SasError) as reason:
            raise SasError(f"line {number}: {line}: {reason}") from reason
    return program
