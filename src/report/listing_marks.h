/* SPDX-License-Identifier: Apache-2.0 */
/* listing_marks.h - annotations of an instruction in a listing: labels, targets, problems. */
#ifndef WARPCLOCK_REPORT_LISTING_MARKS_H
#define WARPCLOCK_REPORT_LISTING_MARKS_H

#include "isa/insn.h"

struct listing_marks {
    const struct program *program;
    const bool *listed;  /* by instruction */
    uint32_t *labels;    /* number of the label at each instruction of the program; 0: none */
};

/* Lists a kernel with the functions that it calls, or all. Numbers the branch targets from 1 in
 * each function, so that the listing of one kernel has the same labels as the listing of the whole
 * file. */
struct listing_marks listing_marks_make(struct arena *arena, const struct program *program,
                                        const char *kernel);

/* The function that starts at this instruction, or NULL. */
const struct function *function_starting_at(const struct program *program, uint32_t index);

/* Name of the address of instruction `index`: ".L3", "name" or "name+0x10"; adds nothing if it has
 * none. */
void listing_add_place(const struct listing_marks *marks, uint32_t index, struct text *out);

/* Appends the reason why an instruction cannot run to `out`; nothing if it can. */
void listing_add_problem(const struct program *program, const struct insn *insn,
                         struct text *out);

#endif
