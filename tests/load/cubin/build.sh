#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes sample.cubin, and seeds for the fuzz target; needs ptxas (kernels/fetch-ptxas.sh).
set -euo pipefail
cd "$(dirname "$0")"
ptxas=$(../../../kernels/fetch-ptxas.sh --find)
"$ptxas" -arch=sm_61 sample.ptx -o sample.cubin
cp sample.cubin ../../../fuzz/corpus/cubin/sample.cubin
cp ../../../kernels/reduction/pascal.cubin ../../../fuzz/corpus/cubin/reduction.cubin
# A fat binary: PTX for sm_61 and the cubin, neither compressed.
python3 - sample.cubin ../../../fuzz/corpus/cubin/sample.fatbin <<'PYTHON'
import pathlib, struct, sys
cubin = pathlib.Path(sys.argv[1]).read_bytes()
def member(kind, payload):
    return struct.pack("<HHIQIIHHIIIQQQ", kind, 1, 64, len(payload), 0, 0, 0, 0, 61, 0, 0, 17, 0,
                       0) + payload
members = member(1, b".version 6.0\n".ljust(16)) + member(2, cubin)
pathlib.Path(sys.argv[2]).write_bytes(struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(members)) + members)
PYTHON
