#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - assembles the paper's kernels: synthetic.py -> synthetic.hsaco, figure5.s -> figure5.hsaco.
#
#     papers/pws/build.sh [FOLDER]    into FOLDER instead, to compare
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$here/synthetic.py" > "$work/synthetic.s"
cp "$here/figure5.s" "$work/"
cd "$work" # so that the files have no path
for name in synthetic figure5; do
    clang-16 --target=amdgcn-amd-amdhsa -mcpu=gfx803 -mcode-object-version=4 -x assembler \
        -c "$name.s" -o "$name.o"
    ld.lld-16 -shared --no-undefined "$name.o" -o "$name.hsaco"
    chmod 644 "$name.hsaco"
    mv "$name.hsaco" "${1:-$here}/"
done
