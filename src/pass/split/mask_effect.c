/* SPDX-License-Identifier: Apache-2.0 */
/* mask_effect.c - the forms of instructions that LLVM uses for lane masks. */
#include "pass/split/mask_effect.h"

#include <string.h>

#include "isa/dependence.h"

static const struct mask_form no_form = {.name = ""};

static const struct mask_form forms[] = {
    {"s_mov_b32", MASK_COPY, 1, false},
    {"s_mov_b64", MASK_COPY, 2, false},
    {"s_and_b32", MASK_AND, 1, false},
    {"s_and_b64", MASK_AND, 2, false},
    {"s_or_b32", MASK_OR, 1, false},
    {"s_or_b64", MASK_OR, 2, false},
    {"s_xor_b32", MASK_XOR, 1, false},
    {"s_xor_b64", MASK_XOR, 2, false},
    {"s_andn2_b32", MASK_ANDN2, 1, false},
    {"s_andn2_b64", MASK_ANDN2, 2, false},
    {"s_and_saveexec_b64", MASK_AND, 2, true},
    {"s_or_saveexec_b64", MASK_OR, 2, true},
    {"s_xor_saveexec_b64", MASK_XOR, 2, true},
    {"s_andn2_saveexec_b64", MASK_ANDN2, 2, true},
};

/* Comparisons and carries have a mask as their second result; v_cmpx writes it to EXEC too. */
static bool is_by_lane(const struct gcn3_insn *own)
{
    return own->sdst.kind == GCN3_SGPR && own->dst.kind != GCN3_SGPR;
}

static const struct mask_form *form_of(const struct insn *insn)
{
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(insn->op->name, forms[i].name) == 0)
            return &forms[i];
    }
    return &no_form;
}

/* ---- masks in lanes ---- */

static bool is_named(const struct insn *insn, const char *name)
{
    return insn->op && strcmp(insn->op->name, name) == 0 &&
           gcn3_of(insn)->src[1].kind == GCN3_CONSTANT;
}

/* SPILLS_MAX: it is not followed. */
static uint32_t find_spill(const struct mask_spills *spills, uint32_t vgpr, uint64_t lane)
{
    uint32_t i = 0;
    while (i < spills->count && (spills->vgpr[i] != vgpr || spills->lane[i] != lane % GCN3_LANES))
        i++;
    return i < spills->count ? i : SPILLS_MAX;
}

struct mask_spills mask_spills_find(const struct program *program, uint32_t first, uint32_t end)
{
    struct mask_spills out = {.count = 0};
    for (uint32_t i = first; i < end && out.count < SPILLS_MAX; i++) {
        const struct insn *insn = &program->insns[i];
        if (!is_named(insn, "v_writelane_b32"))
            continue;
        const uint64_t lane = gcn3_of(insn)->src[1].value;
        if (find_spill(&out, gcn3_of(insn)->dst.code, lane) < SPILLS_MAX)
            continue;
        out.vgpr[out.count] = gcn3_of(insn)->dst.code;
        out.lane[out.count++] = lane % GCN3_LANES;
    }
    return out;
}

static void set_copy(const struct mask_spills *spills, const struct insn *insn,
                     struct mask_effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const bool writes = is_named(insn, "v_writelane_b32");
    if (!writes && !is_named(insn, "v_readlane_b32"))
        return;
    const struct gcn3_operand *scalar = writes ? &own->src[0] : &own->dst;
    const struct gcn3_operand *vector = writes ? &own->dst : &own->src[0];
    const uint32_t spill = find_spill(spills, vector->code, own->src[1].value);
    if (scalar->kind != GCN3_SGPR || spill == SPILLS_MAX)
        return;
    effect->from = (uint16_t)(writes ? scalar->code : GCN3_SCALARS + spill);
    effect->to = (uint16_t)(writes ? GCN3_SCALARS + spill : scalar->code);
}

static uint64_t spills_in(const struct mask_spills *spills, const struct register_use *use)
{
    uint64_t out = 0;
    for (uint32_t i = 0; i < spills->count; i++) {
        const uint32_t name = GCN3_V0 + spills->vgpr[i];
        if (name >= use->first && name < use->first + (uint32_t)use->count)
            out |= 1ull << i;
    }
    return out;
}

/* ---- an instruction ---- */

void mask_effect_find(const struct program *program, const struct mask_spills *spills,
                        const struct insn *insn, struct mask_effect *effect)
{
    struct dependence list = {0};
    effect->form = &no_form;
    if (!insn->op)
        return;
    program->isa->dependence(insn, NULL, &list);
    for (unsigned i = 0; i < list.writes; i++) {
        for (uint32_t k = 0; k < list.write[i].count; k++)
            codes_put(&effect->written, list.write[i].first + k);
        effect->spills |= spills_in(spills, &list.write[i]);
    }
    if (list.is_full)
        *effect = (struct mask_effect){.written = {{~0ull, ~0ull}}, .spills = ~0ull};
    effect->by_lane = is_by_lane(gcn3_of(insn));
    effect->form = form_of(insn);
    set_copy(spills, insn, effect);
}
