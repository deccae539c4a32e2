// SPDX-License-Identifier: Apache-2.0
// local_store.S - stores to local memory, each followed by a fence that waits for it.
#include "machine.h"
    program
    li s1, 0xff000000
    li s3, 30
1:
    sw s3, 0(s1)
    fence
    addi s3, s3, -1
    bnez s3, 1b
    finish
