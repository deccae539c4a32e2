/* SPDX-License-Identifier: Apache-2.0 */
/* expectation.h - numbers that a bound predicts, each with what a run of the launch did.
 *
 * A bound is a sum of many terms, most of them above what a run needs. An error in one of them
 * hides in the rest of the sum unless each number is compared by itself. */
#ifndef WARPCLOCK_BOUND_ENGINE_EXPECTATION_H
#define WARPCLOCK_BOUND_ENGINE_EXPECTATION_H

#include "base/arena.h"
#include "base/text.h"
#include "bound/engine/reach.h"
#include "machine/common/observer.h"

struct expectation {
    const char *kind;  /* what is counted: "executions" */
    const char *name;  /* of what: "core 0: 0x80000010 in saxpy" */
    const char *place; /* file and line of the source, or NULL */
    uint64_t predicted, observed;
    bool stated; /* the program says so: if it does not hold, the bound need not */
};

struct expectations {
    struct arena *arena; /* of the list and its strings */
    struct expectation *list;
    uint32_t count, room;
};

void expectations_add(struct expectations *expectations, struct expectation expectation);
/* The first with more observed than predicted, and the first of these that the program states;
 * NULL: all hold. */
const struct expectation *expectations_exceeded(const struct expectations *expectations);
const struct expectation *expectations_refuted(const struct expectations *expectations);
void expectation_write(const struct expectation *expectation, struct text *out);

/* What a bound that is compared with a run brings along: an observer for the run of its launch. */
struct bound_watch {
    struct observer observer; /* first */
    /* After the run has ended by itself: all expectations. */
    void (*compare)(struct bound_watch *watch, struct expectations *out);
    struct reach reach; /* what the bound assumes of accesses ... */
    struct reach_breach breach; /* ... and the first one that was elsewhere */
};

#endif
