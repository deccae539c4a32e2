/* SPDX-License-Identifier: Apache-2.0 */
/* term.c - building, checking and adding trees of terms. */
#include "bound/engine/term.h"

#include <string.h>

static uint64_t limited_sum(uint64_t a, uint64_t b)
{
    return a > TERM_LIMIT - (b < TERM_LIMIT ? b : TERM_LIMIT) ? TERM_LIMIT : a + b;
}

static uint64_t limited_product(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) || product > TERM_LIMIT ? TERM_LIMIT : product;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A number has no children: term_holds() finds one that has. */
static uint64_t first(uint64_t a, uint64_t b)
{
    (void)b;
    return a;
}

static const struct {
    const char *name;
    uint64_t none; /* of no children */
    uint64_t (*combine)(uint64_t a, uint64_t b);
} kinds[] = {
    [TERM_NUMBER] = {"number", 0, first},
    [TERM_SUM] = {"sum", 0, limited_sum},
    [TERM_MAX] = {"max", 0, larger},
    [TERM_PRODUCT] = {"product", 1, limited_product},
};

const char *term_kind_name(enum term_kind kind)
{
    return kinds[kind].name;
}

struct term *term_make(struct arena *arena, enum term_kind kind, struct term_name as)
{
    struct term *term = arena_alloc(arena, sizeof *term);
    *term = (struct term){.as = as, .kind = kind, .value = kinds[kind].none};
    return term;
}

struct term *term_number(struct arena *arena, struct term_name as, uint64_t value)
{
    struct term *term = term_make(arena, TERM_NUMBER, as);
    term->value = value < TERM_LIMIT ? value : TERM_LIMIT;
    return term;
}

struct term *term_find(const struct term *parent, const char *name)
{
    struct term *child = parent->first;
    while (child && strcmp(child->as.name, name) != 0)
        child = child->next;
    return child;
}

void term_add(struct term *parent, struct term *child)
{
    struct term **end = &parent->first;
    while (*end)
        end = &(*end)->next;
    *end = child;
    parent->value = kinds[parent->kind].combine(parent->value, child->value);
}

static uint64_t combined(const struct term *term)
{
    uint64_t value = kinds[term->kind].none;
    for (const struct term *child = term->first; child; child = child->next)
        value = kinds[term->kind].combine(value, child->value);
    return value;
}

bool term_holds(const struct term *term)
{
    for (const struct term *child = term->first; child; child = child->next) {
        if (!term_holds(child) || term_find(term, child->as.name) != child)
            return false;
    }
    return term->kind == TERM_NUMBER ? !term->first : term->value == combined(term);
}

/* ---- sums of trees ---- */

struct term *term_copy(struct arena *arena, const struct term *term)
{
    struct term *copy = term_make(arena, term->kind, term->as);
    for (const struct term *child = term->first; child; child = child->next)
        term_add(copy, term_copy(arena, child));
    copy->value = term->value;
    return copy;
}

static void merge_children(struct arena *arena, struct term *into, const struct term *more)
{
    for (const struct term *child = more->first; child; child = child->next) {
        struct term *mine = term_find(into, child->as.name);
        if (mine)
            term_merge(arena, mine, child);
        else
            term_add(into, term_copy(arena, child));
    }
    into->value = combined(into);
}

/* The same price each time: then only how often adds up. */
static bool same_price(const struct term *a, const struct term *b)
{
    if (!a->first || !b->first || a->first->kind != TERM_NUMBER ||
        b->first->kind != TERM_NUMBER)
        return false;
    const struct term *x = a->first->next, *y = b->first->next;
    while (x && y && strcmp(x->as.name, y->as.name) == 0 && x->value == y->value) {
        x = x->next;
        y = y->next;
    }
    return !x && !y;
}

void term_merge(struct arena *arena, struct term *into, const struct term *more)
{
    if (into->kind == more->kind && into->kind == TERM_SUM) {
        merge_children(arena, into, more);
        return;
    }
    if (into->kind == more->kind && into->kind == TERM_PRODUCT && same_price(into, more)) {
        into->first->value = limited_sum(into->first->value, more->first->value);
        into->value = combined(into);
        return;
    }
    *into = (struct term){.as = into->as, .next = into->next,
                          .value = limited_sum(into->value, more->value)};
}
