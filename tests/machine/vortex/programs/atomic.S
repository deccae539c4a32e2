// SPDX-License-Identifier: Apache-2.0
// atomic.S - every lane adds its number to out[0] and keeps what it saw in out[1 + lane].
#include "machine.h"
    program
    all_lanes
    amoadd.w t1, s2, (s0)
    put t1, 1
    finish
