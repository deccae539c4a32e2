/* SPDX-License-Identifier: Apache-2.0 */
/* steps.c - saves what an instruction is about to overwrite, and compares it afterwards. */
#include "machine/common/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum wc_status steps_open(struct error *err, const char *path, struct steps **out)
{
    struct steps *steps = calloc(1, sizeof *steps);
    *out = NULL;
    if (!steps)
        return fail_memory(err);
    enum wc_status status = output_open(err, path, &steps->output);
    if (status != WC_OK) {
        free(steps);
        return status;
    }
    fputs("# warp\tpc\tlanes\tinstruction\tchanges\n", steps->output.file);
    *out = steps;
    return WC_OK;
}

enum wc_status steps_close(struct error *err, struct steps *steps, bool keep)
{
    enum wc_status status = WC_OK;
    if (!steps)
        return status;
    if (keep)
        status = output_commit(err, &steps->output);
    else
        output_abandon(&steps->output);
    text_free(&steps->line);
    free(steps);
    return status;
}

void steps_launch(struct steps *steps, const struct launch *launch)
{
    fprintf(steps->output.file, "# launch %" PRIu32 ": %s\n", steps->launches++, launch->name);
    steps->program = launch->program;
}

/* ---- before ---- */

static void keep_targets(struct steps *steps, const struct isa *isa, const struct warp *warp,
                         const struct insn *insn)
{
    steps->rows = 0;
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count && steps->rows < STEP_ROWS_MAX; k++) {
            uint32_t name = insn->dst[i].first + k;
            isa->read_register(warp, name, steps->row[steps->rows]);
            steps->name[steps->rows++] = name;
        }
    }
}

/* An atomic may overwrite the register whose contents it combined, so they are read here, too. */
static void keep_stored(struct steps *steps, const struct isa *isa, const struct warp *warp,
                        const struct insn *insn)
{
    struct regs stored = isa->stored(insn);
    steps->words = stored.count < STEP_WORDS_MAX ? stored.count : STEP_WORDS_MAX;
    for (uint32_t k = 0; k < steps->words; k++)
        isa->read_register(warp, stored.first + k, steps->stored[k]);
}

void steps_before(struct steps *steps, const struct warp *warp, const struct insn *insn)
{
    const struct isa *isa = steps->program->isa;
    steps->mask = warp->mask;
    steps->rows = steps->words = 0;
    if (!insn->op)
        return;
    keep_targets(steps, isa, warp, insn);
    if (insn->flags & (INSN_STORE | INSN_ATOMIC))
        keep_stored(steps, isa, warp, insn);
}

/* ---- after ---- */

/* Neighbouring lanes with the same new value are written together. */
static void add_register(struct steps *steps, const struct isa *isa, const struct warp *warp,
                         uint32_t i)
{
    uint32_t now[LANES_MAX];
    const uint32_t *old = steps->row[i];
    isa->read_register(warp, steps->name[i], now);
    for (uint32_t lane = 0; lane < warp->lanes;) {
        uint32_t first = lane++;
        if (now[first] == old[first])
            continue;
        while (lane < warp->lanes && now[lane] != old[lane] && now[lane] == now[first])
            lane++;
        text_add(&steps->line, " %s:%" PRIu32, isa->register_name(steps->name[i]), first);
        if (lane > first + 1)
            text_add(&steps->line, "-%" PRIu32, lane - 1);
        text_add(&steps->line, "=%08" PRIx32, now[first]);
    }
}

/* The value that each lane stores; for an atomic, the value it combines with memory. */
static void add_memory(struct steps *steps, const struct access *access)
{
    static const char *const spaces[] = {[MEMORY_GLOBAL] = "global", [MEMORY_SHARED] = "shared",
                                         [MEMORY_LOCAL] = "local",
                                         [MEMORY_CONSTANT] = "constant"};
    for (uint64_t rest = access->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        text_add(&steps->line, " %s:%u@%08" PRIx64 "=", spaces[access->space], lane,
                 access->address[lane]);
        if (access->bytes < 4) {
            uint32_t kept = (1u << 8 * access->bytes) - 1;
            text_add(&steps->line, "%0*" PRIx32, 2 * access->bytes, steps->stored[0][lane] & kept);
            continue;
        }
        for (uint32_t k = steps->words; k-- > 0;)
            text_add(&steps->line, "%08" PRIx32, steps->stored[k][lane]);
    }
}

static void add_warp(struct steps *steps, const struct step_warp *who)
{
    text_add(&steps->line, "%" PRIu32, steps->launches - 1);
    if (who->in_group)
        text_add(&steps->line, ":g%" PRIu32 ",%" PRIu32 ",%" PRIu32, who->group[0], who->group[1],
                 who->group[2]);
    else
        text_add(&steps->line, ":c%" PRIu32, who->group[0]);
    text_add(&steps->line, ":w%" PRIu32, who->warp);
}

/* Tabs in the text would end the field. */
static void add_instruction(struct steps *steps, const struct isa *isa, const struct insn *insn)
{
    size_t begin = steps->line.length;
    isa->print(steps->program, insn, &steps->line);
    for (size_t i = begin; i < steps->line.length; i++) {
        if (steps->line.bytes[i] == '\t')
            steps->line.bytes[i] = ' ';
    }
    text_add(&steps->line, "\t");
}

void steps_after(struct steps *steps, const struct warp *warp, const struct insn *insn,
                 const struct effect *effect, const struct step_warp *who)
{
    const struct isa *isa = steps->program->isa;
    steps->line.length = 0;
    add_warp(steps, who);
    text_add(&steps->line, "\t0x%" PRIx64 "\t0x%" PRIx64 "\t", insn->pc, steps->mask);
    add_instruction(steps, isa, insn);
    size_t changes = steps->line.length;
    for (uint32_t i = 0; i < steps->rows; i++)
        add_register(steps, isa, warp, i);
    if (effect->kind == EFFECT_MEMORY && effect->access.kind != ACCESS_LOAD)
        add_memory(steps, &effect->access);
    if (effect->kind == EFFECT_FAULT)
        text_add(&steps->line, " fault:%" PRIu32, effect->fault.lane);
    const char *line = text_string(&steps->line);
    fprintf(steps->output.file, "%.*s%s\n", (int)changes, line,
            line[changes] ? line + changes + 1 : "");
}
