#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_programs.sh - runs the architecture tests on machines of several shapes and versions.
#
#     run_programs.sh WARPCLOCK
#
# Every job of tests/isa/rv32/jobs must end with status 0, but `fails`, which must end with 1.
set -eu
warpclock=$1
here=$(cd "$(dirname "$0")" && pwd)
bad=0
count=0

# run STATUS JOB SETTING...
run() {
    wanted=$1
    job=$2
    shift 2
    status=0
    text=$("$warpclock" run --functional "$job" "$@" 2>&1) || status=$?
    count=$((count + 1))
    if [ "$status" -ne "$wanted" ]; then
        bad=$((bad + 1))
        echo "$(basename "$job" .yaml) $*: status $status, expected $wanted"
        echo "$text"
    fi
}

for shape in 'threads=32 warps=32' 'threads=4 warps=4' 'threads=16 warps=1' 'threads=8 warps=3'; do
    for version in 2.1 2.2 3.0; do
        for job in "$here"/jobs/*.yaml; do
            wanted=0
            [ "$(basename "$job")" = fails.yaml ] && wanted=1
            run "$wanted" "$job" --set version=$version --set "${shape% *}" --set "${shape#* }"
        done
    done
done
echo "$count runs, $bad wrong"
[ "$bad" -eq 0 ]
