// SPDX-License-Identifier: Apache-2.0
// vecadd - c = a + b: work-items behind the end load and store nothing, because transfers are
// clipped to the buffer.
.data
    0 0x0 3000001 1 n // a
    1 0xb80000 3000001 1 n // b
    2 0x1700000 3000001 1 n // c
.text
    ldglin v0, 0
    ldglin v1, 1
    add v0, v0, v1
    stglin v0, 2
    exit
