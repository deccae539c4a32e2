/* SPDX-License-Identifier: Apache-2.0 */
/* flip_run.c - the two runs. */
#include "flip_trial.h"

#include <string.h>

#include "memory/port.h"
#include "memory/shadow.h"
#include "tests/dice.h"

static void run(struct flip_trial *t, struct flip_result *out)
{
    struct warp *warp = t->flip->warp;
    memset(out, 0, sizeof *out);
    t->insn.run(warp, &t->insn, &out->effect);
    if (t->flip->apply)
        t->flip->apply(t->flip, &t->insn, &out->effect);
    if (out->effect.lane_target)
        memcpy(out->lane_target, out->effect.lane_target, warp->stride * sizeof(uint32_t));
    if (t->flip->hide)
        t->flip->hide(&t->insn, &out->effect);
}

static void flip_place(struct flip_trial *t, const struct flip_place *place, uint32_t name,
                       unsigned lane)
{
    uint64_t dice = t->seed + name * 977 + lane * 31 + (uintptr_t)place->at % 8;
    uint64_t roll = dice_roll(&dice), bits = roll & place->bits;
    if (roll >> 62 == 0) /* only one */
        bits &= 1ull << (roll >> 56 & 31);
    if (!bits)
        bits = place->bits & -place->bits;
    flip_put(place->at, place->bytes, flip_get(place->at, place->bytes) ^ bits);
}

static void flip_memory(struct flip_trial *t)
{
    const uint8_t *labels = t->labels_before;
    uint64_t dice = t->seed;
    for (unsigned i = 0; i < t->flip->parts; labels += t->flip->part[i++].size)
        for (size_t k = 0; t->flip->part[i].labels && k < t->flip->part[i].size; k++)
            if (labels[k] == FLIP_LABEL)
                ((uint8_t *)t->flip->part[i].bytes)[k] ^= (uint8_t)dice_roll(&dice);
}

void flip_restore(struct flip_trial *t)
{
    flip_load(t->flip, t->before);
    flip_load_labels(t->flip, t->labels_before);
    *t->flip->warp = t->warp_before;
}

bool flip_run_first(struct flip_trial *t)
{
    struct shadow shadow = {.stored = flip_lanes_of_role(t, &t->chosen, READ_DATA),
                            .stored_label = FLIP_LABEL};
    flip_restore(t);
    t->flip->warp->memory->shadow = &shadow;
    run(t, &t->first);
    t->flip->warp->memory->shadow = NULL;
    flip_save(t->flip, t->after);
    flip_save_labels(t->flip, t->labels_after);
    flip_predict(t, shadow.loaded);
    return !(t->list.loaded_decides && shadow.loaded) && !shadow.lost;
}

void flip_run_second(struct flip_trial *t)
{
    flip_restore(t);
    flip_each_place(t, &t->chosen, flip_place);
    flip_memory(t);
    if (t->flip->settle)
        t->flip->settle(t->flip);
    run(t, &t->second);
}
