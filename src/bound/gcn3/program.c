/* SPDX-License-Identifier: Apache-2.0 */
/* program.c - the instructions of a kernel: what they read and write, where wavefronts split. */
#include "bound/gcn3/program.h"

#include <inttypes.h>
#include <string.h>

#include "bound/engine/bound.h"

/* As the clock does (machine/gcn3/issue.c). */
static bool counts(enum gcn3_unit unit, const struct insn *insn)
{
    return insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC) || unit == GCN3_UNIT_LDS ||
           (unit == GCN3_UNIT_SMEM && insn->dst[0].count);
}

static void find_tested(const struct insn *insn, struct gcn3_step_info *info)
{
    static const struct tests {
        const char *name;
        uint8_t pair;
        bool zero;
    } tests[] = {{"s_cbranch_execz", GCN3_EXEC, true}, {"s_cbranch_execnz", GCN3_EXEC, false},
                 {"s_cbranch_vccz", GCN3_VCC, true}, {"s_cbranch_vccnz", GCN3_VCC, false}};
    info->tested = NO_PAIR;
    for (size_t i = 0; insn->op && i < sizeof tests / sizeof *tests; i++) {
        if (strcmp(insn->op->name, tests[i].name) != 0)
            continue;
        info->tested = tests[i].pair;
        info->taken_if_zero = tests[i].zero;
    }
}

static void describe(struct gcn3_program *p, uint32_t index)
{
    const struct insn *insn = &p->program->insns[index];
    struct gcn3_step_info *info = &p->info[index];
    p->program->isa->dependence(insn, NULL, &info->list);
    info->unit = (uint8_t)gcn3_unit_of(insn);
    info->bitwise = gcn3_is_bitwise(insn);
    info->counts = insn->op && counts((enum gcn3_unit)info->unit, insn);
    info->site = NO_SITE;
    find_tested(insn, info);
    p->has_barriers |= insn->op && insn->op->role == ROLE_BARRIER;
}

/* ---- splits ---- */

/* The part that has no lanes may compute other scalars, and load from elsewhere. */
static void mark_scalar_loads(struct gcn3_program *p, uint32_t from, uint32_t end)
{
    bool written[GCN3_NAMES_ALL] = {false};
    for (uint32_t i = from; i < end; i++) {
        const struct dependence *list = &p->info[i].list;
        for (uint32_t k = 0; p->info[i].unit == GCN3_UNIT_SMEM && k < list->reads; k++) {
            for (uint32_t name = 0; name < list->read[k].count; name++)
                p->info[i].loads_elsewhere |= written[list->read[k].first + name];
        }
        for (uint32_t k = 0; k < list->writes; k++) {
            for (uint32_t name = 0; name < list->write[k].count; name++)
                written[list->write[k].first + name] = true;
        }
    }
}

/* Both parts run the BSB; and the else side, if no branch leads over it. Such a side is without
 * branches, or the site would be refused (pass/split/idle.h), so the part that has no lanes in it
 * runs the same instructions. */
static void mark_dynamic(struct gcn3_program *p, const struct split_site *site)
{
    const struct insn *insns = p->program->insns;
    if (site->refused || site->skip == NO_INSN)
        return;
    p->info[site->skip].may_split = true;
    p->info[site->skip].saved = (uint8_t)site->saved;
    p->info[site->join].joins++;
    if (site->serial == NO_INSN)
        return;
    const uint32_t end = site->serial_skip == NO_INSN ? site->join : site->serial_skip + 1;
    for (uint32_t i = site->serial; i < end; i++)
        p->info[i].by_both = true;
    if (end > site->serial)
        p->info[site->skip].pieces = (uint32_t)(insns[end - 1].pc / GCN3_FETCH_BYTES -
                                                insns[site->serial].pc / GCN3_FETCH_BYTES + 1);
    mark_scalar_loads(p, site->serial, end);
}

/* The mask of a split is EXEC, so the part that stays has all lanes of the then side. */
static bool splits_by_exec(const struct insn *insn)
{
    const struct gcn3_operand *src = gcn3_of(insn)->src;
    return src[0].kind == GCN3_SGPR && src[0].code == GCN3_EXEC && src[1].kind == GCN3_SGPR &&
           src[1].code == GCN3_EXEC + 1;
}

static void mark_static(struct gcn3_program *p, uint32_t number)
{
    const struct split_site *site = &p->sites.list[number];
    for (uint32_t i = site->open; !site->broken && i < site->then; i++) {
        const struct insn *insn = &p->program->insns[i];
        if (insn->op && insn->op->role == ROLE_SPLIT && splits_by_exec(insn) &&
            split_site_has(p->program, site, i))
            p->info[i].site = number;
    }
}

static void find_splits(struct arena *arena, struct gcn3_program *p)
{
    const struct gcn3_machine *m = p->machine;
    p->dynamic = m->numbers.split.dynamic && m->splitting.each;
    p->splits = !m->numbers.split.dynamic && m->splitting.each;
    if (!p->dynamic && !p->splits)
        return;
    p->sites = split_sites_find(arena, p->program, p->cfg.function, true); /* as the machine */
    for (uint32_t i = 0; i < p->sites.count; i++) {
        if (p->dynamic)
            mark_dynamic(p, &p->sites.list[i]);
        else
            mark_static(p, i);
    }
}

/* ---- what cannot be walked ---- */

static enum wc_status refuse(struct error *err, const struct program *program, uint32_t index,
                             const char *why)
{
    struct source_line line;
    const uint64_t pc = program->insns[index].pc;
    if (image_source_line(program->image, pc, &line))
        return fail(err, WC_BAD_INPUT, "no bound: %s at 0x%" PRIx64 ", %s:%" PRIu32, why, pc,
                    line.file, line.line);
    return fail(err, WC_BAD_INPUT, "no bound: %s at 0x%" PRIx64, why, pc);
}

static enum wc_status check_flow(struct error *err, const struct gcn3_program *p)
{
    for (uint32_t b = 0; b < p->cfg.block_count; b++) {
        if (!p->cfg.blocks[b].is_reachable)
            continue;
        for (uint32_t i = p->cfg.blocks[b].first; i < p->cfg.blocks[b].end; i++) {
            const uint8_t flow = p->program->insns[i].flow;
            if (flow == FLOW_CALL || flow == FLOW_INDIRECT || flow == FLOW_RETURN)
                return refuse(err, p->program, i, "a call or a jump through a register");
            if (p->info[i].list.is_full)
                return refuse(err, p->program, i, "more registers than can be followed");
        }
    }
    return WC_OK;
}

static enum wc_status check(struct error *err, const struct gcn3_program *p)
{
    const struct gcn3_split_numbers *split = &p->machine->numbers.split;
    if (p->cfg.loops.irreducible_count)
        return refuse(err, p->program,
                      p->cfg.blocks[p->cfg.loops.irreducible[0].to].first,
                      "a loop that is entered in the middle");
    if (p->splits && !split->strict)
        return fail(err, WC_BAD_INPUT, "no bound with split.strict=false: a split may be denied");
    if (p->machine->clock->numbers.policy->exclusive)
        return fail(err, WC_BAD_INPUT, "no bound with scheduler=%s: it stays with a wavefront that "
                    "waits", p->machine->clock->numbers.policy->name);
    if (bound_knows_dram(err, &p->machine->clock->numbers.dram) != WC_OK)
        return WC_BAD_INPUT;
    return check_flow(err, p);
}

/* ---- the kernel ---- */

static void number_blocks(struct arena *arena, struct gcn3_program *p)
{
    const struct cfg *cfg = &p->cfg;
    p->block_of = arena_array(arena, p->program->count, sizeof *p->block_of);
    p->last = arena_array(arena, cfg->loops.count + 1, sizeof *p->last);
    for (uint32_t i = 0; i < p->program->count; i++)
        p->block_of[i] = NO_NODE;
    uint32_t end = 0;
    p->first = UINT32_MAX;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        const struct cfg_block *block = &cfg->blocks[b];
        p->first = block->first < p->first ? block->first : p->first;
        end = block->end > end ? block->end : end;
        for (uint32_t i = block->first; i < block->end; i++)
            p->block_of[i] = b;
    }
    p->count = end - p->first;
    for (uint32_t at = 0; at < cfg->order.count; at++) {
        uint32_t loop = cfg->loops.of[cfg->order.node[at]];
        for (; loop != NO_NODE; loop = cfg->loops.loop[loop].parent)
            p->last[loop] = at;
    }
}

enum wc_status gcn3_program_make(struct error *err, struct arena *arena,
                                 const struct gcn3_machine *machine, const struct launch *launch,
                                 struct gcn3_program *out)
{
    const struct program *program = launch->program;
    const struct function *function = program_function(program, launch->kernel->entry);
    *out = (struct gcn3_program){.program = program, .machine = machine};
    if (!function)
        return fail(err, WC_BAD_INPUT, "no bound: the code of kernel %s has no symbol",
                    launch->kernel->name);
    out->cfg = cfg_make(arena, program, function);
    out->info = arena_array(arena, program->count, sizeof *out->info);
    out->low_bits = arena_array(arena, program->count, sizeof *out->low_bits);
    gcn3_find_low_bits(program, out->low_bits);
    for (uint32_t i = 0; i < program->count; i++)
        describe(out, i);
    out->touched = arena_alloc(arena, sizeof *out->touched);
    gcn3_touched_make(out->touched, arena, machine);
    number_blocks(arena, out);
    find_splits(arena, out);
    return check(err, out);
}
