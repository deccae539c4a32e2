#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What warpclock does, on kernels of the suite: how long, why, what comes out, what goes wrong.
set -eu
warpclock=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

say() { printf '\n# %s\n' "$*"; }
show() {
    printf '$ warpclock %s\n' "$*"
    "$warpclock" "$@" || [ $? = 3 ]
}

say "A real RISC-V GPU binary on a Vortex core of 32 warps x 32 threads, cycle by cycle: how long, and why"
show run kernels/mandelbrot/vortex-small.yaml

say "What it left in device memory"
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

say "Its control flow, and the branches on which lanes part"
show cfg kernels/mandelbrot/vortex.elf --kernel mandelbrot

say "A mistake in a launch is caught where it happens"
sed 's/shape: \[52, 76\]/shape: [40, 76]/; /^save/d' "$folder/picture.yaml" > "$folder/short.yaml"
show run "$folder/short.yaml" --quiet

say "One core against another: fetch and issue policies on six kernels"
show compare kernels/sgemm/vortex-tiny.yaml kernels/psort/vortex-tiny.yaml kernels/kmeans/vortex-tiny.yaml \
    kernels/hotspot/vortex-tiny.yaml kernels/bfs/vortex-tiny.yaml kernels/divergence/vortex-tiny.yaml \
    --vary fetch=lrr,gtlrr,gtlo --vary issue=lrr,gtlrr,gtlo

say "How long it can take at most, whatever is in its buffers, on a core made to be predictable"
show check kernels/sgemm/vortex-tiny.yaml --machine vortex-swas
show bound kernels/psort/vortex-small.yaml --machine vortex-swas
show compare kernels/sgemm/vortex-small.yaml kernels/psort/vortex-small.yaml --machine vortex,vortex-swas --bound

say "Why that is not easy: one lost cycle that costs eleven, and a loss that makes the run shorter"
show paper swas --table anomalies

say "The same kernel as a real CUDA binary on a Pascal GPU, and a board's own cycles beside ours"
show run kernels/sgemm-tiled/pascal-tiny.yaml
show paper pastis --table matmul

say "One kernel on five machines"
show compare kernels/sgemm/*-tiny.yaml

say "A timeline for ui.perfetto.dev"
show run kernels/sgemm/vortex-tiny.yaml --trace build/sgemm.pftrace --quiet
ls -l build/sgemm.pftrace
