/* SPDX-License-Identifier: Apache-2.0 */
/* front.c - instruction buffers of a partition (PAS-4, PAS-65, PWS-60).
 *
 * A buffer holds a few consecutive pieces of code and requests one more when its warp leaves one; a
 * control transfer out of the buffer empties it. Nothing beyond an undecided branch is fetched
 * except what follows in the buffer anyway. */
#include "machine/common/partition.h"

/* Requests one more piece in cycle `at`. */
static void fetch(struct partition *p, uint32_t slot, cycle_t at)
{
    const struct front_numbers *n = p->front;
    struct slot_timing *t = p->timing[slot];
    const uint32_t bytes = 1u << n->shift;
    uint64_t address = codebuffer_next(&t->code) << n->shift;
    struct memory_answer answer = cache_load(p->code, address, bytes, at);
    cycle_t decoded = later(answer.done + n->decode, at + 1);
    for (uint32_t i = 1; !answer.hit && i <= n->prefetch; i++)
        memory_request(&p->code->level, address + (uint64_t)i * p->code->numbers->line_bytes,
                       bytes, false, at);
    codebuffer_add(&t->code, decoded);
    p->run->outcome->statistics.count[STAT_FETCHES]++;
    if (run_tells(p->run, EVENT_FETCH))
        tell_fetch(p->run, p->id, slot, address, at, answer, decoded);
}

void front_refill(struct partition *p, uint32_t slot, uint64_t pc, cycle_t at)
{
    struct slot_timing *t = p->timing[slot];
    codebuffer_restart(&t->code, pc >> p->front->shift);
    while (t->code.count < p->front->buffer)
        fetch(p, slot, at + t->code.count);
}

void front_follow(struct partition *p, uint32_t slot, uint64_t pc, cycle_t ahead, cycle_t restart)
{
    struct slot_timing *t = p->timing[slot];
    uint64_t piece = pc >> p->front->shift;
    if (!codebuffer_holds(&t->code, piece)) {
        front_refill(p, slot, pc, restart);
        return;
    }
    codebuffer_move(&t->code, piece);
    while (t->code.count < p->front->buffer)
        fetch(p, slot, ahead);
}
