# SPDX-License-Identifier: Apache-2.0
"""The machine models and their parameters."""
from __future__ import annotations

import ctypes
import json
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Union

from ._context import Context, encode, perform
from ._library import JSON

Setting = Union[str, int, float, bool]


def setting_text(value: Setting) -> str:
    """A value of `set` as --set takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class MachineParameter:
    """A parameter of a machine: its value, the value in its file as text, unit, source, meaning."""

    name: str
    value: Setting
    default: str
    unit: Optional[str]
    source: Optional[str]
    about: Optional[str]


@dataclass(frozen=True)
class Machine:
    """A machine model. machine() gives its parameters, too; machines() leaves them empty."""

    name: str
    isa: str
    about: Optional[str]
    parameters: dict[str, MachineParameter] = field(default_factory=dict, repr=False)


def machines() -> list[Machine]:
    """All machine models."""
    document: dict[str, Any] = json.loads(
        perform(lambda context: context.text("wc_machines_text", context.handle, JSON)))
    return [Machine(each["name"], each["isa"], each["about"]) for each in document["machines"]]


def machine(name: str, *, set: Optional[Mapping[str, Setting]] = None) -> Machine:
    """One machine with every parameter, after the changes of `set`."""
    sets = [encode(f"{key}={setting_text(value)}", "a setting")
            for key, value in (set or {}).items()]
    texts = (ctypes.c_char_p * len(sets))(*sets)

    def read(context: Context) -> str:
        return context.text("wc_machine_text", context.handle, encode(name, "the name"), texts,
                            len(sets), JSON)
    document: dict[str, Any] = json.loads(perform(read))
    return Machine(document["name"], document["isa"], document["about"], {
        each["name"]: MachineParameter(each["name"], each["value"], each["default"],
                                       each.get("unit"), each.get("source"), each.get("about"))
        for each in document["parameters"]})
