# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# driver.sh - what the compile scripts share and what decides no code: the command line, the folders
# and the suite.
#
# A script sets these, then calls drive "$@":
#
#     called_as       its name, in messages
#     machine_name    the machine, in messages
#     binary          the name of a suite's binary, as in kernels/NAME/BINARY
#     tools           programs that it needs
#     packages        what has them
#     own_options     its own options, as the usage shows them; own_option() takes them
#     decisive        files that decide the code, in this folder's parent
#     first_word      what stands before all arguments, in the usage
#     only_files      true: it compiles files alone, not the suite
#
# and these functions: compile FILE.cl OUT FLAG..., and where it has something to do check_tools
# (what else it needs), choose_flags (when the options are known) and build_runtime FOLDER (what all
# kernels share).
export LC_ALL=C # the order of * must not depend on the user

own_options=
first_word=
only_files=false
own_option() { return 1; }
check_tools() { :; }
choose_flags() { :; }
build_runtime() { build_builtins "$1"; }

names=()
files=()
output=
user_flags=()
only_ask=false
options_given=false

stop() { # stop STATUS MESSAGE
    printf '%s: error: %s\n' "$called_as" "$2" >&2
    exit "$1"
}

usage() {
    # shellcheck disable=SC2154 # set by the script, as are the others
    local suffix=${binary##*.} words=$called_as${first_word:+ $first_word}
    local file="$words FILE.cl [-o OUT.$suffix]${own_options:+ $own_options} [-D NAME[=VALUE]]"
    if $only_files; then
        printf 'usage: %s [-I FOLDER]\n' "$file"
    else
        printf 'usage: %s [NAME...]\n       %s [-I FOLDER]\n' "$words" "$file"
    fi
}

# ---- what decides the code ----

# Comments of scripts do not.
decisive_text() {
    local file
    for file in "${decisive[@]}"; do
        case $file in
        *.sh | *.py) sed -E '/^ *(#|$)/d' "$here/$file" ;;
        *) cat "$here/$file" ;;
        esac
    done
}

digest() {
    sha256sum | cut -d ' ' -f 1
}

runtime_digest() {
    decisive_text | digest
}

# ---- the command line ----

read_command_line() {
    local taken
    while [ $# -gt 0 ]; do
        taken=1
        case $1 in
        -o | -D | -I) [ $# -ge 2 ] || stop 2 "$1 needs a value" ;;&
        -o) output=$2; taken=2 ;;
        -o?*) output=${1#-o} ;;
        -D | -I) user_flags+=("$1$2"); taken=2 ;;
        -D?* | -I?*) user_flags+=("$1") ;;
        --runtime-digest) runtime_digest; exit 0 ;;
        --ready) only_ask=true ;;
        -h | --help) usage; exit 0 ;;
        -*)
            own_option "$@" || stop 2 "unknown option '$1'"$'\n'"$(usage)"
            options_given=true
            ;;
        *.cl) [ -r "$1" ] || stop 2 "cannot read '$1'"; files+=("$1") ;;
        *) [ -f "$here/$1/$1.cl" ] ||
            stop 2 "no kernel '$1' in the suite; expected one of its names or a FILE.cl"
           names+=("$1") ;;
        esac
        shift $taken
    done
}

check_command_line() {
    if [ ${#files[@]} -gt 0 ]; then
        [ ${#names[@]} -eq 0 ] || stop 2 "expected kernels of the suite or FILE.cl, not both"
        [ -z "$output" ] || [ ${#files[@]} -eq 1 ] || stop 2 "-o needs exactly one FILE.cl"
    elif $only_files && ! $only_ask; then
        stop 2 "expected a FILE.cl"$'\n'"$(usage)"
    elif [ -n "$output" ] || $options_given || [ ${#user_flags[@]} -gt 0 ]; then
        stop 2 "options need a FILE.cl"
    fi
}

find_tools() {
    local tool
    for tool in $tools; do
        command -v "$tool" > /dev/null || stop 2 "'$tool' not found; compiling needs $packages"
    done
    check_tools
}

# ---- folders ----

make_work_folder() {
    work=${KERNELS_WORK:-}
    if [ -z "$work" ]; then
        work=$(mktemp -d)
        trap 'rm -rf "$work"' EXIT
    fi
    mkdir -p "$work"
    work=$(cd "$work" && pwd)
}

# What all kernels share is made once for each version of sources, compiler and flags. A folder
# appears in the cache by its renaming, whole; of two that come at once the first one stays. Without
# a cache that can be written it is made in the work folder, for this call.
from_cache() { # from_cache VARIABLE COMMAND: VARIABLE is a folder with what COMMAND FOLDER makes
    local cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/warpclock place part
    local key="$2 $compiler ${target[*]} ${builtins[*]} $runtime"
    place=$cache/${binary%%.*}-$(digest <<< "$key")
    if [ ! -d "$place" ]; then
        rm -rf "${work:?}/$2"
        mkdir "$work/$2"
        "$2" "$work/$2"
        if mkdir -p "$cache" && part=$(mktemp -d "$cache/part-XXXXXX"); then
            cp "$work/$2"/* "$part" && chmod 755 "$part" && mv -T "$part" "$place" || rm -rf "$part"
        fi 2> /dev/null
        [ -d "$place" ] || place=$work/$2
    fi
    printf -v "$1" %s "$place"
}

# ---- compiling ----

compile_files() {
    local file
    for file in "${files[@]}"; do
        compile "$file" "${output:-$(basename "$file" .cl).${binary##*.}}" "${warnings[@]}" \
            "${user_flags[@]}"
    done
}

compile_suite() {
    local source name out=${KERNELS_OUT:-$here}
    if [ ${#names[@]} -eq 0 ]; then
        for source in "$here"/*/*.cl; do
            names+=("$(basename "$source" .cl)")
        done
    fi
    for name in "${names[@]}"; do
        mkdir -p "$out/$name"
        compile "$here/$name/$name.cl" "$out/$name/$binary" "${strict[@]}" "${single[@]}"
    done
    printf 'compiled for %s, in %s: %s\n' "$machine_name" "$out" "${names[*]}"
}

drive() {
    read_command_line "$@"
    check_command_line
    find_tools
    ! $only_ask || exit 0
    make_work_folder
    choose_flags
    compiler=$(clang-16 --version)
    clang_version=$(sed -n 's/.*clang version \([0-9.]*\).*/\1/p' <<< "$compiler")
    runtime=$(runtime_digest)
    from_cache runtime_at build_runtime
    if [ ${#files[@]} -gt 0 ]; then
        compile_files
    else
        compile_suite
    fi
}
