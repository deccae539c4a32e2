/* SPDX-License-Identifier: Apache-2.0 */
/* flip_compare.c - the effects of two runs, and what they left behind. */
#include "flip_trial.h"

#include <string.h>

static bool is_marked(uint8_t label) { return label && label != FLIP_CLEAN; }

static bool same_targets(const struct flip_result *a, const struct flip_result *b, uint64_t lanes)
{
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (a->lane_target[lane] != b->lane_target[lane])
            return false;
    }
    return true;
}

static bool same_access(const struct access *a, const struct access *b)
{
    if (a->kind != b->kind || a->space != b->space || a->bytes != b->bytes || a->mask != b->mask)
        return false;
    for (uint64_t rest = a->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (a->address[lane] != b->address[lane])
            return false;
    }
    return true;
}

static bool same_fault(const struct fault *a, const struct fault *b)
{
    return a->kind == b->kind && a->access == b->access && a->space == b->space &&
           a->bytes == b->bytes && a->lane == b->lane && a->address == b->address;
}

bool flip_same_effect(const struct flip_trial *t)
{
    const struct effect *a = &t->first.effect, *b = &t->second.effect;
    uint64_t goes = a->kind == EFFECT_BRANCH_EACH ? a->taken : t->warp_before.mask;
    return a->kind == b->kind && a->value == b->value && a->count == b->count &&
           a->taken == b->taken && a->target == b->target &&
           !a->lane_target == !b->lane_target &&
           (!a->lane_target || same_targets(&t->first, &t->second, goes)) &&
           (a->kind != EFFECT_FAULT || same_fault(&a->fault, &b->fault)) &&
           (a->kind != EFFECT_MEMORY || same_access(&a->access, &b->access));
}

/* Gives a place the contents of the copy. */
void flip_accept(struct flip_trial *t, const struct flip_place *place, uint32_t name, unsigned lane)
{
    (void)name;
    (void)lane;
    uint64_t wanted = flip_get(flip_in_copy(t->flip, t->copy, place->at), place->bytes);
    uint64_t now = flip_get(place->at, place->bytes);
    flip_put(place->at, place->bytes, (now & ~place->bits) | (wanted & place->bits));
}

void flip_accept_memory(struct flip_trial *t)
{
    const uint8_t *labels = t->labels_after, *copy = t->copy;
    for (unsigned i = 0; i < t->flip->parts; i++) {
        const struct flip_part *part = &t->flip->part[i];
        for (size_t k = 0; part->labels && k < part->size; k++)
            if (is_marked(labels[k]))
                ((uint8_t *)part->bytes)[k] = copy[k];
        labels += part->size;
        copy += part->size;
    }
}

/* Are the parts equal to the copy? Memory is of interest, or not. */
bool flip_all_equal(const struct flip_trial *t, bool memory)
{
    const struct flip *flip = t->flip;
    const uint8_t *copy = t->copy;
    for (unsigned i = 0; i < flip->parts; copy += flip->part[i++].size)
        if ((memory || !flip->part[i].labels) &&
            memcmp(flip->part[i].bytes, copy, flip->part[i].size))
            return false;
    return true;
}

/* ---- Words ---- */

static bool differs(struct flip_trial *t, uint32_t name, unsigned lane)
{
    struct flip_place places[FLIP_PLACES_MAX];
    unsigned count = t->flip->places(t->flip, name, lane, places);
    for (unsigned i = 0; i < count; i++) {
        uint64_t was = flip_get(flip_in_copy(t->flip, t->copy, places[i].at), places[i].bytes);
        if ((was ^ flip_get(places[i].at, places[i].bytes)) & places[i].bits)
            return true;
    }
    return false;
}

static void name_byte(struct flip_trial *t, struct text *out)
{
    const uint8_t *copy = t->copy;
    for (unsigned i = 0; i < t->flip->parts; copy += t->flip->part[i++].size)
        for (size_t k = 0; k < t->flip->part[i].size; k++)
            if (((uint8_t *)t->flip->part[i].bytes)[k] != copy[k]) {
                text_add(out, "byte %zu of %s", k, t->flip->part[i].name);
                return;
            }
}

/* The first name that differs from a copy, or the byte if it has no name. */
void flip_name_difference(struct flip_trial *t, struct text *out)
{
    for (uint32_t name = 0; name < t->flip->isa->name_count; name++)
        for (unsigned lane = 0; lane < flip_lanes(t->flip, name); lane++)
            if (differs(t, name, lane)) {
                text_add(out, "%s", t->flip->isa->register_name(name));
                if (flip_has_lanes(t->flip, name))
                    text_add(out, " of lane %u", lane);
                return;
            }
    name_byte(t, out);
}

void flip_name_list(const struct flip_trial *t, struct text *out)
{
    static const char *const roles[] = {"value", "guard", "decides", "data"};
    static const char *const extents[] = {"", "(part)", "(fixed)"};
    text_add(out, "%s 0x%llx reads", t->insn.op ? t->insn.op->name : "illegal",
             (unsigned long long)t->insn.bits);
    for (unsigned i = 0; i < t->list.reads; i++)
        text_add(out, " %s+%u(%s)", t->flip->isa->register_name(t->list.read[i].first),
                 t->list.read[i].count, roles[t->list.read[i].role]);
    text_add(out, ", writes");
    for (unsigned i = 0; i < t->list.writes; i++)
        text_add(out, " %s+%u%s", t->flip->isa->register_name(t->list.write[i].first),
                 t->list.write[i].count, extents[t->list.write[i].role]);
    text_add(out, "; lanes 0x%llx of 0x%llx act", (unsigned long long)t->acting,
             (unsigned long long)t->warp_before.mask);
}
