/* SPDX-License-Identifier: Apache-2.0 */
/* strides.c - values of the stride registers along the edges of the graph. */
#include "bound/sim_d/strides.h"

#include "isa/sim_d/table.h"
#include "load/image.h"

const struct sas_bound *sim_d_value_bound(const struct program *program, uint32_t insn)
{
    const struct sas_program *sas = program->image->sas;
    for (uint32_t i = 0; i < sas->bound_count; i++) {
        if (sas->bounds[i].kind == SAS_VALUE && sas->bounds[i].insn == insn)
            return &sas->bounds[i];
    }
    return NULL;
}

/* The number that a scalar register was set to by an earlier instruction of the block. */
static bool find_number(const struct program *program, uint32_t first, uint32_t at, uint32_t reg,
                        uint32_t *out)
{
    for (uint32_t i = at; i-- > first;) {
        const struct sim_d_insn *own = sim_d_of(&program->insns[i]);
        if (own->operand[0].kind != SIM_D_KIND_S || own->operand[0].value != reg)
            continue;
        *out = own->operand[1].value;
        return own->row->op.run == sim_d_smov && own->operand[1].kind == SIM_D_KIND_NUMBER;
    }
    return false;
}

static struct sim_d_stride written(const struct program *program, uint32_t first, uint32_t at)
{
    const struct sim_d_operand *source = &sim_d_of(&program->insns[at])->operand[1];
    const struct sas_bound *bound = sim_d_value_bound(program, at);
    uint32_t number = source->value;
    if (source->kind == SIM_D_KIND_NUMBER ||
        find_number(program, first, at, source->value, &number))
        return (struct sim_d_stride){.kind = SIM_D_STRIDE_KNOWN,
                                     .value = number & SIM_D_STRIDE_MASK, .insn = at};
    if (bound)
        return (struct sim_d_stride){.kind = SIM_D_STRIDE_MAX, .annotated = true,
                                     .value = bound->value & SIM_D_STRIDE_MASK, .insn = at};
    return (struct sim_d_stride){.kind = SIM_D_STRIDE_UNKNOWN, .insn = at};
}

static void run_block(const struct sim_d_graph *graph, const struct sim_d_block *block,
                      struct sim_d_strides *strides)
{
    const struct program *program = graph->program;
    for (uint32_t i = block->first; i <= sim_d_last(block); i++) {
        const struct sim_d_insn *own = sim_d_of(&program->insns[i]);
        uint32_t number = own->operand[0].value - SIM_D_SD_WORDS;
        if (own->row->op.run == sim_d_smovssp && number < SIM_D_STRIDES)
            strides->of[number] = written(program, block->first, i);
    }
}

/* Known, or known if its annotation holds. */
static bool is_definite(const struct sim_d_stride *stride)
{
    return stride->kind == SIM_D_STRIDE_KNOWN || stride->annotated;
}

static bool join(struct sim_d_stride *into, const struct sim_d_stride *more)
{
    const struct sim_d_stride before = *into;
    if (into->kind == SIM_D_STRIDE_NONE) {
        *into = *more;
    } else if (more->kind == SIM_D_STRIDE_UNKNOWN) {
        *into = into->kind == SIM_D_STRIDE_UNKNOWN ? *into : *more;
    } else if (into->kind != SIM_D_STRIDE_UNKNOWN && more->kind != SIM_D_STRIDE_NONE &&
               (more->value != into->value || more->kind != into->kind ||
                more->annotated != into->annotated)) {
        into->kind = SIM_D_STRIDE_MAX;
        into->annotated =
            more->value == into->value && is_definite(into) && is_definite(more);
        into->value = into->value > more->value ? into->value : more->value;
    }
    return before.kind != into->kind || before.value != into->value ||
           before.annotated != into->annotated;
}

static bool join_all(struct sim_d_strides *into, const struct sim_d_strides *more)
{
    bool changed = false;
    for (uint32_t i = 0; i < SIM_D_STRIDES; i++)
        changed |= join(&into->of[i], &more->of[i]);
    return changed;
}

struct sim_d_strides *sim_d_find_strides(const struct sim_d_graph *graph)
{
    struct sim_d_strides *before = arena_array(graph->arena, graph->count, sizeof *before);
    const struct sim_d_stride one = {.kind = SIM_D_STRIDE_KNOWN, .value = 1};
    for (uint32_t i = 0; i < SIM_D_STRIDES; i++)
        before[0].of[i] = one;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < graph->count; i++) {
            const struct sim_d_block *block = &graph->blocks[i];
            struct sim_d_strides after = before[i];
            run_block(graph, block, &after);
            for (uint32_t k = 0; block->reached && k < block->edge_count; k++)
                changed |= join_all(&before[block->edges[k].to], &after);
        }
    }
    for (uint32_t i = 0; i < graph->count; i++)
        run_block(graph, &graph->blocks[i], &before[i]);
    return before;
}
