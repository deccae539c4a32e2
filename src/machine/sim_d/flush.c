/* SPDX-License-Identifier: Apache-2.0 */
/* flush.c - drops what was fetched behind a jump, a request or an end (SIMD-16).
 *
 * In the original, parts that are flushed go on to write-back without an effect: they hold their
 * entries of the scoreboard, and a division takes the divider. With three decode stages a part that
 * was flushed in one of them holds its entry for one more cycle. Measured: loops whose first
 * instruction reads what the instruction after the branch would write. */
#include "machine/sim_d/clock.h"

static void drop(const struct sim_d_machine *m, struct sim_d_part *part, uint32_t stage)
{
    const struct sim_d_clock_numbers *n = &m->clock->numbers;
    if (!m->numbers.original) {
        part->insn = NULL;
        return;
    }
    part->dead = true;
    part->late = stage < n->decode && n->decode > 1;
}

void sim_d_flush(struct sim_d_machine *m, uint32_t slot)
{
    struct sim_d_clock *c = m->clock;
    for (uint32_t i = 0; i < c->stages; i++) {
        struct sim_d_part *part = &c->stage[i];
        if (part->insn && part->slot == slot && part->wrong && !part->dead)
            drop(m, part, i);
    }
    if (c->parts_left && c->expanding.slot == slot && c->expanding.wrong)
        c->parts_left = 0;
}
