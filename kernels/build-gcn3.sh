#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build-gcn3.sh - compiles OpenCL C for AMD's GCN3: the kernel suite, or any file.
#
#     kernels/build-gcn3.sh [NAME...]           kernels/NAME/NAME.cl -> kernels/NAME/gcn3.hsaco;
#                                               all kernels of the suite when no NAME is given
#     kernels/build-gcn3.sh FILE.cl [-o OUT.hsaco] [--chip CHIP] [-v VERSION] [-D NAME[=VALUE]]
#                                   [-I FOLDER] -> OUT.hsaco, or FILE.hsaco in the working folder
#     kernels/build-gcn3.sh --runtime-digest    print the digest of a binary's `runtime` line
#     kernels/build-gcn3.sh --ready             status 0 if compiling has all it needs
#
# clang 16 makes a code object for gfx803, or for the CHIP given (gfx801, gfx803; for the machine
# gcn5: gfx900, gfx906), of version 4 or of the VERSION given (2 to 5). Maths are those of
# runtime/builtins, as on every machine, but for a few of runtime/gcn3; what they do not have,
# work-item functions and barriers among it, comes from AMD's own library (Debian:
# rocm-device-libs). A file of your own may use double, and printf; the suite goes without, as on
# Vortex.
#
# The result depends on nothing but the sources and the tools: it holds no path and no date.
# KERNELS_OUT=DIR puts the suite's binaries into DIR/NAME/ instead; KERNELS_WORK=DIR keeps the
# intermediate files.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/compile/driver.sh"
. "$here/compile/steps.sh"
called_as=build-gcn3.sh
machine_name=GCN3
binary=gcn3.hsaco
own_options='[--chip CHIP] [-v VERSION]'
tools='clang-16 opt-16 llc-16 llvm-link-16 ld.lld-16 python3'
packages='clang-16, llvm-16, lld-16 and python3'

# Built-ins that are OpenCL C alone serve every machine; AMD's library has the others.
builtins=()
for source in "$here"/runtime/builtins/*.cl; do
    case ${source##*/} in
    atom.cl | atomic.cl | barrier.cl) ;;
    *) builtins+=("${source#"$here"/}") ;;
    esac
done
replacing=(runtime/gcn3/exact.cl)
decisive=(build-gcn3.sh
          compile/{steps.sh,prepare-ir.py,ir_types.py,fold-strings.py,loop-bounds.py}
          "${replacing[@]}" "${builtins[@]}")

version=4
chip=gfx803
own_option() {
    case $1 in
    -v | --chip) [ $# -ge 2 ] || stop 2 "$1 needs a value" ;;&
    -v) version=$2 ;;
    --chip) chip=$2 ;;
    *) return 1 ;;
    esac
    taken=2
    case $version in
    [2-5]) ;;
    *) stop 2 "code object version '$version'; expected 2, 3, 4 or 5" ;;
    esac
    case $chip in
    gfx801 | gfx803 | gfx900 | gfx906) ;;
    *) stop 2 "chip '$chip'; expected gfx801 or gfx803 (GCN3), gfx900 or gfx906 (GCN5)" ;;
    esac
}

check_tools() {
    bitcode=${ROCM_BITCODE:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
    [ -f "$bitcode/opencl.bc" ] ||
        stop 2 "$bitcode/opencl.bc not found; install rocm-device-libs or set ROCM_BITCODE"
}

# ---- flags ----

# As on the other machines each operation rounds as the host reference rounds: no contraction of
# a*b+c, divisions to the last bit, and floats below the normal range are kept, which costs nothing
# in a simulator and on GCN3 only the use of v_mad_f32.
line_tables=-gline-tables-only
inline=(-mllvm -inline-threshold=1000000)
choose_flags() {
    target=(--target=amdgcn-amd-amdhsa "-mcpu=$chip" "-mcode-object-version=$version" -nogpulib
            -fdebug-compilation-dir=. -ffp-contract=off -fno-math-errno -O2
            -cl-fp32-correctly-rounded-divide-sqrt -Xclang -fdenormal-fp-math-f32=ieee)
}

# AMD's library, for what ours does not have.
amd_library=()
choose_library() {
    local name
    for name in opencl ocml ockl oclc_daz_opt_off oclc_unsafe_math_off oclc_finite_only_off \
        oclc_correctly_rounded_sqrt_on oclc_wavefrontsize64_on "oclc_isa_version_${chip#gfx}" \
        "oclc_abi_version_$((version == 5 ? 500 : 400))"; do
        amd_library+=("$bitcode/$name.bc")
    done
}

# Work-groups may have as many work-items as the machine takes, not the 256 that clang stops at.
widen() { # widen < IN.ll > OUT.ll
    sed 's/"amdgpu-flat-work-group-size"="1,256"/"amdgpu-flat-work-group-size"="1,1024"/'
}

front_end() { # front_end FILE.cl FLAG...: IR on standard output
    local path=$1
    shift
    clang-16 "${target[@]}" "${opencl[@]}" -cl-kernel-arg-info $line_tables \
        "-ffile-prefix-map=$(dirname "$path")/=" "$@" -emit-llvm -S "$path" -o -
}

link_built_ins() { # link_built_ins FILE.cl BASE FLAG...: BASE.0.ll
    local path=$1 base=$2 file libraries=()
    shift 2
    for file in "$runtime_at/builtins.bc" "${amd_library[@]}"; do # the first that has it gives it
        libraries+=(-Xclang -mlink-builtin-bitcode -Xclang "$file")
    done
    front_end "$path" "${libraries[@]}" "${inline[@]}" "$@" > "$base.0.ll"
}

# clang lowers printf to stores into a buffer, but only while no library is there that defines it, as
# AMD's does: that one prints nothing. So here libraries are linked behind that step.
link_with_printf() { # link_with_printf FILE.cl BASE FLAG...: BASE.0.ll
    local path=$1 base=$2
    shift 2
    front_end "$path" -Xclang -disable-llvm-passes "$@" > "$base.own.ll"
    python3 "$here/compile/fold-strings.py" < "$base.own.ll" |
        opt-16 -passes=amdgpu-printf-runtime-binding -o "$base.printf.bc"
    llvm-link-16 --only-needed --internalize "$base.printf.bc" "$runtime_at/builtins.bc" \
        "${amd_library[@]}" -o "$base.linked.bc"
    clang-16 "${target[@]}" "${inline[@]}" -x ir "$base.linked.bc" -emit-llvm -S -o "$base.0.ll"
}

compile() { # compile FILE.cl OUT.hsaco FLAG...
    local path=$1 object=$2 base loops
    shift 2
    base=$work/$(basename "$path" .cl)
    [ ${#amd_library[@]} -gt 0 ] || choose_library
    preprocess "$path" "${language[@]}" "$@" > "$base.i"
    if grep -qw printf "$base.i"; then
        link_with_printf "$path" "$base" "$@"
    else
        link_built_ins "$path" "$base" "$@"
    fi
    # Built-ins that nothing calls leave their files behind.
    opt-16 -passes=strip-dead-debug-info -S "$base.0.ll" -o "$base.1.ll"
    all_loops "$path" "$base.i" "$base.1.ll" > "$base.loops"
    mapfile -t loops < "$base.loops"
    prepare "$path" "$base" "clang $clang_version, rocm-device-libs" "${loops[@]}"
    widen < "$base.2.ll" > "$base.3.ll"
    llc-16 -O2 "-mcpu=$chip" "--amdhsa-code-object-version=$version" -filetype=obj "$base.3.ll" \
        -o "$base.o"
    clang-16 "${target[@]:0:3}" -x assembler -c "$base.note.s" -o "$base.note.o"
    ld.lld-16 -shared --no-undefined "$base.o" "$base.note.o" -o "$object.part"
    put "$object.part" "$object"
}

drive "$@"
