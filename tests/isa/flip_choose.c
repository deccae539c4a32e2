/* SPDX-License-Identifier: Apache-2.0 */
/* flip_choose.c - what differs before the second run. */
#include "flip_trial.h"

#include <string.h>

#include "tests/dice.h"

static bool is_read(const struct flip_trial *t, uint32_t name)
{
    for (unsigned i = 0; i < t->list.reads; i++)
        if (name - t->list.read[i].first < t->list.read[i].count)
            return true;
    return false;
}

static uint64_t roll_lanes(struct flip_trial *t)
{
    uint64_t *dice = &t->flip->dice;
    switch (dice_roll(dice) % 4) {
    case 0:
        return ~0ull;
    case 1:
        return 1ull << dice_roll(dice) % t->flip->warp->lanes;
    default:
        return dice_roll(dice);
    }
}

/* Does the warp of this test have it? */
static bool is_there(struct flip_trial *t, uint32_t name)
{
    struct flip_place places[FLIP_PLACES_MAX];
    return t->flip->isa->name_kind(name) != NAME_FIXED && t->flip->places(t->flip, name, 0, places);
}

static void choose(struct flip_trial *t, uint32_t name)
{
    if (is_there(t, name))
        t->chosen.lanes[name] |= flip_has_lanes(t->flip, name) ? roll_lanes(t) : ~0ull;
}

/* Those that the list does not read, or any. */
static void choose_names(struct flip_trial *t, bool unlisted, unsigned one_in)
{
    for (uint32_t name = 0; name < t->flip->isa->name_count; name++)
        if (!(unlisted && is_read(t, name)) && dice_roll(&t->flip->dice) % one_in == 0)
            choose(t, name);
}

void flip_choose_read(struct flip_trial *t, int role)
{
    unsigned first = t->list.reads ? (unsigned)(dice_roll(&t->flip->dice) % t->list.reads) : 0;
    for (unsigned i = 0; i < t->list.reads; i++) {
        const struct register_use *use = &t->list.read[(first + i) % t->list.reads];
        if (role >= 0 && use->role != role)
            continue;
        choose(t, use->first + (uint32_t)(dice_roll(&t->flip->dice) % use->count));
        return;
    }
}

static void choose_memory(struct flip_trial *t)
{
    const unsigned one_in = 1 + (unsigned)(dice_roll(&t->flip->dice) % 3);
    for (unsigned i = 0; i < t->flip->parts; i++)
        for (size_t k = 0; t->flip->part[i].labels && k < t->flip->part[i].size; k++)
            if (dice_roll(&t->flip->dice) % one_in == 0)
                t->flip->part[i].labels[k] = FLIP_LABEL;
}

/* A choice that the list calls a decision would prove nothing. */
void flip_drop_decisions(struct flip_trial *t)
{
    for (unsigned i = 0; i < t->list.reads; i++) {
        const struct register_use *use = &t->list.read[i];
        bool guards = use->role == READ_GUARD && t->list.guard_decides;
        if (use->role != READ_DECIDES && !guards)
            continue;
        uint64_t lanes = guards ? t->warp_before.mask : t->acting;
        for (uint32_t name = use->first; name < (uint32_t)use->first + use->count; name++)
            t->chosen.lanes[name] &= flip_has_lanes(t->flip, name) ? ~lanes : 0;
    }
}

void flip_choose(struct flip_trial *t, unsigned way)
{
    memset(&t->chosen, 0, sizeof t->chosen);
    memset(t->labels_before, FLIP_CLEAN, flip_bytes(t->flip));
    flip_load_labels(t->flip, t->labels_before);
    if (way == 0)
        choose_names(t, true, 1);
    else if (way == 1)
        choose_names(t, true, 2);
    else if (way == 2 || way == 3)
        flip_choose_read(t, -1);
    else
        choose_names(t, false, 2);
    if (way == 3 || way == 5)
        choose_memory(t);
    flip_drop_decisions(t);
    flip_save_labels(t->flip, t->labels_before);
}
