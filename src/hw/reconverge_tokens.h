/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_tokens.h - the stack of tokens that reconverges lanes where code says.
 *
 * Pascal's rule (PasTiS, section III-A; PAS-40..49). Code that may diverge first pushes a token:
 * where its lanes meet again, and which lanes. On a divergent branch the taken side runs first and
 * the other side waits on the stack. Lanes leave for their token by a sync, break, continue or
 * return, all at once or some of them under a guard; when none is left running, the uppermost entry
 * with lanes continues.
 *
 * The paper pops one entry, whatever its kind. Lanes that break out of a sync scope nested in a
 * loop would then resume at the scope's join. Here entries have a kind, and lanes that leave are
 * removed from every entry above the nearest token of the kind that they leave for (PAS-47). The
 * paper's rule is kept for comparison. */
#ifndef WARPCLOCK_HW_RECONVERGE_TOKENS_H
#define WARPCLOCK_HW_RECONVERGE_TOKENS_H

#include <stdint.h>

struct text;

enum { TOKENS_LANES_MAX = 64 };

enum token_kind {
    TOKEN_DIV,  /* not a token: a side of a branch that waits */
    TOKEN_SSY,  /* left by a sync */
    TOKEN_PBK,  /* left by a break */
    TOKEN_PCNT, /* left by a continue */
    TOKEN_CAL,  /* left by a return */
};

struct token {
    uint64_t mask; /* lanes that continue at pc when this entry is popped */
    uint32_t pc;
    enum token_kind kind;
};

enum token_rule {
    TOKENS_TYPED,
    TOKENS_PLAIN, /* the paper's: any leave pops the uppermost entry, whatever its kind */
};

struct token_stack {
    struct token *entries;
    uint32_t depth, size; /* entries in use, and capacity */
    enum token_rule rule;
    uint64_t active;      /* the lanes that run: none when the warp has ended */
    uint32_t pc;          /* where they are; the caller moves it between the calls below */
};

enum token_outcome {
    TOKENS_SAME,     /* the same lanes continue */
    TOKENS_PARTED,   /* some of the lanes continue, the others wait or have left */
    TOKENS_RESUMED,  /* all had left: lanes of an entry continue at its pc */
    TOKENS_DONE,     /* all had left, and nobody waits: the warp has ended */
    TOKENS_OVERFLOW, /* the stack is full; nothing was changed */
    TOKENS_UNPAIRED, /* no token of the kind to leave for is open; nothing was changed */
};

/* A warp starts: lanes `mask` at `start`, no token. */
void tokens_reset(struct token_stack *stack, uint32_t start, uint64_t mask);

/* Below, `behind` is the place after the executed instruction. Lanes that do not run are ignored in
 * every mask. */

/* The running lanes will meet at `meet`. A token of kind TOKEN_CAL names a return address. */
enum token_outcome tokens_push(struct token_stack *stack, enum token_kind kind, uint32_t meet,
                               uint32_t behind);
enum token_outcome tokens_call(struct token_stack *stack, uint32_t target, uint32_t behind);
/* `taken` go to `target` and run first (PAS-42), the others continue at `behind`. */
enum token_outcome tokens_branch(struct token_stack *stack, uint64_t taken, uint32_t target,
                                 uint32_t behind);
/* An indirect branch: every lane of `taken` goes to target[lane]. Lanes with one target stay
 * together. assumed: the group of the lowest lane runs first, lanes that continue at `behind`
 * last. */
enum token_outcome tokens_branch_each(struct token_stack *stack, uint64_t taken,
                                      const uint32_t *target, uint32_t behind);
/* Sync, break, continue, return: `lanes` leave for the nearest token of `kind`. */
enum token_outcome tokens_leave(struct token_stack *stack, enum token_kind kind, uint64_t lanes,
                                uint32_t behind);
enum token_outcome tokens_exit(struct token_stack *stack, uint64_t lanes, uint32_t behind);

/* Entries as the paper counts them, the running lanes included: 0 when the warp has ended. */
uint32_t tokens_depth(const struct token_stack *stack);

/* The stack in the paper's form (figures 5 to 7): next pc, reconvergence pc, mask. */
struct token_row {
    uint64_t npc, rpc, mask;
};

/* Fills tokens_depth() rows, the running lanes first; returns how many. `last` is the reconvergence
 * pc of lanes under no token. */
uint32_t tokens_rows(const struct token_stack *stack, uint64_t last, struct token_row *rows);

/* Figure 6 prints lane 0 as the highest bit; everywhere else it is the lowest. */
enum token_lane_order { TOKENS_LANE0_LOWEST, TOKENS_LANE0_HIGHEST };

void token_rows_text(struct text *text, const struct token_row *rows, uint32_t count,
                     uint32_t lanes, enum token_lane_order order);

#endif
