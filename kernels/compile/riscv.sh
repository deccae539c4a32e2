# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# riscv.sh - steps that compiling has for all RISC-V machines. They decide the code.
line_tables=-gline-tables-only
language+=("${single[@]}")
opencl+=("${single[@]}")
# clang declares atom_add() and its like for these extensions alone.
atomics=(-Xclang "-cl-ext=+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics"
         -Xclang "-cl-ext=+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics")

as_text() { # lines become strings of the assembler
    sed 's/.*/    .asciz "&"/'
}

assemble() { # assemble IN.s OUT.o
    clang-16 "${machine[@]}" -x assembler -c "$1" -o "$2"
}

front_end() { # front_end FILE.cl BASE FLAG...: BASE.1.ll, then what prepare() makes of it
    local path=$1 base=$2 loops
    shift 2
    clang-16 "${target[@]}" "${opencl[@]}" -Xclang -mlink-builtin-bitcode \
        -Xclang "$runtime_at/builtins.bc" -mllvm -inline-threshold=1000000 -cl-kernel-arg-info \
        "-ffile-prefix-map=$(dirname "$path")/=" "$@" -emit-llvm -S "$path" -o "$base.1.ll"
    preprocess "$path" "${language[@]}" "$@" | loop_bounds "$path" > "$base.loops"
    mapfile -t loops < "$base.loops"
    prepare "$path" "$base" "clang $clang_version" "${loops[@]}"
    # Kernels that take vectors or structures have become pairs of functions (by_value.py).
    if grep -q '\.by_value(' "$base.2.ll"; then
        opt-16 -passes=always-inline,sroa,early-cse,instcombine,simplifycfg,globaldce \
            -S "$base.2.ll" -o "$base.2.inlined.ll"
        mv "$base.2.inlined.ll" "$base.2.ll"
    fi
}

# Kernels that no other function calls. Their return ends the thread, or goes back to the start-up
# code: no caller expects a register back.
entries() { # entries NOTE.s IN.ll
    local name
    for name in $(sed -n 's/.*"kernel \([^ ]*\) .*/\1/p' "$1"); do
        grep -qE "\bcall [^@]*@$name\(" "$2" || printf '%s\n' "$name"
    done
}

# Without registers of a caller to keep, an entry saves none on the stack, where each lane has a
# cache line of its own. LLVM has no calling convention for that, but its machine IR tells the list.
# The return address stays in it.
forget_callers() { # forget_callers NAME... < IN.mir
    awk -v "names=$*" '
        BEGIN { count = split(names, list, " "); for (i = 1; i <= count; i++) entry[list[i]] = 1 }
        $1 == "name:" && /^name:/ { name = $2; gsub(/[\047"]/, "", name) }
        /^liveins:/ && (name in entry) { print "calleeSavedRegisters: [ \047$x1\047 ]" }
        { print }'
}

generate() { # generate BASE IN.ll FLAG...: BASE.4.s; flags of code generation behind selection
    local base=$1 ir=$2 kernels
    shift 2
    mapfile -t kernels < <(entries "$base.note.s" "$ir")
    llc-16 "${codegen[@]}" -stop-after=finalize-isel "$ir" -o - |
        forget_callers "${kernels[@]}" > "$base.4.mir"
    llc-16 "${codegen[@]}" "$@" -start-after=finalize-isel -x mir "$base.4.mir" -o "$base.4.s"
}

# ---- what is called, not inlined ----

# Functions that code generation asks for by itself, as 64-bit division and memcpy: a script's
# compile_library makes assembly of a source, finish_assembly what the machine needs of that.
build_library() { # build_library FOLDER: NAME.s and NAME.loops of every source
    local source name
    for source in "$here"/runtime/library/*.c; do
        name=$(basename "$source" .c)
        compile_library "$source" "$work/library-$name"
        mv "$work/library-$name.s" "$1/$name.s"
        preprocess "$source" | loop_bounds "$source" > "$1/$name.loops"
    done
}

library=()
take_library() {
    local assembly base
    [ ${#library[@]} -eq 0 ] || return 0
    from_cache library_at build_library
    for assembly in "$library_at"/*.s; do
        base=$work/library-$(basename "$assembly" .s)
        finish_assembly "$assembly" "$base.s"
        { printf '    .section .warpclock.kernels, "", @progbits\n'
          as_text < "${assembly%.s}.loops"; } >> "$base.s"
        assemble "$base.s" "$base.o"
        library+=("$base.o")
    done
}

# ---- linking ----

link() { # link FILE.cl BASE OUT.elf ARGUMENT...: BASE.6.s, with the loops of the built-ins in it
    local path=$1 base=$2 elf=$3
    shift 3
    sed -n 's/^\t\.file\t[0-9].*"\([^"]*\)"[^"]*$/ \1:/p' "$base.4.s" | builtin_loops |
        as_text >> "$base.note.s"
    assemble "$base.6.s" "$base.o"
    assemble "$base.note.s" "$base.note.o"
    if grep -qE '^\s+(call|tail)\s' "$base.4.s"; then
        take_library
    fi
    ld.lld-16 --no-relax --discard-locals "$@" "$base.o" "$base.note.o" --start-lib \
        "${library[@]}" --end-lib -o "$elf.part" ||
        stop 1 "$path: cannot be linked; $here/runtime/README.md lists what kernels may use"
    put "$elf.part" "$elf"
}
