#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh - compiles micro.cl to micro.elf; needs clang 16.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/../../kernels/build-rv32.sh" "$here/micro.cl" -o "$here/micro.elf"
