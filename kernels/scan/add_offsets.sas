// SPDX-License-Identifier: Apache-2.0
// add_offsets - adds the total of all parts before it to each part.
.data
    0 0x0 1000003 1 n // out
    1 0x3e0000 3907 1 n // totals
.sp_data
    0 0x0 1 1 // the total of the part before
.text
    smov s0, sc.wg_off_x
    sshr s0, s0, 10
    sisub s0, s0, 1
    mov v0, 0
    stsplin v0, 0
    ldg2sptile 0, 1, s0                 // nothing for the first part
    sldsp s1, 0
    ldglin v0, 0
    iadd v0, v0, s1
    stglin v0, 0
    exit
