# SPDX-License-Identifier: Apache-2.0
"""share.py - a share of a table of cases, for scripts with `--share N`.

A test of every job on every machine has far more cases than a change can break in ways of their own.
A share of 1/N takes every N-th case of each row, one further in each row: with N columns or more
every row and every column is in it. The build option `thorough` asks for all (tests/meson.build).
"""


def option(arguments):
    """Takes `--share N` out of a list of arguments; N, or 1."""
    if "--share" not in arguments:
        return 1
    at = arguments.index("--share")
    number = int(arguments[at + 1])
    del arguments[at:at + 2]
    return number


def takes(number, row, column):
    """Is this case in the share of 1/number? Rows and columns count from 0."""
    return (row + column) % number == 0
