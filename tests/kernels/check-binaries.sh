#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-binaries.sh - the suite's committed binaries are those of its sources. HOUSE-28
#
#     check-binaries.sh [WARPCLOCK]
#
# Of every kernels/NAME/vortex.elf, rv32.elf, pascal.cubin and gcn3.hsaco, of
# papers/pastis/NAME.cubin, and of the programs of language/:
# the digests in its section .warpclock.kernels are those of NAME.cl and of the run time; it holds
# no path of the machine that built it; and, where clang 16 and WARPCLOCK (for cubins: ptxas; for
# code objects: rocm-device-libs) are there, compiling again gives the same bytes. Also: the job
# files are those of make-jobs.py. Prints TAP.
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

check_binary() { # check_binary SOURCE BINARY RUNTIME
    local source=$1 binary=$2 what found
    what=${binary#"$root"/}
    [ -f "$binary" ]
    result $? "$what is there"
    found=$(notes "$binary")
    grep -qx "source $(basename "$source") sha256=$(digest < "$source")" <<< "$found"
    result $? "$what is of its source"
    grep -qx "runtime sha256=$3" <<< "$found"
    result $? "$what is of this run time"
    ! grep -aqE '/(root|home|work|tmp|usr|build|mnt|opt|var)(/|$)' "$binary" &&
        ! grep -aqF "$root" "$binary"
    result $? "$what holds no path"
}

vortex=$("$kernels/build.sh" --runtime-digest)
rv32=$("$kernels/build-rv32.sh" --runtime-digest)
pascal=$("$kernels/build-pascal.sh" --runtime-digest)
gcn3=$("$kernels/build-gcn3.sh" --runtime-digest)
for source in "$kernels"/*/*.cl; do
    check_binary "$source" "$(dirname "$source")/vortex.elf" "$vortex"
    check_binary "$source" "$(dirname "$source")/rv32.elf" "$rv32"
    check_binary "$source" "$(dirname "$source")/pascal.cubin" "$pascal"
    check_binary "$source" "$(dirname "$source")/gcn3.hsaco" "$gcn3"
done
for source in "$root"/papers/pastis/*.cl; do
    check_binary "$source" "${source%.cl}.cubin" "$pascal"
done
language=$root/tests/kernels/language
for source in "$language"/*.cl; do
    for binary in "${source%.cl}"-*; do
        case $binary in
        *-vortex.elf) check_binary "$source" "$binary" "$vortex" ;;
        *-rv32.elf) check_binary "$source" "$binary" "$rv32" ;;
        *.cubin) check_binary "$source" "$binary" "$pascal" ;;
        *.hsaco) check_binary "$source" "$binary" "$gcn3" ;;
        esac
    done
done

"$kernels/make-jobs.py" --check
result $? "the job files are those of make-jobs.py"
"$root/papers/pastis/make-jobs.py" --check
result $? "the job files of papers/pastis are those of its make-jobs.py"

again=$(mktemp -d)
trap 'rm -rf "$again"' EXIT

if [ -n "$warpclock" ] && command -v clang-16 opt-16 llc-16 ld.lld-16 > /dev/null; then
    KERNELS_OUT=$again "$kernels/build.sh" "$warpclock" > /dev/null
    result $? "the suite compiles"
    for source in "$kernels"/*/*.cl; do
        name=$(basename "$source" .cl)
        cmp "$kernels/$name/vortex.elf" "$again/$name/vortex.elf"
        result $? "$name: compiled again, the same bytes"
    done
    "$language/build.sh" "$warpclock" "$again"
    result $? "the programs of tests/kernels/language compile"
    for binary in "$again"/*-*.*; do
        cmp "$language/$(basename "$binary")" "$binary"
        result $? "$(basename "$binary"): compiled again, the same bytes"
    done
fi
if command -v clang-16 llc-16 ld.lld-16 > /dev/null; then
    KERNELS_OUT=$again "$kernels/build-rv32.sh" > /dev/null
    result $? "the suite compiles for plain RV32"
    for source in "$kernels"/*/*.cl; do
        name=$(basename "$source" .cl)
        cmp "$kernels/$name/rv32.elf" "$again/$name/rv32.elf"
        result $? "$name: compiled again for plain RV32, the same bytes"
    done
fi
if "$kernels/fetch-ptxas.sh" --find > /dev/null && command -v clang-16 llc-16 > /dev/null; then
    KERNELS_OUT=$again "$kernels/build-pascal.sh" > /dev/null &&
        "$root/papers/pastis/build.sh" "$again"
    result $? "the suite and the paper's kernels compile for Pascal"
    for source in "$kernels"/*/*.cl; do
        name=$(basename "$source" .cl)
        cmp "$kernels/$name/pascal.cubin" "$again/$name/pascal.cubin"
        result $? "$name: compiled again for Pascal, the same bytes"
    done
    for source in "$root"/papers/pastis/*.cl; do
        name=$(basename "$source" .cl)
        cmp "${source%.cl}.cubin" "$again/$name.cubin"
        result $? "papers/pastis/$name: compiled again, the same bytes"
    done
fi
if "$kernels/build-gcn3.sh" --ready 2> /dev/null; then
    KERNELS_OUT=$again "$kernels/build-gcn3.sh" > /dev/null
    result $? "the suite compiles for GCN3"
    for source in "$kernels"/*/*.cl; do
        name=$(basename "$source" .cl)
        cmp "$kernels/$name/gcn3.hsaco" "$again/$name/gcn3.hsaco"
        result $? "$name: compiled again for GCN3, the same bytes"
    done
fi
echo "1..$count"
[ "$failures" -eq 0 ]
