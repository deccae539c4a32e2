#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes waiting.hsaco, waiting.cubin and waiting.elf (RV32) from waiting.cl.
set -eu
cd "$(dirname "$0")"
kernels=../../../kernels
"$kernels/build-gcn3.sh" waiting.cl -o waiting.hsaco
"$kernels/build-pascal.sh" waiting.cl -o waiting.cubin
"$kernels/build-rv32.sh" waiting.cl -o waiting.elf
