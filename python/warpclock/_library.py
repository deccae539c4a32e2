# SPDX-License-Identifier: Apache-2.0
"""Finds libwarpclock and declares the functions of warpclock.h that the package calls.

ctypes and not an extension module: the header is plain C with opaque handles, ctypes releases the
GIL in every call, arrays go through as addresses, and one wheel serves every Python 3 of a
processor. A test compares these declarations with the header.
"""
from __future__ import annotations

import ctypes
import functools
import os
import pathlib
from ctypes import (POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint32,
                    c_uint64, c_void_p)
from typing import Any, Iterator

# enum wc_type
TYPES = ("i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64")
# enum wc_format
TEXT, JSON, HTML = 0, 2, 4
# enum wc_bound_method
BOUND_METHODS = ("auto", "exact", "analysis")
# enum wc_out_of_bounds
OUT_OF_BOUNDS = ("stop", "warn")


class RunOptions(Structure):
    """struct wc_run_options"""

    _fields_ = [
        ("size", c_size_t), ("functional", c_bool), ("max_cycles", c_uint64), ("steps", c_char_p),
        ("trace", c_char_p), ("check", c_bool), ("every_cycle", c_bool), ("dump", c_char_p),
        ("dump_at", POINTER(c_uint64)), ("dump_at_count", c_size_t), ("bound", c_bool),
        ("bound_may_fail", c_bool), ("no_run", c_bool), ("deadline", c_uint64),
        ("bound_method", c_int), ("explain", c_bool), ("max_seconds", c_uint64),
        ("max_memory", c_uint64), ("profile", c_bool), ("profile_file", c_char_p),
        ("deadline_ns", c_double), ("trace_begin", c_uint64), ("trace_end", c_uint64),
        ("report", c_bool), ("verbose", c_bool), ("checkpoint", c_char_p),
        ("checkpoint_seconds", c_uint64),
    ]


class ProgressReport(Structure):
    """struct wc_progress"""

    _fields_ = [("activity", c_char_p), ("done", c_uint64), ("total", c_uint64),
                ("instructions", c_uint64), ("cycles", c_uint64), ("share", c_double)]


ProgressFunction = ctypes.CFUNCTYPE(None, c_void_p, POINTER(ProgressReport))
ConsoleFunction = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)

Handle = c_void_p
Out = POINTER(c_void_p)
TEXTS = POINTER(c_char_p)
WORDS = POINTER(c_uint32)

# Name: what it returns, and its arguments.
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "wc_version": (c_char_p, []),
    "wc_version_details": (c_char_p, []),
    "wc_context_new": (Handle, []),
    "wc_context_free": (None, [Handle]),
    "wc_error_status": (c_int, [Handle]),
    "wc_error_place": (c_char_p, [Handle]),
    "wc_error_message": (c_char_p, [Handle]),
    "wc_error_hint": (c_char_p, [Handle]),
    "wc_context_add_machine_folder": (None, [Handle, c_char_p]),
    "wc_context_on_progress": (None, [Handle, ProgressFunction, c_void_p]),
    "wc_context_on_console": (None, [Handle, ConsoleFunction, c_void_p]),
    "wc_context_max_memory": (None, [Handle, c_uint64]),
    "wc_interrupt": (None, [Handle]),
    "wc_text_free": (None, [c_void_p]),
    "wc_job_open": (c_int, [Handle, c_char_p, Out]),
    "wc_job_free": (None, [Handle]),
    "wc_job_new": (c_int, [Handle, c_char_p, c_char_p, Out]),
    "wc_job_launch": (c_int, [Handle, c_char_p, c_char_p]),
    "wc_job_grid": (c_int, [Handle, WORDS, WORDS]),
    "wc_job_ndrange": (c_int, [Handle, WORDS, c_uint32]),
    "wc_job_shared": (c_int, [Handle, c_uint32]),
    "wc_job_stack": (c_int, [Handle, c_uint32]),
    "wc_job_cooperative": (c_int, [Handle, c_bool]),
    "wc_job_loop": (c_int, [Handle, c_char_p, c_uint64, c_uint64]),
    "wc_job_symbol": (c_int, [Handle, c_char_p, c_int, c_uint64, c_void_p, c_bool]),
    "wc_job_buffer": (c_int, [Handle, c_char_p, c_int, c_uint64, c_void_p, c_bool]),
    "wc_job_buffer_shape": (c_int, [Handle, c_char_p, POINTER(c_uint64), c_size_t]),
    "wc_job_buffer_fixed": (c_int, [Handle, c_char_p]),
    "wc_job_buffer_assume": (c_int, [Handle, c_char_p, c_void_p, c_void_p]),
    "wc_job_arg_buffer_at": (c_int, [Handle, c_char_p, c_uint64]),
    "wc_job_arg_scalar": (c_int, [Handle, c_int, c_void_p]),
    "wc_job_arg_pointer": (c_int, [Handle, c_void_p, c_uint64]),
    "wc_job_arg_bytes": (c_int, [Handle, c_void_p, c_uint32]),
    "wc_job_map": (c_int, [Handle, c_void_p, c_uint64]),
    "wc_job_map_read_only": (c_int, [Handle, c_void_p, c_uint64]),
    "wc_job_arg_local": (c_int, [Handle, c_uint32]),
    "wc_job_on_out_of_bounds": (c_int, [Handle, c_int]),
    "wc_job_machine": (c_int, [Handle, c_char_p]),
    "wc_job_set": (c_int, [Handle, c_char_p, c_char_p]),
    "wc_job_split": (c_int, [Handle, c_char_p]),
    "wc_run": (c_int, [Handle, POINTER(RunOptions), Out]),
    "wc_result_text": (c_int, [Handle, c_int, Out]),
    "wc_result_free": (None, [Handle]),
    "wc_statistic_count": (c_size_t, [Handle]),
    "wc_statistic_name": (c_char_p, [Handle, c_size_t]),
    "wc_statistic_unit": (c_char_p, [Handle, c_size_t]),
    "wc_explain": (c_int, [Handle, POINTER(RunOptions), Out]),
    "wc_explanation_text": (c_int, [Handle, c_int, Out]),
    "wc_explanation_free": (None, [Handle]),
    "wc_binary_open": (c_int, [Handle, c_char_p, Out]),
    "wc_binary_free": (None, [Handle]),
    "wc_binary_info": (c_int, [Handle, c_int, Out]),
    "wc_binary_disassemble": (c_int, [Handle, c_char_p, c_int, Out]),
    "wc_machines_text": (c_int, [Handle, c_int, Out]),
    "wc_machine_text": (c_int, [Handle, c_char_p, TEXTS, c_size_t, c_int, Out]),
}


def _candidates() -> Iterator[str]:
    """Where the library may be: as asked for, beside the package (a wheel), installed."""
    wanted = os.environ.get("WARPCLOCK_LIBRARY")
    if wanted:
        yield wanted
        return
    own = pathlib.Path(__file__).parent / "lib" / "libwarpclock.so"
    if own.exists():
        yield str(own)
        return
    yield "libwarpclock.so.0"


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The library, loaded once."""
    path = next(_candidates())
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"cannot load libwarpclock: {error}; WARPCLOCK_LIBRARY can name the "
                          "file, for example build/src/libwarpclock.so.0") from error
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(loaded, name, None)
        if function is None:
            raise ImportError(f"{path} has no {name}: it is older than this package")
        function.restype, function.argtypes = result, arguments
    return loaded
