/* SPDX-License-Identifier: Apache-2.0 */
/* oracle.c - checks every issue of an observed run by lane (SBI-35, SBI-50, SBI-56, SWI-3).
 *
 * The scoreboards compare register numbers and splits; this table has the time of every register of
 * every lane. A lane that would read, or write again, a register in flight is a dependence that the
 * scoreboard missed. Waiting without need is allowed: a false dependence. */
#include <stdlib.h>
#include <string.h>

#include "machine/fermi/clock.h"

static uint32_t registers(const struct fermi *fermi)
{
    return fermi->run.launch->program->isa->register_count;
}

static struct fermi_times *times_of(const struct fermi *fermi, const struct fermi_warp *w,
                                    uint32_t reg)
{
    return fermi->clock->oracle + (size_t)w->resident.warp.slot * registers(fermi) + reg;
}

enum wc_status fermi_oracle_begin(struct fermi *fermi)
{
    void *table = NULL;
    uint64_t bytes =
        (uint64_t)fermi->numbers.warps * registers(fermi) * sizeof *fermi->clock->oracle;
    enum wc_status status = allocate_checked(fermi->run.err, "times of registers", bytes, &table);
    fermi->clock->oracle = table;
    return status;
}

void fermi_oracle_end(struct fermi *fermi)
{
    free(fermi->clock->oracle);
    fermi->clock->oracle = NULL;
}

void fermi_oracle_start(struct fermi *fermi, const struct fermi_warp *w)
{
    if (fermi->clock->oracle)
        memset(times_of(fermi, w, 0), 0, registers(fermi) * sizeof *fermi->clock->oracle);
}

/* Whether some lane has a register of the range in flight. */
static bool in_flight(const struct fermi *fermi, const struct fermi_warp *w, struct regs range,
                      uint64_t mask, cycle_t phase)
{
    for (uint32_t reg = range.first; reg < (uint32_t)range.first + range.count; reg++) {
        const struct fermi_times *times = times_of(fermi, w, reg);
        for (uint64_t rest = times->latest > phase ? mask : 0; rest; rest &= rest - 1) {
            if (times->lane[__builtin_ctzll(rest)] > phase)
                return true;
        }
    }
    return false;
}

static void set_times(const struct fermi *fermi, const struct fermi_pick *pick, uint64_t mask,
                      cycle_t done)
{
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        const struct regs range = pick->insn->dst[i];
        for (uint32_t reg = range.first; reg < (uint32_t)range.first + range.count; reg++) {
            struct fermi_times *times = times_of(fermi, pick->w, reg);
            times->latest = later(times->latest, done);
            for (uint32_t lane = 0; lane < LANES_MAX; lane++)
                times->lane[lane] = mask >> lane & 1 ? done : times->lane[lane];
        }
    }
}

/* Lanes that repeat an access read their operands the first time. */
static bool misses_dependence(const struct fermi *fermi, const struct fermi_pick *pick,
                              uint64_t mask, cycle_t phase)
{
    for (unsigned i = 0; i < SOURCES_MAX; i++) {
        if (in_flight(fermi, pick->w, pick->insn->src[i], mask, phase))
            return true;
    }
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        if (in_flight(fermi, pick->w, pick->insn->dst[i], mask, phase))
            return true;
    }
    return false;
}

enum wc_status fermi_oracle_issue(struct fermi *fermi, const struct fermi_pick *pick,
                                  cycle_t phase, cycle_t done)
{
    const struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    const struct fermi_row *row = &fermi->clock->row[pick->row];
    const uint64_t mask = pick->w->hot[pick->slot].mask & ~t->repeats;
    const char *wrong = NULL;
    if (pick->shares ? row->phase != phase || row->lanes & pick->lanes : row->free > phase)
        wrong = "two instructions in one lane of a row";
    else if (misses_dependence(fermi, pick, mask, phase))
        wrong = "a register in flight is read or written";
    set_times(fermi, pick, mask | t->repeats, done);
    if (!wrong)
        return WC_OK;
    struct place place = run_place(&fermi->run, &pick->w->resident, pick->insn);
    return place_fail(fermi->run.err, WC_INTERNAL, &place, "%s in cycle %llu", wrong,
                      (unsigned long long)phase);
}
