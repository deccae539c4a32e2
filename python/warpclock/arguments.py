# SPDX-License-Identifier: Apache-2.0
"""Arguments of kernels: NumPy arrays and scalars, and what Python has no value for."""
from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import errors
from ._library import TYPES
from .binary import Parameter

Array = npt.NDArray[Any]

# Pointers to numbers, as binaries name them.
_NUMBERS = re.compile(r"(?:const |unsigned |signed )*(?:u?(?:char|short|int|long)|long long|half|"
                      r"float|double|bool|unsigned|u?int(?:8|16|32|64)_t|size_t)"
                      r"(?: (?:int|const|volatile|restrict))* ?\*(?: ?(?:const|restrict))*")
_NUMPY_NAMES = {"i": "i", "u": "u", "f": "f", "b": "u"}


@dataclass(frozen=True, eq=False)
class Buffer:
    """An array as a buffer, with more to say about it than the array alone.

    name       for messages and reports; otherwise the parameter's name
    offset     the kernel gets a pointer to this byte
    fixed      the contents belong to the job: a bound may depend on them
    assume     (min, max) of the elements whenever a launch begins; None: no limit on that side
    read_only  the array is not written back; so it is if NumPy does not let it be written
    """

    array: Array
    name: Optional[str] = None
    offset: int = 0
    fixed: bool = False
    assume: Optional[tuple[Union[int, float, None], Union[int, float, None]]] = None
    read_only: bool = False


@dataclass(frozen=True, eq=False)
class InPlace:
    """An array that the kernel reads and writes where it is, without any copy, at the address that
    it has in this process. A store to an array that NumPy does not let be written is a KernelFault.
    For machines with 64-bit addresses. Cycles depend on the address as far as it chooses sets of
    caches; those of other arrays do not.
    """

    array: Array


@dataclass(frozen=True)
class Local:
    """Bytes of dynamic local (shared) memory."""

    bytes: int


Argument = Union[Array, Buffer, InPlace, Local, np.generic, bytes, int, float]


def element_type(dtype: np.dtype[Any]) -> tuple[int, int]:
    """The library's type of an array's elements, and how many of them an element is: two numbers
    make a complex one, bytes a structure."""
    if dtype.byteorder == ">" or (dtype.byteorder == "=" and sys.byteorder == "big"):
        raise errors.BadInput(f"an array of {dtype} has its bytes in the other order")
    if dtype.hasobject:
        raise errors.BadInput(f"an array of {dtype} holds Python objects")
    if dtype.kind == "c" and dtype.itemsize in (8, 16):
        return TYPES.index(f"f{dtype.itemsize * 4}"), 2
    name = f"{_NUMPY_NAMES.get(dtype.kind, '?')}{dtype.itemsize * 8}"
    return (TYPES.index(name), 1) if name in TYPES else (TYPES.index("u8"), dtype.itemsize)


def check_array(array: Array, what: str) -> None:
    """The library needs the elements one after the other, where they are."""
    if not array.flags.c_contiguous:
        raise errors.BadInput(f"{what} is an array whose elements are not one after the other",
                              hint="pass numpy.ascontiguousarray(array), and keep it for what the "
                                   "kernel stores")
    if array.size == 0:
        raise errors.BadInput(f"{what} is an array without elements")
    if not array.flags.aligned:
        raise errors.BadInput(f"{what} is an array that is not aligned")
    element_type(array.dtype)  # refuses what no machine can use


def is_number(dtype: np.dtype[Any]) -> bool:
    """Whether the elements are numbers that the library has types for."""
    return f"{_NUMPY_NAMES.get(dtype.kind, '?')}{dtype.itemsize * 8}" in TYPES


def check_type(array: Array, parameter: Optional[Parameter], what: str) -> None:
    """A pointer to numbers takes arrays of numbers; the library compares their sizes."""
    pointed = (parameter.type or "") if parameter else ""
    if parameter is None or not _NUMBERS.fullmatch(pointed) or is_number(array.dtype):
        return
    name = f" '{parameter.name}'" if parameter.name else ""
    raise errors.BadInput(f"{what} is an array of {array.dtype}, and the parameter{name} is "
                          f"{pointed}",
                          hint="array.view(numpy.float32), for example, has its bytes as numbers")


def overlap(a: Array, b: Array) -> bool:
    """Whether two arrays have bytes in common; both are contiguous."""
    return np.may_share_memory(a, b)


def scalar_for(value: Union[int, float], parameter: Optional[Parameter], what: str) -> np.generic:
    """A number of Python as the kernel's parameter wants it."""
    if parameter is None or parameter.kind not in ("value", "untold"):
        raise errors.BadInput(f"{what} is {value!r}, and the binary does not say of which type",
                              hint="pass a scalar of NumPy: numpy.int32(5), numpy.float32(0.5)")
    named, size = parameter.type, parameter.bytes
    real = named in ("float", "double", "half") or (named is None and isinstance(value, float))
    unsigned = bool(named and (named.startswith("u") or named in ("bool", "size_t")))
    kind = "f" if real else "u" if unsigned or (not named and value >= 1 << (8 * size - 1)) else "i"
    if f"{kind}{8 * size}" not in TYPES:
        raise errors.BadInput(f"{what} is {value!r}; the parameter has {size} bytes"
                              f"{f' ({named})' if named else ''}",
                              hint="pass the bytes of a structure: bytes, or a scalar of a "
                                   "structured NumPy type")
    if not real and int(value) != value:
        raise errors.BadInput(f"{what} is {value!r}, and the parameter is an integer")
    dtype = np.dtype(f"{kind}{size}")
    if not real and not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
        raise errors.BadInput(f"{what} is {value!r}, which does not fit {kind}{8 * size}")
    scalar: np.generic = dtype.type(value)
    return scalar
