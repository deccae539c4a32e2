// SPDX-License-Identifier: Apache-2.0
// advance - what was reached is the next frontier.
.data
    0 0x0 150000 1 n // frontier
    1 0xa0000 150000 1 n // reached
.text
    ldglin v0, 1
    mov v1, 0
    stglin v0, 0
    stglin v1, 1
    exit
