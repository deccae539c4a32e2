// SPDX-License-Identifier: Apache-2.0
// expand - visits the neighbours of the frontier's nodes, at most 6 each. Several work-items may
// reach a node in the same launch: all of them write the same values.
.data
    0 0x0 150001 1 n // offsets
    1 0xa0000 600000 1 n // edges
    2 0x2f0000 150000 1 n // frontier
    3 0x390000 150000 1 n // reached
    4 0x430000 150000 1 n // distance
    5 0x4d0000 1 1 n // level
.text
    mov v0, 0
    ldglin v0, 2
    itest.ez p0, v0
    exit p0                             // not in the frontier
    sldg s0, 5
    siadd s0, s0, 1
    mov v5, 0
    iadd v5, v5, s0                     // distance of the neighbours
    mov v6, 1
    ldglin v1, 0                        // edge
    ldglin v2, 0, 1                     // last edge of the node
    smov s1, 7
    cpush.brk done
edge:
    isub v3, v1, v2
    itest.ge p0, v3
    brk p0
    movvsp vc.mem_idx, v1
    ldgidxit v3, 1
    movvsp vc.mem_idx, v3
    ldgidxit v4, 4
    itest.ge p1, v4
    cpush.if next
    cmask p1                            // seen before
    stgidxit v5, 4
    stgidxit v6, 3
    cpop
next:
    iadd v1, v1, 1
    sisub s1, s1, 1
#bound branchcycle 6 1 0
    sicj.g edge, s1
    cpop
done:
    exit
