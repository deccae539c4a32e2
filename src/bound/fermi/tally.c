/* SPDX-License-Identifier: Apache-2.0 */
/* tally.c - counts the work of instructions. */
#include "bound/fermi/tally.h"

void fermi_tally_make(struct fermi_tally *tally, struct arena *arena, const struct fermi *fermi)
{
    *tally = (struct fermi_tally){.fermi = fermi};
    tally->runs =
        arena_array(arena, fermi->run.launch->program->count + 1, sizeof *tally->runs);
    lines_make(&tally->lines, arena, &fermi->clock->numbers.l1);
}

static void add(struct fermi_tally *tally, enum fermi_work work, uint64_t more)
{
    tally->work[work] = count_add(tally->work[work], more);
}

/* Cycles for which an instruction without an access takes its row. */
static uint64_t waves(const struct fermi *fermi, enum fermi_row_kind kind)
{
    const struct fermi_clock_numbers *n = &fermi->clock->numbers;
    const uint32_t width[FERMI_ROW_KINDS] = {n->mad, n->lsu, n->sfu};
    return (fermi->numbers.width + width[kind] - 1) / width[kind];
}

/* Lanes that are apart may drop what the others have fetched: each move changes at most the hot
 * splits, and the hardware heap exchanges at most one split per lane until it is in order. */
static uint64_t fetches(const struct fermi *fermi, enum fermi_together how)
{
    const struct contexts_numbers *n = &fermi->clock->numbers.contexts;
    if (how == FERMI_TOGETHER)
        return 1;
    if (!fermi->numbers.frontier)
        return 2; /* a barrier may let the other side run */
    if (how == FERMI_APART || n->model == CONTEXTS_EXACT)
        return 2 + n->hot;
    return 1 + n->hot + LANES_MAX;
}

static void add_access(struct fermi_tally *tally, const struct walk_access *access,
                       const struct fermi_asked *asked)
{
    add(tally, WORK_TRANSACTIONS, asked->blocks);
    add(tally, WORK_SHARED, asked->accesses);
    if (access->kind == ACCESS_LOAD)
        add(tally, WORK_LOADS, asked->blocks);
    else if (access->kind == ACCESS_ATOMIC)
        add(tally, WORK_ATOMICS, asked->blocks);
    else
        add(tally, WORK_STORED, asked->bytes);
}

void fermi_tally_issue(struct fermi_tally *tally, uint32_t index, const struct walk_access *access,
                       const struct fermi_asked *asked, enum fermi_together how, uint64_t times)
{
    const struct fermi *fermi = tally->fermi;
    const struct insn *insn = &fermi->run.launch->program->insns[index];
    uint64_t row = count_times(waves(fermi, fermi_row_kind(insn)), times);
    if (asked) /* one after the other, each at least as long as its waves */
        row = count_add(times > 1 ? row : 0,
                        later(times > 1 ? 0 : row,
                              (uint64_t)asked->blocks + asked->passes + asked->serial));
    add(tally, WORK_ISSUES, times);
    add(tally, WORK_FETCHES, count_times(times, fetches(fermi, how)));
    add(tally, WORK_ROWS, row > times ? row - times : 0);
    tally->runs[index] = count_add(tally->runs[index], times);
    tally->together += how == FERMI_TOGETHER;
    if (asked)
        add_access(tally, access, asked);
}

uint64_t fermi_tally_misses(const struct fermi_tally *tally)
{
    const struct cached_lines *lines = &tally->lines;
    uint64_t misses = lines->anywhere;
    for (uint32_t i = 0; i < lines->room; i++)
        misses = count_add(misses, lines->table[i].asked ? lines->table[i].misses : 0);
    return misses < tally->work[WORK_LOADS] ? misses : tally->work[WORK_LOADS];
}
