#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Source format: no trailing blanks, no tabs, a newline at the end of every file, lines of C and
# of pages of at most 100 columns; and what clang-format-16 says about changed lines.
#   scripts/format.sh --check         check every file; needs no clang. Status 1 when one is wrong
#   scripts/format.sh --check BASE    also show how clang-format would lay out the lines changed
#                                     since BASE. Advice only: it cannot lay out tables
#   scripts/format.sh BASE            rewrite those lines
set -eu
cd "$(dirname "$0")/.."

usage() {
    sed -n '3,8s/^# \{0,1\}//p' scripts/format.sh >&2
    exit 2
}

# The files that people write, tracked or new, one per line. Manual pages (scdoc) need their tabs.
sources() {
    git ls-files --cached --others --exclude-standard -- '*.c' '*.h' '*.py' '*.sh' '*.md' '*.yaml' '*.yml' '*.cl' '*.ld' '*.map' \
        '*.js' '*.css' '*.html' \
        '*meson.build' '*meson_options.txt' .ci/run .clang-format .editorconfig |
        while read -r name; do [ ! -s "$name" ] || echo "$name"; done
}

check_lines() { # reads names of files
    # shellcheck disable=SC2016 # for awk
    tr '\n' '\0' | xargs -0 awk '
        function say(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; wrong = 1 }
        /[ \t]$/ { say("trailing blank") }
        /\t/ { say("tab") }
        /\r/ { say("carriage return") }
        FILENAME ~ /\.([ch]|js|css|html)$/ && length($0) > 100 {
            say(length($0) " columns, at most 100")
        }
        END { exit wrong }'
}

check_ends() { # reads names of files; to grep each is one record
    wrong=$(tr '\n' '\0' | xargs -0 grep -LzP '\n\z' || true)
    [ -n "$wrong" ] || return 0
    echo "$wrong" | sed 's/$/: no newline at the end/'
    return 1
}

clang_format() { # options of git-clang-format...
    if ! command -v git-clang-format-16 > /dev/null; then
        echo "format.sh: no clang-format-16: changed lines are not looked at" >&2
        return 0
    fi
    git-clang-format-16 --binary clang-format-16 --extensions c,h "$@"
}

[ $# -ge 1 ] || usage
if [ "$1" != --check ]; then
    case $1 in -*) usage ;; esac
    clang_format "$1"
    exit
fi
if ! git rev-parse --git-dir > /dev/null 2>&1; then
    echo "format.sh: no Git checkout, so no list of files" >&2
    exit 77
fi
status=0
sources | check_lines || status=1
sources | check_ends || status=1
[ $# -lt 2 ] || clang_format --diff "$2" || true
exit $status
