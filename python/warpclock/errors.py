# SPDX-License-Identifier: Apache-2.0
"""What can go wrong: one class per exit status of the command, with the text that it prints."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional

if TYPE_CHECKING:
    from .results import Result


def _printable(text: str) -> str:
    """Messages may quote a hostile file: no control character reaches the terminal."""
    return "".join(c if c in "\n\t" or (c >= " " and c != "\x7f") else f"\\x{ord(c):02x}"
                   for c in text)


class Failure(BaseException):
    """What all exceptions of the package have.

    status   exit status of the command for the same failure
    message  what happened
    place    "file:line:column" as far as known, or None
    hint     one line of help, or None
    result   what is known so far, if the run began; or None
    """

    status = 70

    message: str
    place: Optional[str]
    hint: Optional[str]
    result: Optional["Result"]

    def __init__(self, message: str, place: Optional[str] = None, hint: Optional[str] = None,
                 result: Optional["Result"] = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint
        self.result = result

    def __str__(self) -> str:
        text = f"{self.place}: error: {self.message}" if self.place else self.message
        return _printable(f"{text}\n  hint: {self.hint}" if self.hint else text)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return type(self), (self.message, self.place, self.hint, self.result)


class Error(Failure, Exception):
    """Any failure but an interrupt."""


class Mismatch(Error):
    """An expected output differed, or a run took longer than its bound or deadline."""

    status = 1


class BadInput(Error, ValueError):
    """Bad use or a bad file."""

    status = 2


class KernelFault(Error):
    """The kernel faulted, or needs what the machine does not have."""

    status = 3


class Deadlock(Error):
    """Nothing can go on, or a limit of cycles or seconds was reached."""

    status = 4


class InternalError(Error):
    """A bug in warpclock, or no memory left."""

    status = 70


class Interrupted(Failure, KeyboardInterrupt):
    """^C, or interrupt(). It is a KeyboardInterrupt: `except Exception` lets it pass."""

    status = 130


_CLASSES: dict[int, type[Failure]] = {
    kind.status: kind
    for kind in (Mismatch, BadInput, KernelFault, Deadlock, InternalError, Interrupted)
}
# For a failure without a message of the library; the command prints the same.
_MEANINGS = {
    1: "an output differs from its expected value", 2: "bad input", 3: "the kernel failed",
    4: "deadlock or cycle limit", 70: "out of memory", 130: "interrupted",
}


def failure(status: int, message: Optional[str] = None, place: Optional[str] = None,
            hint: Optional[str] = None) -> Failure:
    """The exception for a status of the library."""
    kind = _CLASSES.get(status, InternalError)
    text = message or _MEANINGS.get(status) or f"status {status}"
    return kind(text, place, hint)
