/* SPDX-License-Identifier: Apache-2.0 */
/* dependence.c - which state an instruction of Sim-D reads and writes.
 *
 * Lists say what an instruction does to the registers of its warp, and to masks and control stack
 * when the machine applies its effect (machine/sim_d/apply.c). A request only decides here: where
 * it goes, and how long it takes. Its words move later, between the registers of all warps and
 * memory (machine/sim_d/follow.c). */
#include "isa/dependence.h"
#include "isa/sim_d/table.h"

static void read_operand(struct dependence *list, const struct sim_d_operand *operand,
                         enum read_role role)
{
    const uint32_t name = sim_d_name_of(operand);
    if (name != SIM_D_NO_NAME)
        dependence_read(list, name, 1, role);
}

static void read_operands(struct dependence *list, const struct sim_d_insn *own, unsigned first,
                          enum read_role role)
{
    for (unsigned i = first; i < SIM_D_OPERANDS; i++)
        read_operand(list, &own->operand[i], role);
}

static void read_masks(struct dependence *list, enum read_role role)
{
    dependence_read(list, SIM_D_NAME_VC + SIM_D_CTRL_RUN, SIM_D_MASKS, role);
}

static void write_mask(struct dependence *list, enum sim_d_vector_special mask,
                       enum write_extent extent)
{
    dependence_write(list, SIM_D_NAME_VC + mask, 1, extent);
}

/* ---- arithmetic ---- */

/* Lanes that are on; instructions for debugging write nothing. */
static void list_arithmetic(const struct sim_d_insn *own, struct dependence *out)
{
    const uint32_t target = sim_d_name_of(&own->operand[0]);
    if (own->row->reads_first || target == SIM_D_NO_NAME)
        return;
    if (own->row->type == SIM_D_CLASS_VECTOR || own->row->type == SIM_D_CLASS_RECIPROCAL)
        read_masks(out, READ_MASK);
    read_operands(out, own, 1, READ_VALUE);
    dependence_write(out, target, 1, WRITE_WHOLE);
}

/* ---- control ---- */

/* Pushes are for all lanes. Without a warp the entry is not known. */
static void write_entry(const struct warp *warp, struct dependence *out)
{
    const uint32_t depth = warp ? sim_d_state(warp)->group->depth : 0;
    out->by_state = true;
    if (depth < SIM_D_STACK_MAX)
        dependence_write(out, SIM_D_NAME_STACK + depth, 1, WRITE_WHOLE);
}

static void list_push(const struct sim_d_insn *own, const struct warp *warp,
                      struct dependence *out)
{
    const enum sim_d_stack_type type = (enum sim_d_stack_type)own->row->stack;
    if (own->operand[1].kind)
        read_operand(out, &own->operand[1], READ_VALUE);
    else
        dependence_read(out, SIM_D_NAME_VC + sim_d_stack_mask(type), 1, READ_VALUE);
    write_entry(warp, out);
}

/* bra and call: a mask loses lanes, and lanes wait in an entry. */
static void list_split(const struct sim_d_insn *own, const struct warp *warp,
                       enum sim_d_vector_special mask, struct dependence *out)
{
    read_masks(out, READ_VALUE);
    read_operands(out, own, 1, READ_VALUE);
    write_entry(warp, out);
    write_mask(out, mask, WRITE_PART);
}

static void list_pop(const struct warp *warp, struct dependence *out)
{
    const struct sim_d_group *group = warp ? sim_d_state(warp)->group : NULL;
    out->by_state = true;
    if (!group || !group->depth)
        return;
    const struct sim_d_stack_entry *top = &group->stack[group->depth - 1];
    dependence_read(out, SIM_D_NAME_STACK + group->depth - 1, 1, READ_VALUE);
    write_mask(out, sim_d_stack_mask((enum sim_d_stack_type)top->type), WRITE_WHOLE);
}

/* Lanes that are on and in the predicate lose a mask. */
static void list_disable(const struct sim_d_insn *own, enum sim_d_vector_special mask,
                         struct dependence *out)
{
    read_masks(out, READ_MASK);
    read_operands(out, own, 0, READ_VALUE);
    write_mask(out, mask, WRITE_WHOLE);
}

static void list_control(const struct insn *insn, const struct warp *warp, struct dependence *out)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    switch ((enum role)insn->role) {
    case ROLE_TOKEN: list_push(own, warp, out); break;
    case ROLE_JOIN: list_pop(warp, out); break;
    case ROLE_SPLIT: list_split(own, warp, SIM_D_CTRL_RUN, out); break;
    case ROLE_SPAWN: list_split(own, warp, SIM_D_CTRL_RET, out); break;
    case ROLE_MASK: list_disable(own, SIM_D_CTRL_RUN, out); break;
    case ROLE_LEAVE: list_disable(own, SIM_D_CTRL_BREAK, out); break;
    case ROLE_PREDICATE: list_disable(own, SIM_D_CTRL_RET, out); break;
    default: list_disable(own, SIM_D_CTRL_EXIT, out);
    }
}

uint64_t sim_d_acting(const struct warp *warp, const struct insn *insn)
{
    switch ((enum role)insn->role) {
    case ROLE_TOKEN: case ROLE_JOIN: case ROLE_SPLIT: case ROLE_SPAWN: return ~UINT64_C(0);
    default: return warp->mask;
    }
}

/* ---- requests ---- */

/* Offsets, and the special registers that describe the tile. */
static void list_request(const struct sim_d_insn *own, struct dependence *out)
{
    run_fn *const run = own->row->op.run;
    for (unsigned i = 1; i < SIM_D_OPERANDS; i++) {
        if (own->operand[i].kind == SIM_D_KIND_S)
            read_operand(out, &own->operand[i], READ_DECIDES);
    }
    if (run == sim_d_global_tile || run == sim_d_pad_tile)
        dependence_read(out, SIM_D_NAME_SC + SIM_D_DIM_Y, SIM_D_WG_WIDTH - SIM_D_DIM_Y + 1,
                        READ_DECIDES);
    if (run == sim_d_global_custom)
        dependence_read(out, SIM_D_NAME_SC + SIM_D_SD_WORDS, 3, READ_DECIDES);
    if (run == sim_d_sldsp)
        dependence_read(out, SIM_D_NAME_SC + SIM_D_SD_WORDS, 1, READ_DECIDES);
}

void sim_d_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    *out = (struct dependence){0};
    switch (sim_d_class(insn)) {
    case SIM_D_CLASS_CONTROL: list_control(insn, warp, out); break;
    case SIM_D_CLASS_JUMP: read_operands(out, own, 1, READ_DECIDES); break;
    case SIM_D_CLASS_MEMORY: list_request(own, out); break;
    default: list_arithmetic(own, out);
    }
}
