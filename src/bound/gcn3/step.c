/* SPDX-License-Identifier: Apache-2.0 */
/* step.c - what an instruction makes of what is known.
 *
 * It runs with its own semantics on the values that there are. A result is known where everything
 * that it depends on is (isa/dependence.h): in each lane of a vector register, in each bit of a
 * lane mask, in a scalar register as a whole. A lane that may act or not has its old contents or
 * its new ones, so it is not known. */
#include "bound/gcn3/step.h"

#include "bound/gcn3/cases.h"
#include "isa/gcn3/table.h"

/* What the sources of an instruction leave open. */
struct open_sources {
    uint64_t lanes; /* of results: not known */
    bool uniform;   /* a source of all lanes is not known */
    bool decides;   /* ... and decides what happens */
    bool guard;     /* the lanes that act are not known, beyond EXEC */
};

static bool is_loose(const struct gcn3_view *view, uint32_t name)
{
    if (name < GCN3_SCALARS)
        return view->loose[name] != 0;
    if (name == GCN3_SCC)
        return view->scc_loose;
    if (name == GCN3_NAME_MODE)
        return view->mode_loose;
    if (name == GCN3_NAME_SPLIT_MASK)
        return view->split_loose != 0;
    return name >= GCN3_NAMES && view->other_loose[name - GCN3_NAMES];
}

static uint64_t loose_lanes(const struct gcn3_view *view, uint32_t name)
{
    const uint32_t row = name - GCN3_V0;
    return row < view->rows ? view->lanes[row] : ~0ull;
}

static bool is_lanes(uint32_t name)
{
    return name >= GCN3_V0 && name < GCN3_NAMES;
}

/* The half of a lane mask that this name is, among the sources: -1 for none. */
static int mask_half(const struct gcn3_operand *operand, uint32_t name)
{
    bool is_mask = operand->kind == GCN3_SGPR && operand->type == GCN3_MASK;
    return is_mask && name - operand->code < 2 ? (int)(name - operand->code) : -1;
}

static int source_half(const struct gcn3_insn *own, uint32_t name)
{
    for (unsigned i = 0; i < 4; i++) {
        int half = mask_half(&own->src[i], name);
        if (half >= 0)
            return half;
    }
    return -1;
}

static void read_name(const struct gcn3_view *view, const struct insn *insn, uint32_t name,
                      uint8_t role, uint8_t flow, struct open_sources *open)
{
    if (role == READ_DATA)
        return;
    if (is_lanes(name)) {
        const uint64_t lanes = loose_lanes(view, name);
        open->lanes |= flow == LANES_OWN || !lanes ? lanes : ~0ull;
        open->decides |= role == READ_DECIDES && lanes;
        return;
    }
    if (!is_loose(view, name) || (role == READ_GUARD && name >= GCN3_EXEC && name != GCN3_SCC &&
                                  (name < GCN3_SCALARS || name == GCN3_NAME_SPLIT_MASK)))
        return; /* of EXEC, the caller knows more */
    const bool by_lane = role == READ_VALUE && flow == LANES_OWN;
    const int half = by_lane ? source_half(gcn3_of(insn), name) : -1;
    if (half >= 0) {
        open->lanes |= (uint64_t)view->loose[name] << 32 * half;
        return;
    }
    open->guard |= role == READ_GUARD;
    open->decides |= role == READ_DECIDES;
    open->uniform = true;
}

static struct open_sources read_sources(const struct gcn3_view *view, const struct insn *insn,
                                        const struct dependence *list)
{
    struct open_sources open = {0};
    for (uint32_t i = 0; i < list->reads; i++) {
        for (uint32_t k = 0; k < list->read[i].count; k++)
            read_name(view, insn, list->read[i].first + k, list->read[i].role, list->flow, &open);
    }
    if (open.uniform)
        open.lanes = ~0ull;
    return open;
}

/* ---- results ---- */

struct acting {
    uint64_t may, certain;
};

static bool is_vector(const struct insn *insn)
{
    return insn->op && gcn3_of(insn)->format >= GCN3_VOP2;
}

/* A row: lanes that may act or not have one of two contents. */
static void write_row(struct gcn3_view *view, uint32_t row, const struct open_sources *open,
                      struct acting acting, bool whole)
{
    if (row >= view->rows)
        return;
    uint64_t *lanes = &view->lanes[row];
    const uint64_t kept = whole ? *lanes & ~acting.certain : *lanes;
    *lanes = kept | (open->lanes & acting.may) | (acting.may & ~acting.certain) |
             (open->guard ? ~0ull : 0);
}

/* A lane mask: 0 in lanes that do not act. */
static uint32_t mask_loose(const struct open_sources *open, struct acting acting, int half)
{
    const uint64_t bits = (open->lanes & acting.may) | (acting.may & ~acting.certain);
    return open->guard ? ~0u : (uint32_t)(bits >> 32 * half);
}

static void write_scalar(struct gcn3_view *view, const struct insn *insn, uint32_t name,
                         const struct open_sources *open, struct acting acting, bool whole)
{
    const bool vector = is_vector(insn);
    const int half = vector ? mask_half(&gcn3_of(insn)->sdst, name) : -1;
    const bool uncertain = vector && acting.may != acting.certain;
    const bool loose = open->lanes || open->guard || uncertain || (!whole && is_loose(view, name));
    if (half >= 0)
        view->loose[name] = mask_loose(open, acting, half);
    else if (loose)
        gcn3_view_forget(view, name);
    else if (name < GCN3_SCALARS)
        view->loose[name] = 0;
    else if (name == GCN3_SCC)
        view->scc_loose = false;
    else if (name == GCN3_NAME_MODE)
        view->mode_loose = false;
    else if (name >= GCN3_NAMES)
        view->other_loose[name - GCN3_NAMES] = false;
}

/* v_cmpx: EXEC becomes the mask. */
static void write_exec(struct gcn3_view *view, const struct insn *insn,
                       const struct open_sources *open, struct acting acting)
{
    const bool by_lane = is_vector(insn) && gcn3_of(insn)->writes_exec;
    for (int half = 0; by_lane && half < 2; half++)
        view->loose[GCN3_EXEC + half] = mask_loose(open, acting, half);
    gcn3_view_apply_exec(view);
}

static void write_results(struct gcn3_view *view, const struct insn *insn,
                          const struct dependence *list, const struct open_sources *open,
                          struct acting acting)
{
    for (uint32_t i = 0; i < list->writes; i++) {
        const struct register_use *use = &list->write[i];
        const bool whole = use->role == WRITE_WHOLE;
        for (uint32_t k = 0; k < use->count; k++) {
            const uint32_t name = use->first + k;
            if (is_lanes(name))
                write_row(view, name - GCN3_V0, open, acting, whole);
            else
                write_scalar(view, insn, name, open, acting, whole);
        }
    }
    write_exec(view, insn, open, acting);
}

/* ---- lanes that read each other ---- */

/* v_writelane: parts share their vector registers. */
static bool writes_foreign(const struct gcn3_program *p, const struct gcn3_view *view,
                           const struct insn *insn)
{
    if (!view->foreign || !is_vector(insn) || gcn3_of(insn)->row->acting != ACT_NAMED ||
        insn->dst[0].first < GCN3_V0)
        return false;
    const struct gcn3_operand *lane = &gcn3_of(insn)->src[1];
    const bool known = lane->kind != GCN3_SGPR || !view->loose[lane->code];
    return !known || p->program->isa->acting(&view->warp, insn) & view->foreign;
}

/* Which lane is the first active one is not known; it does not matter if all hold the same. */
static bool all_same(const struct gcn3_view *view, const struct gcn3_operand *from)
{
    const uint64_t lanes = view->warp.mask | 1;
    if (from->kind != GCN3_VGPR)
        return true;
    if (from->code >= view->rows || view->lanes[from->code] & lanes)
        return false;
    const uint32_t *row = warp_row(&view->warp, from->code);
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        if (row[__builtin_ctzll(rest)] != row[0])
            return false;
    }
    return true;
}

static struct acting acting_lanes(const struct gcn3_program *p, const struct gcn3_view *view,
                                  const struct insn *insn, struct open_sources *open)
{
    const uint64_t may = view->warp.mask, certain = gcn3_view_certain(view);
    const struct gcn3_row *row = gcn3_of(insn)->row;
    if (!is_vector(insn))
        return (struct acting){~0ull, ~0ull};
    if (row->acting == ACT_NAMED) {
        const uint64_t lane = p->program->isa->acting(&view->warp, insn);
        if (insn->dst[0].first < GCN3_V0) /* v_readlane: of the source only that lane counts */
            open->lanes = open->uniform || (open->lanes | view->foreign) & lane ? ~0ull : 0;
        return (struct acting){lane, lane};
    }
    if (row->acting == ACT_FIRST) {
        const uint64_t first = certain == may && may ? may & -may : 1;
        bool same = certain == may ? !(open->lanes & first)
                                   : all_same(view, &gcn3_of(insn)->src[0]);
        /* Without active lanes it is lane 0, which may be another part's. */
        same &= certain || !(p->dynamic || view->foreign & 1);
        open->lanes = same && !open->uniform ? 0 : ~0ull;
        return (struct acting){~0ull, ~0ull};
    }
    const bool across = row->acting == ACT_ACROSS || gcn3_of(insn)->encoding == GCN3_DPP;
    if (across && (may != certain || open->lanes))
        open->lanes = ~0ull;
    return (struct acting){may, certain};
}

/* ---- control ---- */

/* Of a mask, whether any bit is 1. */
static enum gcn3_way any_bit(uint64_t may, uint64_t certain, enum gcn3_way if_any,
                             enum gcn3_way if_none)
{
    return certain ? if_any : may ? WAY_EITHER : if_none;
}

/* A branch reads SCC, VCC or EXEC. */
static enum gcn3_way branch(const struct gcn3_program *p, struct gcn3_view *view, uint32_t index)
{
    const struct insn *insn = &p->program->insns[index];
    const struct dependence *list = &p->info[index].list;
    struct effect effect = {.kind = EFFECT_NONE};
    uint64_t may = 0, certain = 0;
    bool has_mask = false;
    for (uint32_t i = 0; i < list->reads; i++) {
        const uint32_t name = list->read[i].first;
        if (name == GCN3_SCC && view->scc_loose)
            return WAY_EITHER;
        if (name == GCN3_VCC) {
            may = gcn3_scalar_pair(&view->state, GCN3_VCC) | gcn3_view_loose_pair(view, GCN3_VCC);
            certain = may & ~gcn3_view_loose_pair(view, GCN3_VCC);
            has_mask = true;
        }
        if (name == GCN3_EXEC) {
            may = view->warp.mask;
            certain = gcn3_view_certain(view);
            has_mask = true;
        }
    }
    if (has_mask && any_bit(may, certain, WAY_NEXT, WAY_NEXT) == WAY_EITHER)
        return WAY_EITHER;
    insn->run(&view->warp, insn, &effect);
    return effect.kind != EFFECT_BRANCH ? WAY_NOWHERE : effect.taken ? WAY_TARGET : WAY_NEXT;
}

/* ---- an instruction ---- */

static const struct dependence *list_of(const struct gcn3_program *p, const struct gcn3_view *view,
                                        uint32_t index, struct dependence *by_state)
{
    const struct insn *insn = &p->program->insns[index];
    const struct dependence *list = &p->info[index].list;
    if (!list->by_state || view->loose[GCN3_M0])
        return list;
    p->program->isa->dependence(insn, &view->warp, by_state);
    return by_state;
}

static void forget_targets(struct gcn3_view *view, const struct dependence *list)
{
    for (uint32_t i = 0; i < list->writes; i++) {
        for (uint32_t k = 0; k < list->write[i].count; k++)
            gcn3_view_forget(view, list->write[i].first + k);
    }
    gcn3_view_apply_exec(view);
}

/* The clock, and what local memory has at M0. */
static bool reads_unknown(const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    bool direct = false;
    for (unsigned i = 0; i < 4; i++)
        direct |= own->src[i].kind == GCN3_SPECIAL && own->src[i].code == GCN3_LDS_DIRECT;
    return direct || own->format == GCN3_SMEM;
}

static enum gcn3_way compute(const struct gcn3_program *p, struct gcn3_view *view, uint32_t index)
{
    const struct insn *insn = &p->program->insns[index];
    struct dependence by_state;
    const struct dependence *list = list_of(p, view, index, &by_state);
    struct effect effect = {.kind = EFFECT_NONE};
    if (p->info[index].bitwise) {
        gcn3_run_bitwise(view, insn, list, &effect);
        return WAY_NEXT;
    }
    struct open_sources open = read_sources(view, insn, list);
    if (open.decides || reads_unknown(insn) || (list->by_state && view->loose[GCN3_M0])) {
        forget_targets(view, list);
        gcn3_cases_take(view, insn, list);
        return WAY_NEXT;
    }
    const struct acting acting = acting_lanes(p, view, insn, &open);
    insn->run(&view->warp, insn, &effect);
    if (effect.kind == EFFECT_FAULT)
        return WAY_NOWHERE;
    write_results(view, insn, list, &open, acting);
    gcn3_cases_take(view, insn, list);
    if (!open.guard && is_vector(insn) && gcn3_of(insn)->row->acting == ACT_ACTIVE)
        gcn3_cases_take_mask(view, insn, open.lanes);
    return WAY_NEXT;
}

struct gcn3_step gcn3_view_step(const struct gcn3_program *p, struct gcn3_view *view,
                                uint32_t index)
{
    const struct insn *insn = &p->program->insns[index];
    struct gcn3_step step = {.way = WAY_NEXT};
    if (!insn->op)
        return (struct gcn3_step){.way = WAY_NOWHERE};
    switch (insn->op->role) {
    case ROLE_ACCESS:
        step.asked = gcn3_access(p, view, index);
        gcn3_cases_take(view, insn, &p->info[index].list);
        return step;
    case ROLE_JUMP: case ROLE_BRANCH:
        step.way = branch(p, view, index);
        return step;
    case ROLE_END:
        step.way = insn->flow == FLOW_EXIT ? WAY_END : WAY_NOWHERE;
        return step;
    case ROLE_SPLIT: case ROLE_JOIN:
        gcn3_cases_drop(view);
        return step;
    case ROLE_BARRIER: case ROLE_WAIT: case ROLE_PAUSE: case ROLE_FENCE:
        return step;
    default:
        step.to_other_part = writes_foreign(p, view, insn);
        step.way = compute(p, view, index);
        return step;
    }
}
