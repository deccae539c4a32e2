/* SPDX-License-Identifier: Apache-2.0 */
/* rows.c - the SIMD rows of the SM: multiply-add, load-store, special functions (SBI-8 to SBI-10).
 *
 * A row narrower than a warp takes it in waves, one per cycle. Two instructions of one phase may
 * share a row in disjoint lanes; their waves advance together (SBI-36, SWI-3). */
#include "machine/fermi/clock.h"

/* assumed: division and square root, which Fermi computes from the special functions, take that
 * row; control, barriers, predicates and moves the multiply-add row (SBI-10). */
enum fermi_row_kind fermi_row_kind(const struct insn *insn)
{
    static const uint8_t kinds[TIMING_COUNT] = {
        [TIMING_LOAD] = FERMI_LSU, [TIMING_STORE] = FERMI_LSU, [TIMING_ATOMIC] = FERMI_LSU,
        [TIMING_LOAD_CONSTANT] = FERMI_LSU, [TIMING_SPECIAL] = FERMI_SFU,
        [TIMING_DIV] = FERMI_SFU, [TIMING_FDIV] = FERMI_SFU, [TIMING_FSQRT] = FERMI_SFU};
    return (enum fermi_row_kind)kinds[insn->timing];
}

bool fermi_may_part(const struct insn *insn)
{
    return insn->flow == FLOW_BRANCH || insn->flow == FLOW_INDIRECT ||
           (insn->flow != FLOW_NEXT && insn->flags & INSN_GUARDED) ||
           fermi_row_kind(insn) == FERMI_LSU;
}

uint32_t fermi_waves(const struct fermi *fermi, const struct fermi_row *row, uint64_t lanes,
                     bool repeats)
{
    const uint32_t width = fermi->numbers.width;
    uint32_t waves = 0;
    if (!fermi->clock->numbers.skip_empty_waves && !repeats)
        return (width + row->width - 1) / row->width;
    for (uint32_t first = 0; first < width; first += row->width)
        waves += (lanes >> first & lanes_all(row->width)) != 0;
    return waves ? waves : 1;
}

int32_t fermi_row_free(const struct fermi_clock *clock, enum fermi_row_kind kind, cycle_t phase)
{
    for (uint32_t i = 0; i < clock->rows; i++) {
        if (clock->row[i].kind == kind && clock->row[i].free <= phase)
            return (int32_t)i;
    }
    return -1;
}

/* Two entries of the pair rules: the first instruction and the second. */
static uint64_t both(bool first, bool second)
{
    return (uint64_t)first | (uint64_t)second << 1;
}

static bool is_allowed(const struct fermi_clock *clock, const struct insn *first,
                       const struct insn *second)
{
    const struct pair_classes classes = {
        .diverging = both(fermi_may_part(first), fermi_may_part(second)),
        .memory = both(fermi_row_kind(first) == FERMI_LSU, fermi_row_kind(second) == FERMI_LSU)};
    return pair_partners(&clock->numbers.rules, &classes, 0, both(false, true)) != 0;
}

bool fermi_rows_pair(const struct fermi_clock *clock, const struct fermi_pick *first,
                     struct fermi_pick *second, cycle_t phase, bool share)
{
    const enum fermi_row_kind kind = fermi_row_kind(second->insn);
    const struct fermi_row *row = first->w ? &clock->row[first->row] : NULL;
    if (first->w && !is_allowed(clock, first->insn, second->insn))
        return false;
    second->shares = share && row && row->kind == kind && !(row->lanes & second->lanes);
    second->row = second->shares ? first->row : fermi_row_free(clock, kind, phase);
    return second->row >= 0;
}
