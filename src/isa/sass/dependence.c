/* SPDX-License-Identifier: Apache-2.0 */
/* dependence.c - everything that an instruction reads and writes (isa/dependence.h).
 *
 * Registers, predicates and condition codes have their names in sass.h; the five condition flags
 * are one name. Constant banks are not listed: stores cannot reach them, and the job fixes their
 * contents. Special registers are not listed either: thread, block and machine fix them, and until
 * the first decision every run reads the same clock. */
#include "isa/dependence.h"

#include "isa/sass/condition.h"
#include "isa/sass/run.h"
#include "isa/sass/texture.h"
#include "isa/sass/table.h"

/* What the operands of a role are for, and whether the lanes that act show in the effect. */
static const struct role_use {
    uint8_t a, data;
    bool guard_decides;
} uses[] = {
    [ROLE_ACCESS] = {READ_DECIDES, READ_DATA, true},
    [ROLE_BARRIER] = {READ_DECIDES, READ_DECIDES, true},
    [ROLE_JUMP_REGISTER] = {READ_DECIDES, READ_VALUE, true},
    [ROLE_JUMP] = {READ_VALUE, READ_VALUE, true},
    [ROLE_BRANCH] = {READ_VALUE, READ_VALUE, true},
    [ROLE_TOKEN] = {READ_VALUE, READ_VALUE, true},
    [ROLE_LEAVE] = {READ_VALUE, READ_VALUE, true},
    [ROLE_FENCE] = {READ_VALUE, READ_VALUE, true},
    [ROLE_END] = {READ_VALUE, READ_VALUE, true},
};
_Static_assert(READ_VALUE == 0, "other roles compute values");

struct name_range {
    uint32_t first, count;
};

/* The registers of a row and those after it. A pair or a quad that starts at the last registers
 * goes on in rows without a register name. */
static void split_rows(uint32_t row, uint32_t words, struct name_range part[2])
{
    const uint32_t reg = row - SASS_R0;
    const uint32_t named = reg + words > SASS_RZ ? SASS_RZ - reg : words;
    part[0] = (struct name_range){reg, named};
    part[1] = (struct name_range){SASS_NAME_BEYOND, words - named};
}

static void read_source(struct dependence *list, const struct sass_source *source, uint32_t words,
                        enum read_role role)
{
    struct name_range part[2];
    if (source->kind != SASS_REGISTER || source->row < SASS_R0)
        return;
    split_rows(source->row, words, part);
    for (unsigned i = 0; i < 2; i++)
        dependence_read(list, part[i].first, part[i].count, role);
}

static void write_target(struct dependence *list, uint32_t row, uint32_t words,
                         enum write_extent extent)
{
    struct name_range part[2];
    if (row < SASS_R0)
        return;
    split_rows(row, words, part);
    for (unsigned i = 0; i < 2; i++)
        dependence_write(list, part[i].first, part[i].count, extent);
}

static void read_predicate(struct dependence *list, struct sass_predicate predicate,
                           enum read_role role)
{
    if (predicate.index != SASS_PT)
        dependence_read(list, SASS_NAME_P0 + predicate.index, 1, role);
}

static void write_predicate(struct dependence *list, struct sass_predicate predicate)
{
    if (predicate.index != SASS_PT)
        dependence_write(list, SASS_NAME_P0 + predicate.index, 1, WRITE_WHOLE);
}

/* ---- P2R and R2P ---- */

/* Of P0 .. P6: those that the mask names, or all if it is known only when it runs. */
static uint32_t named_predicates(const struct sass_insn *own)
{
    const uint32_t all = (1u << SASS_PT) - 1;
    return own->b.kind == SASS_IMMEDIATE ? own->b.value & all : all;
}

static void use_predicate(struct dependence *list, const struct sass_insn *own, uint32_t name)
{
    const bool known = own->b.kind == SASS_IMMEDIATE;
    if (sass_has_operand(own, D))
        dependence_read(list, name, 1, READ_VALUE);
    else
        dependence_write(list, name, 1, known && name != SASS_NAME_CC ? WRITE_WHOLE : WRITE_PART);
}

static void use_predicate_file(struct dependence *list, const struct sass_insn *own)
{
    if (!sass_has_operand(own, PR_OR_CC))
        return;
    if (own->modifier[SASS_MASK]) {
        use_predicate(list, own, SASS_NAME_CC);
        return;
    }
    for (uint32_t rest = named_predicates(own); rest; rest &= rest - 1)
        use_predicate(list, own, SASS_NAME_P0 + (uint32_t)__builtin_ctz(rest));
}

/* ---- all operands ---- */

static void add_reads(struct dependence *list, const struct sass_row *row,
                      const struct sass_insn *own)
{
    const struct role_use *use = &uses[row->op.role];
    read_source(list, &own->a, sass_operand_words(row, own, WIDE_A), use->a);
    const bool texture = row->row_flags & ROW_TEXTURE;
    read_source(list, &own->b, sass_operand_words(row, own, WIDE_B),
                texture && !(row->op.flags & INSN_STORE) ? READ_DECIDES : use->data);
    read_source(list, &own->c, sass_operand_words(row, own, WIDE_C),
                texture ? READ_DECIDES : use->data);
    read_predicate(list, own->p, READ_VALUE);
    read_predicate(list, own->p2, READ_VALUE);
    read_predicate(list, own->p3, READ_VALUE);
    if (sass_reads_condition(row, own))
        dependence_read(list, SASS_NAME_CC, 1,
                        row->op.flow == FLOW_NEXT ? READ_VALUE : READ_DECIDES);
}

static uint32_t second_words(const struct sass_insn *own)
{
    const uint32_t count = (uint32_t)__builtin_popcount(sass_components(own));
    return count > 2 ? count - 2 : 0;
}

static void add_writes(struct dependence *list, const struct sass_row *row,
                       const struct sass_insn *own)
{
    write_target(list, own->rd, sass_operand_words(row, own, WIDE_D),
                 sass_keeps_part(own) ? WRITE_PART : WRITE_WHOLE);
    if (sass_has_operand(own, D28))
        write_target(list, own->rd2, second_words(own), WRITE_WHOLE);
    write_predicate(list, own->pd);
    write_predicate(list, own->pd2);
    if (own->modifier[SASS_CC])
        dependence_write(list, SASS_NAME_CC, 1,
                         row->row_flags & ROW_CC_PART ? WRITE_PART : WRITE_WHOLE);
}

/* The machine combines the predicates of BAR.RED; the warps of the block take the result. */
static void add_reduction(struct dependence *list, const struct sass_row *row)
{
    if (!(row->row_flags & ROW_REDUCTION))
        return;
    if (row->op.role == ROLE_BARRIER)
        dependence_write(list, SASS_NAME_REDUCED, 1, WRITE_PART);
    else
        dependence_read(list, SASS_NAME_REDUCED, 1, READ_VALUE);
}

/* ---- guards ---- */

static bool is_outside(const struct warp *warp, const struct sass_source *source, uint32_t words)
{
    const struct sass_launch *launch = ((const struct sass_state *)warp->state)->launch;
    return source->kind == SASS_CONSTANT &&
           (source->bank >= SASS_BANKS ||
            source->value + 4ull * words > launch->bank[source->bank].size);
}

static bool constants_fault(const struct warp *warp, const struct sass_row *row,
                            const struct sass_insn *own)
{
    return is_outside(warp, &own->b, sass_operand_words(row, own, WIDE_B)) ||
           is_outside(warp, &own->c, sass_operand_words(row, own, WIDE_C));
}

/* It faults if any lane runs it. */
static bool faults(const struct sass_row *row, const struct sass_insn *own)
{
    return (row->row_flags & ROW_NO_X && own->modifier[SASS_X]) ||
           (sass_has_operand(own, CC_NAME) && own->modifier[SASS_TEST] >= SASS_CONDITIONS) ||
           (sass_has_operand(own, B_NUMBER) && !sass_special_exists(own->b.value));
}

static void add_guard(struct dependence *list, const struct sass_row *row,
                      const struct sass_insn *own, const struct warp *warp)
{
    bool constants = own->b.kind == SASS_CONSTANT || own->c.kind == SASS_CONSTANT;
    read_predicate(list, own->guard, READ_GUARD);
    list->guard_decides = uses[row->op.role].guard_decides || faults(row, own);
    if (list->guard_decides || !constants)
        return;
    list->by_state = true; /* the launch has the sizes of the banks */
    list->guard_decides = !warp || constants_fault(warp, row, own);
}

/* Lanes that act vote; SHFL reads a lane whether it acts or not. */
static enum lane_flow flow_of(const struct op *op)
{
    if (op->role != ROLE_CROSS)
        return LANES_OWN;
    return op->flags & INSN_UNIFORM ? LANES_ACTIVE : LANES_ALL;
}

/* Lanes that no lane takes do not matter: they may be uninitialised, as in grid.sync(). An index
 * that depends on a source taints the result in any case. */
static void list_lanes(struct dependence *list, const struct insn *insn, const struct warp *warp)
{
    list->by_state = true;
    if (!warp)
        return;
    list->flow = LANES_LISTED;
    list->lanes = sass_shuffled_lanes(warp, insn);
}

/* ---- for struct isa ---- */

void sass_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out)
{
    const struct sass_insn *own = sass_of(insn);
    const struct sass_row *row = sass_row_of(insn->op);
    *out = (struct dependence){0};
    if (!row)
        return; /* faults in every state */
    out->is_full = own->run == sass_call_host; /* it sees memory that its arguments point to */
    out->flow = (uint8_t)flow_of(insn->op);
    if (out->flow == LANES_ALL)
        list_lanes(out, insn, warp);
    add_reads(out, row, own);
    add_writes(out, row, own);
    use_predicate_file(out, own);
    add_reduction(out, row);
    if (insn->run == sass_guarded)
        add_guard(out, row, own, warp);
}

enum name_kind sass_name_kind(uint32_t name)
{
    if (name == SASS_RZ || name == SASS_NAME_P0 + SASS_PT)
        return NAME_FIXED;
    return name == SASS_NAME_REDUCED ? NAME_COMMON : NAME_LANES;
}
