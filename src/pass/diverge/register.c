/* SPDX-License-Identifier: Apache-2.0 */
/* register.c - names of the registers of RV32 and F, by the calling convention. */
#include "pass/diverge/asm.h"

static const char *const names[] = {
    "zero", "ra",  "sp",  "gp",  "tp",  "t0",  "t1",  "t2",  "s0",  "s1",  "a0",
    "a1",   "a2",  "a3",  "a4",  "a5",  "a6",  "a7",  "s2",  "s3",  "s4",  "s5",
    "s6",   "s7",  "s8",  "s9",  "s10", "s11", "t3",  "t4",  "t5",  "t6",

    "ft0",  "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0",
    "fa1",  "fa2", "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5",
    "fs6",  "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};
_Static_assert(sizeof names / sizeof *names == REG_NONE, "one name per register");

const char *register_name(uint32_t reg)
{
    return names[reg];
}

/* x5, f12: the number is the name. */
static uint32_t plain_number(struct slice name)
{
    struct slice digits = {name.at + 1, name.length - 1};
    int64_t number;
    if (digits.length > 2 || !slice_number(digits, &number) || number < 0 || number > 31)
        return REG_NONE;
    if (name.at[0] == 'x')
        return (uint32_t)number;
    return name.at[0] == 'f' ? 32 + (uint32_t)number : REG_NONE;
}

uint32_t register_number(struct slice name)
{
    if (name.length < 2 || name.length > 4)
        return REG_NONE;
    for (uint32_t reg = 0; reg < REG_NONE; reg++) {
        if (slice_is(name, names[reg]))
            return reg;
    }
    return slice_is(name, "fp") ? 8 : plain_number(name);
}
