/* SPDX-License-Identifier: Apache-2.0 */
/* taint.c - how dependence on a source passes from what an instruction reads to what it writes.
 *
 * Registers have one bit per lane. A result depends on what its lane reads, on the guard, and on
 * its old contents as far as these stay: in lanes that do not act, and in bits that are not
 * written. Only a write of all bits by a lane that acts clears its bit. */
#include "machine/common/taint.h"

#include <stdlib.h>
#include <string.h>

#include "machine/common/run_state.h"

static const char *const unset_sources[] = {
    [LABEL_REGISTER] = "an uninitialised register",
    [LABEL_MEMORY] = "uninitialised memory",
};

struct taint *taint_new(void)
{
    struct taint *taint = memory_take(sizeof *taint);
    memcpy(taint->source, unset_sources, sizeof unset_sources);
    taint->sources = LABEL_FIRST_FREE;
    return taint;
}

static void free_launch(struct taint *taint)
{
    free(taint->lists);
    memory_give_back(taint->kinds);
    memory_give_back(taint->registers);
    memory_give_back(taint->common);
    while (taint->blocks)
        free(taint->block[--taint->blocks]);
    taint->lists = NULL;
    taint->kinds = NULL;
    taint->registers = taint->common = NULL;
}

void taint_free(struct taint *taint)
{
    if (!taint)
        return;
    free_launch(taint);
    arena_free(&taint->arena);
    memory_give_back(taint);
}

/* ---- memory ---- */

/* One label per name; names beyond the last label share it. */
static uint8_t label_of(struct taint *taint, const char *name)
{
    for (uint32_t i = 1; i < taint->sources; i++)
        if (!strcmp(taint->source[i], name))
            return (uint8_t)i;
    if (taint->sources > LABEL_MAX)
        return LABEL_MAX;
    taint->source[taint->sources] =
        taint->sources == LABEL_MAX ? "one of many sources" : arena_strdup(&taint->arena, name);
    return (uint8_t)taint->sources++;
}

static uint8_t first_label(struct taint *taint, const struct allocation *a)
{
    switch (a->kind) {
    case ALLOCATION_BUFFER:
        return a->fixed ? 0 : label_of(taint, a->name);
    case ALLOCATION_STACK: case ALLOCATION_LOCAL:
        return LABEL_MEMORY;
    default:
        return 0;
    }
}

enum wc_status taint_memory(struct error *err, struct taint *taint, struct memory *memory)
{
    for (uint32_t i = 0; i < memory->count; i++) {
        struct allocation *a = &memory->table[i];
        if (a->labels)
            continue;
        void *labels = NULL;
        enum wc_status status = allocate_checked(err, "labels of memory", a->size, &labels);
        if (status != WC_OK)
            return status;
        a->labels = labels;
        a->first_label = first_label(taint, a);
    }
    return WC_OK;
}

static const char after_launch[] =
    "memory of the program after a launch that is not exact";

void taint_forget(struct taint *taint, struct memory *memory)
{
    for (uint32_t i = 0; i < memory->count; i++) {
        struct allocation *a = &memory->table[i];
        if (!a->writable || !a->labels)
            continue;
        memset(a->labels, 0, a->size);
        a->first_label = label_of(taint, a->kind == ALLOCATION_BUFFER ? a->name : after_launch);
    }
}

/* ---- a launch ---- */

static enum wc_status list_program(struct run_state *run, struct taint *taint)
{
    const struct program *program = run->launch->program;
    void *lists = NULL;
    enum wc_status status = allocate_checked(run->err, "lists of registers",
                                             program->count * sizeof *taint->lists, &lists);
    taint->lists = lists;
    for (uint32_t i = 0; status == WC_OK && i < program->count; i++)
        taint->isa->dependence(&program->insns[i], NULL, &taint->lists[i]);
    return status;
}

enum wc_status taint_label(struct run_state *run, uint64_t bytes, uint8_t **out)
{
    struct taint *taint = run->control->taint;
    void *labels = NULL;
    *out = NULL;
    if (!taint || !bytes)
        return WC_OK;
    enum wc_status status = allocate_checked(run->err, "labels of memory", bytes, &labels);
    if (status == WC_OK)
        *out = taint->block[taint->blocks++] = labels;
    return status;
}

enum wc_status taint_begin(struct run_state *run)
{
    struct taint *taint = run->control->taint;
    if (!taint)
        return WC_OK;
    const uint32_t names = (taint->isa = run->launch->program->isa)->name_count;
    taint->decision = (struct taint_decision){0};
    enum wc_status status = taint_memory(run->err, taint, run->memory);
    if (status == WC_OK)
        status = list_program(run, taint);
    taint->kinds = memory_take(names);
    taint->common = memory_take(names * sizeof *taint->common);
    taint->registers = memory_take((size_t)names * run->warp_count * sizeof *taint->registers);
    for (uint32_t i = 0; i < names; i++)
        taint->kinds[i] = (uint8_t)taint->isa->name_kind(i);
    for (uint32_t i = 0; i < run->warp_count; i++) {
        run->warps[i]->tainted = taint->registers + (size_t)i * names;
        run->warps[i]->port.shadow = &taint->shadow;
        taint_unset(run, run->warps[i]);
    }
    return status;
}

void taint_end(struct run_state *run)
{
    if (!run->control->taint)
        return;
    for (uint32_t i = 0; i < run->warp_count; i++) {
        run->warps[i]->tainted = NULL;
        run->warps[i]->port.shadow = NULL;
    }
    free_launch(run->control->taint);
}

/* State without a register is always set: machines reset it. */
void taint_unset(const struct run_state *run, struct resident *w)
{
    const struct taint *taint = run->control->taint;
    if (!taint)
        return;
    for (uint32_t i = 0; i < taint->isa->register_count; i++) {
        bool fixed = taint->kinds[i] == NAME_FIXED;
        w->tainted[i] = (struct tainted){fixed ? 0 : ~0ull, LABEL_REGISTER};
    }
    for (uint32_t i = taint->isa->register_count; i < taint->isa->name_count; i++)
        w->tainted[i] = (struct tainted){0};
}

void taint_set(const struct run_state *run, struct resident *w, uint32_t first, uint32_t count)
{
    if (!run->control->taint)
        return;
    for (uint32_t i = 0; i < count; i++)
        w->tainted[first + i] = (struct tainted){0};
}

void taint_fork(const struct run_state *run, const struct resident *from, struct resident *to)
{
    memcpy(to->tainted, from->tainted,
           run->control->taint->isa->name_count * sizeof *to->tainted);
}

void taint_merge(const struct run_state *run, struct resident *into, const struct resident *from,
                 uint64_t lanes, bool masks)
{
    const struct taint *taint = run->control->taint;
    for (uint32_t i = 0; i < taint->isa->name_count; i++) {
        const bool vector = taint->kinds[i] == NAME_LANES;
        const struct tainted *other = &from->tainted[i];
        struct tainted *mine = &into->tainted[i];
        const uint64_t taken = vector ? other->lanes & lanes : masks ? other->lanes : 0;
        mine->lanes = (vector ? mine->lanes & ~lanes : mine->lanes) | taken;
        mine->label = taken ? other->label : mine->label;
    }
}

/* ---- decisions ---- */

void taint_decide(struct run_state *run, const struct insn *insn, uint8_t label,
                  const char *subject)
{
    struct taint *taint = run->control->taint;
    if (taint->decision.found)
        return;
    taint->decision = (struct taint_decision){.found = true, .insn = insn, .subject = subject,
                                              .source = taint->source[label],
                                              .cycle = run->cycle};
    run->stopped = true; /* what follows proves nothing */
}

void taint_read(struct run_state *run, uint64_t address, uint64_t bytes, const char *subject)
{
    const struct allocation *a = memory_find(run->memory, address, bytes);
    if (!run->control->taint || !a || !a->labels)
        return;
    uint8_t label = shadow_label(a, address, bytes);
    if (label)
        taint_decide(run, NULL, label, subject);
}

/* ---- an instruction ---- */

static void join(struct tainted *to, uint64_t lanes, uint8_t label)
{
    if (!lanes)
        return;
    to->lanes |= lanes;
    to->label = label;
}

static struct tainted *register_of(struct taint *taint, struct resident *w, uint32_t name)
{
    switch ((enum name_kind)taint->kinds[name]) {
    case NAME_COMMON: return &taint->common[name];
    case NAME_GROUP: return &w->group->warp[0]->tainted[name];
    default: return &w->tainted[name];
    }
}

/* Lanes of a source on which results can depend. */
static uint64_t lanes_read(const struct taint *taint, uint8_t kind)
{
    if (kind != NAME_LANES)
        return ~0ull;
    if (taint->list->flow == LANES_ALL)
        return taint->lanes;
    if (taint->list->flow == LANES_LISTED)
        return taint->list->lanes;
    /* With no lane acting, hardware that picks a lane picks the first. */
    return taint->acting || taint->list->flow == LANES_OWN ? taint->acting : taint->lanes;
}

static void read_value(struct taint *taint, uint8_t kind, uint64_t lanes, uint8_t label)
{
    bool all = kind != NAME_LANES || taint->list->flow != LANES_OWN;
    taint->uniform |= all && lanes;
    join(&taint->value, all && lanes ? ~0ull : lanes, label);
}

static void read_register(struct run_state *run, struct resident *w, const struct insn *insn,
                          uint32_t name, enum read_role role)
{
    struct taint *taint = run->control->taint;
    const struct tainted *from = register_of(taint, w, name);
    const uint8_t kind = taint->kinds[name];
    if (!from->lanes)
        return;
    uint64_t lanes = from->lanes & lanes_read(taint, kind);
    const bool guards = role == READ_GUARD || role == READ_MASK;
    if (guards)
        lanes = kind != NAME_LANES ? ~0ull
                : role == READ_MASK ? from->lanes : from->lanes & w->warp.mask;
    if (!lanes)
        return;
    if (role == READ_DECIDES || (guards && taint->list->guard_decides))
        taint_decide(run, insn, from->label, taint->isa->register_name(name));
    else if (guards)
        join(&taint->guard, lanes, from->label);
    else if (role == READ_DATA) {
        taint->shadow.stored |= lanes;
        taint->shadow.stored_label = from->label;
    } else {
        read_value(taint, kind, lanes, from->label);
    }
}

/* The list of an instruction. One that a decoder injects is in no program. */
static const struct dependence *list_of(const struct run_state *run, const struct resident *w,
                                        const struct insn *insn)
{
    struct taint *taint = run->control->taint;
    const struct program *program = run->launch->program;
    const bool injected = insn < program->insns || insn >= program->insns + program->count;
    if (!injected && !taint->lists[insn - program->insns].by_state)
        return &taint->lists[insn - program->insns];
    taint->by_state = (struct dependence){0};
    taint->isa->dependence(insn, &w->warp, &taint->by_state);
    return &taint->by_state;
}

void taint_before(struct run_state *run, struct resident *w, const struct insn *insn)
{
    struct taint *taint = run->control->taint;
    taint->list = list_of(run, w, insn);
    taint->lanes = lanes_all(w->warp.lanes);
    taint->acting = taint->isa->acting(&w->warp, insn);
    taint->value = taint->guard = (struct tainted){0};
    taint->uniform = false;
    taint->shadow = (struct shadow){0};
    for (uint32_t i = 0; i < taint->list->reads; i++) {
        const struct register_use *use = &taint->list->read[i];
        for (uint32_t k = 0; k < use->count; k++)
            read_register(run, w, insn, use->first + k, (enum read_role)use->role);
    }
}

/* Where lanes read each other, a lane that takes part or not matters to all of them. */
static uint64_t guarded_lanes(const struct taint *taint)
{
    return taint->list->flow != LANES_OWN && taint->guard.lanes ? ~0ull : taint->guard.lanes;
}

static uint64_t lanes_written(const struct taint *taint, const struct tainted *old, uint8_t kind,
                              enum write_extent extent)
{
    const uint64_t new = taint->value.lanes & taint->acting;
    bool keeps = extent == WRITE_PART || kind == NAME_COMMON;
    if (kind == NAME_LANES)
        return (keeps ? old->lanes : old->lanes & ~taint->acting) | new | guarded_lanes(taint);
    bool depends = taint->uniform || new || taint->shadow.loaded || taint->guard.lanes ||
                   (keeps && old->lanes);
    return depends ? ~0ull : 0;
}

static void write_register(struct taint *taint, struct resident *w, uint32_t name,
                           enum write_extent extent)
{
    const uint8_t kind = taint->kinds[name];
    struct tainted *to = register_of(taint, w, name);
    if (kind == NAME_FIXED || extent == WRITE_FIXED)
        return;
    to->lanes = lanes_written(taint, to, kind, extent);
    if (taint->value.lanes)
        to->label = taint->value.label;
    else if (taint->guard.lanes)
        to->label = taint->guard.label;
}

/* What the lists cannot say ends the claim as well. */
static void check(struct run_state *run, const struct insn *insn)
{
    const struct taint *taint = run->control->taint;
    const struct shadow *shadow = &taint->shadow;
    if (taint->list->loaded_decides && shadow->loaded)
        taint_decide(run, insn, shadow->loaded_label, "what it reads from memory");
    if (shadow->lost)
        taint_decide(run, insn, shadow->stored_label, "memory that is not followed");
    if (taint->list->is_full)
        taint_decide(run, insn, LABEL_REGISTER, "more registers than can be followed");
}

void taint_after(struct run_state *run, struct resident *w, const struct insn *insn)
{
    struct taint *taint = run->control->taint;
    const struct shadow *shadow = &taint->shadow;
    check(run, insn);
    if (shadow->loaded) {
        bool all = taint->list->flow != LANES_OWN;
        join(&taint->value, all ? ~0ull : shadow->loaded, shadow->loaded_label);
    }
    const bool traps = run->effect.kind == EFFECT_TRAP; /* instead of writing its targets */
    for (uint32_t i = 0; i < taint->list->writes; i++) {
        const struct register_use *use = &taint->list->write[i];
        const uint8_t extent = use->role == WRITE_WHOLE && traps ? WRITE_PART : use->role;
        for (uint32_t k = 0; k < use->count; k++)
            write_register(taint, w, use->first + k, (enum write_extent)extent);
    }
}
