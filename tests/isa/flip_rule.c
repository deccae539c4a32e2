/* SPDX-License-Identifier: Apache-2.0 */
/* flip_rule.c - what may differ after an instruction, by its list: see isa/dependence.h. */
#include "flip_trial.h"

static uint64_t lanes_of_use(const struct flip *flip, const struct flip_names *names,
                             const struct register_use *use)
{
    uint64_t lanes = 0;
    for (uint32_t name = use->first; name < (uint32_t)use->first + use->count; name++)
        if (names->lanes[name])
            lanes |= flip_has_lanes(flip, name) ? names->lanes[name] : ~0ull;
    return lanes;
}

uint64_t flip_lanes_of_role(const struct flip_trial *t, const struct flip_names *names,
                            enum read_role role)
{
    uint64_t lanes = 0;
    for (unsigned i = 0; i < t->list.reads; i++)
        if (t->list.read[i].role == role)
            lanes |= lanes_of_use(t->flip, names, &t->list.read[i]);
    return lanes;
}

/* Does a name without lanes differ that is read as a value? */
static bool uniform_value(const struct flip_trial *t)
{
    for (unsigned i = 0; i < t->list.reads; i++)
        for (uint32_t k = 0; k < t->list.read[i].count; k++) {
            uint32_t name = t->list.read[i].first + k;
            if (t->list.read[i].role == READ_VALUE && !flip_has_lanes(t->flip, name) &&
                t->chosen.lanes[name])
                return true;
        }
    return false;
}

/* Lanes whose results may differ. */
static uint64_t value_lanes(const struct flip_trial *t, uint64_t loaded, uint64_t guard)
{
    uint64_t value = flip_lanes_of_role(t, &t->chosen, READ_VALUE) | loaded;
    if (t->list.flow == LANES_ACTIVE && ((value & t->acting) || guard))
        return ~0ull;
    if (t->list.flow == LANES_ALL && (value || guard))
        return ~0ull;
    if (t->list.flow == LANES_LISTED && ((value & t->list.lanes) || guard))
        return ~0ull;
    return value;
}

/* Lanes in which it may differ whether they act. Those that the warp has switched off do not act in
 * any case, unless its mask itself differs. */
static uint64_t guard_lanes(const struct flip_trial *t)
{
    uint64_t lanes = 0;
    for (unsigned i = 0; i < t->list.reads; i++) {
        const struct register_use *use = &t->list.read[i];
        if (use->role == READ_MASK)
            lanes |= lanes_of_use(t->flip, &t->chosen, use);
        if (use->role == READ_GUARD)
            lanes |= lanes_of_use(t->flip, &t->chosen, use) &
                     (flip_has_lanes(t->flip, use->first) ? t->warp_before.mask : ~0ull);
    }
    return lanes;
}

void flip_predict(struct flip_trial *t, uint64_t loaded)
{
    const uint64_t guard = guard_lanes(t);
    const uint64_t value = value_lanes(t, loaded, guard);
    const bool uniform = (value & t->acting) || loaded || guard || uniform_value(t);
    const bool traps = t->first.effect.kind == EFFECT_TRAP; /* instead of writing its target */
    t->predicted = t->chosen;
    for (unsigned i = 0; i < t->list.writes; i++) {
        const struct register_use *use = &t->list.write[i];
        for (uint32_t name = use->first; name < (uint32_t)use->first + use->count; name++) {
            const uint64_t old = t->chosen.lanes[name];
            const enum name_kind kind = t->flip->isa->name_kind(name);
            const bool keeps = use->role != WRITE_WHOLE || kind == NAME_COMMON || traps;
            if (use->role == WRITE_FIXED)
                continue;
            if (kind == NAME_LANES)
                t->predicted.lanes[name] = (old & (keeps ? ~0ull : ~t->acting)) |
                                           (value & t->acting) | guard;
            else if (kind != NAME_FIXED)
                t->predicted.lanes[name] = uniform || (keeps && old) ? ~0ull : 0;
        }
    }
}
