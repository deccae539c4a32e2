# SPDX-License-Identifier: Apache-2.0
"""run, bound, check, launch and explain."""
from __future__ import annotations

import ctypes
import os
import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, Union

from . import errors
from ._context import Context, Path, encode, perform
from ._library import (BOUND_METHODS, TEXT, ConsoleFunction, ProgressFunction, ProgressReport,
                       RunOptions)
from .arguments import Argument, Array
from .binary import Binary, Kernel
from .job import Job, Loop, Size
from .machines import Setting, setting_text
from .results import Result, ResultHandle

_TIME = re.compile(r"(\d+(?:\.\d+)?)(ns|us|ms|s)?")
_NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    activity      the kernel's name
    done, total   launches; 0 if the end is not known
    instructions  warp-instructions so far
    cycles        so far; 0: a functional run
    share         of the launch that is under way, 0 to 1; 0: not known
    """

    activity: str
    done: int
    total: int
    instructions: int
    cycles: int = 0
    share: float = 0.0


@dataclass(frozen=True)
class _Target:
    """A job, and what changes it for this run."""

    job: Union[Path, Job]
    machine: Optional[str]
    set: Optional[Mapping[str, Setting]]
    split: Optional[Path]
    max_memory: int

    @contextmanager
    def opened(self, context: Context) -> Iterator[int]:
        if self.max_memory:
            context.library.wc_context_max_memory(context.handle, self.max_memory)
        with self._opened(context) as handle:
            if self.machine is not None:
                context.call("wc_job_machine", handle, encode(self.machine, "machine"))
            if self.split is not None:
                context.call("wc_job_split", handle, encode(self.split, "split"))
            for key, value in (self.set or {}).items():
                context.call("wc_job_set", handle, encode(key, "a setting"),
                             encode(setting_text(value), "a setting"))
            yield handle

    @contextmanager
    def _opened(self, context: Context) -> Iterator[int]:
        if isinstance(self.job, Job):
            with self.job.opened(context) as handle:
                yield handle
        else:
            with context.made("wc_job_free", "wc_job_open", context.handle,
                              encode(self.job, "the path")) as handle:
                yield handle


class _Listeners:
    """Functions of the caller while a run is under way. An exception in one ends the run."""

    def __init__(self, context: Context, progress: Optional[Callable[[Progress], object]],
                 console: Optional[Callable[[str], object]]) -> None:
        self.context, self.progress, self.console = context, progress, console
        self.written: list[bytes] = []
        self.exception: Optional[BaseException] = None
        # The library has their addresses: they live as long as this.
        self.callbacks = ConsoleFunction(self.on_console), ProgressFunction(self.on_progress)
        lib = context.library
        lib.wc_context_on_console(context.handle, self.callbacks[0], None)
        if progress:
            lib.wc_context_on_progress(context.handle, self.callbacks[1], None)

    def guarded(self, function: Callable[[Any], object], value: Any) -> None:
        try:
            function(value)
        except BaseException as exception:  # pylint: disable=broad-except  # raised after the run
            self.exception = self.exception or exception
            self.context.library.wc_interrupt(self.context.handle)

    def on_console(self, _user: Any, text: int, length: int) -> None:
        self.written.append(ctypes.string_at(text, length))
        if self.console:
            self.guarded(self.console, self.written[-1].decode("utf-8", "replace"))

    def on_progress(self, _user: Any, report: Any) -> None:
        now: ProgressReport = report.contents
        if self.progress and not self.exception:
            self.guarded(self.progress, Progress(os.fsdecode(now.activity or b""), now.done,
                                                 now.total, now.instructions, now.cycles,
                                                 now.share))

    def text(self) -> str:
        return b"".join(self.written).decode("utf-8", "replace")


def _set_deadline(options: RunOptions, deadline: Union[int, str, None]) -> None:
    """Cycles, or a time with its unit as the command takes it: "20us"."""
    if deadline is None:
        return
    found = _TIME.fullmatch(str(deadline))
    if not found or (not found[2] and "." in found[1]) or not float(found[1]):
        raise errors.BadInput(f"deadline is {deadline!r}; expected cycles, or a time such as "
                              "'20us' or '1.5ms'")
    if found[2]:
        options.deadline_ns = float(found[1]) * _NANOSECONDS[found[2]]
    else:
        options.deadline = int(found[1])


def _options(*, deadline: Union[int, str, None] = None, method: str = "auto",
             trace_window: Optional[tuple[int, int]] = None, **fields: Any) -> RunOptions:
    if method not in BOUND_METHODS:
        raise errors.BadInput(f"method is {method!r}; expected one of {', '.join(BOUND_METHODS)}")
    options = RunOptions(size=ctypes.sizeof(RunOptions), bound_method=BOUND_METHODS.index(method))
    _set_deadline(options, deadline)
    if trace_window:
        options.trace_begin, options.trace_end = trace_window
    for name, value in fields.items():
        if isinstance(value, (str, os.PathLike)):
            value = encode(value, name)
        elif isinstance(value, int) and not 0 <= value < 1 << 64:
            raise errors.BadInput(f"{name} is {value}; expected 0 to 2^64 - 1")
        setattr(options, name, value)
    return options


def _simulate(target: _Target, options: RunOptions,
              progress: Optional[Callable[[Progress], object]],
              console: Optional[Callable[[str], object]], raises: bool) -> Result:
    """Runs the job. Its result, if it has one, goes with the exception."""

    def work(context: Context) -> Result:
        with target.opened(context) as job:
            listeners = _Listeners(context, progress, console)
            out = ctypes.c_void_p()
            status = context.library.wc_run(job, ctypes.byref(options), ctypes.byref(out))
            problem = context.failure(status) if status else None
            result = Result.of(ResultHandle(out.value), listeners.text()) if out.value else None
        try:
            if listeners.exception:
                raise listeners.exception
            if result and (not problem or not (raises or isinstance(problem, errors.Interrupted))):
                return result
            problem = problem or errors.InternalError("no result")
            problem.result = result
            raise problem
        finally:
            del listeners, problem  # their tracebacks have this frame
    return perform(work)


def run(job: Union[Path, Job], *, machine: Optional[str] = None,
        set: Optional[Mapping[str, Setting]] = None, functional: bool = False,
        max_cycles: int = 0, deadline: Union[int, str, None] = None, profile: bool = False,
        report: bool = False, trace: Optional[Path] = None,
        trace_window: Optional[tuple[int, int]] = None, profile_file: Optional[Path] = None,
        steps: Optional[Path] = None, split: Optional[Path] = None, check_model: bool = False,
        checkpoint: Optional[Path] = None, max_memory: int = 0,
        progress: Optional[Callable[[Progress], object]] = None,
        console: Optional[Callable[[str], object]] = None, raises: bool = True) -> Result:
    """Simulates a job cycle by cycle: a job file, or a Job.

    machine       instead of the job's own
    set           machine parameters by dotted path: {"warps": 8, "l2.present": False}
    functional    results only, no clock
    max_cycles    Deadlock if the run takes longer; 0: no limit
    deadline      cycles, or a time such as "20us"; Mismatch if the run takes longer
    profile       result.document["profile"]: cycles by source line and instruction
    report        collect what result.html() shows
    trace         file for a timeline; trace_window: (first cycle, cycle after the last)
    profile_file  file for KCachegrind, speedscope (.speedscope.json), .csv or JSON
    steps         file for a log of what each instruction changed
    split         table of split points for GCN3
    check_model   an observer checks the model's invariants
    checkpoint    file that the run is saved in once a minute, and continues from
    max_memory    bytes that the inputs may need; 0: 4 GiB
    progress      called a few times per second with a Progress; console: with what the program
                  writes. An exception in them ends the run and is raised by it
    raises        False: a run that went wrong is returned as far as it has a result
                  (result.status, result.message) instead of raised. Interrupts are always raised

    Raises Mismatch, BadInput, KernelFault, Deadlock, InternalError or, after ^C or interrupt(),
    Interrupted. Arrays of a Job have the outputs of the kernel afterwards.
    """
    options = _options(functional=functional, max_cycles=max_cycles, deadline=deadline,
                       profile=profile, report=report, trace=trace, trace_window=trace_window,
                       profile_file=profile_file, steps=steps, check=check_model,
                       checkpoint=checkpoint)
    return _simulate(_Target(job, machine, set, split, max_memory), options, progress, console,
                     raises)


def bound(job: Union[Path, Job], *, machine: Optional[str] = None,
          set: Optional[Mapping[str, Setting]] = None, method: str = "auto",
          explain: bool = False, deadline: Union[int, str, None] = None, max_seconds: int = 0,
          max_cycles: int = 0, report: bool = False, split: Optional[Path] = None,
          max_memory: int = 0, progress: Optional[Callable[[Progress], object]] = None,
          raises: bool = True) -> Result:
    """Derives the worst-case bound of a job without running it: result.bound, .bound_terms.

    method       "exact": a run that proves that buffer contents do not matter; "analysis": the
                 worst path; "auto": exact where possible
    explain      result.document["explain"]: lines and loops of the worst path
    max_seconds  Deadlock if the analyses take longer; 0: no limit

    The other arguments and exceptions are those of run().
    """
    options = _options(bound=True, no_run=True, method=method, explain=explain, deadline=deadline,
                       max_seconds=max_seconds, max_cycles=max_cycles, report=report)
    return _simulate(_Target(job, machine, set, split, max_memory), options, progress, None,
                     raises)


def check(job: Union[Path, Job], *, machine: Optional[str] = None,
          set: Optional[Mapping[str, Setting]] = None, method: str = "auto",
          explain: bool = False, deadline: Union[int, str, None] = None, max_seconds: int = 0,
          max_cycles: int = 0, report: bool = False, split: Optional[Path] = None,
          max_memory: int = 0, progress: Optional[Callable[[Progress], object]] = None,
          console: Optional[Callable[[str], object]] = None, raises: bool = True) -> Result:
    """Runs a job and compares it with its bound, term by term; Mismatch if it is exceeded.

    The arguments are those of bound() and run().
    """
    options = _options(bound=True, method=method, explain=explain, deadline=deadline,
                       max_seconds=max_seconds, max_cycles=max_cycles, report=report)
    return _simulate(_Target(job, machine, set, split, max_memory), options, progress, console,
                     raises)


def launch(kernel: Union[Path, Binary, Kernel], *, grid: Optional[Size] = None,
           block: Optional[Size] = None, args: Sequence[Argument] = (),
           entry: Optional[str] = None, ndrange: Optional[Size] = None, width: int = 0,
           shared: int = 0, stack: int = 0, cooperative: bool = False,
           loops: Optional[Mapping[str, Loop]] = None,
           symbols: Optional[Mapping[str, Array]] = None, machine: Optional[str] = None,
           set: Optional[Mapping[str, Setting]] = None, functional: bool = False,
           max_cycles: int = 0) -> Result:
    """Runs one kernel on arrays: run(Job(...)), with the arguments of both.

        y = np.ones(777, np.float32)
        launch(load("saxpy.cubin")["saxpy"], grid=49, block=16, args=[x, y, 0.75, 777])
    """
    job = Job(kernel, entry=entry, grid=grid, block=block, ndrange=ndrange, width=width, args=args,
              shared=shared, stack=stack, cooperative=cooperative, loops=loops, symbols=symbols)
    return run(job, machine=machine, set=set, functional=functional, max_cycles=max_cycles)


def explain(job: Union[Path, Job], *, machine: Optional[str] = None,
            set: Optional[Mapping[str, Setting]] = None, max_cycles: int = 0,
            max_seconds: int = 0) -> str:
    """What takes a job's time and what to try, in plain sentences."""
    target = _Target(job, machine, set, None, 0)
    options = _options(max_cycles=max_cycles, max_seconds=max_seconds)

    def work(context: Context) -> str:
        with target.opened(context) as handle, \
                context.made("wc_explanation_free", "wc_explain", handle,
                             ctypes.byref(options)) as explanation:
            return context.text("wc_explanation_text", explanation, TEXT)
    return perform(work)
