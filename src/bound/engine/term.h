/* SPDX-License-Identifier: Apache-2.0 */
/* term.h - a number of cycles and what it is made of: the tree of a bound.
 *
 * A node is a number, or the sum, the maximum or the product of its children. Trees are built from
 * the leaves up: a node is complete before it becomes a child. Numbers that do not fit stay at
 * TERM_LIMIT, which is more than any bound that holds. */
#ifndef WARPCLOCK_BOUND_ENGINE_TERM_H
#define WARPCLOCK_BOUND_ENGINE_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum term_kind { TERM_NUMBER, TERM_SUM, TERM_MAX, TERM_PRODUCT };
const char *term_kind_name(enum term_kind kind);

/* The largest number of a JSON document. */
static const uint64_t TERM_LIMIT = INT64_MAX;

/* What a term is called. */
struct term_name {
    const char *name;  /* in JSON: "dram"; no two children of a node have the same */
    const char *about; /* one line, or NULL */
    const char *unit;  /* plural, "lines"; NULL: cycles */
};

struct term {
    struct term_name as;
    enum term_kind kind;
    uint64_t value;
    struct term *first, *next; /* child, sibling */
};

struct term *term_number(struct arena *arena, struct term_name as, uint64_t value);
/* Without children: a sum or a maximum of 0, a product of 1. The first factor of a product is how
 * often, the others are what each time costs. */
struct term *term_make(struct arena *arena, enum term_kind kind, struct term_name as);
void term_add(struct term *parent, struct term *child);

/* The child of that name, or NULL. */
struct term *term_find(const struct term *parent, const char *name);

/* Every node is the combination of its children, and no two of them have the same name. */
bool term_holds(const struct term *term);

struct term *term_copy(struct arena *arena, const struct term *term);
/* *into becomes the sum of both, with the parts of both by name. A maximum and a product of which
 * more than the first factor differs lose their children. */
void term_merge(struct arena *arena, struct term *into, const struct term *more);

#endif
