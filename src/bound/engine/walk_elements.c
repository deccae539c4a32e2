/* SPDX-License-Identifier: Apache-2.0 */
/* walk_elements.c - buffers whose elements are in a range, as the job assumes.
 *
 * The job promises, and a run checks, that the range holds whenever a launch begins. It holds for
 * the whole launch where every store that may reach the buffer stores a whole element in the range;
 * one other store, and nothing is known of the buffer's elements in this launch. */
#include "bound/engine/walker.h"

void walk_collect_elements(struct walk *walk)
{
    walk->unassumed = arena_array(&walk->own, walk->memory->count + 1, sizeof *walk->unassumed);
}

bool walk_has_elements(const struct walk *walk)
{
    for (uint32_t i = 0; i < walk->memory->count; i++) {
        if (walk->memory->table[i].assume.bytes)
            return true;
    }
    return false;
}

static struct walk_range range_of(const struct element_range *elements)
{
    return range_between(elements->min, elements->max);
}

static void give_up(struct walk *walk, const struct allocation *buffer)
{
    bool *given_up = &walk->unassumed[buffer - walk->memory->table];
    walk->learned += !*given_up;
    *given_up = true;
}

void walk_elements_store(struct walk *walk, const struct allocation *buffer, unsigned bytes,
                         struct walk_range stored)
{
    const struct element_range *elements = &buffer->assume;
    if (elements->bytes &&
        (elements->bytes != bytes || !range_contains(range_of(elements), stored)))
        give_up(walk, buffer);
}

void walk_elements_store_anywhere(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->memory->count; i++) {
        if (walk->memory->table[i].assume.bytes)
            give_up(walk, &walk->memory->table[i]);
    }
}

/* What a load makes of a number of fewer bytes than a register has. */
static struct walk_range narrow_range(const struct insn *insn)
{
    const int64_t numbers = INT64_C(1) << (8 * insn->op->bytes);
    if (insn->op->bytes >= 4)
        return RANGE_ALL;
    return insn->op->keeps_sign ? range_between(-numbers / 2, numbers / 2 - 1)
                                : range_between(0, numbers - 1);
}

struct walk_range walk_elements_load(struct walk *walk, const struct walk_state *state,
                                     const struct insn *insn, const struct allocation *buffer)
{
    const struct walk_range all = narrow_range(insn);
    const struct element_range *elements = buffer ? &buffer->assume : NULL;
    if (!elements || elements->bytes != insn->op->bytes ||
        walk->unassumed[buffer - walk->memory->table] ||
        !range_contains(all, range_of(elements)))
        return all;
    walk_assume(walk, state->warp.pc, ASSUME_RANGE);
    return range_of(elements);
}
