#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# All tests: a release build, then the same under address and undefined-behaviour sanitizers on
# tiny sizes, then every fuzz target for a few seconds on its kept corpus.
# The last line counts: N passed, M failed.
set -u
cd "$(dirname "$0")/.."

ulimit -c 0
status=0

run() { # folder, options of meson test...
    folder=$1
    shift
    echo "== $folder"
    ninja -C "$folder" --quiet || exit 1
    meson test -C "$folder" --no-rebuild --print-errorlogs "$@" || status=1
}

scripts/configure.sh build --buildtype=release || exit 1
run build
scripts/configure.sh build-sanitize --buildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false || exit 1
run build-sanitize --no-suite slow

scripts/fuzz.sh --seed 1 3 || status=1

python3 scripts/count-tests.py build/meson-logs/testlog.junit.xml \
    build-sanitize/meson-logs/testlog.junit.xml build-fuzz/fuzz.junit.xml || status=1
exit $status
