#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the shared library may not have: mutable data, printing, ending the process, GPL libraries.

    check-library.py LIBRARY PROGRAM SOURCE_ROOT
Prints TAP.
"""
import pathlib
import re
import subprocess
import sys

library, program, source = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])

# The libraries that may be linked, with the licence that makes them fit beside Apache-2.0.
ALLOWED = {
    "libc.so.6": "LGPL-2.1+", "libm.so.6": "LGPL-2.1+", "libelf.so.1": "LGPL-3+",
    "libdw.so.1": "LGPL-3+", "libfyaml.so.0": "MIT", "libjansson.so.4": "MIT",
    "libnettle.so.8": "LGPL-3+", "libmpack.so.0": "MIT", "libz.so.1": "Zlib",
    "libzstd.so.1": "BSD-3-Clause",
    "libsqlite3.so.0": "public domain", "libwarpclock.so.0": "Apache-2.0",
}
LOADER = re.compile(r"^ld-linux[\w-]*\.so\.\d$")  # of the C library: LGPL-2.1+, a name per processor
# Writing to a stream that was opened for a file is fine; the process's own streams are not ours.
FORBIDDEN = re.compile(r"^(v?printf|puts|putchar|perror|stdout|stderr|stdin|exit|_exit|_Exit"
                       r"|quick_exit|abort|(_|sig|__)?longjmp(_chk)?|getenv|secure_getenv|signal|sigaction)$")


def tool(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def mutable_data():
    """HOUSE-24: symbols in writable sections that are not constant after relocation."""
    excepted = {"reserve"}  # src/base/reserve.h: memory for when there is none
    not_ours = {"completed.0", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "__TMC_END__", "__dso_handle",
                "__cpu_model", "__cpu_features2",
                "__aarch64_have_lse_atomics"}  # of linker and libgcc
    sections = {int(number): name for number, name in
                re.findall(r"^ *\[ *(\d+)\] (\S+)", tool("readelf", "-SW", library), re.M)}
    writable = {name for name in sections.values() if name in (".data", ".bss", ".tdata", ".tbss")}
    symbols = tool("readelf", "-sW", library)
    found = []
    for line in symbols.splitlines():
        fields = line.split()
        if len(fields) == 8 and fields[3] in ("OBJECT", "TLS") and fields[6].isdigit():
            if sections.get(int(fields[6])) in writable and fields[7] not in not_ours | excepted:
                found.append(fields[7])
    return found


def forbidden_calls():
    """HOUSE-25: nothing that prints or ends the process."""
    names = [line.split()[-1].split("@")[0]
             for line in tool("nm", "-D", "--undefined-only", library).splitlines()]
    return [name for name in names if FORBIDDEN.match(name)]


def foreign_exports():
    names = [line.split()[-1] for line in tool("nm", "-D", "--defined-only", library).splitlines()]
    return [name for name in names if not name.startswith("wc_")]


def private_includes():
    """HOUSE-26: the command includes its own headers, warpclock.h, sweeps and campaigns, which are
    parts of the command, and what it has agreed on with the libraries in a program's process
    (exec/environment.h)."""
    own = {path.name for path in (source / "src/cli").glob("*.h")}
    own |= {"warpclock.h", "environment.h"}
    for part in ("sweep", "campaign"):
        own |= {f"{part}/{path.name}" for path in (source / "src" / part).glob("*.h")}
    return [f"{path.name}: {name}" for path in (source / "src/cli").glob("*.[ch]")
            for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)
            if name not in own]


# HOUSE-37: which folder of src/ may include which others. Its own headers and warpclock.h are free
# for all; everything that is not listed fails. "isa" is src/isa/*.h alone, which knows no single
# instruction set; those are known to their own folder, their launch ABI and their machines.
SEES = {
    "base": "",
    "load": "base",
    "memory": "base isa",
    "isa": "base load",
    "isa/ieee": "base",
    "isa/rv32": "base load memory isa isa/ieee",
    "isa/sass": "base load memory isa isa/ieee",
    "isa/gcn3": "base load memory isa isa/ieee",
    "isa/sim_d": "base load memory isa",
    "flow": "base load isa",
    "pass/diverge": "base flow",
    "pass/split": "base load isa isa/gcn3 flow",
    "pass/points": "base load isa flow pass/split bound/pws",
    "exec": "",
    "exec/common": "exec load",
    "exec/cuda": "exec exec/common",
    "exec/hip": "exec/common exec/cuda",
    "exec/opencl": "exec exec/common",
    "hw": "base isa",
    "abi": "base load memory isa isa/rv32 isa/sass isa/gcn3 kernels",
    "machine": "base load memory abi machine/common machine/vortex machine/pascal machine/gcn3 "
               "machine/fermi machine/sim_d",
    "machine/common": "base load memory isa hw abi machine",
    "machine/vortex": "base load memory isa isa/rv32 hw abi kernels machine machine/common",
    "machine/pascal": "base load memory isa isa/sass hw abi machine machine/common",
    "machine/gcn3": "base load memory isa isa/gcn3 pass/split hw abi machine machine/common",
    "machine/fermi": "base load memory isa isa/rv32 isa/sass flow hw abi kernels machine "
                     "machine/common",
    "machine/sim_d": "base load memory isa isa/sim_d hw abi machine machine/common",
    "bound": "base machine bound/engine bound/fermi bound/gcn3 bound/sim_d bound/vortex",
    "bound/engine": "base load memory isa flow hw abi machine machine/common",
    "bound/fermi": "base load memory isa isa/rv32 flow hw abi machine machine/common machine/fermi "
                   "bound/engine bound/rv32",
    "bound/gcn3": "base load memory isa isa/gcn3 flow pass/split hw abi machine machine/common "
                  "machine/gcn3 bound/engine",
    "bound/periodic": "base bound/engine",
    "bound/pws": "base flow bound/engine",
    "bound/rv32": "base load memory isa isa/rv32 bound/engine",
    "bound/sim_d": "base load memory isa isa/sim_d flow hw abi machine machine/common "
                   "machine/sim_d bound/engine",
    "bound/vortex": "base load memory isa isa/rv32 flow hw abi kernels machine machine/common "
                    "machine/vortex bound/engine bound/rv32",
    "report": "base load isa flow hw pass/points machine machine/common bound bound/engine "
              "bound/periodic report/page",
    "report/page": "",
    "api": "base load memory isa flow pass/diverge pass/points abi machine machine/common bound "
           "bound/engine bound/periodic report",
    "sweep": "base load report",
    "campaign": "base sweep",
    "paper": "base load report api",
    "paper/swas": "base load hw bound/engine paper",
    "paper/pastis": "base load hw machine/pascal paper",
    "paper/pws": "base load isa flow pass/split pass/points abi machine machine/common machine/gcn3 "
                 "bound/engine bound/pws paper",
    "paper/sbi_swi": "base load hw paper",
    "paper/sim_d": "base load hw machine/sim_d bound/engine bound/sim_d report paper",
}


def folder_of(path):
    """src/isa/rv32/run.h is of isa/rv32, src/hw/cache.h of hw."""
    return path.rpartition("/")[0]


def crossed_folders():
    found = []
    for path in (source / "src").rglob("*.[ch]"):
        place = path.relative_to(source / "src").as_posix()
        folder = folder_of(place)
        if folder == "cli":
            continue  # private_includes is stricter
        if folder not in SEES:
            found.append(f"{place}: folder {folder} is not in the table")
            continue
        allowed = {folder, *SEES[folder].split()}
        for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M):
            other = "kernels" if name.startswith("kernels/") else folder_of(name)
            if other not in allowed and name not in ("warpclock.h", "version.h"):
                found.append(f"{place}: {name}")
    return found


def unlisted_libraries():
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", tool("readelf", "-d", library))
    names += re.findall(r"\(NEEDED\).*\[(.*)\]", tool("readelf", "-d", program))
    return sorted(name for name in set(names) - set(ALLOWED) if not LOADER.match(name))


def missing_licences():
    listed = tool("git", "-C", source, "ls-files").split() if (source / ".git").exists() else []
    endings = (".c", ".h", ".py", ".sh", ".S", ".cl", ".ld", "meson.build")
    return [name for name in listed if name.endswith(endings)
            and "SPDX-License-Identifier: Apache-2.0" not in (source / name).read_text()[:300]]


checks = {
    "the library has no mutable data": mutable_data,
    "the library neither prints nor exits nor reads the environment": forbidden_calls,
    "every exported symbol starts with wc_": foreign_exports,
    "the command includes the public header alone": private_includes,
    "folders include only what they may know": crossed_folders,
    "every linked library has a licence that fits": unlisted_libraries,
    "every source file says its licence": missing_licences,
}
print(f"1..{len(checks)}")
for number, (name, check) in enumerate(checks.items(), 1):
    found = check()
    print(f"{'not ok' if found else 'ok'} {number} {name}")
    for item in found:
        print(f"# {item}")
