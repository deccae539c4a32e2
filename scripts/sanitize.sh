#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The unit tests under a sanitizer that `make test` does not use:
#   scripts/sanitize.sh thread [TEST...]   data races; gcc
#   scripts/sanitize.sh memory [TEST...]   values that nobody has set; clang-16. It knows no library
#                                          but ours: only tests that use none of the others
# A finding fails its test. Programs are built as far as the tests need them.
set -eu
cd "$(dirname "$0")/.."
ulimit -c 0
kind=$1
shift
folder=build-$kind

# Of foreign libraries these use the C library and cmocka, which only reads what it is given.
without_libraries='base/*|memory/*|flow/*|hw/*|isa/rv32/*|isa/sass/*|isa/gcn3/*'

case $kind in
thread) patterns='*' ;;
memory) patterns=$without_libraries
    export CC=clang-16 ;;
*) sed -n '3,8s/^# //p' "$0" >&2
    exit 2 ;;
esac
scripts/configure.sh "$folder" --buildtype=debugoptimized "-Db_sanitize=$kind" -Db_lundef=false

# Names of the tests that are programs of this build folder; some have blanks.
IFS='
'
[ $# -gt 0 ] ||
    set -- $(meson introspect --tests "$folder" | python3 scripts/unit-tests.py "$patterns")
exec meson test -C "$folder" --print-errorlogs --timeout-multiplier 10 "$@"
