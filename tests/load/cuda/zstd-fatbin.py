#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compresses the members of a plain fat binary with zstd, as nvcc 12.4 and later do:
zstd-fatbin.py FROM TO"""
import pathlib
import struct
import subprocess
import sys

ZSTD = 0x8000
fat = pathlib.Path(sys.argv[1]).read_bytes()
members, at = b"", 16
while at < len(fat):
    size, = struct.unpack_from("<I", fat, at + 4)
    payload, = struct.unpack_from("<Q", fat, at + 8)
    header = bytearray(fat[at:at + size])
    plain = fat[at + size:at + size + payload]
    packed = subprocess.run(["zstd", "-19", "-c"], input=plain, capture_output=True,
                            check=True).stdout
    padded = packed + bytes(-len(packed) % 8)
    struct.pack_into("<QI", header, 8, len(padded), len(packed))
    flags, = struct.unpack_from("<Q", header, 40)
    struct.pack_into("<QQQ", header, 40, flags | ZSTD, 0, len(plain))
    members += bytes(header) + padded
    at += size + payload
pathlib.Path(sys.argv[2]).write_bytes(fat[:8] + struct.pack("<Q", len(members)) + members)
