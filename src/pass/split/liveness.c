/* SPDX-License-Identifier: Apache-2.0 */
/* liveness.c - scalar registers that are live, by iteration over the instructions. */
#include "pass/split/liveness.h"

#include "isa/dependence.h"
#include "isa/gcn3/gcn3.h"
#include "pass/split/idle.h"

enum { BIT_SCC = GCN3_SCALARS, BIT_MODE, BITS };

static void add_names(struct scalars *set, const struct register_use *use)
{
    for (uint32_t i = 0; i < use->count; i++) {
        uint32_t name = use->first + i;
        uint32_t bit = name == GCN3_SCC ? BIT_SCC : name == GCN3_NAME_MODE ? BIT_MODE : name;
        if (name == GCN3_EXEC || name == GCN3_EXEC + 1 || bit >= BITS)
            continue; /* EXEC is the same for all parts */
        set->bits[bit / 64] |= 1ull << bit % 64;
    }
}

static void all_names(struct scalars *set)
{
    for (unsigned i = 0; i < 3; i++)
        set->bits[i] = ~0ull;
}

static void list_names(struct liveness *live, uint32_t at)
{
    const struct insn *insn = &live->program->insns[at];
    struct scalars *read = &live->read[at - live->first];
    struct scalars *written = &live->written[at - live->first];
    struct dependence list = {0};
    if (!insn->op) {
        all_names(read);
        return;
    }
    live->program->isa->dependence(insn, NULL, &list);
    for (unsigned i = 0; i < list.reads; i++)
        add_names(read, &list.read[i]);
    for (unsigned i = 0; i < list.writes; i++)
        add_names(written, &list.write[i]);
    bool leaves = insn->flow == FLOW_CALL || insn->flow == FLOW_INDIRECT ||
                  insn->flow == FLOW_RETURN;
    if (leaves || list.is_full || list.by_state) /* somebody may read anything */
        all_names(read);
}

/* ---- iteration ---- */

/* A write of a part of a register, or in some lanes of a mask, does not end its life. */
static struct scalars ended_by(const struct liveness *live, uint32_t at)
{
    const struct insn *insn = &live->program->insns[at];
    struct scalars out = {{0}};
    struct dependence list = {0};
    if (!insn->op)
        return out;
    live->program->isa->dependence(insn, NULL, &list);
    for (unsigned i = 0; i < list.writes; i++) {
        if (list.write[i].role == WRITE_WHOLE)
            add_names(&out, &list.write[i]);
    }
    return out;
}

static bool step(const struct liveness *live, struct scalars *in, uint32_t at, uint32_t first,
                 uint32_t end)
{
    const struct insn *insn = &live->program->insns[at];
    const struct scalars ended = ended_by(live, at);
    const int32_t next[2] = {insn->flow == FLOW_JUMP || insn->flow == FLOW_EXIT ? -1 : insn->next,
                             insn->target};
    bool changed = false;
    for (unsigned i = 0; i < 3; i++) {
        uint64_t out = 0;
        for (unsigned k = 0; k < 2; k++) {
            if (next[k] >= (int32_t)first && next[k] < (int32_t)end)
                out |= in[(uint32_t)next[k] - live->first].bits[i];
        }
        uint64_t before = live->read[at - live->first].bits[i] | (out & ~ended.bits[i]);
        changed |= before != in[at - live->first].bits[i];
        in[at - live->first].bits[i] = before;
    }
    return changed;
}

/* Backwards, until nothing changes: as often as loops are nested, and once more. */
static void iterate(const struct liveness *live, struct scalars *in, uint32_t first, uint32_t end)
{
    bool changed = true;
    for (uint32_t i = first; i < end; i++)
        in[i - live->first] = (struct scalars){{0}};
    while (changed) {
        changed = false;
        for (uint32_t i = end; i-- > first;)
            changed |= step(live, in, i, first, end);
    }
}

struct liveness liveness_find(struct arena *arena, const struct program *program, uint32_t first,
                              uint32_t end)
{
    struct liveness live = {.program = program, .first = first, .end = end};
    const uint32_t count = end - first;
    live.read = arena_array(arena, count, sizeof *live.read);
    live.written = arena_array(arena, count, sizeof *live.written);
    live.in = arena_array(arena, count, sizeof *live.in);
    live.local = arena_array(arena, count, sizeof *live.local);
    for (uint32_t i = first; i < end; i++)
        list_names(&live, i);
    iterate(&live, live.in, first, end);
    return live;
}

/* ---- sites ---- */

/* The first instruction of a range that writes one of these; NO_INSN: none. */
static uint32_t find_writer(const struct liveness *live, uint32_t from, uint32_t to,
                            const struct scalars *wanted)
{
    for (uint32_t at = from; at < to; at++) {
        for (unsigned i = 0; i < 3; i++) {
            if (live->written[at - live->first].bits[i] & wanted->bits[i])
                return at;
        }
    }
    return NO_INSN;
}

static void refuse(struct split_site *site, const char *why, uint32_t at)
{
    if (at == NO_INSN)
        return;
    site->refused = why;
    site->refused_at = at;
}

static bool is_common(const struct scalars *a, const struct scalars *b)
{
    return (a->bits[0] & b->bits[0]) | (a->bits[1] & b->bits[1]) | (a->bits[2] & b->bits[2]);
}

struct exec_use {
    bool reads, writes;
};

static struct exec_use exec_use_of(const struct program *program, const struct insn *insn)
{
    struct exec_use out = {false, false};
    struct dependence list = {0};
    program->isa->dependence(insn, NULL, &list);
    for (unsigned i = 0; i < list.reads; i++)
        out.reads |= list.read[i].first <= GCN3_EXEC + 1 &&
                     list.read[i].first + list.read[i].count > GCN3_EXEC;
    for (unsigned i = 0; i < list.writes; i++)
        out.writes |= list.write[i].first <= GCN3_EXEC + 1 &&
                      list.write[i].first + list.write[i].count > GCN3_EXEC;
    return out;
}

/* Both parts run the code between the sides, each in its own lanes and with its own EXEC. `masks`
 * are registers that have been computed from that EXEC. */
static const char *reason_between(const struct liveness *live, const struct split_site *site,
                                  uint32_t at, struct scalars *masks)
{
    const struct insn *insn = &live->program->insns[at];
    const struct scalars *written = &live->written[at - live->first];
    const struct exec_use exec = exec_use_of(live->program, insn);
    if (insn->flow != FLOW_NEXT && at != site->serial_skip)
        return "control branches between its sides";
    if (exec.writes) {
        for (unsigned i = 0; i < 3; i++)
            masks->bits[i] |= written->bits[i];
        masks->bits[BIT_SCC / 64] &= ~(1ull << BIT_SCC % 64); /* whether the else side has lanes */
        return NULL;
    }
    if (insn->role == ROLE_CROSS)
        return "lanes read each other between its sides";
    const bool computes = written->bits[0] | written->bits[1] | written->bits[2];
    if ((exec.reads && computes) || is_common(&live->read[at - live->first], masks))
        return "EXEC is read between its sides";
    return NULL;
}

static void check_between(const struct liveness *live, struct split_site *site)
{
    struct scalars masks = {{0}};
    for (uint32_t at = site->serial; !site->refused && at < site->otherwise; at++) {
        const char *why = reason_between(live, site, at, &masks);
        if (why)
            refuse(site, why, at);
    }
    if (!site->refused && site->otherwise < site->join &&
        is_common(&masks, &live->local[site->otherwise - live->first]))
        refuse(site, "its else side reads EXEC of its then side", site->serial);
}

static void check_else(const struct liveness *live, struct split_site *site)
{
    iterate(live, live->local, site->serial, site->join);
    refuse(site, "its else side reads a scalar that its then side computes",
           find_writer(live, site->then, site->serial, &live->local[site->serial - live->first]));
    if (!site->refused)
        refuse(site, "a scalar that its else side computes is read after the join",
               find_writer(live, site->otherwise, site->join, &live->in[site->join - live->first]));
    if (!site->refused)
        check_between(live, site);
}

void liveness_check(const struct liveness *live, struct split_site *site)
{
    if (site->serial != NO_INSN)
        check_else(live, site);
    if (!site->refused)
        idle_check(live, site);
}
