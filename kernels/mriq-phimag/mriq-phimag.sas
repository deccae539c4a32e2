// SPDX-License-Identifier: Apache-2.0
// mriq-phimag - the squared magnitude of complex numbers: computePhiMag of MRI-Q.
.data
    0 0x0 2048 1 n // real
    1 0x10000 2048 1 n // imaginary
    2 0x20000 2048 1 n // magnitude
.text
    ldglin v0, 0
    ldglin v1, 1
    mul v0, v0, v0
    mad v0, v1, v1, v0
    stglin v0, 2
    exit
