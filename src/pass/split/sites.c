/* SPDX-License-Identifier: Apache-2.0 */
/* sites.c - finds the parts of divergent branches, one instruction after the other. */
#include "pass/split/sites.h"

#include <string.h>

#include "isa/gcn3/table.h"
#include "pass/split/liveness.h"
#include "pass/split/masks.h"

/* What an instruction does to EXEC, or with it. */
enum step {
    STEP_NONE,
    STEP_OPEN,    /* reg := EXEC, EXEC &= condition */
    STEP_OTHER,   /* reg := EXEC ^ from: lanes of the other side */
    STEP_ELSE,    /* reg := EXEC, EXEC := from & ~EXEC */
    STEP_BOTH,    /* reg := EXEC, EXEC |= from: the older form of the same, up to ... */
    STEP_TURN,    /* EXEC ^= reg */
    STEP_RESTORE, /* EXEC |= reg */
    STEP_LEAVE,   /* EXEC &= ~reg: lanes leave a loop */
    STEP_UNKNOWN, /* any other change */
};

struct mask_step {
    enum step step;
    uint32_t reg, from; /* scalar pairs */
};

enum { NO_PAIR = UINT32_MAX };

static uint32_t pair_of(const struct gcn3_operand *operand)
{
    return operand->kind == GCN3_SGPR ? operand->code : NO_PAIR;
}

/* Of two operands, one of which is EXEC: the other one. */
static uint32_t beside_exec(const struct gcn3_insn *own)
{
    uint32_t a = pair_of(&own->src[0]), b = pair_of(&own->src[1]);
    return a == GCN3_EXEC ? b : b == GCN3_EXEC ? a : NO_PAIR;
}

/* EXEC op register. */
static struct mask_step plain_step(const char *name, const struct gcn3_insn *own)
{
    static const struct {
        const char *name;
        enum step to_exec, to_other;
    } forms[] = {{"s_or_b64", STEP_RESTORE, STEP_NONE}, {"s_xor_b64", STEP_TURN, STEP_OTHER},
                 {"s_andn2_b64", STEP_LEAVE, STEP_NONE}};
    const uint32_t dst = pair_of(&own->dst), other = beside_exec(own);
    for (size_t i = 0; other != NO_PAIR && i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(name, forms[i].name) != 0)
            continue;
        if (dst == GCN3_EXEC)
            return (struct mask_step){forms[i].to_exec, other, other};
        return (struct mask_step){forms[i].to_other, dst, other};
    }
    return (struct mask_step){dst == GCN3_EXEC ? STEP_UNKNOWN : STEP_NONE, NO_PAIR, NO_PAIR};
}

static struct mask_step step_of(const struct insn *insn)
{
    static const struct {
        const char *name;
        enum step step;
    } saves[] = {{"s_and_saveexec_b64", STEP_OPEN}, {"s_andn2_saveexec_b64", STEP_ELSE},
                 {"s_or_saveexec_b64", STEP_BOTH}};
    const struct gcn3_insn *own = insn->op ? gcn3_of(insn) : NULL;
    if (!own)
        return (struct mask_step){STEP_NONE, NO_PAIR, NO_PAIR};
    for (size_t i = 0; i < sizeof saves / sizeof *saves; i++) {
        if (strcmp(insn->op->name, saves[i].name) == 0)
            return (struct mask_step){saves[i].step, pair_of(&own->dst), pair_of(&own->src[0])};
    }
    if (own->writes_exec || strstr(insn->op->name, "saveexec"))
        return (struct mask_step){STEP_UNKNOWN, NO_PAIR, NO_PAIR};
    return plain_step(insn->op->name, own);
}

/* ---- matching ---- */

/* A site, or a loop that lanes leave, which is open. */
struct open {
    uint32_t site;    /* or NO_SITE: a loop */
    uint32_t other;   /* pair with the lanes of the other side */
    uint32_t restore; /* pair that ends it */
    uint32_t both;    /* of the older form: pair that completes the turn, or NO_PAIR */
    bool in_else;
};

struct finder {
    const struct program *program;
    uint32_t first, end; /* the function's instructions */
    bool replaced; /* split and merge instructions are not there */
    struct split_sites sites;
    struct open *stack;
    uint32_t depth;
};

static bool is_skip(const struct insn *insn)
{
    return insn->op && strcmp(insn->op->name, "s_cbranch_execz") == 0;
}

/* The branch that ends the block of an instruction, if it skips a side without lanes. Nothing in
 * between changes EXEC. */
static uint32_t find_skip(const struct finder *f, uint32_t from)
{
    for (uint32_t i = from; i < f->end; i++) {
        const struct insn *insn = &f->program->insns[i];
        const struct mask_step step = step_of(insn);
        if (is_skip(insn))
            return insn->target > (int32_t)i ? i : NO_INSN;
        if (f->replaced && (insn->role == ROLE_SPLIT || insn->role == ROLE_JOIN))
            continue;
        if (insn->flow != FLOW_NEXT || (step.step != STEP_NONE && step.step != STEP_OTHER))
            return NO_INSN;
    }
    return NO_INSN;
}

static void open_site(struct finder *f, uint32_t at, struct mask_step step)
{
    const uint32_t number = f->sites.count++;
    const uint32_t skip = find_skip(f, at + 1);
    const struct open *outer = NULL;
    for (uint32_t i = f->depth; i-- && !outer;)
        outer = f->stack[i].site != NO_SITE ? &f->stack[i] : NULL;
    f->sites.list[number] = (struct split_site){
        .open = at, .skip = skip, .then = skip == NO_INSN ? at + 1 : skip + 1, .serial = NO_INSN,
        .serial_skip = NO_INSN, .otherwise = NO_INSN, .join = NO_INSN, .saved = step.reg,
        .parent = outer ? outer->site : NO_SITE, .in_else = outer && outer->in_else,
        .refused_at = NO_INSN};
    f->stack[f->depth++] = (struct open){number, NO_PAIR, step.reg, NO_PAIR, false};
}

/* The innermost open site with that pair in the member at `offset`. */
static struct open *find_open(struct finder *f, uint32_t pair, size_t offset)
{
    for (uint32_t i = f->depth; pair != NO_PAIR && i--;) {
        const uint32_t *member = (const uint32_t *)((const char *)&f->stack[i] + offset);
        if (*member == pair)
            return &f->stack[i];
    }
    return NULL;
}

static void refuse(struct split_site *site, const char *why, uint32_t at)
{
    if (site->refused)
        return;
    site->refused = why;
    site->refused_at = at;
}

/* The same, and where its parts are is not known. */
static void refuse_parts(struct split_site *site, const char *why, uint32_t at)
{
    refuse(site, why, at);
    site->broken = true;
}

/* What is open inside of it has no end of its own. */
static void close_above(struct finder *f, const struct open *open)
{
    const uint32_t keep = (uint32_t)(open - f->stack) + 1;
    for (uint32_t i = keep; i < f->depth; i++) {
        if (f->stack[i].site != NO_SITE)
            refuse_parts(&f->sites.list[f->stack[i].site], "its sides do not join", NO_INSN);
    }
    f->depth = keep;
}

static void note_other(struct finder *f, uint32_t at, struct mask_step step)
{
    struct open *open = find_open(f, step.from, offsetof(struct open, restore));
    if (!open || open->site == NO_SITE || open->in_else)
        return;
    open->other = step.reg;
    if (f->sites.list[open->site].then == at) /* there is no branch over the side */
        f->sites.list[open->site].then++;
}

static void turn(struct finder *f, struct open *open, uint32_t at, uint32_t restore)
{
    struct split_site *site = &f->sites.list[open->site];
    close_above(f, open);
    open->in_else = true;
    open->restore = restore;
    site->serial_skip = find_skip(f, at + 1);
    site->otherwise = site->serial_skip == NO_INSN ? at + 1 : site->serial_skip + 1;
}

static bool begin_else(struct finder *f, uint32_t at, struct mask_step step)
{
    struct open *open = find_open(f, step.from, offsetof(struct open, other));
    if (!open || open->site == NO_SITE || open->in_else)
        return false;
    f->sites.list[open->site].serial = at;
    if (step.step == STEP_ELSE)
        turn(f, open, at, step.reg);
    else
        open->both = step.reg;
    return true;
}

static bool complete_else(struct finder *f, uint32_t at, struct mask_step step)
{
    struct open *open = find_open(f, step.reg, offsetof(struct open, both));
    if (!open)
        return false;
    open->both = NO_PAIR;
    turn(f, open, at, step.reg);
    return true;
}

/* EXEC |= reg ends it there. Without an else side the lanes of the other side will do as well as
 * all. What is before the end of the side belongs to something else that has the same register. */
static bool ends_at(const struct finder *f, const struct open *open, uint32_t at, uint32_t reg)
{
    if (open->restore != reg && (open->other != reg || open->in_else))
        return false;
    if (open->site == NO_SITE)
        return true;
    const struct split_site *site = &f->sites.list[open->site];
    const uint32_t skip = open->in_else ? site->serial_skip : site->skip;
    return skip == NO_INSN || at >= (uint32_t)f->program->insns[skip].target;
}

static bool restore(struct finder *f, uint32_t at, struct mask_step step)
{
    struct open *open = NULL;
    for (uint32_t i = f->depth; !open && i--;)
        open = ends_at(f, &f->stack[i], at, step.reg) ? &f->stack[i] : NULL;
    if (!open)
        return false; /* of a site whose join is before it: at the head of a loop */
    close_above(f, open);
    if (open->site != NO_SITE)
        f->sites.list[open->site].join = at;
    f->depth--;
    return true;
}

static void take_step(struct finder *f, uint32_t at)
{
    const struct mask_step step = step_of(&f->program->insns[at]);
    bool known = true;
    switch (step.step) {
    case STEP_NONE: return;
    case STEP_OPEN: open_site(f, at, step); return;
    case STEP_OTHER: note_other(f, at, step); return;
    case STEP_ELSE:
    case STEP_BOTH: known = begin_else(f, at, step); break;
    case STEP_TURN: known = complete_else(f, at, step); break;
    case STEP_RESTORE: known = restore(f, at, step); break;
    case STEP_LEAVE:
        f->stack[f->depth++] = (struct open){NO_SITE, NO_PAIR, step.reg, NO_PAIR, false};
        return;
    case STEP_UNKNOWN: known = false; break;
    }
    if (!known && f->sites.unmatched == NO_INSN)
        f->sites.unmatched = at;
}

/* A kernel ends at the instruction, or after a merge there that does not count. */
static bool is_end(const struct finder *f, int32_t at)
{
    while (f->replaced && f->program->insns[at].role == ROLE_JOIN)
        at++;
    return f->program->insns[at].flow == FLOW_EXIT;
}

/* An if around the rest of a kernel needs no restored EXEC: its sides join where it ends. */
static void end_open_sites(struct finder *f)
{
    while (f->depth) {
        const struct open *open = &f->stack[--f->depth];
        if (open->site == NO_SITE)
            continue;
        struct split_site *site = &f->sites.list[open->site];
        const uint32_t skip = open->in_else ? site->serial_skip : site->skip;
        const struct insn *over = skip == NO_INSN ? NULL : &f->program->insns[skip];
        if (over && is_end(f, over->target))
            site->join = (uint32_t)over->target;
        else
            refuse_parts(site, "its sides do not join", NO_INSN);
    }
}

/* ---- control flow ---- */

/* A side ends where the branch over it leads, perhaps a little before EXEC changes. */
static void move_to_target(const struct finder *f, uint32_t skip, uint32_t *end)
{
    const uint32_t target = skip == NO_INSN ? NO_INSN : (uint32_t)f->program->insns[skip].target;
    if (target < *end && target > skip)
        *end = target;
}

static void move_ends(const struct finder *f, struct split_site *site)
{
    if (site->serial == NO_INSN) {
        move_to_target(f, site->skip, &site->join);
    } else {
        move_to_target(f, site->skip, &site->serial);
        move_to_target(f, site->serial_skip, &site->join);
    }
}

static bool is_inside(const struct split_site *site, uint32_t at)
{
    return at > site->open && at < site->join;
}

/* A lane that may be the other side's, which is changing it; without one nobody does. */
static bool uses_named_lane(const struct split_site *site, const struct insn *insn)
{
    return site->serial != NO_INSN && gcn3_of(insn)->row->acting == ACT_NAMED;
}

static const char *reason_of(const struct finder *f, const struct split_site *site,
                             const struct insn *insn)
{
    if (!insn->op)
        return "it has a word that is no instruction";
    switch (insn->role) {
    case ROLE_BARRIER: return "it has a barrier";
    case ROLE_JUMP_REGISTER: return "it has a jump or a call";
    case ROLE_END: return "the program ends in it";
    case ROLE_SPLIT:
    case ROLE_JOIN: return f->replaced ? NULL : "it is split already";
    case ROLE_CROSS: return uses_named_lane(site, insn) ? "it accesses a lane by its number" : NULL;
    }
    bool leaves = insn->flow == FLOW_INDIRECT || insn->flow == FLOW_CALL;
    return leaves ? "it has a jump or a call" : NULL;
}

static void check_inside(const struct finder *f, struct split_site *site)
{
    for (uint32_t i = site->open + 1; i < site->join; i++) {
        const struct insn *insn = &f->program->insns[i];
        const char *why = reason_of(f, site, insn);
        const uint32_t to = (uint32_t)insn->target;
        if (why)
            refuse(site, why, i);
        if (insn->target >= 0 && to != site->join && !is_inside(site, to))
            refuse_parts(site, "control leaves it before its sides join", i);
        if (insn->target >= 0 && to != site->join && site->serial != NO_INSN &&
            (i < site->serial) != (to <= site->serial) && i != site->skip)
            refuse_parts(site, "control goes from one side to the other", i);
        if (insn->target >= 0 && i >= site->then && to > site->open && to < site->then)
            refuse_parts(site, "control goes back to its branch", i);
    }
}

static void check_entries(const struct finder *f, struct split_site *site)
{
    for (uint32_t i = f->first; i < f->end; i++) {
        const struct insn *insn = &f->program->insns[i];
        if (insn->target >= 0 && i != site->open && !is_inside(site, i) &&
            is_inside(site, (uint32_t)insn->target))
            refuse_parts(site, "control enters it in the middle", i);
    }
}

/* What the code between branch and join computes. */
static void check_values(const struct finder *f, struct arena *arena)
{
    struct masks masks = {0};
    struct liveness live = {0};
    for (uint32_t i = 0; i < f->sites.count; i++) {
        struct split_site *site = &f->sites.list[i];
        if (site->refused)
            continue;
        if (!live.in) {
            masks = masks_find(arena, f->program, f->first, f->end);
            live = liveness_find(arena, f->program, f->first, f->end);
        }
        masks_check(&masks, site);
        if (!site->refused)
            liveness_check(&live, site);
    }
}

static void check_sites(const struct finder *f)
{
    for (uint32_t i = 0; i < f->sites.count; i++) {
        struct split_site *site = &f->sites.list[i];
        if (site->join == NO_INSN)
            refuse_parts(site, "its sides do not join", NO_INSN);
        if (site->broken)
            continue;
        move_ends(f, site);
        check_inside(f, site);
        check_entries(f, site);
    }
}

struct split_sites split_sites_find(struct arena *arena, const struct program *program,
                                    const struct function *function, bool replaced)
{
    struct finder f = {.program = program, .replaced = replaced, .sites.unmatched = NO_INSN};
    int32_t first = program_index(program, function->base);
    if (first < 0)
        return f.sites;
    f.first = f.end = (uint32_t)first;
    while (f.end < program->count && program->insns[f.end].pc - function->base < function->bytes)
        f.end++;
    f.sites.list = arena_array(arena, f.end - f.first + 1, sizeof *f.sites.list);
    f.stack = arena_array(arena, f.end - f.first + 1, sizeof *f.stack);
    for (uint32_t i = f.first; i < f.end; i++)
        take_step(&f, i);
    end_open_sites(&f);
    check_sites(&f);
    check_values(&f, arena);
    return f.sites;
}

bool split_site_has(const struct program *program, const struct split_site *site, uint32_t at)
{
    const uint32_t end = site->skip == NO_INSN ? site->then : site->skip;
    if (at <= site->open || at > end)
        return false;
    for (uint32_t i = site->open + 1; i < at; i++) {
        const struct insn *insn = &program->insns[i];
        if (step_of(insn).step != STEP_OTHER && insn->role != ROLE_SPLIT)
            return false;
    }
    return true;
}
