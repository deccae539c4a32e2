# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# steps.sh - steps that compiling has for every machine. They decide the code.
#
# A script sets `target`, the compiler's flags; `builtins`, the sources of its built-in functions,
# and `replacing`, those that take the place of functions in others; `single`, flags that make
# double and half unknown; `line_tables`, the flag for lines without variables.
warnings=(-Wall -Wno-unknown-pragmas) # loop-bounds.py reads them
strict=("${warnings[@]}" -Wextra -Werror)
language=(-x cl -cl-std=CL1.2)
# Without the two extensions 2.0 is a float (with a warning), and double and half are refused.
single=(-Xclang "-cl-ext=-cl_khr_fp64,-cl_khr_fp16")
opencl=("${language[@]}" -Xclang -finclude-default-header)
replacing=()

preprocess() { # preprocess SOURCE FLAG... > PREPROCESSED, with the macros
    local source=$1
    shift
    clang-16 "${target[@]}" "$@" -E -dD "$source"
}

# The loops of a source and their bounds, as lines of the section .warpclock.kernels.
loop_bounds() { # loop_bounds SOURCE < PREPROCESSED > LINES
    python3 "$here/compile/loop-bounds.py" "$(dirname "$1")"
}

# What is inlined from a built-in function has the line that calls it. Loops have lines of their own:
# it is by them that bounds name loops.
compile_builtin() { # compile_builtin SOURCE BASE: BASE.bc, BASE.loops
    local source=$1 base=$2 lines=-g0
    local flags=("${target[@]}" "${strict[@]}")
    if [ "${source##*.}" = cl ]; then
        flags+=("${opencl[@]}" "${single[@]}")
        preprocess "$source" "${language[@]}" "${single[@]}" | loop_bounds "$source" > "$base.loops"
        [ ! -s "$base.loops" ] || lines=$line_tables
    fi
    clang-16 "${flags[@]}" "-ffile-prefix-map=$(dirname "$source")/=" $lines -emit-llvm \
        -c "$source" -o "$base.bc"
}

build_builtins() { # build_builtins FOLDER: builtins.bc, and builtins.loops of their loops
    local parts=$work/builtins source base modules=()
    rm -rf "$parts"
    mkdir "$parts"
    for source in "${builtins[@]}" "${replacing[@]}"; do
        base=$parts/$(basename "${source%.*}")
        compile_builtin "$here/$source" "$base"
        case " ${replacing[*]} " in
        *" $source "*) modules+=("--override=$base.bc") ;;
        *) modules+=("$base.bc") ;;
        esac
    done
    cat "$parts"/*.loops > "$1/builtins.loops"
    llvm-link-16 "${modules[@]}" -o "$1/builtins.bc"
}

# The lines of loops of built-in functions that have become part of a kernel.
builtin_loops() { # builtin_loops < START-OF-LINE... > LINES
    grep -F -f - "$runtime_at/builtins.loops" || true
}

# Bounds of the file's own loops, and of the built-ins' that have become part of it.
all_loops() { # all_loops FILE.cl PREPROCESSED IN.ll > LINES
    loop_bounds "$1" < "$2"
    sed -n 's/.*!DIFile(filename: "\([^"]*\)".*/loop \1:/p' "$3" | builtin_loops
}

prepare() { # prepare FILE.cl BASE TOOLCHAIN LOOP...: BASE.1.ll -> BASE.2.ll, BASE.note.s
    local path=$1 base=$2 toolchain=$3
    shift 3
    python3 "$here/compile/prepare-ir.py" "${binary%%.*}" "$path" "$base.1.ll" "$base.2.ll" \
        "$base.note.s" "source $(basename "$path") sha256=$(digest < "$path")" \
        "runtime sha256=$runtime" "toolchain $toolchain" "$@"
}

# A binary appears whole.
put() { # put PART OUT
    chmod 644 "$1"
    mv "$1" "$2"
}
