/* SPDX-License-Identifier: Apache-2.0 */
/* side_by_side.h - independent pieces of work on several threads.
 *
 * The threads compute, each piece with a context of its own; the command's thread writes: what the
 * pieces printed and what they found out is delivered in the order of their numbers, so the output
 * is that of one thread. With one worker nothing is started, and the command's context is used. */
#ifndef WARPCLOCK_CLI_SIDE_BY_SIDE_H
#define WARPCLOCK_CLI_SIDE_BY_SIDE_H

#include "work.h"

struct side_by_side;

struct piece {
    size_t number;
    wc_context *context;
    struct side_by_side *crew; /* NULL: no other pieces run */
};

struct pieces {
    size_t count, workers;
    void *user;
    /* In any thread; it may use `piece`, what is its own in `user`, and what nobody changes. */
    void (*run)(void *user, const struct piece *piece);
    /* In the command's thread, piece by piece. */
    void (*deliver)(void *user, size_t number);
};

/* Runs and delivers all pieces; after an interrupt those that had begun. */
void side_by_side(struct work *work, const struct pieces *pieces);

/* The piece goes on when all earlier ones are delivered: for changes that others can see. */
void piece_wait_turn(const struct piece *piece);

#endif
