#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build-pascal.sh - compiles OpenCL C for NVIDIA's Pascal: the kernel suite, or any file.
#
#     kernels/build-pascal.sh [NAME...]         kernels/NAME/NAME.cl -> kernels/NAME/pascal.cubin;
#                                               all kernels of the suite when no NAME is given
#     kernels/build-pascal.sh FILE.cl [-o OUT.cubin] [-D NAME[=VALUE]] [-I FOLDER]
#                                               -> OUT.cubin, or FILE.cubin in the working folder
#     kernels/build-pascal.sh --runtime-digest  print what stands in a binary's `runtime` line
#     kernels/build-pascal.sh --ready           status 0 if compiling has all it needs
#
# clang 16 makes PTX, NVIDIA's ptxas (fetch-ptxas.sh installs it) a cubin for sm_61. A file of your
# own may use double; the suite goes without, as on Vortex.
#
# The result depends on nothing but the sources and the tools: it holds no path and no date.
# KERNELS_OUT=DIR puts the suite's binaries into DIR/NAME/ instead; KERNELS_WORK=DIR keeps the
# intermediate files.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/compile/driver.sh"
. "$here/compile/steps.sh"
called_as=build-pascal.sh
machine_name=Pascal
binary=pascal.cubin
tools='clang-16 llc-16 llvm-link-16 python3'
packages='clang-16, llvm-16 and python3'

# Built-ins that are OpenCL C alone serve every machine; atomic and barrier there are of RV32.
builtins=()
for source in "$here"/runtime/builtins/*.cl "$here"/runtime/pascal/*.cl; do
    case ${source#"$here"/runtime/} in
    builtins/atomic.cl | builtins/barrier.cl) ;;
    *) builtins+=("${source#"$here"/}") ;;
    esac
done
decisive=(build-pascal.sh
          compile/{steps.sh,prepare-ir.py,ir_types.py,loop-bounds.py,note-cubin.py}
          "${builtins[@]}")

check_tools() {
    ptxas=$("$here/fetch-ptxas.sh" --find) ||
        stop 2 "ptxas is not there; kernels/fetch-ptxas.sh installs it"
    ptxas_version=$("$ptxas" --version | sed -n 's/.*, V\([0-9.]*\)$/\1/p')
}

# As for Vortex: a*b+c has to round as the host reference rounds, so neither compiler contracts it.
sm=sm_61
target=(--target=nvptx64--nvidiacl "-march=$sm" -fdebug-compilation-dir=. -ffp-contract=off
        -fno-math-errno -O2)
line_tables=-gline-directives-only
assembler=("-arch=$sm" -lineinfo -fmad=false)

compile() { # compile FILE.cl OUT.cubin FLAG...
    local path=$1 cubin=$2 base loops
    shift 2
    base=$work/$(basename "$path" .cl)
    clang-16 "${target[@]}" "${opencl[@]}" -Xclang -mlink-builtin-bitcode \
        -Xclang "$runtime_at/builtins.bc" -mllvm -inline-threshold=1000000 -cl-kernel-arg-info \
        $line_tables "-ffile-prefix-map=$(dirname "$path")/=" "$@" -emit-llvm -S "$path" \
        -o "$base.1.ll"
    preprocess "$path" "${language[@]}" "$@" > "$base.i"
    all_loops "$path" "$base.i" "$base.1.ll" > "$base.loops"
    mapfile -t loops < "$base.loops"
    prepare "$path" "$base" "clang $clang_version, ptxas $ptxas_version" "${loops[@]}"
    llc-16 -O2 "-mcpu=$sm" "$base.2.ll" -o "$base.3.ptx"
    # Two strings of a .file line, folder and name, are more than ptxas takes; so is a label inside a
    # call, which is for debuggers.
    sed -e 's/^\(\t\.file\t[0-9]* \)"[^"]*" \("[^"]*"\)/\1\2/' \
        -e '/^\tcall[^;]*$/ { N; s/\n\$L__tmp[0-9]*:$// }' "$base.3.ptx" > "$base.4.ptx"
    # In a folder without the source: ptxas would write its date into the table of lines.
    (cd "$work" && "$ptxas" "${assembler[@]}" "$base.4.ptx" -o "$base.5.cubin")
    python3 "$here/compile/note-cubin.py" "$base.note.s" "$base.5.cubin" "$cubin.part"
    put "$cubin.part" "$cubin"
}

drive "$@"
