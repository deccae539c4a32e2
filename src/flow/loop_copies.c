/* SPDX-License-Identifier: Apache-2.0 */
/* loop_copies.c - instructions of one place in the source. */
#include "flow/loop_copies.h"

#include <string.h>

#include "load/image.h"

static bool is_work(const struct insn *insn)
{
    static const bool floating[TIMING_COUNT] = {
        [TIMING_FMA] = true, [TIMING_FDIV] = true, [TIMING_FSQRT] = true, [TIMING_FCVT] = true,
        [TIMING_FMISC] = true, [TIMING_HALF] = true, [TIMING_DOUBLE] = true,
        [TIMING_SPECIAL] = true};
    return insn->op && (insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC) ||
                        floating[insn->timing]);
}

static bool same_place(const struct program *program, const struct insn *a, const struct insn *b)
{
    struct source_line first, second;
    return image_source_line(program->image, a->pc, &first) &&
           image_source_line(program->image, b->pc, &second) && first.line == second.line &&
           first.column == second.column && strcmp(first.file, second.file) == 0;
}

/* Another one of the function does the same for the same place. */
static bool has_copy(const struct cfg *cfg, uint32_t index)
{
    const struct insn *insns = cfg->program->insns, *one = &insns[index];
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        for (uint32_t i = cfg->blocks[b].first; i < cfg->blocks[b].end; i++) {
            if (i != index && insns[i].op == one->op && same_place(cfg->program, one, &insns[i]))
                return true;
        }
    }
    return false;
}

bool loop_has_copies(const struct cfg *cfg, uint32_t loop)
{
    bool any = false;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        if (cfg->loops.of[b] != loop)
            continue;
        for (uint32_t i = cfg->blocks[b].first; i < cfg->blocks[b].end; i++) {
            if (!is_work(&cfg->program->insns[i]))
                continue;
            if (!has_copy(cfg, i))
                return false;
            any = true;
        }
    }
    return any;
}
