/* SPDX-License-Identifier: Apache-2.0 */
/* follow.h - what depends on the contents of buffers, where Sim-D differs from other machines.
 *
 * Registers, masks and the control stack are followed by the lists of instructions
 * (isa/sim_d/dependence.c, machine/common/taint.h). Here are the decisions of the machine and the
 * words of requests. All functions are called only while values are followed. */
#ifndef WARPCLOCK_MACHINE_SIM_D_FOLLOW_H
#define WARPCLOCK_MACHINE_SIM_D_FOLLOW_H

#include "machine/common/taint.h"
#include "machine/sim_d/model.h"

/* ---- follow.c ---- */

/* A work-group starts: its registers and scratchpad have the contents of the one before. */
void sim_d_follow_start(struct sim_d_machine *m, uint32_t slot);
/* The decoder pops (SIMD-15), before it does. */
void sim_d_follow_pop(struct sim_d_machine *m, uint32_t slot);
/* After a write of masks: time depends on whether a lane is on, and whether all have ended. */
void sim_d_follow_masks(struct sim_d_machine *m, uint32_t slot, const struct insn *insn);
/* A request goes to memory: time depends on an index stream, and on whether the work-group ends
 * with it. */
void sim_d_follow_request(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                          bool streams);
/* Its words move, after this. */
void sim_d_follow_move(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                       const struct sim_d_descriptor *access);

/* Lanes that may be on or off: a mask depends on a source, and no other one is known to be 0. */
uint64_t sim_d_unsure_lanes(const struct sim_d_state *state, const struct tainted *names);

/* ---- follow_words.c ---- */

/* The registers of a work-group, and its memory. */
struct sim_d_words {
    const struct sim_d_group *group;
    struct tainted *names[SIM_D_WARPS]; /* by warp; scalar registers: of warp 0 */
    const struct memory *memory;
    const struct allocation *pad; /* the scratchpad */
    bool forgiving; /* words outside all buffers are no fault */
    /* What was found: a word that may be outside all buffers or not, or NULL. */
    const char *decides;
    uint8_t label;
};

/* Labels go the way of the words that sim_d_transfer() moves. */
void sim_d_follow_words(struct sim_d_words *words, const struct sim_d_descriptor *access);

#endif
