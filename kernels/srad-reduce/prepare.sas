// SPDX-License-Identifier: Apache-2.0
// prepare - the squares of all pixels.
.data
    0 0x0 229916 1 n // image
    1 0xf0000 229916 1 n // squares
.text
    ldglin v0, 0
    mul v0, v0, v0
    stglin v0, 1
    exit
