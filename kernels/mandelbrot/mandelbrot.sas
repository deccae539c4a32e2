// SPDX-License-Identifier: Apache-2.0
// mandelbrot - iterations until z = z z + c leaves the circle of radius 2, for each pixel.
// Work-items leave the loop one by one.
.data
    0 0x0 400 300 n // iterations
    1 0x80000 1 1 n // step
    2 0x90000 1 1 n // limit
.text
    sldg s0, 1
    sldg s1, 2
    cvt.i2f v0, vc.tid_x
    mov v1, -2.25
    mad v0, v0, s0, v1                  // cx
    cvt.i2f v1, vc.tid_y
    mov v2, 1.125
    mad.neg v1, v1, s0, v2              // cy
    mov v2, 0                           // x
    mov v3, 0                           // y
    mov v4, 0                           // count
    cpush.brk done
iterate:
    mul v5, v2, v2
    mul v6, v3, v3
    add v7, v5, v6
    add v7, v7, -4.0
    test.g p0, v7
    brk p0
    add.neg v5, v5, v6
    mul v2, v2, 2.0
    mad v3, v2, v3, v1
    add v2, v5, v0
    iadd v4, v4, 1
    sisub s1, s1, 1
#bound branchcycle 499 1 0
    sicj.g iterate, s1
    cpop
done:
    stglin v4, 0
    exit
