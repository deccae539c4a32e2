#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hosts that the code is not made for are refused when the build is set up.

    check-hosts.py SOURCE_ROOT COMPILER...
Prints TAP.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

source, compiler = sys.argv[1], sys.argv[2:]

CROSS = """[binaries]
c = {compiler}
pkg-config = 'pkg-config'
[host_machine]
system = 'linux'
cpu_family = '{family}'
cpu = '{family}'
endian = '{endian}'
"""


def set_up(flags, family, endian):
    """What `meson setup` prints for such a host, and whether it failed."""
    with tempfile.TemporaryDirectory(prefix="warpclock-host-") as folder:
        cross = pathlib.Path(folder, "cross.txt")
        cross.write_text(CROSS.format(compiler=[*compiler, *flags], family=family, endian=endian))
        done = subprocess.run(["meson", "setup", f"--cross-file={cross}", f"{folder}/build", source],
                              capture_output=True, text=True)
        return done.returncode != 0, done.stdout + done.stderr


def compiles(*flags):
    return subprocess.run([*compiler, *flags, "-x", "c", "-c", "-o", "/dev/null", "-"],
                          input="int x;", capture_output=True, text=True).returncode == 0


# HOUSE-63: flags that make the compiler build for the host, and the reason.
HOSTS = [([], "ppc64", "big", "little-endian host"), (["-m32"], "x86", "little", "64-bit host")]

print(f"1..{len(HOSTS)}")
for number, (flags, family, endian, reason) in enumerate(HOSTS, 1):
    name = f"{number} - a host that is no {reason} is refused"
    if not shutil.which("meson") or not compiles(*flags):
        print(f"ok {name} # SKIP no compiler for it")
        continue
    failed, text = set_up(flags, family, endian)
    good = failed and f"warpclock needs a {reason}" in text
    print(f"{'ok' if good else 'not ok'} {name}")
    if not good:
        print("\n".join(f"# {line}" for line in text.splitlines()[-5:]))
