# SPDX-License-Identifier: Apache-2.0
"""Cubins that no compiler writes."""
import pathlib
import struct


def with_relocation(path, section, number):
    """The bytes of a file, its first relocation for a section being of another type."""
    data = bytearray(pathlib.Path(path).read_bytes())
    table, = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, table + 64 * i) for i in range(count)]
    for header in headers:
        at = headers[names][4] + header[0]
        if data[at:data.index(0, at)] == f".rel{section}".encode():
            struct.pack_into("<I", data, header[4] + 8, number)
    return bytes(data)
