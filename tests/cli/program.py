# SPDX-License-Identifier: Apache-2.0
"""RISC-V programs of a few words, and the ELF files around them: no compiler is needed."""
import struct

BASE = 0x80000000   # where Vortex starts a program
CONSOLE = 0xFF004   # upper 20 bits of the console's address in Vortex 2.1

T0, T1, T2, T3, T4 = 5, 6, 7, 28, 29
STOP = 0x0000000B   # tmc x0: the warp retires


def addi(to, source, number):
    return (number & 0xFFF) << 20 | source << 15 | to << 7 | 0x13


def jump(words):
    """jal x0, a few words back or forth."""
    offset = words * 4 & 0x1FFFFF
    return ((offset >> 20) << 31 | (offset >> 1 & 0x3FF) << 21 | (offset >> 11 & 1) << 20
            | (offset >> 12 & 0xFF) << 12 | 0x6F)


def say(text):
    """Puts a text on the console, a byte at a time."""
    words = [CONSOLE << 12 | T0 << 7 | 0x37]  # lui
    for byte in text.encode():
        words += [addi(T1, 0, byte), T1 << 20 | T0 << 15 | 0x23]  # sb
    return words


def again(words, register=T0):
    """bne t0, zero, a few words back; or forth, if negative."""
    offset = -words * 4 & 0x1FFF
    return ((offset >> 12) << 31 | (offset >> 5 & 0x3F) << 25 | register << 15 | 1 << 12
            | (offset >> 1 & 0xF) << 8 | (offset >> 11 & 1) << 7 | 0x63)


# Goes round while a word of the first argument's buffer is not zero: only the data say how often.
argument = [
    0x340 << 20 | 2 << 12 | T1 << 7 | 0x73,  # csrr t1, mscratch
    T1 << 15 | 2 << 12 | T1 << 7 | 0x03,  # lw t1, 0(t1)
]
LOAD = T1 << 15 | 2 << 12 | T0 << 7 | 0x03  # lw t0, 0(t1)
waiting = argument + [LOAD, again(1), STOP]
WAITING_LOOP = BASE + 8

# ... and so does a loop around it.
nest = argument + [LOAD, LOAD, again(1), LOAD, again(4), STOP]

# Both of them up to 1000 times, with a counter that is known; and no iteration is like another.
repeated = argument + [addi(T2, 0, 1000), addi(T2, T2, -1), addi(T4, 0, 0), LOAD, again(-8),
                       addi(T4, T4, 1), addi(T3, 0, 0), addi(T3, T3, 1), LOAD, again(2), LOAD,
                       again(6), again(11, T2), STOP]
NEST_LOOPS = BASE + 28, BASE + 36

# Counts that word down, and 5.
counting = argument + [LOAD, addi(T0, T0, -1), again(1), STOP]
COUNTING_LOOP = BASE + 12
known = [addi(T0, 0, 5), addi(T0, T0, -1), again(1), STOP]
KNOWN_LOOP = BASE + 4

programs = {
    "stop": [STOP],
    "loop": [addi(T0, T0, 1), jump(-1), STOP],
    "fault": [T1 << 7 | 0x2003, STOP],  # lw t1, 0(x0): nothing is mapped there
    "waiting": waiting,
    "nest": nest,
    "repeated": repeated,
    "counting": counting,
    "known": known,
    "hello": say("hello\n") + [STOP],
    "chatty": say("hello\n") + [jump(-len(say("hello\n"))), STOP],
}


def elf(words):
    """An ELF executable with one segment, and with a symbol table that names `main`."""
    code = b"".join(struct.pack("<I", word) for word in words)
    strings = b"\0main\0"
    names = b"\0.text\0.symtab\0.strtab\0.shstrtab\0"
    symbols = bytes(16) + struct.pack("<IIIBBH", 1, BASE, len(code), 0x12, 0, 1)
    code_at, symbols_at = 84, 84 + len(code)
    strings_at = symbols_at + len(symbols)
    names_at = strings_at + len(strings)
    sections_at = (names_at + len(names) + 3) & ~3
    header = struct.pack("<4sBBBBQHHIIIIIHHHHHH", b"\x7fELF", 1, 1, 1, 0, 0, 2, 243, 1, BASE, 52,
                         sections_at, 0, 52, 32, 1, 40, 5, 4)
    segment = struct.pack("<8I", 1, code_at, BASE, BASE, len(code), len(code), 5, 4)
    sections = bytes(40) + b"".join(struct.pack("<10I", *row) for row in (
        (1, 1, 6, BASE, code_at, len(code), 0, 0, 4, 0),
        (7, 2, 0, 0, symbols_at, len(symbols), 3, 1, 4, 16),
        (15, 3, 0, 0, strings_at, len(strings), 0, 0, 1, 0),
        (23, 3, 0, 0, names_at, len(names), 0, 0, 1, 0)))
    body = header + segment + code + symbols + strings + names
    return body.ljust(sections_at, b"\0") + sections
