/* SPDX-License-Identifier: Apache-2.0 */
/* cases.c - cases of lanes: made, split, joined. */
#include "bound/gcn3/cases.h"

#include <string.h>

/* The lanes whose bits a register has, as the register has them. */
static uint32_t half_of(uint64_t lanes, uint32_t name)
{
    return (uint32_t)(lanes >> 32 * (name & 1));
}

static uint64_t as_lanes(uint32_t bits, uint32_t name)
{
    return (uint64_t)bits << 32 * (name & 1);
}

static uint64_t pair_of(const uint32_t *words, uint32_t pair)
{
    return words[pair] | (uint64_t)words[pair + 1] << 32;
}

static uint64_t known_ones(const struct gcn3_cases *cases, uint32_t c, uint32_t pair)
{
    return cases->lanes[c] & pair_of(cases->value[c], pair) & ~pair_of(cases->loose[c], pair);
}

/* ---- one case and another ---- */

/* Lanes of which two cases say the same. */
static uint64_t alike(const struct gcn3_cases *a, uint32_t i, const struct gcn3_cases *b,
                      uint32_t k)
{
    uint32_t differ[2] = {0, 0};
    for (uint32_t name = 0; name < GCN3_SCALARS; name++)
        differ[name & 1] |= (a->loose[i][name] ^ b->loose[k][name]) |
                            ((a->value[i][name] ^ b->value[k][name]) & ~a->loose[i][name]);
    return ~(differ[0] | (uint64_t)differ[1] << 32);
}

static void put(struct gcn3_cases *to, uint32_t i, const struct gcn3_cases *from, uint32_t k,
                uint64_t lanes)
{
    for (uint32_t name = 0; name < GCN3_SCALARS; name++) {
        const uint32_t bits = half_of(lanes, name);
        to->value[i][name] = (to->value[i][name] & ~bits) | (from->value[k][name] & bits);
        to->loose[i][name] = (to->loose[i][name] & ~bits) | (from->loose[k][name] & bits);
    }
    to->lanes[i] |= lanes;
}

/* Two become one: it knows what both know. */
static void join(struct gcn3_cases *to, uint32_t i, const struct gcn3_cases *from, uint32_t k,
                 uint64_t lanes)
{
    for (uint32_t name = 0; name < GCN3_SCALARS; name++)
        to->loose[i][name] |= half_of(lanes, name) &
                              (from->loose[k][name] | (to->value[i][name] ^ from->value[k][name]));
}

static uint64_t alike_in_exec(const struct gcn3_cases *a, uint32_t i, const struct gcn3_cases *b,
                              uint32_t k)
{
    return ~((pair_of(a->value[i], GCN3_EXEC) ^ pair_of(b->value[k], GCN3_EXEC)) |
             (pair_of(a->loose[i], GCN3_EXEC) ^ pair_of(b->loose[k], GCN3_EXEC)));
}

/* Adds a case for some lanes: to none if there is one like it, else to the first that is free. */
static void add(struct gcn3_cases *to, const struct gcn3_cases *from, uint32_t k, uint64_t lanes)
{
    for (uint32_t i = 0; i < to->count && lanes; i++)
        lanes &= ~(to->lanes[i] & alike(to, i, from, k));
    for (uint32_t i = 0; i < GCN3_CASES && lanes; i++) {
        const uint64_t here = lanes & ~(i < to->count ? to->lanes[i] : 0);
        if (!here)
            continue;
        if (i == to->count)
            to->lanes[to->count++] = 0;
        put(to, i, from, k, here);
        lanes &= ~here;
    }
    for (uint32_t i = GCN3_CASES; i-- > 0 && lanes;) { /* no room: a case that is on or off alike */
        const uint64_t here = i ? lanes & alike_in_exec(to, i, from, k) : lanes;
        join(to, i, from, k, here);
        lanes &= ~here;
    }
}

/* Each case of a lane once. */
static void compact(struct gcn3_cases *cases)
{
    const struct gcn3_cases old = *cases;
    cases->count = 0;
    for (uint32_t c = 0; c < old.count; c++)
        add(cases, &old, c, old.lanes[c]);
}

/* ---- a turn begins ---- */

void gcn3_cases_drop(struct gcn3_view *view)
{
    if (view->cases)
        view->cases->count = 0;
}

static void make(struct gcn3_view *view)
{
    struct gcn3_cases *cases = view->cases;
    cases->count = 1;
    cases->lanes[0] = ~0ull;
    memcpy(cases->value[0], view->state.scalar, sizeof cases->value[0]);
    memcpy(cases->loose[0], view->loose, sizeof cases->loose[0]);
}

static void set_exec(struct gcn3_cases *cases, uint32_t c, uint64_t lanes, bool on)
{
    for (uint32_t name = GCN3_EXEC; name < GCN3_EXEC + 2; name++) {
        const uint32_t bits = half_of(lanes, name);
        cases->value[c][name] = (cases->value[c][name] & ~bits) | (on ? bits : 0);
        cases->loose[c][name] &= ~bits;
    }
}

/* A case's part with this bit of EXEC, into one of two. */
static void collect(struct gcn3_cases *to, uint32_t i, struct gcn3_cases *from, uint32_t k,
                    uint64_t lanes)
{
    const uint64_t new = lanes & ~to->lanes[i];
    set_exec(from, k, lanes, i);
    join(to, i, from, k, lanes & ~new);
    put(to, i, from, k, new);
}

/* Lanes that may be on or off have a case for each. */
static void know_exec(struct gcn3_cases *cases)
{
    struct gcn3_cases old = *cases;
    cases->count = 0;
    for (uint32_t c = 0; c < old.count; c++) {
        const uint64_t loose = old.lanes[c] & pair_of(old.loose[c], GCN3_EXEC);
        add(cases, &old, c, old.lanes[c] & ~loose);
        for (uint32_t on = 0; loose && on < 2; on++) {
            set_exec(&old, c, loose, on);
            add(cases, &old, c, loose);
        }
    }
}

void gcn3_cases_settle(struct gcn3_view *view, bool few)
{
    struct gcn3_cases *cases = view->cases;
    if (!cases)
        return;
    if (view->split_loose || ~view->state.split_mask) { /* a part: EXEC has lanes of others */
        cases->count = 0;
        return;
    }
    if (!cases->count)
        make(view);
    know_exec(cases);
    if (!few && cases->count <= GCN3_CASES / 2)
        return;
    struct gcn3_cases old = *cases;
    memset(cases, 0, sizeof *cases);
    cases->count = 2;
    for (uint32_t c = 0; c < old.count; c++) {
        const uint64_t loose = pair_of(old.loose[c], GCN3_EXEC);
        const uint64_t on = pair_of(old.value[c], GCN3_EXEC);
        collect(cases, 0, &old, c, old.lanes[c] & (~on | loose));
        collect(cases, 1, &old, c, old.lanes[c] & (on | loose));
    }
}

/* ---- an instruction ---- */

/* Results and sources have the bits of a lane in the same places. */
static bool is_by_lane(const struct register_use *use, uint32_t count, int *shape)
{
    for (uint32_t i = 0; i < count; i++) {
        if (use[i].first == GCN3_NAME_SPLIT_MASK || use[i].first == GCN3_SCC || !use[i].count)
            continue; /* with cases no lane is split off */
        const int found = use[i].count == 2 ? 2 : use[i].first & 1;
        if (use[i].first + use[i].count > GCN3_SCALARS || use[i].count > 2 ||
            (use[i].count == 2 && use[i].first & 1) || (*shape >= 0 && *shape != found))
            return false;
        *shape = found;
    }
    return true;
}

static bool stays_by_lane(const struct dependence *list)
{
    int shape = -1;
    return is_by_lane(list->read, list->reads, &shape) &&
           is_by_lane(list->write, list->writes, &shape);
}

/* A bit that is not known is 0 or 1. Lanes that are off are not worth two cases, and single words
 * are numbers rather than lane masks. */
static void split_bits(struct gcn3_cases *cases, uint32_t name)
{
    const uint32_t count = cases->count;
    for (uint32_t c = 0; c < count; c++) {
        uint64_t lanes = as_lanes(cases->loose[c][name], name) & known_ones(cases, c, GCN3_EXEC);
        uint64_t full = cases->count < GCN3_CASES ? 0 : ~0ull;
        for (uint32_t i = 0; full && i < cases->count; i++)
            full &= cases->lanes[i];
        lanes &= ~full;
        if (!lanes)
            continue;
        const uint32_t bits = half_of(lanes, name);
        cases->loose[c][name] &= ~bits;
        cases->value[c][name] |= bits;
        const struct gcn3_cases ones = *cases;
        cases->value[c][name] &= ~bits;
        add(cases, &ones, c, lanes);
    }
}

static bool may_split(const struct gcn3_cases *cases, const struct dependence *list)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < list->reads; i++) {
        for (uint32_t k = 0; list->read[i].count == 2 && k < 2; k++) {
            const uint32_t name = list->read[i].first + k;
            for (uint32_t c = 0; c < cases->count; c++)
                found |= as_lanes(cases->loose[c][name], name) & known_ones(cases, c, GCN3_EXEC);
        }
    }
    return found;
}

static void split_sources(struct gcn3_cases *cases, const struct dependence *list)
{
    if (!may_split(cases, list))
        return;
    compact(cases);
    for (uint32_t i = 0; i < list->reads; i++) {
        for (uint32_t k = 0; list->read[i].count == 2 && k < 2; k++)
            split_bits(cases, list->read[i].first + k);
    }
}

void gcn3_cases_run(struct gcn3_view *view, const struct insn *insn,
                    const struct dependence *list, gcn3_bitwise_fn *run)
{
    struct gcn3_cases *cases = view->cases;
    struct effect effect = {.kind = EFFECT_NONE};
    uint32_t scalar[GCN3_SCALARS], loose[GCN3_SCALARS];
    if (!gcn3_has_cases(view) || !stays_by_lane(list))
        return;
    memcpy(scalar, view->state.scalar, sizeof scalar);
    memcpy(loose, view->loose, sizeof loose);
    split_sources(cases, list);
    for (uint32_t c = 0; c < cases->count; c++) {
        memcpy(view->state.scalar, cases->value[c], sizeof scalar);
        memcpy(view->loose, cases->loose[c], sizeof loose);
        run(view, insn, list, &effect);
        memcpy(cases->value[c], view->state.scalar, sizeof scalar);
        memcpy(cases->loose[c], view->loose, sizeof loose);
    }
    memcpy(view->state.scalar, scalar, sizeof scalar);
    memcpy(view->loose, loose, sizeof loose);
    gcn3_view_apply_exec(view);
}

/* Bits that are the same in all cases of their lane. */
static void refine_word(struct gcn3_view *view, uint32_t name)
{
    const struct gcn3_cases *cases = view->cases;
    uint32_t zero = ~0u, one = ~0u;
    for (uint32_t c = 0; c < cases->count; c++) {
        const uint32_t elsewhere = ~half_of(cases->lanes[c], name);
        zero &= elsewhere | ~(cases->loose[c][name] | cases->value[c][name]);
        one &= elsewhere | (~cases->loose[c][name] & cases->value[c][name]);
    }
    const uint32_t learned = view->loose[name] & (zero ^ one);
    view->loose[name] &= ~learned;
    view->state.scalar[name] = (view->state.scalar[name] & ~learned) | (one & learned);
}

static void take_word(struct gcn3_view *view, uint32_t name)
{
    struct gcn3_cases *cases = view->cases;
    for (uint32_t c = 0; c < cases->count; c++) {
        cases->value[c][name] = view->state.scalar[name];
        cases->loose[c][name] = view->loose[name];
    }
}

void gcn3_cases_refine(struct gcn3_view *view, const struct dependence *list)
{
    const bool by_lane = stays_by_lane(list);
    for (uint32_t i = 0; gcn3_has_cases(view) && i < list->writes; i++) {
        for (uint32_t k = 0; k < list->write[i].count; k++) {
            const uint32_t name = list->write[i].first + k;
            if (name < GCN3_SCALARS && by_lane)
                refine_word(view, name);
            else if (name < GCN3_SCALARS)
                take_word(view, name);
        }
    }
}

void gcn3_cases_take(struct gcn3_view *view, const struct insn *insn,
                     const struct dependence *list)
{
    if (!gcn3_has_cases(view))
        return;
    if (list->by_state) { /* the list has all registers that it may mean */
        gcn3_cases_drop(view);
        return;
    }
    for (uint32_t i = 0; i < list->writes; i++) {
        for (uint32_t k = 0; k < list->write[i].count; k++) {
            if (list->write[i].first + k < GCN3_SCALARS)
                take_word(view, list->write[i].first + k);
        }
    }
    for (unsigned i = 0; i < TARGETS_MAX && insn->dst[i].count; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++) {
            if (insn->dst[i].first + k < GCN3_SCALARS)
                take_word(view, insn->dst[i].first + k);
        }
    }
}

void gcn3_cases_take_mask(struct gcn3_view *view, const struct insn *insn, uint64_t open)
{
    struct gcn3_cases *cases = view->cases;
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t mask = own->sdst.code;
    const bool plain = own->encoding == GCN3_PLAIN || own->encoding == GCN3_E64;
    if (!gcn3_has_cases(view) || own->format < GCN3_VOP2 || own->format > GCN3_VOP3 || !plain ||
        own->sdst.kind != GCN3_SGPR || own->sdst.type != GCN3_MASK || own->writes_exec ||
        mask & 1 || mask + 2 > GCN3_EXEC || view->split_loose || ~view->state.split_mask)
        return;
    const uint64_t made = gcn3_scalar_pair(&view->state, mask);
    for (uint32_t c = 0; c < cases->count; c++) {
        const uint64_t loose = pair_of(cases->loose[c], GCN3_EXEC);
        const uint64_t off = ~pair_of(cases->value[c], GCN3_EXEC) & ~loose;
        const uint64_t zero = off | (~open & ~made), one = ~off & ~loose & ~open & made;
        for (uint32_t name = mask; name < mask + 2; name++) {
            cases->loose[c][name] = ~half_of(zero | one, name);
            cases->value[c][name] = half_of(one, name);
        }
    }
    for (uint32_t name = mask; name < mask + 2; name++)
        refine_word(view, name);
}

/* ---- ways ---- */

void gcn3_cases_forget(struct gcn3_view *view, uint32_t scalar)
{
    for (uint32_t c = 0; gcn3_has_cases(view) && c < view->cases->count; c++) {
        view->cases->value[c][scalar] = 0;
        view->cases->loose[c][scalar] = ~0u;
    }
}

void gcn3_cases_exclude(struct gcn3_view *view, uint32_t pair)
{
    struct gcn3_cases *cases = view->cases;
    if (!gcn3_has_cases(view) || view->split_loose || ~view->state.split_mask)
        return;
    for (uint32_t c = 0; c < cases->count; c++)
        cases->lanes[c] &= ~known_ones(cases, c, pair);
    for (uint32_t name = pair; name < pair + 2; name++) {
        view->state.scalar[name] = view->loose[name] = 0;
        take_word(view, name);
    }
    for (uint32_t name = 0; name < GCN3_SCALARS; name++)
        refine_word(view, name);
    gcn3_view_apply_exec(view);
}

void gcn3_cases_merge(struct gcn3_view *into, const struct gcn3_view *other)
{
    if (!gcn3_has_cases(into) || !gcn3_has_cases(other)) {
        gcn3_cases_drop(into);
        return;
    }
    compact(into->cases);
    for (uint32_t c = 0; c < other->cases->count; c++)
        add(into->cases, other->cases, c, other->cases->lanes[c]);
}

/* Each case of a lane is also one of the other view. */
static bool has_all(const struct gcn3_cases *a, const struct gcn3_cases *b)
{
    for (uint32_t c = 0; c < b->count; c++) {
        uint64_t rest = b->lanes[c];
        for (uint32_t i = 0; rest && i < a->count; i++)
            rest &= ~(a->lanes[i] & alike(a, i, b, c));
        if (rest)
            return false;
    }
    return true;
}

bool gcn3_cases_equal(const struct gcn3_view *a, const struct gcn3_view *b)
{
    if (!gcn3_has_cases(a) || !gcn3_has_cases(b))
        return gcn3_has_cases(a) == gcn3_has_cases(b);
    return has_all(a->cases, b->cases) && has_all(b->cases, a->cases);
}
