/* SPDX-License-Identifier: Apache-2.0 */
/* micro - plain RV32 code for the hard figures of the SBI/SWI paper: the peak, the latency, and
 * lanes that only a shuffle brings together. build.sh compiles it.
 */

/* Of 13 instructions 8 are multiply-adds, 4 loads, 1 a special function: all rows are busy in
 * every cycle. No instruction depends on another one. */
__kernel void mixed(__global uint *out, __local uint *cell)
{
    __local uint *mine = cell + get_local_id(0);

    *mine = 1;
    __asm__ volatile(".rept 200\n"
                     "fadd.s ft0, fs8, fs9\n lw t3, 0(%0)\n fadd.s ft1, fs8, fs9\n"
                     "fadd.s ft2, fs8, fs9\n lw t4, 0(%0)\n fadd.s ft3, fs8, fs9\n"
                     "fdiv.s ft8, fs8, fs9\n fadd.s ft4, fs8, fs9\n lw t5, 0(%0)\n"
                     "fadd.s ft5, fs8, fs9\n fadd.s ft6, fs8, fs9\n lw t6, 0(%0)\n"
                     "fadd.s ft7, fs8, fs9\n"
                     ".endr\n"
                     :
                     : "r"(mine)
                     : "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "ft8", "t3", "t4",
                       "t5", "t6");
    out[get_global_id(0)] = 1;
}

__kernel void chain_100(__global uint *out)
{
    uint x = get_global_id(0);

    __asm__ volatile(".rept 100\n addi %0, %0, 1\n .endr\n" : "+r"(x));
    out[get_global_id(0)] = x;
}

__kernel void chain_1100(__global uint *out)
{
    uint x = get_global_id(0);

    __asm__ volatile(".rept 1100\n addi %0, %0, 1\n .endr\n" : "+r"(x));
    out[get_global_id(0)] = x;
}

/* Half of each warp of 64, the same half in all. */
__kernel void half_warps(__global uint *out)
{
    uint x = get_global_id(0);

    if ((x & 63) < 32)
        __asm__ volatile(".rept 200\n"
                         "addi t3, %0, 1\n addi t4, %0, 1\n addi t5, %0, 1\n addi t6, %0, 1\n"
                         ".endr\n"
                         :
                         : "r"(x)
                         : "t3", "t4", "t5", "t6");
    out[get_global_id(0)] = x;
}
