/* SPDX-License-Identifier: Apache-2.0 */
/* front.c - instruction buffers: one entry per hot split of a warp (SBI-5, SBI-37).
 *
 * An entry is tagged with its place. When splits swap, entries follow them; an entry without a
 * split at its place is dropped. The instruction cache always hits. */
#include "machine/fermi/clock.h"

/* ---- when an instruction can issue ---- */

static size_t list_registers(const struct insn *insn, struct regs *out)
{
    size_t count = 0;
    for (unsigned i = 0; i < SOURCES_MAX; i++) {
        if (insn->src[i].count)
            out[count++] = insn->src[i];
    }
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        if (insn->dst[i].count)
            out[count++] = insn->dst[i];
    }
    return count;
}

static bool has_target(const struct insn *insn)
{
    return insn->dst[0].count || insn->dst[1].count || insn->dst[2].count;
}

/* Reads and writes wait for writes in flight (SBI-7, SBI-54). Lanes that repeat an access have
 * read their operands already. */
static void compute_ready(const struct fermi *fermi, const struct fermi_timing *t,
                          const struct split *split, uint32_t slot, struct fermi_entry *entry,
                          cycle_t now)
{
    const bool matrix = fermi->clock->numbers.second != FERMI_SECOND_NONE;
    const bool repeats = !(split->mask & ~t->executed);
    struct regs ranges[SOURCES_MAX + TARGETS_MAX];
    size_t count = repeats ? 0 : list_registers(entry->insn, ranges);
    enum pending_by by = PENDING_COMPUTE;
    cycle_t ready = later(now, entry->fetched + 1);
    ready = matrix ? scoreboard_matrix_ready(&t->matrix, slot, ranges, count, ready, &by)
                   : scoreboard_entries_ready(&t->entries, ranges, count, ready, &by);
    if (has_target(entry->insn)) {
        cycle_t free = matrix ? scoreboard_matrix_free(&t->matrix, ready)
                              : scoreboard_entries_free(&t->entries, ready);
        ready = later(ready, free);
    }
    entry->ready = ready;
    entry->by_memory = by == PENDING_MEMORY;
}

/* ---- entries follow splits ---- */

static struct fermi_entry take_entry(struct fermi_entry *old, uint32_t slot, uint32_t pc,
                                     uint64_t *count)
{
    for (uint32_t i = 0; i < FERMI_HOT; i++) {
        uint32_t k = i ^ slot;
        if (!old[k].insn || old[k].pc != pc)
            continue;
        struct fermi_entry found = old[k];
        old[k].insn = NULL;
        count[STAT_SBI_BUFFER_SWAPS] += k != slot;
        return found;
    }
    return (struct fermi_entry){0};
}

static bool can_fetch(const struct split *split)
{
    return split->mask && !split->waits && !split->busy;
}

void fermi_front_sync(struct fermi *fermi, struct fermi_warp *w, cycle_t now)
{
    struct fermi_timing *t = fermi_timing_of(fermi, w);
    const uint32_t warp = w->resident.warp.slot, hot = fermi->clock->numbers.contexts.hot;
    uint64_t *count = fermi->run.outcome->statistics.count;
    struct fermi_entry old[FERMI_HOT] = {t->entry[0], t->entry[1]};
    if (fermi->numbers.frontier)
        scoreboard_matrix_change(&t->matrix, contexts_take_change(&fermi->contexts, warp));
    for (uint32_t slot = 0; slot < hot; slot++) {
        const struct split *split = &w->hot[slot];
        struct fermi_entry *entry = &t->entry[slot];
        *entry = can_fetch(split) ? take_entry(old, slot, split->pc, count)
                                  : (struct fermi_entry){0};
        entry->suspended = false;
        if (entry->insn)
            compute_ready(fermi, t, split, slot, entry, now);
    }
    for (uint32_t i = 0; i < FERMI_HOT; i++)
        count[STAT_SBI_BUFFER_FLUSHES] += old[i].insn != NULL;
    t->entry[1].suspended = hot > 1 && fermi->clock->numbers.constraints &&
                            constraint_suspends(&fermi->clock->constraint, &fermi->contexts, warp);
}

/* ---- fetch ---- */

static bool fetch_for(struct fermi *fermi, struct fermi_warp *w, cycle_t now, uint32_t *budget)
{
    struct fermi_timing *t = fermi_timing_of(fermi, w);
    const uint32_t hot = fermi->clock->numbers.contexts.hot;
    bool fetched = false;
    if (t->started > now || t->resume > now)
        return false;
    for (uint32_t slot = 0; slot < hot && *budget; slot++) {
        const struct split *split = &w->hot[slot];
        struct fermi_entry *entry = &t->entry[slot];
        if (entry->insn || !can_fetch(split) || split->ready > now)
            continue;
        *entry = (struct fermi_entry){.insn = &fermi->run.launch->program->insns[split->pc],
                                      .pc = split->pc, .fetched = now};
        fetched = true;
        --*budget;
        fermi->run.outcome->statistics.count[STAT_FETCHES]++;
    }
    if (fetched)
        fermi_front_sync(fermi, w, now);
    return fetched;
}

bool fermi_front_fetch(struct fermi *fermi, cycle_t now)
{
    struct fermi_clock *clock = fermi->clock;
    const uint32_t warps = fermi->numbers.warps;
    bool any = false;
    for (uint32_t p = 0; p < clock->numbers.pools; p++) {
        struct fermi_pool *pool = &clock->pool[p];
        uint32_t budget = clock->numbers.fetch / clock->numbers.pools, first = pool->next;
        for (uint32_t i = 0; i < warps && budget; i++) {
            uint32_t slot = (first + i) % warps;
            if ((clock->running & pool->warps) >> slot & 1 &&
                fetch_for(fermi, &fermi->warps[slot], now, &budget)) {
                pool->next = (slot + 1) % warps;
                any = true;
            }
        }
    }
    return any;
}

/* ---- branches ---- */

/* Without a node for its lanes a branch waits; the last split that could run spills (SBI-32). */
static bool must_spill(const struct fermi *fermi, const struct fermi_warp *w, uint32_t slot)
{
    const struct split *other = &w->hot[!slot];
    return fermi->clock->numbers.contexts.hot < 2 || !other->mask || other->waits || other->busy ||
           fermi_timing_of(fermi, w)->entry[!slot].suspended;
}

static bool resolve_one(struct fermi *fermi, struct fermi_warp *w, struct fermi_branch *branch,
                        cycle_t now)
{
    const uint32_t hot = fermi->clock->numbers.contexts.hot;
    uint32_t slot = hot > 1 && w->hot[1].mask == branch->mask;
    branch->turn.move.spill = must_spill(fermi, w, slot);
    if (fermi_go(fermi, w, slot, &branch->turn, now) == CONTEXTS_FULL) {
        branch->at = now + 1;
        fermi->run.outcome->statistics.count[STAT_SBI_FULL_STALLS]++;
        return false;
    }
    branch->mask = 0;
    fermi_settle(fermi, w, branch->turn.move.ends != 0, now, now);
    return true;
}

bool fermi_front_resolve(struct fermi *fermi, cycle_t now)
{
    struct fermi_clock *clock = fermi->clock;
    bool any = false;
    for (uint64_t rest = clock->branching; rest; rest &= rest - 1) {
        struct fermi_warp *w = &fermi->warps[__builtin_ctzll(rest)];
        struct fermi_timing *t = fermi_timing_of(fermi, w);
        bool moved = false;
        for (uint32_t i = 0; i < FERMI_HOT; i++) {
            if (t->branch[i].mask && t->branch[i].at <= now)
                moved |= resolve_one(fermi, w, &t->branch[i], now);
        }
        if (!t->branch[0].mask && !t->branch[1].mask)
            clock->branching &= ~(rest & -rest);
        any |= moved;
    }
    return any;
}

/* ---- the next event ---- */

static cycle_t entry_due(const struct fermi_clock *clock, const struct fermi_timing *t,
                         const struct fermi_entry *entry)
{
    cycle_t row = NEVER;
    if (!entry->insn || entry->suspended)
        return NEVER;
    for (uint32_t i = 0; i < clock->rows; i++) {
        if (clock->row[i].kind == fermi_row_kind(entry->insn))
            row = earlier(row, clock->row[i].free);
    }
    return later(later(entry->ready, row), t->resume);
}

cycle_t fermi_front_due(const struct fermi *fermi, cycle_t now)
{
    const struct fermi_clock *clock = fermi->clock;
    cycle_t due = NEVER;
    for (uint64_t rest = clock->running; rest; rest &= rest - 1) {
        const struct fermi_warp *w = &fermi->warps[__builtin_ctzll(rest)];
        const struct fermi_timing *t = fermi_timing_of(fermi, w);
        for (uint32_t i = 0; i < FERMI_HOT; i++) {
            due = earlier(due, entry_due(clock, t, &t->entry[i]));
            if (t->branch[i].mask)
                due = earlier(due, t->branch[i].at);
            if (i < clock->numbers.contexts.hot && can_fetch(&w->hot[i]) && !t->entry[i].insn)
                due = earlier(due, later(later(t->started, t->resume), w->hot[i].ready));
        }
    }
    return due == NEVER ? NEVER : later(due, now + 1);
}
