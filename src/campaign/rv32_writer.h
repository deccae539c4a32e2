/* SPDX-License-Identifier: Apache-2.0 */
/* rv32_writer.h - what both kinds of RV32 program share: statements without others in them.
 *
 * Plain code (encode_rv32.c) lets lanes part at any branch; code for Vortex (encode_vortex.c) has
 * SPLIT, JOIN and PRED. */
#ifndef WARPCLOCK_CAMPAIGN_RV32_WRITER_H
#define WARPCLOCK_CAMPAIGN_RV32_WRITER_H

#include "campaign/encoder.h"
#include "campaign/rv32_code.h"

enum {
    R_RA = 1, R_T0 = 5, R_T1 = 6, R_T2 = 7, R_IN = 8, R_OUT = 9, R_LAUNCH = 12, R_ITEM = 13,
    R_LOCAL_ITEM = 14, R_GROUP = 15, R_LOCAL = 16, R_RETURN = 17, R_VARIABLE = 18, R_COUNTER = 24,
    R_GROUPS = 27, R_MASK = 28,
};

struct rv32_writer {
    const struct tree *tree;
    struct binary *binary;
    struct code code;
    struct functions functions;
    uint32_t depth, loops; /* of the statement under way */
    /* What the two kinds do differently. */
    void (*barrier)(struct rv32_writer *w);
    void (*branch)(struct rv32_writer *w, const struct statement *s);
    void (*loop)(struct rv32_writer *w, const struct statement *s);
};

void rv32_write_list(struct rv32_writer *w, const struct statement *list);
/* The list, one level deeper. */
void rv32_write_inside(struct rv32_writer *w, const struct statement *list, bool loop);
/* R_T0 := value & mask, R_T1 := constant. */
void rv32_write_condition(struct rv32_writer *w, const struct condition *condition);
/* The branch for R_T0 and R_T1 that is taken if the condition holds, or if it does not. */
enum code_match rv32_branch_for(enum comparison comparison, bool holds);
/* The counter of a loop, from its operand; and its decrement. */
void rv32_write_counter(struct rv32_writer *w, const struct statement *loop);
uint32_t rv32_counter(const struct rv32_writer *w);
/* Notes that the loop at that word depends on data. */
void rv32_note_loop(struct rv32_writer *w, uint32_t header, const struct statement *loop);
/* Both branches of a statement, without reconvergence; the jump to `other` is at that word. */
void rv32_write_sides(struct rv32_writer *w, const struct statement *s, uint32_t to_other);
/* Variables, and local memory of the work-item, are 0 at first. */
void rv32_write_zeros(struct rv32_writer *w);

/* Functions that are called, behind everything else; then calls have their targets. */
void rv32_write_functions(struct rv32_writer *w);

/* The ELF file of the words, with the function `kernel` and those that it calls. `notes`: text of
 * the section .warpclock.kernels, or NULL; `local`: bytes of local memory of a group that the
 * machine provides. */
void rv32_write_elf(const struct rv32_writer *w, const char *notes, uint32_t local,
                    struct text *bytes);

#endif
