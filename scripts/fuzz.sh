#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every fuzz target on its kept corpus and on new input for some seconds.
#   scripts/fuzz.sh [--seed N] SECONDS_EACH [TARGET...]
# New finds stay in build-fuzz/found, and the next run continues with them; a crash leaves its input
# in build-fuzz/ and makes the run fail. A run of a minute or more starts from the kernel suite, too.
# With a seed, a run does not continue with finds of others, and each tries the same inputs in the same order, as many as
# the time allows: so a test fails for what changed, and the search is left to `make fuzz`.
set -u
cd "$(dirname "$0")/.."
seed=
if [ "$1" = --seed ]; then
    seed=-seed=$2
    shift 2
fi
seconds=$1
shift
# The whole library reports to the fuzzer where it has been, not only the target's own file.
CC=clang-16 scripts/configure.sh build-fuzz --buildtype=debugoptimized -Dfuzzing=true \
    -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fsanitize=fuzzer-no-link || exit 1
ninja -C build-fuzz --quiet all-targets || exit 1

# The kept inputs of a target; the pass over assembly starts from its golden pairs too.
corpora() {
    [ "$1" = diverge ] && echo tests/pass/diverge/shapes
    [ "$1" = kernel ] && [ "$seconds" -ge 60 ] && echo build-fuzz/seeds
    echo "fuzz/corpus/$1"
}
fuzz/seeds.py build-fuzz/seeds kernels/*/*-tiny.yaml || exit 1

dictionary() {
    [ ! -f "fuzz/$1.dict" ] || echo "-dict=fuzz/$1.dict"
}

report=build-fuzz/fuzz.junit.xml
echo '<testsuites><testsuite name="fuzz">' > $report
status=0
for target in ${*:-$(ls build-fuzz/fuzz | grep '^fuzz_[a-z0-9_]*$')}; do
    name=${target#fuzz_}
    found=build-fuzz/found/$name
    [ -z "$seed" ] || { found=build-fuzz/seeded/$name && rm -rf "$found"; }
    mkdir -p "$found"
    log=build-fuzz/$target.log
    if build-fuzz/fuzz/$target $seed -max_total_time="$seconds" -timeout=30 -rss_limit_mb=2048 \
        -artifact_prefix="build-fuzz/$target-" $(dictionary "$name") "$found" $(corpora "$name") \
        > "$log" 2>&1; then
        echo "$target: ok, $(grep -c . "$log") lines of log, $(ls "fuzz/corpus/$name" | wc -l) kept inputs"
        echo "<testcase name=\"$target\"/>" >> $report
    else
        tail -n 30 "$log"
        echo "$target: FAILED, input in build-fuzz/$target-*"
        echo "<testcase name=\"$target\"><failure/></testcase>" >> $report
        status=1
    fi
done
echo '</testsuite></testsuites>' >> $report
exit $status
