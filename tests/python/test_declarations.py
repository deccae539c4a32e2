# SPDX-License-Identifier: Apache-2.0
"""HOUSE-120: what the package declares of the C interface is what the header says."""
import ctypes
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from warpclock import _library

from case import source

HEADER = (source / "include/warpclock.h").read_text()
PROTOTYPE = re.compile(r"^WC_API (?!extern)([\w *]+?)\b(wc_\w+)\(([^;]*?)\);", re.M | re.S)
WORDS = {"void": None, "bool": ctypes.c_bool, "size_t": ctypes.c_size_t,
         "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64, "double": ctypes.c_double}
STRUCTURES = {"wc_run_options": _library.RunOptions, "wc_progress": _library.ProgressReport}


def kind_of(text):
    """Of a C type: a type of ctypes, "text" or "pointer"."""
    text = re.sub(r"\s+", " ", text).strip()
    if text.count("*") == 1 and re.match(r"const char \*", text):
        return "text"
    if "*" in text or "[" in text or "_fn" in text:
        return "pointer"
    name = text.removeprefix("const ").split(" ")
    return ctypes.c_int if name[0] == "enum" else WORDS[name[0]]


def declared_as(kind):
    if kind is ctypes.c_char_p:
        return "text"
    if kind is ctypes.c_void_p or hasattr(kind, "contents") or hasattr(kind, "_flags_"):
        return "pointer"
    return kind


class Declarations(unittest.TestCase):
    def test_functions_return_and_take_what_the_header_says(self):
        prototypes = {name: (kind, [] if text == "void" else text.split(","))
                      for kind, name, text in PROTOTYPE.findall(HEADER)}
        self.assertGreater(len(prototypes), 80)
        for name, (result, arguments) in _library.FUNCTIONS.items():
            with self.subTest(name):
                self.assertIn(name, prototypes)
                kind, texts = prototypes[name]
                self.assertEqual(declared_as(result), kind_of(kind))
                self.assertEqual([declared_as(each) for each in arguments],
                                 [kind_of(text) for text in texts])

    def test_enumerators_have_their_numbers(self):
        """Their order in the header is their number."""
        def names(enum):
            body = re.sub(r"/\*.*?\*/", "", re.search(rf"enum {enum} {{(.*?)}}", HEADER, re.S)[1],
                          flags=re.S)
            return [name.strip() for name in body.split(",") if name.strip()]
        self.assertEqual(names("wc_type"), [f"WC_{name.upper()}" for name in _library.TYPES])
        self.assertEqual(names("wc_bound_method"),
                         [f"WC_BOUND_{name.upper()}" for name in _library.BOUND_METHODS])
        self.assertEqual(names("wc_out_of_bounds"),
                         [f"WC_OUT_OF_BOUNDS_{name.upper()}" for name in _library.OUT_OF_BOUNDS])
        formats = names("wc_format")
        self.assertEqual([formats[i] for i in (_library.TEXT, _library.JSON, _library.HTML)],
                         ["WC_TEXT", "WC_JSON", "WC_HTML"])

    def test_structs_have_the_layout_of_the_compiler(self):
        compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            self.skipTest("no C compiler")
        lines = ['#include "warpclock.h"']
        for name, structure in STRUCTURES.items():
            lines.append(f"_Static_assert(sizeof(struct {name}) == {ctypes.sizeof(structure)}, "
                         f'"{name}");')
            for field, *_ in structure._fields_:
                place = getattr(structure, field)
                lines.append(f"_Static_assert(offsetof(struct {name}, {field}) == {place.offset} "
                             f"&& sizeof ((struct {name} *)0)->{field} == {place.size}, "
                             f'"{name}.{field}");')
        with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            done = subprocess.run([*compiler.split(), "-fsyntax-only", f"-I{source / 'include'}",
                                   file.name], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
