/* SPDX-License-Identifier: Apache-2.0 */
/* masks.c - scalar instructions each of whose result bits depends on the same bit of its sources.
 *
 * Compilers save, narrow and restore EXEC with them. Bits are independent, so four runs show all
 * cases: the unknown bits of each of two sources all 0 or all 1. A result bit that is the same in
 * all of them is known. */
#include <string.h>

#include "bound/gcn3/cases.h"

bool gcn3_is_bitwise(const struct insn *insn)
{
    static const char *const names[] = {
        "s_mov_b32", "s_mov_b64", "s_not_b32", "s_not_b64", "s_and_b32", "s_and_b64", "s_or_b32",
        "s_or_b64", "s_xor_b32", "s_xor_b64", "s_andn2_b32", "s_andn2_b64", "s_orn2_b32",
        "s_orn2_b64", "s_nand_b32", "s_nand_b64", "s_nor_b32", "s_nor_b64", "s_xnor_b32",
        "s_xnor_b64", "s_and_saveexec_b64", "s_or_saveexec_b64", "s_xor_saveexec_b64",
        "s_andn2_saveexec_b64", "s_orn2_saveexec_b64", "s_nand_saveexec_b64",
        "s_nor_saveexec_b64", "s_xnor_saveexec_b64"};
    for (size_t i = 0; insn->op && i < sizeof names / sizeof *names; i++) {
        if (strcmp(insn->op->name, names[i]) == 0)
            return gcn3_of(insn)->src[0].kind != GCN3_SPECIAL &&
                   gcn3_of(insn)->src[1].kind != GCN3_SPECIAL; /* SCC, EXECZ: one bit of all */
    }
    return false;
}

/* Sets the unknown bits of a source. */
static void set_source(struct gcn3_view *view, const struct register_use *use, bool ones)
{
    for (uint32_t k = 0; k < use->count && use->first + k < GCN3_SCALARS; k++) {
        uint32_t *word = &view->state.scalar[use->first + k];
        const uint32_t loose = view->loose[use->first + k];
        *word = ones ? *word | loose : *word & ~loose;
    }
}

struct outcomes {
    uint32_t first[GCN3_SCALARS]; /* of the first run */
    uint32_t differ[GCN3_SCALARS];
};

static void run_case(struct gcn3_view *view, const struct insn *insn,
                     const struct dependence *list, unsigned number, const uint32_t *before,
                     struct outcomes *out)
{
    struct effect effect = {.kind = EFFECT_NONE};
    memcpy(view->state.scalar, before, sizeof view->state.scalar);
    for (uint32_t i = 0; i < list->reads; i++)
        set_source(view, &list->read[i], number >> (i & 1) & 1);
    insn->run(&view->warp, insn, &effect);
    for (uint32_t i = 0; i < GCN3_SCALARS; i++) {
        if (number == 0)
            out->first[i] = view->state.scalar[i];
        out->differ[i] |= out->first[i] ^ view->state.scalar[i];
    }
}

/* The result is not 0 if one of its bits is known to be 1. */
static void decide_scc(struct gcn3_view *view, const struct register_use *result)
{
    bool one = false, loose = false;
    for (uint32_t k = 0; k < result->count; k++) {
        one |= view->state.scalar[result->first + k] & ~view->loose[result->first + k];
        loose |= view->loose[result->first + k] != 0;
    }
    view->state.scc = one;
    view->scc_loose = loose && !one;
}

static void find_scc(struct gcn3_view *view, const struct dependence *list)
{
    const struct register_use *result = NULL;
    bool writes_scc = false;
    for (uint32_t i = 0; i < list->writes; i++) {
        const struct register_use *use = &list->write[i];
        writes_scc |= use->first == GCN3_SCC;
        /* s_and_saveexec_b64: EXEC decides SCC */
        if (use->first < GCN3_SCALARS && (!result || use->first == GCN3_EXEC))
            result = use;
    }
    if (writes_scc && result)
        decide_scc(view, result);
}

static void take_results(struct gcn3_view *view, const struct dependence *list,
                         const struct outcomes *out, const uint32_t *before)
{
    memcpy(view->state.scalar, before, sizeof view->state.scalar);
    for (uint32_t i = 0; i < list->writes; i++) {
        const struct register_use *use = &list->write[i];
        if (use->first >= GCN3_SCALARS)
            continue;
        for (uint32_t k = 0; k < use->count; k++) {
            view->state.scalar[use->first + k] = out->first[use->first + k];
            view->loose[use->first + k] = out->differ[use->first + k];
        }
    }
    find_scc(view, list);
}

/* On the marks alone. */
static void run_marks(struct gcn3_view *view, const struct insn *insn,
                      const struct dependence *list, struct effect *effect)
{
    uint32_t before[GCN3_SCALARS];
    struct outcomes out = {0};
    effect->kind = EFFECT_NONE;
    memcpy(before, view->state.scalar, sizeof before);
    for (unsigned number = 0; number < 4; number++)
        run_case(view, insn, list, number, before, &out);
    take_results(view, list, &out, before);
    gcn3_view_apply_exec(view);
}

void gcn3_run_bitwise(struct gcn3_view *view, const struct insn *insn,
                      const struct dependence *list, struct effect *effect)
{
    gcn3_cases_run(view, insn, list, run_marks);
    run_marks(view, insn, list, effect);
    if (!gcn3_has_cases(view))
        return;
    gcn3_cases_refine(view, list);
    find_scc(view, list);
    gcn3_view_apply_exec(view);
}
