#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-binaries.sh - the suite's committed binaries are those of its sources. HOUSE-28
#
#     check-binaries.sh [WARPCLOCK]
#
# Of every kernels/NAME/vortex.elf: the digests in its section .warpclock.kernels are those of
# NAME.cl and of the run time; it holds no path of the machine that built it; and, where clang 16
# and WARPCLOCK are there, compiling again gives the same bytes. Also: the job files are those of
# make-jobs.py. Prints TAP.
set -uo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
kernels=$root/kernels
warpclock=${1:-}
count=0
failures=0

result() { # result STATUS DESCRIPTION
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count $2"
    else
        echo "not ok $count $2"
        failures=$((failures + 1))
    fi
}

digest() {
    sha256sum | cut -d ' ' -f 1
}

# The two lines with digests, found without a tool for ELF.
notes() {
    grep -aoE '(source [^ ]+|runtime) sha256=[0-9a-f]{64}' "$1"
}

runtime=$("$kernels/build.sh" --runtime-digest)
for source in "$kernels"/*/*.cl; do
    name=$(basename "$source" .cl)
    elf=$kernels/$name/vortex.elf
    [ -f "$elf" ]
    result $? "$name has a binary"
    found=$(notes "$elf")
    grep -qx "source $name.cl sha256=$(digest < "$source")" <<< "$found"
    result $? "$name: the binary is of this source"
    grep -qx "runtime sha256=$runtime" <<< "$found"
    result $? "$name: the binary is of this run time"
    ! grep -aqE '/(root|home|work|tmp|usr|build|mnt|opt|var)(/|$)' "$elf" &&
        ! grep -aqF "$root" "$elf"
    result $? "$name: the binary holds no path"
done

"$kernels/make-jobs.py" --check
result $? "the job files are those of make-jobs.py"

if [ -n "$warpclock" ] && command -v clang-16 opt-16 llc-16 ld.lld-16 > /dev/null; then
    again=$(mktemp -d)
    trap 'rm -rf "$again"' EXIT
    KERNELS_OUT=$again "$kernels/build.sh" "$warpclock" > /dev/null
    result $? "the suite compiles"
    for source in "$kernels"/*/*.cl; do
        name=$(basename "$source" .cl)
        cmp "$kernels/$name/vortex.elf" "$again/$name/vortex.elf"
        result $? "$name: compiled again, the same bytes"
    done
fi
echo "1..$count"
[ "$failures" -eq 0 ]
