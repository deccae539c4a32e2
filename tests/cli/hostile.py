# SPDX-License-Identifier: Apache-2.0
"""Small files that ask for much memory or time."""
import struct

import program as rv32


def sparse_elf(path, size):
    """A binary without sections, whose only segment is executable and nearly all hole."""
    header = struct.pack("<4sBBBBQHHIIIIIHHHHHH", b"\x7fELF", 1, 1, 1, 0, 0, 2, 243, 1, rv32.BASE,
                         52, 0, 0, 52, 32, 1, 40, 0, 0)
    segment = struct.pack("<8I", 1, 4096, rv32.BASE, rv32.BASE, size, size, 5, 4)
    with open(path, "wb") as file:
        file.write(header + segment)
        file.seek(4096)
        file.write(struct.pack("<I", rv32.STOP))
        file.truncate(4096 + size)


def wide_elf(words, size):
    """A binary whose segment goes on for `size` bytes of data after its section of code."""
    plain = bytearray(rv32.elf(words))
    at = (len(plain) + 4095) & ~4095
    code = b"".join(struct.pack("<I", word) for word in words)
    sections_at, = struct.unpack_from("<I", plain, 32)
    struct.pack_into("<I", plain, 52 + 4, at)                       # p_offset
    struct.pack_into("<II", plain, 52 + 16, size, size)             # p_filesz, p_memsz
    struct.pack_into("<I", plain, sections_at + 40 + 16, at)        # sh_offset of .text
    return bytes(plain).ljust(at, b"\0") + code.ljust(size, b"\xff")


def hole(path, size):
    with open(path, "wb") as file:
        file.truncate(size)
