// SPDX-License-Identifier: Apache-2.0
// vote.S - votes and shuffles of all lanes: out[32 * k + lane] is the k-th answer.
#include "machine.h"
    program
    all_lanes
    sltiu t1, s2, 5
    vx_vote 0, t2, t1 /* all */
    put t2, 0
    vx_vote 1, t2, t1 /* any */
    put t2, 32
    vx_vote 2, t2, t1 /* uniform */
    put t2, 64
    vx_vote 3, t2, t1 /* ballot */
    put t2, 96
    addi t1, s2, 100
    li t0, 1 << 0 | 63 << 6
    vx_shuffle 4, t2, t1, t0 /* up by 1 */
    addi s0, s0, 4*128
    put t2, 0
    vx_shuffle 5, t2, t1, t0 /* down by 1 */
    put t2, 32
    li t0, 3 | 63 << 6
    vx_shuffle 6, t2, t1, t0 /* butterfly with 3 */
    put t2, 64
    li t0, 2 | 63 << 6 | 0x38 << 12
    vx_shuffle 7, t2, t1, t0 /* lane 2 of each eight */
    put t2, 96
    finish
