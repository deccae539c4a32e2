# SPDX-License-Identifier: Apache-2.0
# fails.s - check 5 fails: shows that a failing check is seen from outside.
.include "test.inc"

    program
    rr 5, add, 0x00000003, 0x00000001, 0x00000001
    finish
