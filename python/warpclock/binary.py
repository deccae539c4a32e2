# SPDX-License-Identifier: Apache-2.0
"""Kernel binaries: which kernels a file has, and which arguments they take."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Iterator, Optional

from . import errors
from ._context import Context, Path, encode, perform
from ._library import JSON, TEXT


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel.

    kind  "value", "global", "constant" or "local"; "untold" if the binary records only the size
    type  as in the source, or None
    """

    name: Optional[str]
    kind: str
    type: Optional[str]
    bytes: int


@dataclass(frozen=True)
class Kernel:
    """A kernel of a binary; launch() takes it.

    parameters      None if the binary does not describe them
    registers       per thread, or None
    local_bytes     of its own local (shared) variables, or None
    required_block  work-items per group that the source requires, or None
    """

    file: str
    name: str
    parameters: Optional[tuple[Parameter, ...]]
    registers: Optional[int]
    local_bytes: Optional[int]
    required_block: Optional[tuple[int, ...]]

    @classmethod
    def of(cls, file: str, info: dict[str, Any]) -> Kernel:
        parameters = info.get("parameters")
        block = info.get("required_block")
        return cls(file, info["name"],
                   None if parameters is None else tuple(
                       Parameter(each["name"], each["kind"], each["type"], each["bytes"])
                       for each in parameters),
                   info.get("registers"), info.get("local_bytes"),
                   tuple(block) if block else None)


@dataclass(frozen=True)
class Binary:
    """A kernel binary. `binary["name"]` is one of its kernels.

    document  what `warpclock info --json` prints (docs/json.md)
    """

    file: str
    format: str
    isa: str
    kernels: tuple[Kernel, ...]
    document: dict[str, Any] = field(repr=False, compare=False)

    def __getitem__(self, name: str) -> Kernel:
        for kernel in self.kernels:
            if kernel.name == name:
                return kernel
        names = ", ".join(kernel.name for kernel in self.kernels) or "none"
        raise errors.BadInput(f"{self.file} has no kernel '{name}'; it has {names}")

    def __iter__(self) -> Iterator[Kernel]:
        return iter(self.kernels)

    def __len__(self) -> int:
        return len(self.kernels)

    def disassemble(self, kernel: Optional[str] = None) -> str:
        """The listing of `warpclock dis`, of all kernels or of one."""
        name = None if kernel is None else encode(kernel, "the kernel's name")

        def read(context: Context) -> str:
            with context.made("wc_binary_free", "wc_binary_open", context.handle,
                              encode(self.file, "the path")) as binary:
                return context.text("wc_binary_disassemble", binary, name, TEXT)
        return perform(read)


def load(path: Path) -> Binary:
    """Reads a kernel binary: a RISC-V ELF file, a cubin, an AMDGPU code object, a .sas file."""
    file = os.fspath(path)

    def read(context: Context) -> str:
        with context.made("wc_binary_free", "wc_binary_open", context.handle,
                          encode(file, "the path")) as binary:
            return context.text("wc_binary_info", binary, JSON)
    document: dict[str, Any] = json.loads(perform(read))
    kernels = tuple(Kernel.of(file, each) for each in document["kernels"])
    return Binary(file, document["format"], document["isa"], kernels, document)
