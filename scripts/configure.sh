#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sets a build folder up, or brings it up to date with other options and newly installed packages.
#   scripts/configure.sh FOLDER [option of meson setup...]
# The folder keeps a note of what it was configured with; nothing is done while that is the same.
set -eu
folder=$1
shift
have=$(for package in cmocka mpfr libelf libdw libfyaml jansson nettle mpack zlib sqlite3; do
    pkg-config --modversion "$package" 2> /dev/null || echo "no $package"
done)
wanted="$* $have"
note=$folder/configured-with
[ -f "$folder/build.ninja" ] && [ -f "$note" ] && [ "$(cat "$note")" = "$wanted" ] && exit 0

again=
[ -f "$folder/build.ninja" ] && again=--reconfigure
mkdir -p "$folder"
log=$folder/setup.log
# A library folder that the dynamic linker knows on every Debian, whatever Meson would guess.
if ! meson setup $again "$folder" --libdir=lib "$@" > "$log" 2>&1; then
    cat "$log"
    exit 1
fi
printf '%s' "$wanted" > "$note"
