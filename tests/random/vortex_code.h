/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_code.h - random operations among the words of a program. */
#ifndef WARPCLOCK_TESTS_VORTEX_CODE_H
#define WARPCLOCK_TESTS_VORTEX_CODE_H

#include "campaign/dice.h"
#include "campaign/rv32_code.h"

/* A random operation of the ALU or the FPU, from all rows of the table that have no feature. The
 * registers are drawn from `integers` and `floats`, sets of bits; of `targets` where an integer is
 * written. */
void code_operation(struct code *code, struct dice *dice, uint32_t targets, uint32_t integers,
                    uint32_t floats);

/* A random member of a set of registers that is not empty. */
uint32_t dice_register(struct dice *dice, uint32_t set);

#endif
