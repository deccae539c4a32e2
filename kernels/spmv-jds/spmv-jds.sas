// SPDX-License-Identifier: Apache-2.0
// spmv-jds - y = A x with A in jagged diagonals: rows are sorted by their length, diagonal d has
// element d of all rows that are long enough, from word starts[d] on. The vector is snooped.
.data
    0 0x0 11948 1 n // lengths of the rows
    1 0x10000 60 1 n // starts of the diagonals
    2 0x20000 11948 1 n // places of the rows in y
    3 0x30000 120000 1 n // columns
    4 0xb0000 120000 1 n // values
    5 0x130000 11948 1 n // x
    6 0x140000 11948 1 n // y
.sp_data
    0 0x0 64 1 // starts of the diagonals
.text
    smov s0, sc.dim_x
    mov v0, vc.tid_x
    isub v0, v0, s0
    itest.ge p0, v0
    exit p0                             // behind the last row
    ldg2sptile 0, 1
    ldglin v1, 0                        // elements left
    mov v0, 0                           // sum
    smov s1, 0                          // diagonal
    cpush.brk done
diagonal:
    itest.le p1, v1
    brk p1
    sldsp s2, 0, s1
    ldglin v2, 3, s2
    ldglin v3, 4, s2
    movvsp vc.mem_idx, v2
    ldgbidx 5
    mov v4, vc.mem_data
    mad v0, v3, v4, v0
    isub v1, v1, 1
    siadd s1, s1, 1
    sisub s3, s1, 60
#bound branchcycle 59 1 0
    sicj.l diagonal, s3
    cpop
done:
    ldglin v5, 2
    movvsp vc.mem_idx, v5
    stgidxit v0, 6
    exit
