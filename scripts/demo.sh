#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What warpclock does, on kernels of the suite: how long, why, how long at most, what goes wrong.
set -eu
warpclock=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

say() { printf '\n# %s\n' "$*"; }
show() {
    printf '$ build/warpclock %s\n' "$*"
    "$warpclock" "$@" || [ $? = 3 ]
}

say "One kernel on five machines, each with a real binary: cycles"
show compare kernels/sgemm/*-tiny.yaml

say "What a kernel leaves in device memory"
cat > "$folder/picture.yaml" << JOB
kernel: $PWD/kernels/mandelbrot/vortex.elf
machine: vortex
buffers: {iterations: {type: i32, shape: [52, 76], fill: 0}}
grid: [10, 7, 1]
block: [8, 8, 1]
args: [iterations, {i32: 76}, {i32: 52}, {f32: -2.2}, {f32: 1.04}, {f32: 0.04}, {i32: 50}]
save: {iterations: $folder/picture.csv}
JOB
"$warpclock" run "$folder/picture.yaml" --quiet
python3 scripts/picture.py "$folder/picture.csv" 76

say "Why it takes that long, and what would help"
show explain kernels/psort/vortex-tiny.yaml --machine vortex-swas

say "How long at most, whatever its buffers contain, on a core made to be predictable; is 1 ms enough?"
show check kernels/psort/vortex-small.yaml --machine vortex-swas --deadline 1ms
show bound kernels/psort/vortex-small.yaml --machine vortex-swas

say "Where branches and addresses do not depend on data, one run proves the time of all: tightness 1.00"
show check kernels/sgemm/pascal-tiny.yaml

say "Why bounds are not easy: one lost cycle that costs eleven, and a loss that makes the run shorter"
show paper swas --table anomalies

say "A board's cycles, a paper's simulator, and ours"
show paper pastis --table matmul

say "A mistake in a launch is caught where it happens"
sed 's/shape: \[52, 76\]/shape: [40, 76]/; /^save/d' "$folder/picture.yaml" > "$folder/short.yaml"
show run "$folder/short.yaml" --quiet

say "A page for a browser: the run beside its bound, and one kernel on five machines"
show check kernels/sgemm/vortex-tiny.yaml --machine vortex-swas --method analysis --quiet \
    --report build/sgemm.html
show compare kernels/sgemm/*-tiny.yaml --bound --quiet --report build/machines.html
echo "Open file://$PWD/build/sgemm.html and file://$PWD/build/machines.html"

say "A timeline for ui.perfetto.dev"
show run kernels/sgemm/vortex-tiny.yaml --trace build/sgemm.pftrace --quiet

say "Next: docs/tutorial.md goes from your own kernel to a bound in ten minutes"
