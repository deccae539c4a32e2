/* SPDX-License-Identifier: Apache-2.0 */
/* write.c - the plan as assembly text, line by line.
 *
 * Warp-control instructions are written as .insn with opcode 0x0B (custom-0); their encodings are
 * those of the Vortex instruction extension: funct3 0 TMC, 2 SPLIT, 3 JOIN, 5 PRED. */
#include "pass/diverge/flow.h"

#include <inttypes.h>
#include <string.h>

enum { SCRATCH = 31, SECOND_SCRATCH = 27 }; /* t6, s11 */

struct predicate flow_predicate(const struct flow *flow, uint32_t block)
{
    const struct asm_insn *branch = flow_branch(flow, block);
    bool equality = branch->condition == EQ || branch->condition == NE;
    struct predicate predicate = {.reg = SCRATCH, .insn_count = 1};
    predicate.when_taken = branch->condition != EQ && branch->condition != GE &&
                           branch->condition != GEU;
    if (!equality)
        return predicate;
    if (branch->left != REG_ZERO && branch->right != REG_ZERO) {
        predicate.insn_count = 2;
        return predicate;
    }
    uint32_t tested = branch->left | branch->right;
    if (!(flow_lanes_at_branch(flow, block).wide & REG_BIT(tested))) {
        predicate.reg = tested;
        predicate.insn_count = 0;
    }
    return predicate;
}

static bool leaves_by_pred(const struct flow *flow, uint32_t block)
{
    uint32_t loop = flow->loops.of[block];
    return loop != NO_NODE && flow->lane_loops[loop].divergent &&
           flow->lane_loops[loop].branch == block;
}

uint32_t flow_branch_extra(const struct flow *flow, uint32_t block)
{
    if (flow->region_of_branch[block] == NO_NODE && !leaves_by_pred(flow, block))
        return 0;
    return flow_predicate(flow, block).insn_count + 2; /* the action, and perhaps a stack word */
}

static void write_predicate(const struct flow *flow, uint32_t block, struct text *text)
{
    const struct asm_insn *branch = flow_branch(flow, block);
    const char *left = register_name(branch->left), *right = register_name(branch->right);
    struct predicate predicate = flow_predicate(flow, block);
    if (!predicate.insn_count)
        return;
    if (branch->condition == LT || branch->condition == GE) {
        text_add(text, "\tslt\tt6, %s, %s\n", left, right);
    } else if (branch->condition == LTU || branch->condition == GEU) {
        text_add(text, "\tsltu\tt6, %s, %s\n", left, right);
    } else if (predicate.insn_count == 1) {
        text_add(text, "\tsnez\tt6, %s\n", branch->left == REG_ZERO ? right : left);
    } else {
        text_add(text, "\txor\tt6, %s, %s\n", left, right);
        text_add(text, "\tsnez\tt6, t6\n");
    }
}

/* The offset from sp, in the function's body, of a mask without a register. */
static uint32_t mask_offset(const struct flow *flow, uint32_t level)
{
    return flow->frame_bytes + 4 * (flow->saved + level - flow->register_levels);
}

/* The register with a mask, loaded into `scratch` if it is on the stack. */
static const char *mask_in_register(const struct flow *flow, uint32_t level, uint32_t scratch,
                                    struct text *text)
{
    if (flow_has_register(flow, level))
        return register_name(flow->mask_register[level]);
    text_add(text, "\tlw\t%s, %u(sp)\n", register_name(scratch), mask_offset(flow, level));
    return register_name(scratch);
}

/* The register to write a mask to; t6 is stored to the stack afterwards. */
static const char *mask_target(const struct flow *flow, uint32_t level)
{
    return register_name(flow_has_register(flow, level) ? flow->mask_register[level] : SCRATCH);
}

static void store_mask(const struct flow *flow, uint32_t level, struct text *text)
{
    if (!flow_has_register(flow, level))
        text_add(text, "\tsw\tt6, %u(sp)\n", mask_offset(flow, level));
}

/* After a SPLIT each half runs the store in turn, with the depth that SPLIT wrote to all. */
static void write_split(const struct flow *flow, uint32_t block, struct text *text)
{
    const struct region *region = &flow->regions[flow->region_of_branch[block]];
    struct slice join = flow_block_name(flow, region->join);
    write_predicate(flow, block, text);
    text_add(text, "\t.insn\tr 0x0B, 2, 0, %s, %s, x0\t# split until %.*s\n",
             mask_target(flow, region->level), register_name(flow_predicate(flow, block).reg),
             SHOWN(join));
    store_mask(flow, region->level, text);
}

/* The predicate must mean "this lane stays"; the rd field negates it. */
static void write_pred(const struct flow *flow, uint32_t block, struct text *text)
{
    uint32_t loop = flow->loops.of[block];
    struct predicate predicate = flow_predicate(flow, block);
    uint32_t taken = flow->graph.succ[flow->graph.succ_first[block]];
    bool stays_when_taken = loop_contains(&flow->loops, loop, taken);
    struct slice header = flow_block_name(flow, flow->loops.loop[loop].header);
    write_predicate(flow, block, text);
    const char *mask = mask_in_register(flow, flow->lane_loops[loop].level, SECOND_SCRATCH, text);
    text_add(text, "\t.insn\tr 0x0B, 5, 0, x%d, %s, %s\t# pred: lanes that stay in loop %.*s\n",
             stays_when_taken != predicate.when_taken, register_name(predicate.reg), mask,
             SHOWN(header));
}

static void write_action(const struct flow *flow, const struct trampoline *trampoline,
                         struct text *text)
{
    uint32_t level = trampoline->level;
    uint32_t block = trampoline->action == ACTION_JOIN
                         ? flow->regions[trampoline->owner].branch
                         : flow->loops.loop[trampoline->owner].header;
    struct slice name = flow_block_name(flow, block);
    switch (trampoline->action) {
    case ACTION_JOIN:
        text_add(text, "\t.insn\tr 0x0B, 3, 0, x0, %s, x0\t# join, split in %.*s\n",
                 mask_in_register(flow, level, SCRATCH, text), SHOWN(name));
        break;
    case ACTION_SAVE_MASK:
        text_add(text, "\tcsrr\t%s, 0xCC4\t# lanes that enter loop %.*s\n",
                 mask_target(flow, level), SHOWN(name));
        store_mask(flow, level, text);
        break;
    case ACTION_RESTORE_MASK:
        text_add(text, "\t.insn\tr 0x0B, 0, 0, x0, %s, x0\t# tmc: all lanes of loop %.*s\n",
                 mask_in_register(flow, level, SCRATCH, text), SHOWN(name));
        break;
    }
}

/* A jump to a trampoline, or to the block itself. */
static void write_jump(const struct flow *flow, uint32_t trampoline, uint32_t block,
                       struct text *text)
{
    struct slice label = flow->blocks[block].label;
    if (trampoline != NO_NODE)
        text_add(text, "\tj\t.Lwarpclock_%u\n", flow->trampolines[trampoline].label);
    else
        text_add(text, "\tj\t%.*s\n", (int)label.length, label.at);
}

static void write_landing(const struct flow *flow, uint32_t block, struct text *text)
{
    const struct landing *landing = &flow->landings[block];
    if (landing->jumps)
        write_jump(flow, landing->fall, block, text);
    for (uint32_t i = 0; i < landing->count; i++) {
        const struct trampoline *trampoline = &flow->trampolines[landing->order[i]];
        uint32_t below = i + 1 < landing->count ? landing->order[i + 1] : NO_NODE;
        text_add(text, ".Lwarpclock_%u:\n", trampoline->label);
        write_action(flow, trampoline, text);
        if (trampoline->next != below)
            write_jump(flow, trampoline->next, block, text);
    }
}

/* Inserts the collected text before a line. */
static void insert_before(struct flow *flow, struct edits *edits, uint32_t line, struct text *text)
{
    const char *old = edits->before[line];
    if (text->length)
        edits->before[line] =
            arena_format(flow->arena, "%s%s", old ? old : "", text_string(text));
    text->length = 0;
}

static void write_saves(const struct flow *flow, bool restore, struct text *text)
{
    if (!flow->stack_bytes)
        return;
    if (!restore)
        text_add(text, "\taddi\tsp, sp, -%u\t# for %s\n", flow->stack_bytes,
                 flow->register_levels < flow->levels ? "lane masks" : "the caller's masks");
    for (uint32_t i = 0; i < flow->saved; i++)
        text_add(text, "\t%s\t%s, %u(sp)\n", restore ? "lw" : "sw",
                 register_name(flow->mask_register[i]), i * 4);
    if (restore)
        text_add(text, "\taddi\tsp, sp, %u\n", flow->stack_bytes);
}

/* A branch out of range: inverted, over a jump. */
static void write_far_branch(struct flow *flow, struct edits *edits, uint32_t block,
                             const char *target)
{
    static const char *const inverse[] = {"bne", "beq", "bge", "blt", "bgeu", "bltu"};
    const struct asm_insn *branch = flow_branch(flow, block);
    uint32_t label = edits->labels++;
    edits->replacement[branch->line] =
        arena_format(flow->arena, "\t%s\t%s, %s, .Lwarpclock_%u\n\tj\t%s\n.Lwarpclock_%u:",
                     inverse[branch->condition], register_name(branch->left),
                     register_name(branch->right), label, target, label);
}

static void write_terminator(struct flow *flow, struct edits *edits, uint32_t block,
                             struct text *text)
{
    const struct asm_insn *last = &flow->assembly->insns[flow->blocks[block].end - 1];
    if (last->kind == KIND_LEAVE)
        write_saves(flow, true, text);
    else if (last->kind == KIND_BRANCH && flow->region_of_branch[block] != NO_NODE)
        write_split(flow, block, text);
    else if (last->kind == KIND_BRANCH && leaves_by_pred(flow, block))
        write_pred(flow, block, text);
    insert_before(flow, edits, last->line, text);
    if (last->kind != KIND_BRANCH && last->kind != KIND_JUMP)
        return;
    uint32_t t = flow->edge_trampoline[flow->graph.succ_first[block]];
    if (t != NO_NODE)
        edits->new_target[last->line] =
            arena_format(flow->arena, ".Lwarpclock_%u", flow->trampolines[t].label);
    if (flow->landings[block].far_branch)
        write_far_branch(flow, edits, block,
                         t != NO_NODE ? edits->new_target[last->line]
                                      : arena_strndup(flow->arena, last->target.at,
                                                      last->target.length));
}

/* A line with one number changed. */
static char *with_number(struct flow *flow, struct slice line, struct slice old, int64_t number)
{
    const char *rest = old.at + old.length;
    return arena_format(flow->arena, "%.*s%" PRId64 "%.*s", (int)(old.at - line.at), line.at,
                        number, (int)(line.at + line.length - rest), rest);
}

/* The frame has grown above the compiler's own: references to the caller's frame shift. */
static void shift_frame_directives(struct flow *flow, struct edits *edits)
{
    const struct asm_function *function = flow->function;
    for (uint32_t line = function->first_line; line < function->end_line; line++) {
        struct statement statement = statement_parse(flow->assembly->lines[line]);
        bool of_register = slice_is(statement.name, ".cfi_offset") ||
                           slice_is(statement.name, ".cfi_def_cfa");
        int64_t number;
        if (!of_register && !slice_is(statement.name, ".cfi_def_cfa_offset"))
            continue;
        if (statement.operand_count != (of_register ? 2 : 1) ||
            !slice_number(statement.operands[of_register], &number))
            continue;
        number += slice_is(statement.name, ".cfi_offset") ? -(int64_t)flow->stack_bytes
                                                          : (int64_t)flow->stack_bytes;
        edits->replacement[line] = with_number(flow, flow->assembly->lines[line],
                                               statement.operands[of_register], number);
    }
}

/* Arguments that the caller passed above the frame are further up now. */
static void shift_stack_arguments(struct flow *flow, struct edits *edits)
{
    for (uint32_t i = 0; i < flow->function->insn_count; i++) {
        const struct asm_insn *insn = &flow->assembly->insns[flow->function->first_insn + i];
        if (!(insn->uses & REG_BIT(REG_SP)) || insn->def == REG_SP || !insn->has_imm ||
            insn->imm < (int32_t)flow->frame_bytes)
            continue;
        struct slice line = flow->assembly->lines[insn->line];
        struct statement statement = statement_parse(line);
        struct slice last = statement.operands[statement.operand_count - 1];
        uint32_t length = 0;
        while (length < last.length && last.at[length] != '(')
            length++;
        last = slice_trim((struct slice){last.at, length});
        edits->replacement[insn->line] =
            with_number(flow, line, last, (int64_t)insn->imm + flow->stack_bytes);
    }
}

void flow_write(struct flow *flow, struct edits *edits)
{
    struct text text = {0};
    for (uint32_t b = 1; b < flow->graph.nodes; b++) {
        if (b == 1)
            write_saves(flow, false, &text);
        write_landing(flow, b, &text);
        insert_before(flow, edits, flow->blocks[b].line, &text);
        write_terminator(flow, edits, b, &text);
    }
    if (flow->stack_bytes) {
        shift_frame_directives(flow, edits);
        shift_stack_arguments(flow, edits);
    }
    text_free(&text);
}
