// SPDX-License-Identifier: Apache-2.0
// begin - puts the source, node 0, into the frontier.
.data
    0 0x0 150000 1 n // frontier
    1 0xa0000 150000 1 n // reached
    2 0x140000 150000 1 n // distance
.text
    mov v0, vc.tid_x
    itest.nz p0, v0
    mov v1, 0                           // frontier
    mov v2, 0                           // reached
    mov v3, -1                          // distance
    cpush.if others
    cmask p0
    mov v1, 1
    mov v3, 0
    cpop
others:
    stglin v1, 0
    stglin v2, 1
    stglin v3, 2
    exit
