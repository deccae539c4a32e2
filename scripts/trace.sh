#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Requirements and the tests that name them: lists those that no test names and that have no reason
# beside them for being left out.
set -u
cd "$(dirname "$0")/.."
python3 scripts/trace.py docs/requirements tests
