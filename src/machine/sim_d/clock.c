/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - one compute cycle, and the counters at the end. */
#include <string.h>

#include "machine/common/count.h"
#include "machine/common/waits.h"
#include "machine/sim_d/clock.h"

const struct insn *sim_d_injected_pop(const struct sim_d_machine *m)
{
    return &m->clock->pop;
}

static bool is_idle(const struct sim_d_clock *c, cycle_t now)
{
    for (uint32_t i = 0; i < c->stages; i++) {
        if (c->stage[i].insn)
            return false;
    }
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        const struct sim_d_slot_clock *s = &c->slot[i];
        if (s->visible > now || s->free_at != NEVER || s->state == SIM_D_SLOT_RUN)
            return false;
    }
    return true;
}

/* A work-group that runs but has nothing left to fetch, and no pop is due. */
static bool is_past_end(const struct sim_d_machine *m, cycle_t now)
{
    const struct sim_d_clock *c = m->clock;
    const struct sim_d_slot_clock *s = &c->slot[c->current];
    if (sim_d_visible_state(s, now) != SIM_D_SLOT_RUN || !s->fetches || !s->enabled ||
        s->pc < m->run.launch->program->count)
        return false;
    for (uint32_t i = 0; i < c->stages; i++) {
        if (c->stage[i].insn)
            return false;
    }
    return true;
}

/* Why a slot does not issue in this cycle. */
static enum stall_reason reason_of(const struct sim_d_clock *c, uint32_t slot, cycle_t now)
{
    enum sim_d_slot_state state = sim_d_visible_state(&c->slot[slot], now);
    const struct sim_d_part *first = &c->stage[0];
    if (state != SIM_D_SLOT_RUN)
        return state == SIM_D_SLOT_NONE ? STALL_IDLE : STALL_MEMORY;
    if (slot != c->current)
        return STALL_NOT_SELECTED;
    if (first->insn && first->slot == slot && first->waited)
        return STALL_DEPENDENCY;
    if (c->parts_left && sim_d_class(c->expanding.insn) == SIM_D_CLASS_RECIPROCAL)
        return STALL_UNIT;
    return STALL_FETCH;
}

static void count_wait(struct sim_d_clock *c, uint32_t slot, enum stall_reason reason,
                       cycle_t cycles)
{
    struct sim_d_slot_clock *s = &c->slot[slot];
    c->stalls[reason] += cycles;
    (reason == STALL_MEMORY ? s->last : s->waits)[reason] += cycles;
}

/* What was waited since the last issue was for `to`. */
static void move_waits(struct sim_d_slot_clock *s, uint64_t *to)
{
    for (unsigned i = 0; i < STALL_COUNT; i++)
        to[i] += s->waits[i];
    memset(s->waits, 0, sizeof s->waits);
    s->last = to;
}

/* A pop that the decoder injected is no instruction of the program. */
static void count_issue(struct sim_d_machine *m)
{
    struct sim_d_clock *c = m->clock;
    if (c->issued != &c->pop)
        move_waits(&c->slot[c->issued_slot],
                   waits_of(&m->run, (uint32_t)(c->issued - m->run.launch->program->insns)));
}

static void count_slots(struct sim_d_machine *m, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        if (!c->issued || i != c->issued_slot)
            count_wait(c, i, reason_of(c, i, now), 1);
    }
    if (c->issued)
        count_issue(m);
}

static void tell_slots(struct sim_d_machine *m, cycle_t now)
{
    const struct sim_d_clock *c = m->clock;
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        if (c->issued && i == c->issued_slot)
            sim_d_tell_issue(m, now);
        else
            sim_d_tell_wait(m, i, reason_of(c, i, now), now + 1);
    }
}

/* Both slots wait for memory or are empty. */
void sim_d_skip(struct run_state *run, cycle_t from, cycle_t to)
{
    struct sim_d_clock *c = sim_d_clock_of(run);
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        enum stall_reason reason = reason_of(c, i, from);
        count_wait(c, i, reason, to - from);
        if (run->observed)
            sim_d_tell_wait((struct sim_d_machine *)run, i, reason, to);
    }
}

enum wc_status sim_d_step(struct run_state *run, cycle_t now, bool *acted)
{
    struct sim_d_machine *m = (struct sim_d_machine *)run;
    enum wc_status status = sim_d_complete(m, now);
    m->clock->issued = NULL;
    if (status != WC_OK)
        return status;
    sim_d_retire(m, now);
    sim_d_dispatch(m, now);
    status = sim_d_check_pop(m);
    if (status == WC_OK)
        status = sim_d_advance(m, now);
    if (status == WC_OK && is_past_end(m, now))
        status = sim_d_past_end(m, m->clock->current);
    count_slots(m, now);
    if (run->observed && status == WC_OK)
        tell_slots(m, now);
    *acted = !is_idle(m->clock, now);
    return status;
}

cycle_t sim_d_due(const struct run_state *run, cycle_t now)
{
    const struct sim_d_clock *c = ((const struct sim_d_machine *)run)->clock;
    cycle_t due =
        sim_d_compute_cycle(c->memory, sim_d_memory_next(c->memory, SIM_D_ALL_SLOTS));
    return now + 1 < c->load_done ? c->load_done - 1 : later(due, now + 1);
}

void sim_d_count(struct run_state *run, cycle_t now, cycle_t end)
{
    struct sim_d_clock *c = sim_d_clock_of(run);
    struct statistics *statistics = &run->outcome->statistics;
    uint64_t *count = statistics->count;
    (void)now;
    sim_d_memory_advance(c->memory, sim_d_dram_cycle(c->memory, end));
    const struct sim_d_memory_counts memory = sim_d_memory_counts(c->memory);
    if (run->observed)
        sim_d_tell_rest((struct sim_d_machine *)run, end);
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        sim_d_end_phase((struct sim_d_machine *)run, i, end);
        move_waits(&c->slot[i], c->slot[i].last);
    }
    count_stalls(statistics, c->stalls);
    count[STAT_DRAM_READS] = memory.reads;
    count[STAT_DRAM_WRITES] = memory.writes;
    count[STAT_DRAM_ROW_HITS] = memory.reads + memory.writes - memory.activates;
    count[STAT_DRAM_BYTES] =
        (memory.reads + memory.writes) * c->numbers.memory.dram->burst_bytes;
    count[STAT_GLOBAL_TRANSACTIONS] = memory.reads + memory.writes;
    count[STAT_SHARED_TRANSACTIONS] = memory.lines[0] + memory.lines[1];
    count[STAT_SIM_D_WORDS] = memory.words;
    count[STAT_SIM_D_ACTIVATES] = memory.activates;
    count[STAT_SIM_D_REFRESHES] = memory.refreshes;
    count[STAT_SIM_D_DRAM_BUSY] = memory.busy;
    count[STAT_SIM_D_DATA_BUSY] = memory.data_busy;
    count[STAT_SIM_D_PAD_BUSY] = memory.line_busy[0] + memory.line_busy[1];
    count[STAT_SIM_D_UPLOAD] = c->load_done;
    count[STAT_SIM_D_PRECHARGES] = memory.precharges;
    count[STAT_SIM_D_DRAM_CYCLES] = sim_d_dram_cycle(c->memory, end);
}

/* Both slots are one pipeline, scalar code has no lanes, and fetches are not reported. */
void sim_d_describe_launch(const struct run_state *run, struct event *event)
{
    (void)run;
    event->side_by_side = event->groups = event->blocks = true;
}
