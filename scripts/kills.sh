#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The tests that kill processes, many times each: sweeps, merging of shards, campaigns.
#   scripts/kills.sh PROGRAM [TIMES]       100 times by default; a failure ends it with its output
set -eu
cd "$(dirname "$0")/.."
program=$1
times=${2:-100}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# repeat NAME COMMAND...: the number of the round stands for @
repeat() {
    name=$1
    shift
    round=0
    while [ "$round" -lt "$times" ]; do
        round=$((round + 1))
        words=$(echo "$*" | sed "s/@/$round/")
        # shellcheck disable=SC2086 # words without blanks
        $words > "$log" 2>&1 || {
            echo "$name: round $round of $times failed: $words"
            cat "$log"
            exit 1
        }
    done
    echo "$name: $times of $times rounds passed"
}

repeat sweep tests/sweep/kill.py "$program" 12 @
repeat shards tests/sweep/shards.py "$program"
repeat campaign tests/campaign/campaign.py "$program" --only kills_lose_nothing
