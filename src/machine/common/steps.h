/* SPDX-License-Identifier: Apache-2.0 */
/* steps.h - a log of what every instruction changed: registers, predicates, memory (PAS-33).
 *
 * One line per instruction of a warp. Warps are identified by their place, not by when they ran,
 * and a line describes only its own warp; so two logs can be compared warp by warp regardless of
 * interleaving (report/first_diff.h), a clocked run with a functional one, or with a log made
 * elsewhere. Fields are separated by tabs:
 *
 *   0:g1,0,0:w3  0x48  0xffffffff  IADD R1, R2, R3  R1:0-30=00000005 R1:31=00000006
 *   0:g1,0,0:w3  0x50  0xffffffff  STG.E [R2], R1   global:0@10000000=00000005 ...
 *
 * Launch, work-group (or `c` and the core, if warps belong to no group) and warp; pc; active lanes;
 * instruction; changes: register:lanes=value, memory:lane@address=value. A machine writes it
 * outside its fast loop, so a run without a log pays nothing. */
#ifndef WARPCLOCK_MACHINE_COMMON_STEPS_H
#define WARPCLOCK_MACHINE_COMMON_STEPS_H

#include "isa/warp.h"
#include "load/output.h"
#include "machine/machine.h"

enum { STEP_ROWS_MAX = 16 /* registers that one instruction writes */, STEP_WORDS_MAX = 4 };

struct steps {
    struct output output;
    const struct program *program; /* of the current launch */
    uint32_t launches;
    struct text line;
    /* The current instruction, before it ran. */
    uint64_t mask;
    uint32_t rows;
    uint32_t name[STEP_ROWS_MAX];
    uint32_t row[STEP_ROWS_MAX][LANES_MAX];
    uint32_t words;
    uint32_t stored[STEP_WORDS_MAX][LANES_MAX];
};

/* The place of a warp. */
struct step_warp {
    bool in_group;
    uint32_t group[3]; /* or the core */
    uint32_t warp;
};

enum wc_status steps_open(struct error *err, const char *path, struct steps **out);
/* The file appears whole if `keep`, otherwise not at all. Frees; NULL is allowed. */
enum wc_status steps_close(struct error *err, struct steps *steps, bool keep);

void steps_launch(struct steps *steps, const struct launch *launch);
/* Called before an instruction runs and after its effect is applied. */
void steps_before(struct steps *steps, const struct warp *warp, const struct insn *insn);
void steps_after(struct steps *steps, const struct warp *warp, const struct insn *insn,
                 const struct effect *effect, const struct step_warp *who);

#endif
