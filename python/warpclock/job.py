# SPDX-License-Identifier: Apache-2.0
"""Jobs described in Python: launches, their arguments, and facts for the worst-case analysis."""
from __future__ import annotations

import ctypes
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, Union

import numpy as np

from . import errors
from ._context import Context, Path, encode
from ._library import OUT_OF_BOUNDS
from .arguments import (Argument, Array, Buffer, InPlace, Local, check_array, element_type,
                        check_type, is_number, overlap, scalar_for)
from .binary import Binary, Kernel, Parameter, load

Size = Union[int, Sequence[int]]
Loop = Union[int, Mapping[str, int]]


def _sizes(size: Size, count: int, what: str) -> Any:
    """One to `count` numbers as an array of C; missing ones are 1."""
    numbers = list(size) if isinstance(size, Iterable) else [size]
    if not all(isinstance(number, (int, np.integer)) for number in numbers):
        raise TypeError(f"{what} is {size!r}; expected an integer, or up to {count} of them")
    if not 1 <= len(numbers) <= count:
        raise errors.BadInput(f"{what} has {len(numbers)} dimensions; expected 1 to {count}")
    if any(not 0 <= number < 1 << 32 for number in numbers):
        raise errors.BadInput(f"{what} is {size!r}; expected numbers from 1 to 2^32 - 1")
    return (ctypes.c_uint32 * count)(*(int(number) for number in numbers),
                                     *[1] * (count - len(numbers)))


def _word(number: int, what: str) -> int:
    if not 0 <= number < 1 << 32:
        raise errors.BadInput(f"{what} is {number}; expected 0 to 2^32 - 1")
    return number


@dataclass(frozen=True, eq=False)
class _Launch:
    """One launch as it was described."""

    file: str
    entry: Optional[str]
    known: Optional[Kernel]  # what the binary says about it
    grid: Optional[Size]
    block: Optional[Size]
    ndrange: Optional[Size]
    width: int
    args: tuple[Argument, ...]
    shared: int
    stack: int
    cooperative: bool
    loops: Mapping[str, Loop]


class Job:
    """Launches of kernels on arrays of this process.

        job = Job("saxpy.elf", entry="saxpy", grid=49, block=16,
                  args=[x, y, np.float32(0.75), np.int32(777)])
        result = run(job)                 # y has the output
        job.launch(entry="scale", grid=49, block=16, args=[y])   # a second launch after it

    kernel   a path, or a Binary or Kernel of load()
    entry    name of the kernel; needed if the file has more than one
    grid     blocks (work-groups): a number or up to three; block: threads (work-items) per block
    ndrange  for .sas instead of both: one or two numbers of work-items; width: of a work-group
    args     in the kernel's order:
             an array of NumPy, or a Buffer: the address of a buffer with its contents. It must be
             contiguous; the run reads it at its start and writes it back at its end. The same array
             is the same buffer, in every launch
             InPlace(array): the same without a copy
             a scalar of NumPy: numpy.float32(0.5); of a structured type, or bytes: a structure
             a number of Python, if the binary describes the parameter
             Local(bytes): dynamic local memory
    shared   bytes of dynamic shared memory; stack: bytes per thread of cubins
    cooperative  all blocks are on the machine at once: grid.sync() of cubins
    loops    bounds for the worst-case analysis: {"spmv.cl:17": 40, "0x1a8": {"max": 4, "total": 9}}
    symbols  variables of the binary, __constant__ or __device__: name to array. Written back if
             the array can be written
    memory   arrays that kernels of all launches may access in place, through addresses that are
             data: numpy.array([x.ctypes.data]). For machines with 64-bit addresses. A store to one
             that NumPy does not let be written is a KernelFault
    on_out_of_bounds  "stop", or "warn": accesses outside all buffers are reported

    A Job is a description; it can be run many times, also by several threads if they do not share
    arrays that kernels write.
    """

    def __init__(self, kernel: Union[Path, Binary, Kernel], *, entry: Optional[str] = None,
                 grid: Optional[Size] = None, block: Optional[Size] = None,
                 ndrange: Optional[Size] = None, width: int = 0, args: Sequence[Argument] = (),
                 shared: int = 0, stack: int = 0, cooperative: bool = False,
                 loops: Optional[Mapping[str, Loop]] = None,
                 symbols: Optional[Mapping[str, Array]] = None,
                 memory: Sequence[Array] = (), on_out_of_bounds: str = "stop") -> None:
        if on_out_of_bounds not in OUT_OF_BOUNDS:
            raise errors.BadInput(f"on_out_of_bounds is {on_out_of_bounds!r}; expected 'stop' or "
                                  "'warn'")
        self._launches: list[_Launch] = []
        self._symbols = dict(symbols or {})
        self._memory = tuple(memory)
        self._out_of_bounds = OUT_OF_BOUNDS.index(on_out_of_bounds)
        self.launch(kernel, entry=entry, grid=grid, block=block, ndrange=ndrange, width=width,
                    args=args, shared=shared, stack=stack, cooperative=cooperative, loops=loops)

    def launch(self, kernel: Union[Path, Binary, Kernel, None] = None, *,
               entry: Optional[str] = None, grid: Optional[Size] = None,
               block: Optional[Size] = None, ndrange: Optional[Size] = None, width: int = 0,
               args: Sequence[Argument] = (), shared: int = 0, stack: int = 0,
               cooperative: bool = False, loops: Optional[Mapping[str, Loop]] = None) -> Job:
        """Adds a launch after those that the job has. Without a kernel it is of the first file."""
        if (grid is None) != (block is None):
            raise errors.BadInput("grid and block go together")
        known: Optional[Kernel] = None
        if kernel is None:
            file = self._launches[0].file
        elif isinstance(kernel, Kernel):
            file, entry, known = kernel.file, entry or kernel.name, kernel
        elif isinstance(kernel, Binary):
            file = kernel.file
            known = _find_kernel(kernel, entry)
        else:
            file = os.fspath(kernel)
        if known is None and any(_needs_type(argument) for argument in args):
            known = _find_kernel(load(file), entry)
        self._launches.append(_Launch(file, entry, known, grid, block, ndrange, width, tuple(args),
                                      shared, stack, cooperative, dict(loops or {})))
        return self

    @contextmanager
    def opened(self, context: Context) -> Iterator[int]:
        """The library's job; for run() and its like."""
        first = self._launches[0]
        with context.made("wc_job_free", "wc_job_new", context.handle,
                          encode(first.file, "the kernel's path"), _entry(first)) as handle:
            builder = _Builder(context, handle)
            builder.build(self._launches, self._symbols, self._out_of_bounds)
            for array in self._memory:
                builder.map(array)
            yield handle


def _needs_type(argument: Argument) -> bool:
    """Whether only the binary's description says how, or if, the kernel takes it."""
    if isinstance(argument, (Buffer, InPlace)):
        argument = argument.array
    return isinstance(argument, (int, float)) or (isinstance(argument, np.ndarray) and
                                                  not is_number(argument.dtype))


def _find_kernel(binary: Binary, entry: Optional[str]) -> Optional[Kernel]:
    """The kernel that a launch means; None: the run reports what is wrong."""
    found = [kernel for kernel in binary if entry in (None, kernel.name)]
    return found[0] if len(found) == 1 else None


def _entry(launch: _Launch) -> Optional[bytes]:
    return None if launch.entry is None else encode(launch.entry, "entry")


class _Builder:
    """Makes a job of the library, call by call."""

    def __init__(self, context: Context, job: int) -> None:
        self.context = context
        self.job = job
        self.buffers: list[tuple[str, Buffer]] = []

    def call(self, name: str, *arguments: Any) -> None:
        self.context.call(name, self.job, *arguments)

    def build(self, launches: Sequence[_Launch], symbols: Mapping[str, Array],
              out_of_bounds: int) -> None:
        self.call("wc_job_on_out_of_bounds", out_of_bounds)
        for name, array in symbols.items():
            self.symbol(name, array)
        for number, launch in enumerate(launches):
            if number:
                self.call("wc_job_launch", encode(launch.file, "the kernel's path"),
                          _entry(launch))
            self.sizes(launch)
            for index, argument in enumerate(launch.args):
                self.argument(launch, index, argument)

    def sizes(self, launch: _Launch) -> None:
        if launch.grid is not None and launch.block is not None:
            self.call("wc_job_grid", _sizes(launch.grid, 3, "grid"),
                      _sizes(launch.block, 3, "block"))
        if launch.ndrange is not None:
            self.call("wc_job_ndrange", _sizes(launch.ndrange, 2, "ndrange"),
                      _word(launch.width, "width"))
        self.call("wc_job_shared", _word(launch.shared, "shared"))
        self.call("wc_job_stack", _word(launch.stack, "stack"))
        self.call("wc_job_cooperative", launch.cooperative)
        for name, loop in launch.loops.items():
            bounds = {"max": loop} if isinstance(loop, int) else dict(loop)
            unknown = [key for key in bounds if key not in ("max", "total")]
            if unknown or not bounds or any(number < 1 for number in bounds.values()):
                raise errors.BadInput(f"loop {name!r} has {loop!r}; expected a number, or 'max', "
                                      "'total' or both, each at least 1")
            self.call("wc_job_loop", encode(name, "the loop's name"), bounds.get("max", 0),
                      bounds.get("total", 0))

    def symbol(self, name: str, array: Array) -> None:
        check_array(array, f"symbol '{name}'")
        kind, each = element_type(array.dtype)
        self.call("wc_job_symbol", encode(name, "a symbol's name"), kind, array.size * each,
                  array.ctypes.data, not array.flags.writeable)

    def map(self, array: Array) -> None:
        check_array(array, "an array of 'memory'")
        self.call("wc_job_map" if array.flags.writeable else "wc_job_map_read_only",
                  array.ctypes.data, array.nbytes)

    def argument(self, launch: _Launch, index: int, argument: Argument) -> None:
        what = f"argument {index + 1}"
        if isinstance(argument, np.ndarray):
            self.buffer(launch, index, Buffer(argument))
        elif isinstance(argument, Buffer):
            self.buffer(launch, index, argument)
        elif isinstance(argument, InPlace):
            check_array(argument.array, what)
            check_type(argument.array, _parameter(launch, index), what)
            if not argument.array.flags.writeable:
                self.map(argument.array)
            self.call("wc_job_arg_pointer", argument.array.ctypes.data, argument.array.nbytes)
        elif isinstance(argument, Local):
            self.call("wc_job_arg_local", _word(argument.bytes, what))
        elif isinstance(argument, bytes):
            self.call("wc_job_arg_bytes", argument, len(argument))
        elif isinstance(argument, np.generic):
            self.scalar(argument)
        elif isinstance(argument, (int, float)):
            self.scalar(scalar_for(argument, _parameter(launch, index), what))
        else:
            raise TypeError(f"{what} is a {type(argument).__name__}; expected an array or a scalar "
                            "of NumPy, a number, bytes, Buffer, InPlace or Local")

    def scalar(self, value: np.generic) -> None:
        kind, each = element_type(value.dtype)
        content = value.tobytes()
        if each == 1:
            self.call("wc_job_arg_scalar", kind, content)
        else:
            self.call("wc_job_arg_bytes", content, len(content))

    def buffer(self, launch: _Launch, index: int, wanted: Buffer) -> None:
        what = f"argument {index + 1}"
        if not isinstance(wanted.offset, (int, np.integer)):
            raise TypeError(f"{what} has offset {wanted.offset!r}; expected an integer")
        if not 0 <= wanted.offset < 1 << 64:
            raise errors.BadInput(f"{what} has offset {wanted.offset}; expected 0 to "
                                  f"{wanted.array.nbytes}, the bytes of the array")
        name = self.known(wanted, index)
        if name is None:
            name = self.free_name(wanted.name or _buffer_name(launch, index))
            self.bind(name, wanted)
        check_type(wanted.array, _parameter(launch, index), what)
        self.call("wc_job_arg_buffer_at", encode(name, "a buffer's name"),
                  int(wanted.offset))

    def known(self, wanted: Buffer, index: int) -> Optional[str]:
        """The buffer that the array is already."""
        for name, buffer in self.buffers:
            if buffer.array is wanted.array or (
                    buffer.array.ctypes.data == wanted.array.ctypes.data and
                    buffer.array.nbytes == wanted.array.nbytes):
                return name
            if overlap(buffer.array, wanted.array):
                raise errors.BadInput(
                    f"argument {index + 1} is an array that overlaps buffer '{name}'",
                    hint="pass the whole array, and a part of it as Buffer(array, offset=BYTES)")
        return None

    def free_name(self, name: str) -> str:
        taken = {other for other, _ in self.buffers}
        numbered = (f"{name}_{number}" for number in range(2, len(taken) + 3))
        return name if name not in taken else next(each for each in numbered if each not in taken)

    def bind(self, name: str, buffer: Buffer) -> None:
        array = buffer.array
        check_array(array, f"buffer '{name}'")
        kind, each = element_type(array.dtype)
        encoded = encode(name, "a buffer's name")
        self.call("wc_job_buffer", encoded, kind, array.size * each, array.ctypes.data,
                  buffer.read_only or not array.flags.writeable)
        self.buffers.append((name, buffer))
        if array.ndim > 1:
            shape = [*array.shape[:-1], array.shape[-1] * each]
            self.call("wc_job_buffer_shape", encoded, (ctypes.c_uint64 * len(shape))(*shape),
                      len(shape))
        if buffer.fixed:
            self.call("wc_job_buffer_fixed", encoded)
        if buffer.assume:
            limits = [None if limit is None else array.dtype.type(limit).tobytes()
                      for limit in buffer.assume]
            self.call("wc_job_buffer_assume", encoded, *limits)


def _parameter(launch: _Launch, index: int) -> Optional[Parameter]:
    """What the binary says about an argument."""
    parameters = launch.known.parameters if launch.known else None
    return parameters[index] if parameters and index < len(parameters) else None


def _buffer_name(launch: _Launch, index: int) -> str:
    parameter = _parameter(launch, index)
    return parameter.name if parameter and parameter.name else f"argument {index + 1}"
