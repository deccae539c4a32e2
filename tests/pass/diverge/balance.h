/* SPDX-License-Identifier: Apache-2.0 */
/* balance.h - a check of the divergence pass's output that shares no code with it.
 *
 * Along every path the SPLITs and JOINs must pair like brackets, by register, and nothing may be
 * open at a return; no register may be written while a SPLIT in it is open. Each instruction is
 * reached with one state only, or the two ways of a warp would disagree. */
#ifndef WARPCLOCK_TEST_DIVERGE_BALANCE_H
#define WARPCLOCK_TEST_DIVERGE_BALANCE_H

#include <stddef.h>

/* NULL when the text is balanced; else what is wrong, with the line, in a static buffer. */
const char *find_imbalance(const char *text);
/* How many lines begin with this instruction. */
size_t count_lines(const char *text, const char *beginning);

#endif
