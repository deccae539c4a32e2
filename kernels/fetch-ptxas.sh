#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fetch-ptxas.sh - installs NVIDIA's PTX assembler for build-pascal.sh, without the CUDA toolkit.
#
#     kernels/fetch-ptxas.sh          download with pip (21 MB) into ~/.cache/warpclock
#     kernels/fetch-ptxas.sh --find   print the path of a ptxas that is there; exit status 1 without
#
# PTXAS names another one. It is never shipped: the suite's cubins are committed.
set -euo pipefail

package=nvidia-cuda-nvcc-cu12
version=12.6.85 # later major versions know nothing below sm_75
home=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/warpclock/ptxas-$version

if [ "${1:-}" = --find ]; then
    for tool in "${PTXAS:-}" "$home/ptxas"; do
        [ -n "$tool" ] && [ -x "$tool" ] && echo "$tool" && exit 0
    done
    exit 1
fi
[ $# -eq 0 ] || { echo "usage: fetch-ptxas.sh [--find]" >&2; exit 2; }
[ ! -x "$home/ptxas" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download --quiet --no-deps --dest "$work" "$package==$version"
mkdir -p "$home"
python3 - "$work" "$home/ptxas.part" <<'PYTHON'
import pathlib, shutil, sys, zipfile
wheel = next(pathlib.Path(sys.argv[1]).glob("*.whl"))
with zipfile.ZipFile(wheel) as archive:
    member = next(name for name in archive.namelist() if name.endswith("/bin/ptxas"))
    with archive.open(member) as source, open(sys.argv[2], "wb") as out:
        shutil.copyfileobj(source, out)
PYTHON
chmod +x "$home/ptxas.part"
mv "$home/ptxas.part" "$home/ptxas"
