/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge.h - where the lanes of a warp go next: interchangeable readers of effects.
 *
 * An effect says what the program asked for: some lanes want another target, lanes will meet,
 * split, join, leave or end. A scheme decides which lanes run now, and where; the others wait in
 * its own state. A machine chooses the scheme; the instruction set does not know it. */
#ifndef WARPCLOCK_HW_RECONVERGE_H
#define WARPCLOCK_HW_RECONVERGE_H

#include <stdint.h>

struct insn;
struct effect;

/* The lanes that run, and the index of their next instruction. */
struct reconverge {
    uint64_t active; /* none: the warp has ended */
    uint32_t pc;
};

enum reconverge_outcome {
    RECONVERGE_SAME,     /* the same lanes continue */
    RECONVERGE_PARTED,   /* some of them continue, the others wait or have left */
    RECONVERGE_RESUMED,  /* lanes that waited continue */
    RECONVERGE_DONE,     /* no lane is left: the warp has ended */
    RECONVERGE_OVERFLOW, /* no space for more waiting lanes; nothing was changed */
    RECONVERGE_UNPAIRED, /* no matching split or token is open; nothing was changed */
    RECONVERGE_EMPTY,    /* the effect leaves no lane active, although some have not ended */
    RECONVERGE_WAITS,    /* all lanes wait at a barrier: of schemes that take it lane by lane */
};

struct reconverge_ops {
    /* A warp starts at `pc` with lanes `mask`. */
    void (*reset)(void *scheme, uint32_t pc, uint64_t mask);
    /* Reads the effect of an instruction; *now has the lanes that ran it, and then those that run
     * next. An effect that moves no lane leads to the next instruction. */
    enum reconverge_outcome (*read)(void *scheme, const struct insn *insn,
                                    const struct effect *effect, struct reconverge *now);
};

extern const struct reconverge_ops reconverge_tokens; /* scheme: struct token_stack */
extern const struct reconverge_ops reconverge_ipdom;  /* scheme: struct ipdom_stack */
extern const struct reconverge_ops reconverge_frontier; /* scheme: struct frontier */
extern const struct reconverge_ops reconverge_postdom; /* scheme: struct postdom_stack */

#endif
