# SPDX-License-Identifier: Apache-2.0
"""What a run, a bound or a check reports."""
from __future__ import annotations

import copy
import ctypes
import json
import threading
import weakref
from dataclasses import dataclass, field, fields, replace
from typing import Any, Iterable, Mapping, Optional, Union

from . import errors
from ._context import take_text
from ._library import HTML, JSON, TEXT, library

Number = Union[int, float]
Record = dict[str, Union[int, float, str, bool, None]]


class ResultHandle:
    """A wc_result, freed with the last reference. One thread at a time uses it."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.lock = threading.Lock()
        # At exit the process's memory goes as a whole: another thread may still use the handle.
        weakref.finalize(self, library().wc_result_free, value).atexit = False

    def text(self, form: int) -> str:
        out = ctypes.c_void_p()
        with self.lock:
            status = library().wc_result_text(self.value, form, ctypes.byref(out))
        if status:
            raise errors.failure(status)
        return take_text(out)

    def statistics(self) -> dict[str, str]:
        """Names and units."""
        lib, value = library(), self.value
        return {lib.wc_statistic_name(value, i).decode(): lib.wc_statistic_unit(value, i).decode()
                for i in range(lib.wc_statistic_count(value))}


def _at(document: Mapping[str, Any], path: str) -> Optional[Number]:
    """The value of "stalls.fetch"; None: it is null or missing."""
    here: Any = document
    for part in path.split("."):
        here = here.get(part) if isinstance(here, dict) else None
    return here if isinstance(here, (int, float)) else None


@dataclass(frozen=True)
class Deadline:
    """A deadline in cycles, whether it is met, and the cycles to spare (None: no bound)."""

    cycles: int
    met: bool
    margin: Optional[int]

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Optional[Deadline]:
        found = document.get("deadline")
        return cls(found["cycles"], found["met"], found.get("margin")) if found else None


@dataclass(frozen=True)
class LaunchResult:
    """One launch of a run."""

    kernel: str
    cycles: Optional[int]
    bound: Optional[int]
    exact: Optional[bool]
    counters: dict[str, Optional[Number]] = field(repr=False)

    @classmethod
    def of(cls, document: Mapping[str, Any], names: Iterable[str]) -> LaunchResult:
        return cls(document["kernel"], document.get("cycles"), document.get("bound"),
                   document.get("exact"), {name: _at(document, name) for name in names})


@dataclass(frozen=True)
class Result:
    """What run(), bound(), check() or launch() found out.

    A number that was not measured is None: a bound without a run has no cycles, a functional run
    has no clock.

    job          the job file, or None for a Job
    kernel       name of the first launch's kernel
    machine, isa name of the machine; its instruction set
    mode         "timed", "functional", or "bound" if nothing was run
    status       exit status of the command for the same run
    cycles       from the launch to the end of the last warp, summed over the launches
    nanoseconds  the same by the machine's clock
    bound        no run takes more cycles
    bound_terms  the terms of the bound, in cycles
    tightness    bound / cycles
    exact        every run takes these cycles, whatever the buffers contain
    deadline     the deadline that was asked for
    counters     every statistic by its name in JSON: counters["stalls.fetch"]
    units        their units
    settings     machine parameters that differ from the machine file
    checks       expected buffer to "ok", or to a description of the difference
    launches     the launches in their order
    console      what the program wrote to its console
    message      the error of a run that went wrong, or None
    host_seconds time on the host
    document     the whole JSON document of the command (docs/json.md)
    """

    job: Optional[str]
    kernel: str
    machine: str
    isa: str
    mode: str
    status: int
    cycles: Optional[int]
    nanoseconds: Optional[float]
    bound: Optional[int]
    tightness: Optional[float]
    exact: Optional[bool]
    deadline: Optional[Deadline]
    settings: dict[str, str]
    checks: dict[str, str]
    launches: tuple[LaunchResult, ...] = field(repr=False)
    counters: dict[str, Optional[Number]] = field(repr=False)
    units: dict[str, str] = field(repr=False)
    bound_terms: dict[str, int] = field(repr=False)
    console: str = field(repr=False)
    message: Optional[str]
    host_seconds: float = field(compare=False)
    document: dict[str, Any] = field(repr=False, compare=False)
    _handle: Optional[ResultHandle] = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, handle: ResultHandle, console: str) -> Result:
        """Reads a result of the library."""
        document: dict[str, Any] = json.loads(handle.text(JSON))
        units = handle.statistics()
        error = document.get("error")
        return cls(
            job=document.get("job"), kernel=document["kernel"], machine=document["machine"],
            isa=document["isa"], mode=document["mode"], status=document["status"],
            cycles=document.get("cycles"), nanoseconds=document.get("nanoseconds"),
            bound=document.get("bound"), tightness=document.get("tightness"),
            exact=document.get("exact"), deadline=Deadline.of(document),
            settings=document.get("settings") or {}, checks=document.get("checks") or {},
            launches=tuple(LaunchResult.of(launch, units)
                           for launch in document.get("launches") or ()),
            counters={name: _at(document, name) for name in units}, units=units,
            bound_terms=document.get("bound_terms") or {}, console=console,
            message=error["message"] if error else None,
            host_seconds=document["host_seconds"], document=document, _handle=handle)

    def text(self) -> str:
        """The report that the command prints."""
        return self._needed().text(TEXT)

    def html(self) -> str:
        """A page for a browser, complete in itself. `report=True` of the run adds the profile."""
        return self._needed().text(HTML)

    def _needed(self) -> ResultHandle:
        if self._handle is None:
            raise errors.BadInput("a result that was pickled has its numbers, but no reports")
        return self._handle

    def __copy__(self) -> Result:
        return replace(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Result:
        memo[id(self._handle)] = self._handle
        return replace(self, **{each.name: copy.deepcopy(getattr(self, each.name), memo)
                                for each in fields(self)})

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_handle": None}

    def to_record(self) -> Record:
        """One flat dict, a row of a table: pandas.DataFrame([result.to_record(), ...])."""
        record: Record = {
            "job": self.job, "kernel": self.kernel, "machine": self.machine, "mode": self.mode,
            "status": self.status, "message": self.message,
            **{f"set.{name}": value for name, value in self.settings.items()},
            "cycles": self.cycles, "nanoseconds": self.nanoseconds, "bound": self.bound,
            "tightness": self.tightness, "exact": self.exact,
            "deadline": self.deadline.cycles if self.deadline else None,
            "deadline_met": self.deadline.met if self.deadline else None,
            "host_seconds": self.host_seconds,
        }
        record.update(self.counters)
        return record


def records(results: Iterable[Result]) -> list[Record]:
    """Rows of a table, all with the same columns: pandas.DataFrame(records(results))."""
    rows = [result.to_record() for result in results]
    columns = dict.fromkeys(name for row in rows for name in row)
    return [{name: row.get(name) for name in columns} for row in rows]
