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

size_t fermi_targets(const struct insn *insn, struct regs written[TARGETS_MAX])
{
    size_t count = 0;
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        if (insn->dst[i].count)
            written[count++] = insn->dst[i];
    }
    return count;
}

struct scoreboard_entry *fermi_front_pending(const struct fermi *fermi, struct fermi_timing *t,
                                             const struct insn *insn, uint32_t slot)
{
    struct regs written[TARGETS_MAX];
    const size_t count = fermi_targets(insn, written);
    return fermi->clock->numbers.second != FERMI_SECOND_NONE
               ? scoreboard_matrix_find(&t->matrix, slot, written, count)
               : scoreboard_entries_find(&t->entries, written, count);
}

/* Whether it needs an entry of the scoreboard. */
static bool takes_entry(const struct fermi *fermi, struct fermi_timing *t, const struct insn *insn,
                        uint32_t slot, bool repeats)
{
    struct regs written[TARGETS_MAX];
    return fermi_targets(insn, written) &&
           !(repeats && fermi_front_pending(fermi, t, insn, slot));
}

/* Reads and writes wait for writes in flight (SBI-7, SBI-54). Lanes that repeat an access have
 * read their operands already, and have its entry. */
static void compute_ready(const struct fermi *fermi, struct fermi_timing *t,
                          const struct split *split, uint32_t slot, struct fermi_entry *entry,
                          cycle_t now)
{
    const bool matrix = fermi->clock->numbers.second != FERMI_SECOND_NONE;
    const bool repeats = !(split->mask & ~t->executed);
    struct regs ranges[SOURCES_MAX + TARGETS_MAX];
    size_t count = repeats ? 0 : list_registers(entry->insn, ranges);
    enum pending_by by = PENDING_COMPUTE;
    const cycle_t fetched = entry->fetched + 1, base = later(later(now, t->counted), fetched);
    cycle_t ready =
        matrix ? scoreboard_matrix_ready(&t->matrix, slot, ranges, count, fetched, &by)
               : scoreboard_entries_ready(&t->entries, ranges, count, fetched, &by);
    if (ready > base && fermi->numbers.frontier)
        entry->falsely |=
            ready > (matrix ? scoreboard_matrix_needed(&t->matrix, ranges, count, base, split->mask)
                            : scoreboard_entries_needed(&t->entries, ranges, count, base,
                                                        split->mask));
    /* After an issue of this cycle the next one is another event. */
    const cycle_t next = later(base, ready);
    if (takes_entry(fermi, t, entry->insn, slot, repeats)) {
        cycle_t free = matrix ? scoreboard_matrix_free(&t->matrix, next)
                              : scoreboard_entries_free(&t->entries, next);
        ready = free > next ? free : ready;
    }
    entry->ready = ready;
    entry->by_memory = by == PENDING_MEMORY;
}

bool fermi_front_finds_entry(const struct fermi *fermi, const struct fermi_pick *pick, cycle_t now)
{
    struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    const bool repeats = !(pick->w->hot[pick->slot].mask & ~t->executed);
    return !takes_entry(fermi, t, pick->insn, pick->slot, repeats) ||
           scoreboard_matrix_free(&t->matrix, now) <= now;
}

/* ---- what the schedulers see ---- */

static void set_bit(uint64_t *set, uint64_t bit, bool value)
{
    *set = value ? *set | bit : *set & ~bit;
}

static void show(struct fermi *fermi, struct fermi_warp *w, uint32_t slot)
{
    const struct fermi_timing *t = fermi_timing_of(fermi, w);
    const struct fermi_entry *entry = &t->entry[slot];
    struct fermi_waiting *waiting = &fermi->clock->waiting[slot];
    const uint64_t bit = fermi_bit(w);
    const uint32_t warp = w->resident.warp.slot;
    set_bit(&waiting->open, bit, entry->insn && !entry->suspended);
    if (!entry->insn)
        return;
    set_bit(&waiting->parting, bit, fermi_may_part(entry->insn));
    for (unsigned kind = 0; kind < FERMI_ROW_KINDS; kind++)
        set_bit(&waiting->of_kind[kind], bit, fermi_row_kind(entry->insn) == kind);
    waiting->ready[warp] = later(entry->ready, t->resume);
    waiting->fetched[warp] = entry->fetched;
    waiting->lanes[warp] = lane_map_lanes(&t->map, w->hot[slot].mask);
}

void fermi_front_empty(struct fermi *fermi, struct fermi_warp *w, uint32_t slot)
{
    fermi_timing_of(fermi, w)->entry[slot].insn = NULL;
    fermi->clock->waiting[slot].open &= ~fermi_bit(w);
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

/* Whether the secondary waits at a reconvergence point, and for how long it has. */
static void suspend(struct fermi *fermi, struct fermi_timing *t, uint32_t warp, cycle_t now)
{
    const struct fermi_clock *clock = fermi->clock;
    bool waits = clock->numbers.contexts.hot > 1 && clock->numbers.constraints &&
                 constraint_suspends(&clock->constraint, &fermi->contexts, warp);
    t->entry[1].suspended = waits;
    if (waits == (t->suspended != 0))
        return;
    if (!waits)
        fermi->run.outcome->statistics.count[STAT_SBI_SUSPENDED] += now - t->suspended;
    t->suspended = waits ? now : 0;
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
    suspend(fermi, t, warp, now);
    bool wants = false;
    for (uint32_t slot = 0; slot < hot; slot++) {
        wants |= can_fetch(&w->hot[slot]) && !t->entry[slot].insn;
        show(fermi, w, slot);
    }
    set_bit(&fermi->clock->wanting, fermi_bit(w), wants);
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

/* Warps of a pool that want to fetch, in turns: those from its next one on, then the others. */
static bool fetch_pool(struct fermi *fermi, struct fermi_pool *pool, cycle_t now)
{
    const struct fermi_clock *clock = fermi->clock;
    uint32_t budget = clock->numbers.fetch / clock->numbers.pools;
    const uint64_t wanting = clock->wanting & clock->running & pool->warps;
    const uint64_t from = ~0ull << pool->next;
    const uint64_t turns[2] = {wanting & from, wanting & ~from};
    bool any = false;
    for (unsigned i = 0; i < 2; i++) {
        for (uint64_t rest = turns[i]; rest && budget; rest &= rest - 1) {
            uint32_t slot = (uint32_t)__builtin_ctzll(rest);
            if (!fetch_for(fermi, &fermi->warps[slot], now, &budget))
                continue;
            pool->next = (slot + 1) % fermi->numbers.warps;
            any = true;
        }
    }
    return any;
}

bool fermi_front_fetch(struct fermi *fermi, cycle_t now)
{
    bool any = false;
    for (uint32_t p = 0; p < fermi->clock->numbers.pools; p++)
        any |= fetch_pool(fermi, &fermi->clock->pool[p], now);
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

/* The lanes of a branch go to more than one place. */
static bool parts(const struct fermi_branch *branch)
{
    const struct contexts_move *move = &branch->turn.move;
    return branch->turn.each || (move->taken && branch->mask & ~(move->taken | move->ends));
}

/* Of two branches of one phase that part lanes, the second is repeated: it passes the
 * pipeline again, after a fetch. assumed: an issue slot is free for it. */
static void repeat_branch(struct fermi *fermi, struct fermi_branch *branch, cycle_t now)
{
    uint64_t *count = fermi->run.outcome->statistics.count;
    branch->at = now + 1 + fermi_latency(fermi->clock);
    fermi->run.drained = later(fermi->run.drained, branch->at);
    count[STAT_SBI_DIVERGENCE_REPLAYS]++;
    count[STAT_SBI_ISSUED]++;
}

static bool resolve_one(struct fermi *fermi, struct fermi_warp *w, struct fermi_branch *branch,
                        cycle_t now, bool *parted)
{
    const uint32_t hot = fermi->clock->numbers.contexts.hot;
    uint32_t slot = hot > 1 && w->hot[1].mask == branch->mask;
    if (fermi->clock->numbers.rules.posthoc && branch->second && *parted && parts(branch)) {
        repeat_branch(fermi, branch, now);
        return false;
    }
    branch->turn.move.spill = must_spill(fermi, w, slot);
    if (fermi_go(fermi, w, slot, &branch->turn, now) == CONTEXTS_FULL) {
        branch->at = now + 1;
        fermi->run.outcome->statistics.count[STAT_SBI_FULL_STALLS]++;
        return false;
    }
    *parted |= parts(branch);
    branch->mask = 0;
    fermi_settle(fermi, w, branch->turn.move.ends != 0, now, now);
    return true;
}

/* By warps; if divergence is found out afterwards, first those that issued first in a phase. */
static bool is_turn(const struct fermi_clock *clock, const struct fermi_branch *branch, bool again)
{
    return clock->numbers.rules.posthoc ? branch->second == again : !again;
}

static bool resolve_all(struct fermi *fermi, bool again, cycle_t now, bool *parted)
{
    struct fermi_clock *clock = fermi->clock;
    bool any = false;
    for (uint64_t rest = clock->branching; rest; rest &= rest - 1) {
        struct fermi_warp *w = &fermi->warps[__builtin_ctzll(rest)];
        struct fermi_timing *t = fermi_timing_of(fermi, w);
        for (uint32_t i = 0; i < FERMI_HOT; i++) {
            if (t->branch[i].mask && t->branch[i].at <= now && is_turn(clock, &t->branch[i], again))
                any |= resolve_one(fermi, w, &t->branch[i], now, parted);
        }
        if (!t->branch[0].mask && !t->branch[1].mask)
            clock->branching &= ~(rest & -rest);
    }
    return any;
}

bool fermi_front_resolve(struct fermi *fermi, cycle_t now)
{
    bool parted = false, any = resolve_all(fermi, false, now, &parted);
    if (fermi->clock->numbers.rules.posthoc)
        any |= resolve_all(fermi, true, now, &parted);
    return any;
}

/* ---- the next event ---- */

static cycle_t row_due(const struct fermi_clock *clock, enum fermi_row_kind kind)
{
    cycle_t due = NEVER;
    for (uint32_t i = 0; i < clock->rows; i++) {
        if (clock->row[i].kind == kind)
            due = earlier(due, clock->row[i].free);
    }
    return due;
}

static cycle_t issue_due(const struct fermi_clock *clock, const struct fermi_waiting *waiting)
{
    cycle_t due = NEVER;
    for (unsigned kind = 0; kind < FERMI_ROW_KINDS; kind++) {
        const cycle_t row = row_due(clock, (enum fermi_row_kind)kind);
        uint64_t rest = waiting->open & waiting->of_kind[kind] & clock->running;
        for (; rest; rest &= rest - 1)
            due = earlier(due, later(row, waiting->ready[__builtin_ctzll(rest)]));
    }
    return due;
}

static cycle_t fetch_due(const struct fermi *fermi, const struct fermi_warp *w)
{
    const struct fermi_timing *t = fermi_timing_of(fermi, w);
    cycle_t due = NEVER;
    for (uint32_t i = 0; i < fermi->clock->numbers.contexts.hot; i++) {
        if (can_fetch(&w->hot[i]) && !t->entry[i].insn)
            due = earlier(due, later(later(t->started, t->resume), w->hot[i].ready));
    }
    return due;
}

static cycle_t branch_due(const struct fermi_timing *t)
{
    cycle_t first = t->branch[0].mask ? t->branch[0].at : NEVER;
    return earlier(first, t->branch[1].mask ? t->branch[1].at : NEVER);
}

cycle_t fermi_front_due(const struct fermi *fermi, cycle_t now)
{
    const struct fermi_clock *clock = fermi->clock;
    cycle_t due = issue_due(clock, &clock->waiting[0]);
    due = earlier(due, issue_due(clock, &clock->waiting[1]));
    for (uint64_t rest = clock->wanting & clock->running; rest; rest &= rest - 1)
        due = earlier(due, fetch_due(fermi, &fermi->warps[__builtin_ctzll(rest)]));
    for (uint64_t rest = clock->branching; rest; rest &= rest - 1)
        due = earlier(due, branch_due(&clock->timing[__builtin_ctzll(rest)]));
    return due == NEVER ? NEVER : later(due, now + 1);
}
