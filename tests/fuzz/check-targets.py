#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HOUSE-36: every format that is read has a fuzz target with a kept corpus.

    check-targets.py SOURCE

The readers are found in the headers: functions that can fail and take bytes with their length, and
the instruction sets, which decode; and in the sources: those that open files themselves. Prints TAP.
"""
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])

# Readers behind another one, and the target through which their input comes.
INNER = {"yaml_parse": "job", "kernel_notes_read": "elf", "assembly_read": "diverge",
         "amdgpu_unpack": "amdgpu", "image_parse_at": "api"}

# Sources that open a user's file, and the target that gives them one.
FILES = {"load/input.c": "kernel", "load/npy.c": "npy", "load/values.c": "npy",
         "load/sas_contents.c": "kernel", "load/job_yaml.c": "job", "load/yaml_parse.c": "job", "load/image.c": "kernel",
         "load/source_text.c": "kernel", "report/first_diff.c": "steps", "sweep/plan.c": "sweep", "sweep/plan_jobs.c": "sweep",
         "sweep/hash.c": "sweep", "api/run_checkpoint.c": "checkpoint"}
OPENS = re.compile(r"\b(?:input_open|input_read_all|fopen|(?<![>.])open)\(")

DECLARATION = re.compile(r"^[a-z][\w *]*?\b(\w+)\((struct error \*err,[^;{]*?)\);", re.M | re.S)
BYTES = re.compile(r"const (?:char|void|uint8_t) \*(?:text|bytes), "
                   r"(?:size_t|uint64_t) (?:length|size)")


def headers():
    return sorted((source / "src").rglob("*.h"))


def readers():
    """Names of the functions that read bytes of somebody else's making."""
    names = [name for header in headers()
             for name, arguments in DECLARATION.findall(header.read_text())
             if BYTES.search(" ".join(arguments.split()))]
    return [name for name in names if not name.endswith("_write")]


def decoders():
    return [name for header in headers()
            for name in re.findall(r"extern const struct isa (isa_\w+);", header.read_text())]


targets = {path.stem.removeprefix("fuzz_"): path.read_text()
           for path in (source / "fuzz").glob("fuzz_*.c")}


def without_target():
    """Readers and decoders that no target calls."""
    found = readers()
    if len(found) < 8 or not decoders():
        yield f"only {found} and {decoders()} found: the search is broken"
    for name in found:
        known = [INNER[name]] if name in INNER else list(targets)
        call = r"LLVMFuzzerTestOneInput\(" if name in INNER else rf"\b{name}\("
        if not any(re.search(call, targets.get(target, "")) for target in known):
            yield name
    for name in decoders():
        if not any(f"{name}.decode(" in text for text in targets.values()):
            yield name


def without_input():
    """Sources of the library that open files but whose files no target makes."""
    opening = {str(path.relative_to(source / "src")) for path in (source / "src").rglob("*.c")
               if OPENS.search(path.read_text())}
    opening = {name for name in opening if not name.startswith(("cli/", "exec/"))}
    # writes; reads what the system says; locks; a byte of a database; writes a case; reads it again
    own = {"load/output.c", "api/host_memory.c", "sweep/claims.c", "sweep/merge.c",
           "campaign/checks.c", "campaign/outcome.c"}
    yield from sorted((opening - own) ^ set(FILES))
    yield from sorted(set(FILES.values()) - set(targets))


def not_built():
    table = re.search(r"fuzz_targets = \{(.*?)\n\}", (source / "fuzz/meson.build").read_text(), re.S)
    built = set(re.findall(r"^  '(\w+)':", table[1], re.M))
    return sorted(built ^ set(targets))


def without_corpus():
    """Targets with fewer than three kept inputs, corpora without a target, empty inputs."""
    corpora = {path.name: [kept for kept in path.iterdir() if kept.stat().st_size]
               for path in (source / "fuzz/corpus").iterdir()}
    return sorted(set(corpora) ^ set(targets)) + [name for name, kept in corpora.items()
                                                  if len(kept) < 3]


checks = {
    "every reader and decoder is called by a fuzz target": without_target,
    "every source that opens files gets them from a fuzz target": without_input,
    "every fuzz target is built": not_built,
    "every fuzz target has a kept corpus": without_corpus,
}
print(f"1..{len(checks)}")
for number, (name, check) in enumerate(checks.items(), 1):
    found = list(check())
    print(f"{'not ok' if found else 'ok'} {number} {name}")
    for item in found:
        print(f"# {item}")
