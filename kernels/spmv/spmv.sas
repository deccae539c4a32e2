// SPDX-License-Identifier: Apache-2.0
// spmv - y = A x with A in compressed rows, one work-item per row. Elements are read one by one
// (iterative indexed transfers); work-items leave the loop at the end of their rows.
.data
    0 0x0 230001 1 n // offsets
    1 0xf0000 2000000 1 n // indices
    2 0x8a0000 2000000 1 n // values
    3 0x1050000 150000 1 n // x
    4 0x10f0000 230000 1 n // y
.text
    smov s0, sc.dim_x
    mov v0, vc.tid_x
    isub v0, v0, s0
    itest.ge p0, v0
    exit p0                             // behind the last row
    ldglin v1, 0                        // element
    ldglin v2, 0, 1                     // end of the row
    mov v0, 0
    smov s1, 64
    cpush.brk done
element:
    isub v3, v1, v2
    itest.ge p1, v3
    brk p1
    movvsp vc.mem_idx, v1
    ldgidxit v4, 1
    ldgidxit v5, 2
    movvsp vc.mem_idx, v4
    ldgidxit v6, 3
    mad v0, v5, v6, v0
    iadd v1, v1, 1
    sisub s1, s1, 1
#bound branchcycle 63 1 0
    sicj.g element, s1
    cpop
done:
    stglin v0, 4
    exit
