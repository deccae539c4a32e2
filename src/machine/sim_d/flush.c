/* SPDX-License-Identifier: Apache-2.0 */
/* flush.c - drops what was fetched behind a jump, a request or an end (SIMD-16).
 *
 * With three decode stages the original drops a part in the first of them one cycle too late: if
 * nothing holds it, it goes on to write-back without an effect. On its way it keeps its entry of
 * the scoreboard, for one cycle longer than others, and a division takes the divider. Only a column
 * after the first that had to wait in that stage is dropped in time. Measured: loops whose first
 * instruction reads what the instruction after the branch would write. */
#include "machine/sim_d/clock.h"

static void drop(const struct sim_d_machine *m, struct sim_d_part *part, uint32_t stage)
{
    bool in_time = part->waited && !part->fresh;
    if (m->numbers.original && stage == 0 && m->clock->numbers.decode > 1 && !in_time)
        part->dead = true;
    else
        part->insn = NULL;
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
