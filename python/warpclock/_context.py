# SPDX-License-Identifier: Apache-2.0
"""A context of the library for one piece of work, and ^C while it is under way.

Every piece of work has a context of its own: threads share nothing, and no handle outlives it.
"""
from __future__ import annotations

import ctypes
import os
import threading
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, TypeVar, Union

from . import errors
from ._library import library

T = TypeVar("T")
Path = Union[str, "os.PathLike[str]"]


def encode(text: Path, what: str) -> bytes:
    """A name or path as the library takes it."""
    encoded = os.fsencode(text)
    if b"\0" in encoded:
        raise errors.BadInput(f"{what} has a null character")
    return encoded


def decode(text: Optional[bytes]) -> Optional[str]:
    return None if text is None else os.fsdecode(text)


class Context:
    """A wc_context and the handles that were made from it."""

    def __init__(self) -> None:
        self.library = library()
        self.handle: Optional[int] = self.library.wc_context_new()
        if not self.handle:
            raise errors.InternalError("out of memory")
        # A folder added later is searched earlier.
        for folder in reversed(os.environ.get("WARPCLOCK_PATH", "").split(":")):
            if folder:
                self.library.wc_context_add_machine_folder(self.handle, os.fsencode(folder))

    def close(self) -> None:
        self.library.wc_context_free(self.handle)
        self.handle = None

    def failure(self, status: int) -> errors.Failure:
        """The exception for a status that a call with this context returned."""
        lib = self.library
        if lib.wc_error_status(self.handle) != status:
            return errors.failure(status)
        return errors.failure(status, decode(lib.wc_error_message(self.handle)),
                              decode(lib.wc_error_place(self.handle)),
                              decode(lib.wc_error_hint(self.handle)))

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function that returns a status; raises what it reports."""
        status = getattr(self.library, name)(*arguments)
        if status:
            raise self.failure(status)

    @contextmanager
    def made(self, free: str, name: str, *arguments: Any) -> Iterator[int]:
        """A handle that the function makes, and that is freed at the end."""
        out = ctypes.c_void_p()
        try:  # also a call that fails may have made something
            self.call(name, *arguments, ctypes.byref(out))
            yield out.value or 0
        finally:
            getattr(self.library, free)(out)

    def text(self, name: str, *arguments: Any) -> str:
        """A text that the function hands out."""
        out = ctypes.c_void_p()
        status = getattr(self.library, name)(*arguments, ctypes.byref(out))
        if status:
            raise self.failure(status)
        return take_text(out)


def take_text(out: ctypes.c_void_p) -> str:
    """Copies a text of the library and frees it."""
    try:
        return ctypes.string_at(out.value or 0).decode("utf-8", "surrogateescape")
    finally:
        library().wc_text_free(out)


class Work:
    """One piece of work: a function of a context, which can be interrupted."""

    under_way: set[Work] = set()
    guard = threading.RLock()  # of the set, and of every context between its making and its end

    def __init__(self, function: Callable[[Context], Any]) -> None:
        self.function = function
        self.context: Optional[Context] = None
        self.cancelled = False
        self.begun = self.ended = False
        self.value: Any = None
        self.exception: Optional[BaseException] = None

    def interrupt(self) -> None:
        with Work.guard:
            self.cancelled = True
            if self.context:
                self.context.library.wc_interrupt(self.context.handle)

    def _open(self) -> Context:
        context = Context()
        with Work.guard:
            self.context = context
            Work.under_way.add(self)
            if self.cancelled:
                context.library.wc_interrupt(context.handle)
        return context

    def _close(self, context: Context) -> None:
        with Work.guard:  # from here on no interrupt finds the context
            Work.under_way.discard(self)
            self.context = None
        context.close()

    def run(self) -> Any:
        self.begun = True
        context = self._open()
        try:
            return self.function(context)
        finally:
            self._close(context)

    def run_and_keep(self, done: threading.Lock) -> None:
        try:
            self.value = self.run()
        except BaseException as exception:  # pylint: disable=broad-except  # raised by perform()
            self.exception = exception
        finally:
            self.ended = True
            done.release()


def perform(function: Callable[[Context], T]) -> T:
    """Calls the function with a new context. In the main thread ^C ends it soon.

    Python runs signal handlers in its main thread only, and only between instructions of Python:
    not while that thread is in the library. So another thread makes the call there, and the main
    thread waits, which a signal can interrupt.
    """
    work = Work(function)
    if threading.current_thread() is not threading.main_thread():
        value: T = work.run()
    else:
        value = _perform_aside(work)
    return value


def _perform_aside(work: Work) -> Any:
    try:
        _await_or_interrupt(work)
        if work.exception:
            raise work.exception
        return work.value
    finally:
        work.exception = None  # its traceback has this frame: they would keep each other


def _await_or_interrupt(work: Work) -> None:
    done = threading.Lock()
    done.acquire()
    try:
        threading.Thread(target=work.run_and_keep, args=(done,), daemon=True).start()
        done.acquire()
    except BaseException as signalled:  # KeyboardInterrupt, or what a handler of the caller raises
        work.interrupt()
        _await(work, done)
        if not (isinstance(signalled, KeyboardInterrupt) and
                isinstance(work.exception, errors.Interrupted)):
            raise


def _await(work: Work, done: threading.Lock) -> None:
    """Until the work has ended; more signals do not change that. The thread may not have started:
    then its work ends by itself, because it is cancelled."""
    while not work.ended:
        try:
            if not done.acquire(timeout=0.1) and not work.begun:
                return
        except KeyboardInterrupt:
            pass


def interrupt() -> None:
    """Asks all runs of this process that are under way to stop soon.

    Each raises Interrupted in its own thread, with what is known so far. ^C does the same for a run
    in the main thread alone.
    """
    with Work.guard:
        works = list(Work.under_way)
    for work in works:
        work.interrupt()
