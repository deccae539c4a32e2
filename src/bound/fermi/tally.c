/* SPDX-License-Identifier: Apache-2.0 */
/* tally.c - counts the work of instructions. */
#include "bound/fermi/tally.h"

void fermi_tally_make(struct fermi_tally *tally, struct arena *arena, const struct fermi *fermi)
{
    *tally = (struct fermi_tally){.fermi = fermi, .repeats = 1};
    tally->shares =
        arena_array(arena, fermi->run.launch->program->count + 1, sizeof *tally->shares);
    lines_make(&tally->lines, arena, &fermi->clock->numbers.l1);
}

static void add_to(const struct fermi_tally *tally, uint64_t *sum, uint64_t more)
{
    *sum = count_add(*sum, count_times(more, tally->repeats));
}

static void add(struct fermi_tally *tally, enum fermi_work work, uint64_t more)
{
    add_to(tally, &tally->work[work], more);
}

/* ... of the launch, and of an instruction. */
static void add_both(struct fermi_tally *tally, enum fermi_work work, uint64_t *share,
                     uint64_t more)
{
    add(tally, work, more);
    add_to(tally, share, more);
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

static void share_access(struct fermi_tally *tally, struct fermi_shares *shares,
                         const struct walk_access *access, const struct fermi_asked *asked)
{
    const uint64_t bytes = tally->fermi->clock->numbers.l1.line_bytes;
    add_to(tally, &shares->of[SHARE_L1], asked->blocks);
    add_to(tally, &shares->of[SHARE_MEMORY],
           access->kind == ACCESS_STORE ? asked->bytes : count_times(asked->blocks, bytes));
}

static void add_access(struct fermi_tally *tally, const struct walk_access *access,
                       const struct fermi_asked *asked)
{
    add(tally, WORK_TRANSACTIONS, asked->blocks);
    add(tally, WORK_SHARED, asked->accesses);
    if (access->kind == ACCESS_LOAD) /* or, of an SC, a store of fewer bytes */
        add(tally, WORK_LOADS, asked->blocks);
    else if (access->kind == ACCESS_ATOMIC)
        add(tally, WORK_ATOMICS, asked->blocks);
    else
        add(tally, WORK_STORED, asked->bytes);
}

void fermi_tally_visit(struct fermi_tally *tally, uint32_t index, uint64_t waiting)
{
    struct fermi_shares *shares = &tally->shares[index];
    add_to(tally, &shares->visits, 1);
    add_to(tally, &shares->of[SHARE_WAITING], waiting);
}

void fermi_tally_enter(struct fermi_tally *tally, uint32_t header)
{
    add_to(tally, &tally->shares[header].entries, 1);
}

void fermi_tally_issue(struct fermi_tally *tally, uint32_t index, const struct walk_access *access,
                       const struct fermi_asked *asked, enum fermi_together how, uint64_t times)
{
    const struct fermi *fermi = tally->fermi;
    const struct insn *insn = &fermi->run.launch->program->insns[index];
    struct fermi_shares *shares = &tally->shares[index];
    uint64_t row = count_times(waves(fermi, fermi_row_kind(insn)), times);
    if (asked) /* one after the other, each at least as long as its waves */
        row = count_add(times > 1 ? row : 0,
                        later(times > 1 ? 0 : row,
                              (uint64_t)asked->blocks + asked->passes + asked->serial));
    add_both(tally, WORK_ISSUES, &shares->of[SHARE_ISSUE], times);
    add_both(tally, WORK_FETCHES, &shares->of[SHARE_FETCH],
             count_times(times, fetches(fermi, how)));
    add_both(tally, WORK_ROWS, &shares->of[SHARE_ROWS], row > times ? row - times : 0);
    add_to(tally, &tally->together, how == FERMI_TOGETHER);
    if (asked) {
        add_access(tally, access, asked);
        share_access(tally, shares, access, asked);
    }
}

void fermi_tally_disorder(struct fermi_tally *tally, uint32_t index, uint64_t times,
                          uint64_t waiting)
{
    struct fermi_shares *shares = &tally->shares[index];
    const uint64_t more =
        fetches(tally->fermi, FERMI_SCATTERED) - fetches(tally->fermi, FERMI_APART);
    add_both(tally, WORK_FETCHES, &shares->of[SHARE_FETCH], count_times(times, more));
    add_to(tally, &shares->of[SHARE_WAITING], waiting);
}

uint64_t fermi_tally_misses(const struct fermi_tally *tally)
{
    const struct cached_lines *lines = &tally->lines;
    uint64_t misses = lines->anywhere;
    for (uint32_t i = 0; i < lines->room; i++)
        misses = count_add(misses, lines->table[i].asked ? lines->table[i].misses : 0);
    return misses < tally->work[WORK_LOADS] ? misses : tally->work[WORK_LOADS];
}
