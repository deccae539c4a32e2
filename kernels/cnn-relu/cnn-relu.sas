// SPDX-License-Identifier: Apache-2.0
// cnn-relu - adds its bias to each of two channels, then takes the larger of the value and 0. In
// place.
.data
    0 0x0 2 1 n // bias
    1 0x10000 256 512 n // layer
.text
    sldg s0, 0, 2
    smov s2, sc.dim_y                   // lines of a channel
    ldglin v0, 1
    ldglin v1, 1, 0, s2
    add v0, v0, s0
    add v1, v1, s1
    max v0, v0, 0f
    max v1, v1, 0f
    stglin v0, 1
    stglin v1, 1, 0, s2
    exit
