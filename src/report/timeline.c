/* SPDX-License-Identifier: Apache-2.0 */
/* timeline.c - counts events of a clocked run by time. */
#include <stdlib.h>

#include "isa/insn.h"
#include "report/timeline_parts.h"

/* ---- bins ---- */

static bool bins_open(struct bins *bins, uint32_t parts, uint32_t states, uint32_t bin_count)
{
    *bins = (struct bins){.parts = parts, .states = states};
    bins->cells = calloc((size_t)parts * bin_count * states, sizeof *bins->cells);
    bins->totals = calloc((size_t)parts * states, sizeof *bins->totals);
    return bins->cells && bins->totals;
}

static void bins_close(struct bins *bins)
{
    free(bins->cells);
    free(bins->totals);
}

static uint32_t *cell(const struct timeline *t, const struct bins *bins, uint32_t part,
                      uint64_t bin)
{
    return &bins->cells[((size_t)part * t->bin_count + bin) * bins->states];
}

static void halve(const struct timeline *t, struct bins *bins)
{
    for (uint32_t part = 0; part < bins->parts; part++) {
        for (uint32_t bin = 0; bin < t->bin_count; bin++) {
            const bool lower = bin < t->bin_count / 2;
            const uint32_t *from = lower ? cell(t, bins, part, 2ul * bin) : NULL;
            uint32_t *to = cell(t, bins, part, bin);
            for (uint32_t s = 0; s < bins->states; s++)
                to[s] = lower ? from[s] + from[s + bins->states] : 0;
        }
    }
}

/* The bins reach up to this cycle. */
static void reach(struct timeline *t, cycle_t cycle)
{
    while (cycle > (cycle_t)t->bin_count * t->width) {
        halve(t, &t->slot);
        halve(t, &t->unit);
        halve(t, &t->space);
        if (t->banks)
            halve(t, &t->bank);
        t->width *= 2;
    }
}

static void count(struct timeline *t, struct bins *bins, uint32_t part, uint32_t state, cycle_t at,
                  uint32_t amount)
{
    reach(t, at + 1);
    cell(t, bins, part, at / t->width)[state] += amount;
    bins->totals[(size_t)part * bins->states + state] += amount;
}

static void count_span(struct timeline *t, struct bins *bins, uint32_t part, uint32_t state,
                       cycle_t begin, cycle_t end)
{
    if (end <= begin)
        return;
    reach(t, end);
    bins->totals[(size_t)part * bins->states + state] += end - begin;
    for (cycle_t at = begin; at < end;) {
        const cycle_t bin = at / t->width, next = (bin + 1) * t->width;
        const cycle_t until = next < end ? next : end;
        cell(t, bins, part, bin)[state] += (uint32_t)(until - at);
        at = until;
    }
}

/* ---- launches ---- */

static uint32_t bins_for(uint32_t rows)
{
    enum { CELLS_MAX = 1 << 18 };
    uint32_t bins = TIMELINE_BINS_MAX;
    while (bins > TIMELINE_BINS_MIN && bins * rows > CELLS_MAX)
        bins /= 2;
    return bins;
}

static void open_bins(struct timeline *t, const struct event *event)
{
    const uint64_t all = (uint64_t)event->core * event->warp;
    const uint32_t rows = all < TIMELINE_ROWS_MAX ? (uint32_t)all : TIMELINE_ROWS_MAX;
    t->slots = event->warp;
    t->bin_count = bins_for(rows);
    t->width = 1;
    t->lacks_memory = !bins_open(&t->slot, rows + 1, TIMELINE_STATES, t->bin_count) ||
                      !bins_open(&t->unit, UNIT_COUNT, 1, t->bin_count) ||
                      !bins_open(&t->space, SPACE_COUNT, REQUEST_STATES, t->bin_count);
}

static void begin_launch(struct timeline *t, const struct event *event)
{
    if (!t->bin_count)
        open_bins(t, event);
    t->launches = arena_grow(&t->arena, t->launches, t->launch_count, sizeof *t->launches);
    t->launches[t->launch_count++] = (struct timeline_launch){
        .kernel = arena_strdup(&t->arena, event->launch->name), .begin = t->base, .end = t->base};
}

static void close_row(struct timeline *t, uint32_t bank, cycle_t at)
{
    if (t->dram.open[bank])
        count_span(t, &t->bank, bank, BANK_OPEN, t->dram.since[bank], at);
    t->dram.open[bank] = false;
}

static void end_launch(struct timeline *t, cycle_t cycles)
{
    t->base += cycles;
    t->launches[t->launch_count - 1].end = t->base;
    reach(t, t->base);
    for (uint32_t bank = 0; bank < t->banks; bank++)
        close_row(t, bank, t->base);
}

/* ---- warps ---- */

static void count_slot(struct timeline *t, const struct event *event, uint32_t state,
                       cycle_t begin, cycle_t end)
{
    const uint32_t sum = t->slot.parts - 1;
    const uint64_t row = (uint64_t)event->core * t->slots + event->warp;
    if (row < sum)
        count_span(t, &t->slot, (uint32_t)row, state, t->base + begin, t->base + end);
    count_span(t, &t->slot, sum, state, t->base + begin, t->base + end);
}

static void on_issue(struct timeline *t, const struct event *event)
{
    if (!event->paired)
        count_slot(t, event, TIMELINE_ISSUE, event->cycle, event->cycle + 1);
    if (event->kind == EVENT_ISSUE)
        count(t, &t->unit, event->insn->unit, 0, t->base + event->cycle, 1);
}

/* A hit in an instruction cache takes nothing that others could wait for. */
static void on_request(struct timeline *t, const struct event *event)
{
    const bool fetch = event->kind == EVENT_FETCH;
    const uint32_t space = fetch ? SPACE_CODE : event->space, amount = fetch ? 1 : event->count;
    const cycle_t begin = t->base + event->cycle,
                  end = t->base + (fetch ? event->arrival : event->until);
    count(t, &t->space, space, REQUEST_COUNT, begin, amount);
    if (!event->hit)
        count(t, &t->space, space, REQUEST_MISSES, begin, amount);
    if ((!fetch || !event->hit) && end != NEVER)
        count_span(t, &t->space, space, REQUEST_CYCLES, begin, end);
}

/* On Sim-D a work-group waits for each request in a phase of its own. */
static void on_phase(struct timeline *t, const struct event *event)
{
    const uint32_t space = event->phase == PHASE_DRAM ? SPACE_GLOBAL : SPACE_LOCAL;
    if (event->phase == PHASE_COMPUTE)
        return;
    count(t, &t->space, space, REQUEST_COUNT, t->base + event->cycle, 1);
    count_span(t, &t->space, space, REQUEST_CYCLES, t->base + event->cycle, t->base + event->until);
}

/* ---- DRAM ---- */

static bool open_banks(struct timeline *t, uint32_t banks)
{
    if (!t->banks && bins_open(&t->bank, banks, BANK_STATES, t->bin_count))
        t->banks = banks;
    t->lacks_memory |= !t->banks;
    return t->banks;
}

static cycle_t on_axis(const struct timeline *t, const struct event_dram *e, cycle_t dram_cycle)
{
    return t->base + dram_cycle * e->core_mhz / e->numbers->mhz;
}

static void on_column(struct timeline *t, const struct event_dram *e)
{
    const struct ddr4_command *c = e->command;
    const struct ddr4_numbers *n = e->numbers;
    const bool reads = ddr4_class(c->kind) == DDR4_READ;
    const cycle_t data = c->cycle + ddr4_data_delay(n, c->kind);
    count_span(t, &t->bank, c->bank, reads ? BANK_READ : BANK_WRITE, on_axis(t, e, data),
               on_axis(t, e, data + n->burst));
}

static void on_dram(struct timeline *t, const struct event_dram *e)
{
    const struct ddr4_command *c = e->command;
    const cycle_t at = on_axis(t, e, c->cycle);
    const cycle_t closed = ddr4_precharge(e->numbers, c, t->dram.activated[c->bank]);
    if (!open_banks(t, e->numbers->banks))
        return;
    if (c->kind == DDR4_ACT) {
        t->dram.open[c->bank] = true;
        t->dram.since[c->bank] = at;
        t->dram.activated[c->bank] = c->cycle;
    } else if (c->kind == DDR4_REF) {
        for (uint32_t bank = 0; bank < t->banks; bank++)
            count_span(t, &t->bank, bank, BANK_REFRESH, at,
                       on_axis(t, e, c->cycle + e->numbers->rfc));
    } else if (c->kind != DDR4_PRE) {
        on_column(t, e);
    }
    if (closed != NEVER)
        close_row(t, c->bank, on_axis(t, e, closed));
}

/* The simple DRAM: a row that is in the way closes when the access begins that finds it. */
static void on_bank(struct timeline *t, const struct event *event)
{
    const struct dram_access *access = event->bank;
    const cycle_t at = t->base + event->cycle;
    if (!open_banks(t, access->numbers->banks))
        return;
    if (access->found != CHANNEL_HIT) {
        close_row(t, access->bank, at);
        t->dram.open[access->bank] = true;
        t->dram.since[access->bank] = at;
    }
    count_span(t, &t->bank, access->bank, access->store ? BANK_WRITE : BANK_READ, at,
               t->base + event->until);
}

/* ---- events ---- */

static void on_core_event(struct timeline *t, const struct event *event)
{
    switch (event->kind) {
    case EVENT_ISSUE:
    case EVENT_NOP: /* takes the slot of an instruction (SWAS-40) */
        on_issue(t, event);
        break;
    case EVENT_STALL:
        if (event->reason != STALL_IDLE)
            count_slot(t, event, TIMELINE_WAIT + event->reason, event->cycle, event->until);
        break;
    case EVENT_MEMORY:
    case EVENT_FETCH:
        on_request(t, event);
        break;
    case EVENT_PHASE:
        on_phase(t, event);
        break;
    default:
        break;
    }
}

static void on_event(struct observer *observer, const struct event *event)
{
    struct timeline *t = (struct timeline *)observer;
    if (event->kind == EVENT_LAUNCH)
        begin_launch(t, event);
    if (t->lacks_memory || event->kind == EVENT_LAUNCH)
        return;
    if (event->kind == EVENT_FINISH)
        end_launch(t, event->cycle);
    else if (event->kind == EVENT_DRAM)
        on_dram(t, event->dram);
    else if (event->kind == EVENT_BANK)
        on_bank(t, event);
    else if (event->warp < t->slots)
        on_core_event(t, event);
}

struct timeline *timeline_new(const struct topology *topology)
{
    struct timeline *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->observer.event = on_event;
    t->topology = *topology;
    return t;
}

struct observer *timeline_observer(struct timeline *timeline)
{
    return &timeline->observer;
}

void timeline_free(struct timeline *t)
{
    if (!t)
        return;
    bins_close(&t->slot);
    bins_close(&t->unit);
    bins_close(&t->space);
    bins_close(&t->bank);
    arena_free(&t->arena);
    free(t);
}
