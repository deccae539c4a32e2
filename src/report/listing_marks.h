/* SPDX-License-Identifier: Apache-2.0 */
/* listing_marks.h - what a listing says around an instruction: labels, targets, problems. */
#ifndef WARPCLOCK_REPORT_LISTING_MARKS_H
#define WARPCLOCK_REPORT_LISTING_MARKS_H

#include "isa/insn.h"

struct listing_marks {
    const struct program *program;
    uint32_t first, end; /* indexes of the instructions to list */
    uint32_t *labels;    /* number of the label at each instruction of the program; 0: none */
};

/* Numbers the targets of branches from 1 in each function, so that a listing of one kernel shows
 * the labels that a listing of everything shows. */
struct listing_marks listing_marks_make(struct arena *arena, const struct program *program,
                                        const char *kernel);

/* The function that starts at this instruction, or NULL. */
const struct function *function_starting_at(const struct program *program, uint32_t index);

/* Name of the place where instruction `index` stands: ".L3", "name" or "name+0x10"; adds nothing
 * when it has none. */
void listing_add_place(const struct listing_marks *marks, uint32_t index, struct text *out);

/* Why an instruction cannot run, appended to `out`; nothing when it can. */
void listing_add_problem(const struct program *program, const struct insn *insn,
                         struct text *out);

#endif
