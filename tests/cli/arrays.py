# SPDX-License-Identifier: Apache-2.0
"""Arrays as the job file documents them, written anew: .npy files, and the fills of buffers."""
import re
import struct

# Type of a job file -> letter of struct, type of NumPy, bits.
TYPES = {"i8": ("b", "|i1", 8), "u8": ("B", "|u1", 8), "i16": ("h", "<i2", 16),
         "u16": ("H", "<u2", 16), "i32": ("i", "<i4", 32), "u32": ("I", "<u4", 32),
         "i64": ("q", "<i8", 64), "u64": ("Q", "<u8", 64), "f16": ("e", "<f2", 16),
         "f32": ("f", "<f4", 32), "f64": ("d", "<f8", 64)}


def pack(kind, values):
    return struct.pack(f"<{len(values)}{TYPES[kind][0]}", *values)


def as_stored(kind, values):
    """The values after a trip through the type: floats are rounded."""
    return list(struct.unpack(f"<{len(values)}{TYPES[kind][0]}", pack(kind, values)))


def npy(kind, shape, values):
    """A version 1.0 file as numpy.save writes it."""
    header = f"{{'descr': '{TYPES[kind][1]}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header = header.ljust(-(len(header) + 11) % 64 + len(header)) + "\n"
    head = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
    return head + pack(kind, values)


def read_npy(content):
    """(type of NumPy, shape, values) of a version 1.0 file."""
    if content[:8] != b"\x93NUMPY\x01\x00":
        raise ValueError("no .npy of version 1.0")
    length = struct.unpack("<H", content[8:10])[0]
    header, data = content[10:10 + length].decode(), content[10 + length:]
    descr = re.search(r"'descr': '([^']*)'", header)[1]
    numbers = re.search(r"'shape': \(([^)]*)\)", header)[1].split(",")
    shape = tuple(int(number) for number in numbers if number.strip())
    letter = next(row[0] for row in TYPES.values() if row[1] == descr)
    return descr, shape, [value for value, in struct.iter_unpack(f"<{letter}", data)]


def splitmix64(seed, count):
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        yield z ^ z >> 31


def random_fill(kind, count, low, high, seed):
    """docs/job-file.md: integers, f32 and f64 by their formulas, f16 by way of f32."""
    if kind[0] != "f":
        return [low + x % (high - low + 1) for x in splitmix64(seed, count)]
    if kind == "f64":
        return [low + (high - low) * ((x >> 11) * 2.0**-53) for x in splitmix64(seed, count)]
    singles = [low + (high - low) * ((x >> 40) * 2.0**-24) for x in splitmix64(seed, count)]
    return as_stored(kind, as_stored("f32", singles))
