#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - compiles the paper's kernels, papers/pastis/NAME.cl -> NAME.cubin.
#
#     papers/pastis/build.sh [FOLDER]    into FOLDER instead, to compare
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here}"
"$here/../../kernels/build-pascal.sh" "$here"/*.cl
