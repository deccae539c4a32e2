// SPDX-License-Identifier: Apache-2.0
// illegal.S - two words that no Vortex knows, in sight of the entry; it stores before them.
#include "machine.h"
    program
    all_lanes
    put s2, 0
    beqz s1, other
    .word 0xffffffff
    vx_tmc x0
other:
    .word 0x0000705b
    finish
