#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite ask for it.
#   CC= CXX= CFLAGS= LIB_FUZZING_ENGINE= OUT= [WORK=] fuzz/oss-fuzz/build.sh
# OUT gets, for every target, fuzz_NAME, its kept inputs (fuzz_NAME_seed_corpus.zip), its dictionary
# (fuzz_NAME.dict) and its options (fuzz_NAME.options), and what they share: machine files
# and libraries, which are found next to the program. The flags choose the sanitizer.
cd "$(dirname "$0")/../.."
work=${WORK:-$(mktemp -d)}
build=$work/build
export CC CFLAGS

# The image that runs the targets does not have the libraries: they are copied. Engines are C++;
# for libFuzzer clang adds the library of C++ itself.
engine="'$LIB_FUZZING_ENGINE', '-Wl,-rpath,\$ORIGIN/lib'"
case $LIB_FUZZING_ENGINE in
*.a) engine="$engine, '-lc++'" ;;
esac
rm -rf "$build"
meson setup "$build" --buildtype=plain -Db_lundef=false -Dfuzzing=true "-Dfuzzing_engine=[$engine]"
ninja -C "$build" all-targets

# Seeds that are too many to be kept: the kernel suite.
fuzz/seeds.py "$work/seeds/kernel" kernels/*/*-tiny.yaml
mkdir -p "$work/seeds/diverge"
cp tests/pass/diverge/shapes/*.s "$work/seeds/diverge"

copy_libraries() { # of a program or library, apart from the C library
    ldd "$1" | awk '/=> \// { print $3 }' | grep -v '/lib\(c\|m\|dl\|rt\|pthread\)\.so' |
        xargs -r cp -Lt "$OUT/lib"
}

mkdir -p "$OUT/lib"
cp -r machines "$OUT"
for program in "$build"/fuzz/fuzz_*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    target=$(basename "$program")
    name=${target#fuzz_}
    cp "$program" "$OUT"
    mkdir -p "$work/seeds/$name"
    cp fuzz/corpus/"$name"/* "$work/seeds/$name"
    (cd "$work/seeds/$name" && python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" ./*)
    [ ! -f "fuzz/$name.dict" ] || cp "fuzz/$name.dict" "$OUT/$target.dict"
    cp fuzz/oss-fuzz/options "$OUT/$target.options"
    copy_libraries "$program"
done
# The solver of bounds is loaded when it is needed.
for library in $(ldconfig -p | awk '/libCbcSolver\.so\.3/ { print $NF; exit }'); do
    cp -L "$library" "$OUT/lib"
    copy_libraries "$library"
done
