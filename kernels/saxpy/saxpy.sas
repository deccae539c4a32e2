// SPDX-License-Identifier: Apache-2.0
// saxpy - y = alpha x + y in place.
.data
    0 0x0 3000000 1 n // x
    1 0xb80000 3000000 1 n // y
    2 0x1700000 1 1 n // alpha
.text
    sldg s0, 2
    ldglin v0, 0
    ldglin v1, 1
    mad v1, v0, s0, v1
    stglin v1, 1
    exit
