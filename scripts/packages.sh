#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that a task needs, or says exactly which are missing.
#   scripts/packages.sh build|test|browser|slurm|wheel|fuzz|bench|kernels ...
set -eu

packages_of() {
    case $1 in
    build) echo gcc libc6-dev meson ninja-build pkg-config git python3 libelf-dev libdw-dev \
        libfyaml-dev libjansson-dev nettle-dev libmpack-dev zlib1g-dev libzstd-dev libsqlite3-dev \
        scdoc coinor-libcbc-dev node-d3 ;;
    test) echo libcmocka-dev libmpfr-dev clang-16 lld-16 llvm-16 libclang-rt-16-dev \
        rocm-device-libs python3-numpy mypy ;;
    browser) echo chromium chromium-driver ;;
    slurm) echo munge slurm-client slurmctld slurmd ;;
    wheel) echo python3-mesonpy python3-pip python3-venv python3-numpy python3-matplotlib patchelf ;;
    fuzz) echo clang-16 llvm-16 libclang-rt-16-dev ;;
    bench) echo valgrind clang-16 lld-16 llvm-16 ;;
    kernels) echo clang-16 lld-16 llvm-16 rocm-device-libs python3 ;;
    *) echo "packages.sh: unknown task '$1'" >&2; exit 2 ;;
    esac
}

command -v dpkg-query > /dev/null || exit 0 # not Debian: Meson says what it does not find

missing=
for task in "$@"; do
    for package in $(packages_of "$task"); do
        case $(dpkg-query -W -f '${Status}' "$package" 2> /dev/null || true) in
        "install ok installed") ;;
        *) missing="$missing $package" ;;
        esac
    done
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo > /dev/null; then
    as_root=sudo
else
    echo "These packages are missing; install them as root, then try again:" >&2
    echo "  apt-get install$missing" >&2
    exit 1
fi

echo "installing:$missing" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    # shellcheck disable=SC2086 # a list of names
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing
}
{ $as_root apt-get update && install; } > "$log" 2>&1 || {
    tail -n 20 "$log" >&2
    echo "could not install:$missing" >&2
    exit 1
}
