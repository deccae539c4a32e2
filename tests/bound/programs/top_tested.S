// SPDX-License-Identifier: Apache-2.0
// top_tested.S - while (n > 0) n--, with n from the buffer: the test runs once more than the body.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s3, 0(s0)
head:
    beqz s3, end
    addi s3, s3, -1
    j head
end:
    finish
