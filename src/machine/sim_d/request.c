/* SPDX-License-Identifier: Apache-2.0 */
/* request.c - requests of work-groups to DRAM and scratchpads, and their completion. */
#include "machine/sim_d/clock.h"
#include "machine/sim_d/follow.h"

static enum sim_d_server server_of(const struct sim_d_descriptor *access)
{
    if (access->space == SIM_D_SPACE_PAD)
        return SIM_D_SCRATCHPAD;
    return access->end == SIM_D_END_INDEX ? SIM_D_DRAM_INDEX : SIM_D_DRAM_TILE;
}

static struct sim_d_request make(const struct sim_d_descriptor *access, uint32_t slot, bool last)
{
    static const uint8_t side_of[] = {
        [SIM_D_END_VECTOR] = SIM_D_VECTOR, [SIM_D_END_CAM] = SIM_D_CAM,
        [SIM_D_END_INDEX] = SIM_D_VECTOR, [SIM_D_END_SCALAR] = SIM_D_SCALAR,
        [SIM_D_END_PAD] = SIM_D_PAD};
    return (struct sim_d_request){
        .server = server_of(access), .side = (enum sim_d_side)side_of[access->end],
        .write = access->store, .last = last, .slot = (uint8_t)slot, .vector = access->vector,
        .tile = {access->address, access->words, access->period, access->count},
        .to = access->to, .to_period = access->to_period};
}

enum wc_status sim_d_check_request(struct sim_d_machine *m, uint32_t slot,
                                   const struct insn *insn)
{
    const struct sim_d_request request = make(&m->slot[slot].isa.access, slot, false);
    const char *problem = sim_d_request_problem(&request);
    if (!problem || m->numbers.original) /* measured: the original runs some of them */
        return WC_OK;
    return run_fail(&m->run, sim_d_warp(m, slot, 0), insn, "the request is not legal: %s",
                    problem);
}

/* The index stream of an iterative request. */
struct stream {
    uint32_t index[SIM_D_ITEMS];
    uint64_t enabled[SIM_D_WARPS];
};

static void read_stream(const struct sim_d_group *group, struct stream *stream)
{
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        const uint32_t *row = warp_row(group->warp[i], SIM_D_NAME_VC + SIM_D_MEM_IDX);
        stream->enabled[i] = group->warp[i]->mask;
        for (uint32_t lane = 0; lane < SIM_D_WARP_LANES; lane++)
            stream->index[i * SIM_D_WARP_LANES + lane] = row[lane] & SIM_D_INDEX_MASK;
    }
}

void sim_d_send(struct sim_d_machine *m, uint32_t slot, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    const struct sim_d_slot_clock *s = &c->slot[slot];
    struct sim_d_request request =
        make(&s->access, slot, sim_d_ends_with(m, slot, s->request));
    struct stream stream;
    if (m->run.control->taint)
        sim_d_follow_request(m, slot, s->request, request.server == SIM_D_DRAM_INDEX);
    if (request.server == SIM_D_DRAM_INDEX) {
        read_stream(&m->slot[slot].isa, &stream);
        request.index = stream.index;
        request.enabled = stream.enabled;
    }
    if (request.last) /* SIMD-49: its last phase starts */
        c->slot[1 - slot].accepts = true;
    sim_d_memory_submit(c->memory, &request, sim_d_dram_cycle(c->memory, now));
}

static void resume(struct sim_d_machine *m, uint32_t slot, bool last, cycle_t now)
{
    struct sim_d_slot_clock *s = &m->clock->slot[slot];
    s->request = NULL;
    s->pc = m->slot[slot].pc;
    s->fetches = true;
    if (last)
        s->free_at = now;
    else
        sim_d_set_state(m, slot, SIM_D_SLOT_RUN, now);
}

/* A request can end before its instruction is written back, if the compute clock is slow: its
 * completion waits until the slot does. */
static uint32_t blocked_slots(const struct sim_d_clock *c)
{
    uint32_t slots = 0;
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        if (c->slot[i].state != SIM_D_SLOT_RUN)
            slots |= 1u << i;
    }
    return slots;
}

enum wc_status sim_d_complete(struct sim_d_machine *m, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    const uint32_t slots = blocked_slots(c);
    struct sim_d_done done;
    enum wc_status status = WC_OK;
    for (cycle_t next = sim_d_memory_next(c->memory, slots);
         status == WC_OK && sim_d_compute_cycle(c->memory, next) <= now;
         next = sim_d_memory_next(c->memory, slots)) {
        sim_d_memory_take(c->memory, slots, next, &done);
        uint32_t slot = done.request.slot;
        status = sim_d_move(m, slot, c->slot[slot].request, &c->slot[slot].access);
        m->run.load_latency += done.request.write ? 0 : now - c->slot[slot].issued;
        resume(m, slot, done.request.last, now);
    }
    return status;
}
