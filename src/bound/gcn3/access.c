/* SPDX-License-Identifier: Apache-2.0 */
/* access.c - what an access of memory asks for, as far as its addresses are known.
 *
 * A lane whose address is not known asks for a line of its own, or conflicts with all others. Fewer
 * lanes never ask for more, so lanes that may act count like lanes that do. Of loads, only scalars
 * and vectors from arguments and constants are known afterwards. */
#include "bound/gcn3/step.h"
#include "hw/coalescer.h"

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Memory that nothing writes during the launch. */
static bool is_constant(const struct gcn3_view *view, uint64_t address, uint64_t bytes)
{
    const struct allocation *a = memory_find(view->port.memory, address, bytes);
    return a && (a->kind == ALLOCATION_ARGUMENTS ||
                 ((a->kind == ALLOCATION_CODE || a->kind == ALLOCATION_DATA) && !a->writable));
}

/* Lanes that do not act keep their contents. */
static void forget_name(struct gcn3_view *view, uint32_t name)
{
    const uint32_t row = name - GCN3_V0;
    if (name >= GCN3_V0 && row < view->rows)
        view->lanes[row] |= view->warp.mask;
    else
        gcn3_view_forget(view, name);
}

static void forget_result(struct gcn3_view *view, const struct insn *insn)
{
    for (unsigned i = 0; i < TARGETS_MAX && insn->dst[i].count; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++)
            forget_name(view, insn->dst[i].first + k);
    }
    gcn3_view_apply_exec(view);
}

/* ---- scalar memory ---- */

static bool operand_known(const struct gcn3_view *view, const struct gcn3_operand *operand)
{
    for (uint32_t i = 0; operand->kind == GCN3_SGPR && i < operand->words; i++) {
        if (view->loose[operand->code + i])
            return false;
    }
    return true;
}

/* A load from constants runs; the result is then known. */
static bool load_scalars(struct gcn3_view *view, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    if (!operand_known(view, &own->src[0]) || !operand_known(view, &own->src[1]))
        return false;
    insn->run(&view->warp, insn, effect);
    return effect->kind == EFFECT_MEMORY &&
           is_constant(view, effect->access.address[0], 4u * own->dst.words);
}

static struct gcn3_asked scalar_access(const struct gcn3_program *p, struct gcn3_view *view,
                                       const struct insn *insn, bool elsewhere)
{
    const struct gcn3_clock_numbers *clock = &p->machine->clock->numbers;
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_asked asked = {.lines = gcn3_scalar_lines(clock, insn),
                               .store = insn->flags & INSN_STORE};
    struct effect effect = {.kind = EFFECT_NONE};
    if (asked.store || elsewhere || !load_scalars(view, insn, &effect)) {
        forget_result(view, insn);
        p->touched->any_scalars |= effect.kind != EFFECT_MEMORY;
        if (effect.kind == EFFECT_MEMORY)
            gcn3_touch_scalars(p->touched, p->machine, effect.access.address[0],
                               4u * own->dst.words);
        return asked;
    }
    gcn3_touch_scalars(p->touched, p->machine, effect.access.address[0], 4u * own->dst.words);
    for (uint32_t i = 0; i < own->dst.words; i++)
        view->loose[own->dst.code + i] = 0;
    const uint64_t first = effect.access.address[0], line = clock->l1s.line_bytes;
    asked.lines = (uint32_t)((first + 4u * own->dst.words - 1) / line - first / line + 1);
    gcn3_view_apply_exec(view);
    return asked;
}

/* ---- addresses of lanes ---- */

struct lanes_asked {
    uint64_t address[LANES_MAX];
    uint64_t known, unknown; /* lanes that may act */
};

static void find_lanes(const struct gcn3_view *view, const struct gcn3_operand *from,
                       struct lanes_asked *lanes)
{
    uint64_t loose = 0;
    for (uint32_t i = 0; i < from->words; i++)
        loose |= from->code + i < view->rows ? view->lanes[from->code + i] : ~0ull;
    lanes->known = view->warp.mask & ~loose;
    lanes->unknown = view->warp.mask & loose;
}

/* A pair of registers, or with a scalar pair a register that is added to it; and an offset. */
static void set_flat(const struct gcn3_view *view, const struct gcn3_insn *own,
                     struct lanes_asked *lanes)
{
    const bool is_offset = own->src[0].words == 1;
    const uint32_t *low = warp_row(&view->warp, own->src[0].code);
    const uint32_t *high = warp_row(&view->warp, own->src[0].code + !is_offset);
    const uint64_t base = (is_offset ? gcn3_scalar_pair(&view->state, own->src[2].code) : 0) +
                          (uint64_t)(int64_t)own->displacement;
    find_lanes(view, &own->src[0], lanes);
    if (!operand_known(view, &own->src[2])) {
        lanes->unknown |= lanes->known;
        lanes->known = 0;
    }
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        lanes->address[lane] =
            base + ((is_offset ? 0 : (uint64_t)high[lane] << 32) | low[lane]);
}

/* FLAT may access any memory; the others do not have apertures. */
static bool has_addresses(const struct gcn3_insn *own)
{
    return own->format == GCN3_FLAT || own->format == GCN3_GLOBAL;
}

/* ---- the local data share ---- */

/* All lanes of a pool in one bank. */
static void ask_worst_local(const struct sharedmem_numbers *n, uint32_t bytes,
                            struct gcn3_asked *asked)
{
    const struct sharedmem_times *times = &n->times[SHAREDMEM_LOAD];
    const uint32_t words = bytes > n->word_bytes ? bytes / n->word_bytes : 1;
    const uint32_t pool = (n->pool_lanes ? n->pool_lanes : n->lanes) / words;
    const uint32_t extra = n->lanes - n->lanes / pool;
    asked->transactions += n->lanes;
    asked->duration += times->fixed + times->base[__builtin_ctz(words)] + times->conflict * extra;
}

static void ask_local(const struct sharedmem_numbers *n, uint32_t bytes,
                      const struct lanes_asked *lanes, struct gcn3_asked *asked)
{
    struct sharedmem_access cost;
    bytes = bytes <= 4 ? 4 : bytes <= 8 ? 8 : 16;
    if (lanes->unknown || !lanes->known) {
        ask_worst_local(n, bytes, asked);
        return;
    }
    sharedmem_measure(n, SHAREDMEM_LOAD, bytes, lanes->address, lanes->known, &cost);
    asked->transactions += cost.transactions;
    asked->duration += cost.duration;
}

/* Lanes with the same address, of an atomic. */
static uint32_t equal_lanes(const struct insn *insn, const struct lanes_asked *lanes)
{
    if (!(insn->flags & INSN_ATOMIC))
        return 0;
    const uint32_t unknown = (uint32_t)__builtin_popcountll(lanes->unknown);
    return unknown + (lanes->known ? coalesce_most_equal(lanes->address, lanes->known) : 0);
}

static struct gcn3_asked local_access(const struct gcn3_program *p, struct gcn3_view *view,
                                      const struct insn *insn)
{
    const struct sharedmem_numbers *n = &p->machine->clock->numbers.lds;
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_asked asked = {0};
    struct lanes_asked lanes;
    const uint32_t *row = warp_row(&view->warp, own->src[0].code);
    const bool two = own->offset_scale;
    find_lanes(view, &own->src[0], &lanes);
    for (unsigned place = 0; place < (two ? 2 : 1); place++) {
        const uint32_t offset = two ? (place ? own->offset1 : own->offset0) * own->offset_scale
                                    : own->offset;
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            lanes.address[lane] = row[lane] + offset;
        ask_local(n, own->element_bytes, &lanes, &asked);
    }
    asked.equal = equal_lanes(insn, &lanes);
    forget_result(view, insn);
    return asked;
}

/* ---- vector memory ---- */

/* Distinct lines. */
static uint32_t ask_lines(const struct gcn3_program *p, const struct lanes_asked *lanes,
                          uint32_t line_bytes)
{
    struct coalesced lines;
    if (!lanes->known)
        return 0;
    coalesce(lanes->address, lanes->known, line_bytes, 64, &lines);
    for (uint32_t i = 0; i < lines.count; i++)
        gcn3_touch(p->touched, p->machine, lines.request[i].line * line_bytes);
    return lines.count;
}

/* Lanes whose bytes reach into the next line ask for that one, too. */
static struct lanes_asked crossing(const struct lanes_asked *lanes, uint32_t bytes,
                                   uint32_t line_bytes)
{
    struct lanes_asked out = *lanes;
    out.known = 0;
    for (uint64_t rest = lanes->known; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest);
        const uint64_t first = lanes->address[lane], last = first + bytes - 1;
        if (first / line_bytes != last / line_bytes)
            out.known |= 1ull << lane;
        out.address[lane] = last;
    }
    return out;
}

static bool in_aperture(const struct gcn3_machine *m, const struct lanes_asked *lanes)
{
    for (uint64_t rest = lanes->known; rest; rest &= rest - 1) {
        const uint64_t high = lanes->address[__builtin_ctzll(rest)] >> 32;
        if (high == m->numbers.shared_aperture || high == m->numbers.private_aperture)
            return true;
    }
    return false;
}

/* Lines that lanes with unknown addresses ask for: two each, unless they are aligned. */
static uint32_t unknown_lines(const struct gcn3_program *p, const struct gcn3_view *view,
                              const struct insn *insn, uint64_t lanes)
{
    const uint32_t bytes = gcn3_of(insn)->element_bytes, each = gcn3_lines_each(insn);
    const struct gcn3_low_bits *bits = &p->low_bits[insn - p->program->insns];
    const uint64_t aligned =
        each == 2 && bytes <= 4 ? gcn3_aligned_lanes(view, bits, bytes) & lanes : 0;
    return (uint32_t)__builtin_popcountll(lanes) * each - (uint32_t)__builtin_popcountll(aligned);
}

/* Any memory that the kernel has. */
static void ask_anything(const struct gcn3_program *p, const struct gcn3_view *view,
                         const struct insn *insn, struct gcn3_asked *asked)
{
    const struct gcn3_machine *m = p->machine;
    p->touched->any_data = asked->anywhere = true;
    asked->lines = larger(asked->lines, larger(unknown_lines(p, view, insn, ~0ull),
                                               gcn3_scratch_lines(m, insn)));
    asked->equal = insn->flags & INSN_ATOMIC ? GCN3_LANES : 0;
    if (m->lds_bytes && gcn3_of(insn)->format == GCN3_FLAT) {
        const uint32_t bytes = gcn3_of(insn)->element_bytes;
        ask_worst_local(&m->clock->numbers.lds, bytes <= 4 ? 4 : bytes <= 8 ? 8 : 16, asked);
    }
}

static void ask_global(const struct gcn3_program *p, const struct gcn3_view *view,
                       const struct insn *insn, const struct lanes_asked *lanes,
                       struct gcn3_asked *asked)
{
    const uint32_t bytes = gcn3_of(insn)->element_bytes;
    const uint32_t line_bytes = p->machine->clock->numbers.l1d.line_bytes;
    asked->lines = ask_lines(p, lanes, line_bytes) + unknown_lines(p, view, insn, lanes->unknown);
    if (bytes > 1) {
        const struct lanes_asked ends = crossing(lanes, bytes, line_bytes);
        asked->lines += ask_lines(p, &ends, line_bytes);
    }
    asked->equal = equal_lanes(insn, lanes);
    asked->anywhere = lanes->unknown != 0;
    p->touched->any_data |= asked->anywhere;
}

/* Constants that all lanes can load are known afterwards. */
static bool load_constants(struct gcn3_view *view, const struct insn *insn,
                           const struct lanes_asked *lanes)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct effect effect = {.kind = EFFECT_NONE};
    if (!(insn->flags & INSN_LOAD) || insn->flags & INSN_ATOMIC || lanes->unknown ||
        gcn3_view_certain(view) != view->warp.mask)
        return false;
    for (uint64_t rest = lanes->known; rest; rest &= rest - 1) {
        if (!is_constant(view, lanes->address[__builtin_ctzll(rest)], own->element_bytes))
            return false;
    }
    insn->run(&view->warp, insn, &effect);
    for (uint32_t i = 0; effect.kind == EFFECT_MEMORY && i < own->dst.words; i++)
        view->lanes[own->dst.code + i] &= ~lanes->known;
    return effect.kind == EFFECT_MEMORY;
}

/* A store into what the walk takes for constant. */
static bool changes_constants(const struct gcn3_view *view, const struct insn *insn,
                              const struct lanes_asked *lanes)
{
    bool found = false;
    if (!(insn->flags & (INSN_STORE | INSN_ATOMIC)))
        return false;
    for (uint64_t rest = lanes->known; rest; rest &= rest - 1)
        found |= is_constant(view, lanes->address[__builtin_ctzll(rest)], 1);
    return found;
}

static struct gcn3_asked vector_access(const struct gcn3_program *p, struct gcn3_view *view,
                                       const struct insn *insn)
{
    const struct gcn3_machine *m = p->machine;
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_asked asked = {.store = (insn->flags & INSN_STORE) && !(insn->flags & INSN_ATOMIC),
                               .direct = insn->flags & INSN_ATOMIC || own->glc};
    struct lanes_asked lanes = {.unknown = ~0ull};
    asked.direct &= !asked.store;
    const bool is_flat = own->format == GCN3_FLAT, has = has_addresses(own);
    if (has)
        set_flat(view, own, &lanes);
    const bool elsewhere = is_flat && in_aperture(m, &lanes);
    if (!has || elsewhere ||
        (is_flat && lanes.unknown && (m->lds_bytes || m->isa.private_bytes)))
        ask_anything(p, view, insn, &asked);
    else
        ask_global(p, view, insn, &lanes, &asked);
    asked.to_constants = changes_constants(view, insn, &lanes);
    if (!has || elsewhere || !load_constants(view, insn, &lanes))
        forget_result(view, insn);
    return asked;
}

struct gcn3_asked gcn3_access(const struct gcn3_program *p, struct gcn3_view *view, uint32_t index)
{
    const struct insn *insn = &p->program->insns[index];
    switch (p->info[index].unit) {
    case GCN3_UNIT_SMEM: return scalar_access(p, view, insn, p->info[index].loads_elsewhere);
    case GCN3_UNIT_LDS: return local_access(p, view, insn);
    default: return vector_access(p, view, insn);
    }
}
