// SPDX-License-Identifier: Apache-2.0
// forever.S - a program that does not end, whatever its buffers contain.
#include "machine.h"
    program
again:
    j again
    finish
