#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Random programs, each on many machines that must agree, and on random machines where every number
# that the bound predicts must hold; kernels of the suite on random machines, and random structured
# kernels for GCN3 with and without splits; exact launches of the suite and of random programs with
# other contents; random kernels; and the same for GCN3 and Pascal; random programs for Sim-D against
# an interpreter.
# At last, commands and calls of the library whose allocations fail.
# Each for that many seconds, each time from other seeds on.
#   scripts/random.sh SECONDS [FIRST_SEED]
# Prints how much was compared. What fails stays in build/random-failed, with the command that shows it,
# and the run fails. One program again:
#   build/tests/random/programs --seed N --count 1 [--size Z]
set -u
cd "$(dirname "$0")/.."
seconds=$1
first=${2:-$(date +%s)}
status=0
scripts/configure.sh build --buildtype=release || exit 1
ninja -C build --quiet warpclock tests/random/machines tests/random/programs || exit 1
build/tests/random/programs --seed "${first}00000" --seconds "$seconds" \
    --keep build/random-failed || status=1
build/tests/random/programs --seed "${first}50000" --seconds "$seconds" --ways random \
    --keep build/random-failed || status=1
tests/bound/random-machines.py build/warpclock kernels --seed "$first" --count 1000000 \
    --seconds "$seconds" > build/random-machines.tap || status=1
grep -A2 "^not ok" build/random-machines.tap
echo "random machines: $(grep -c "^ok" build/random-machines.tap) jobs of the suite within their bounds," \
    "$(grep -c "^not ok" build/random-machines.tap) not"
for kernels in "" --suite; do
    tests/random/bounds.py gcn3 build/warpclock . --seed "$first" --seconds "$seconds" $kernels \
        --keep build/random-failed > build/bounds.tap || { grep -A3 "^not ok" build/bounds.tap; status=1; }
    echo "GCN3${kernels:+, suite on random machines}: $(($(grep -c "^ok" build/bounds.tap) * 20)) kernels within their bounds"
done
for search in "" --anomalies; do
    tests/random/bounds.py fermi build/warpclock . --seed "$first" --seconds "$seconds" $search \
        --keep build/random-failed > build/bounds.tap || { grep -A3 "^not ok" build/bounds.tap; status=1; }
    echo "SBI/SWI${search:+, anomalies}: $(($(grep -c "^ok" build/bounds.tap) * 20)) random kernels"
    grep "slower in" build/bounds.tap
done
tests/bound/exactness.py build/warpclock kernels --long > build/exactness.tap ||
    { grep -A2 "^not ok" build/exactness.tap; status=1; }
rm -rf build/random-programs
build/tests/random/programs --seed "${first}00000" --count 300 --write build/random-programs \
    2> build/random-programs.log || status=1
tests/bound/exactness.py build/warpclock build/random-programs --jobs > build/exactness.tap ||
    { grep -A2 "^not ok" build/exactness.tap; status=1; }
tests/random/run-tests.py build/warpclock . --seeds "$first:" --seconds "$seconds" \
    --kernels 24 --machines 14 --steady 12 --contents 24 --keep build/random-failed || status=1
for target in gcn3 pascal; do
    tests/random/run-tests.py build/warpclock . --target $target --seeds "$first:" \
        --seconds "$seconds" --machines 5 --steady 12 --contents 24 --keep build/random-failed || status=1
done
tests/random/run-sim-d.py build/warpclock --seeds "${first}0:" --seconds "$seconds" \
    --keep build/random-failed > build/random-sim-d.tap || status=1
grep -A2 "^not ok" build/random-sim-d.tap
tests/random/sim-d-exactness.py build/warpclock --seeds "${first}0:" --seconds "$seconds" \
    --keep build/random-failed > build/random-sim-d-exact.tap || status=1
grep -A2 "^not ok" build/random-sim-d-exact.tap
echo "Sim-D: $(grep -c "^ok" build/random-sim-d.tap) random programs equal, $(grep -c "^not ok" \
    build/random-sim-d.tap) not"
tests/bound/sim_d/random-bounds.py build/warpclock --seeds "${first}0:" --seconds "$seconds" \
    --keep build/random-failed > build/sim-d-bounds.tap || status=1
grep -A2 "^not ok" build/sim-d-bounds.tap
echo "Sim-D: $(($(grep -c "^ok.*seed [0-9]*$" build/sim-d-bounds.tap) * 4)) runs of random programs within their bounds"
tests/bound/sim_d/early-ends.py build/warpclock $((seconds * 5)) "${first}0" > build/sim-d-early-ends.tap || status=1
grep -A2 "^not ok" build/sim-d-early-ends.tap
echo "Sim-D: $(grep -c "^ok" build/sim-d-early-ends.tap) runs with early ends within their bounds"
ninja -C build --quiet tests/exhaustion/libfail_alloc.so tests/exhaustion/test_api || exit 1
tests/exhaustion/walk.py build/warpclock build/tests/exhaustion/libfail_alloc.so . \
    --seconds "$seconds" --keep build/random-failed > build/exhaustion.tap ||
    { grep -A2 "^not ok" build/exhaustion.tap; status=1; }
echo "allocations that fail: $(grep "^# .* wrong$" build/exhaustion.tap | cut -c3-)"
[ "$seconds" -ge 600 ] && all=--all || all=
build/tests/exhaustion/test_api $all > build/exhaustion.log 2>&1 ||
    { cat build/exhaustion.log; status=1; }
exit $status
