/* SPDX-License-Identifier: Apache-2.0 */
/* bound.c - bounds of launches that run one after the other. */
#include "bound/engine/bound.h"

#include <inttypes.h>
#include <string.h>

#include "bound/engine/loop_bounds.h"

void bound_set_tree(struct bound *bound, struct term *tree)
{
    bound->tree = tree;
    bound->cycles = tree->value;
}

void bound_explain(struct bound *bound, struct explanation *explanation)
{
    explain_sort(explanation);
    bound->explanation = explanation;
}

enum wc_status bound_check(struct error *err, const struct bound *bound)
{
    if (!term_holds(bound->tree))
        return fail(err, WC_INTERNAL, "the terms of the bound do not add up");
    if (bound->explanation && !explain_holds(bound->explanation, bound->tree))
        return fail(err, WC_INTERNAL, "what explains the bound does not add up to it");
    return WC_OK;
}

/* ---- assumptions ---- */

static bool same_place(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void note_assumption(struct arena *arena, struct bound *bound, const char *text,
                            const char *place)
{
    bound->assumptions = arena_grow(arena, bound->assumptions, bound->assumption_count,
                                    sizeof *bound->assumptions);
    bound->assumptions[bound->assumption_count++] = (struct bound_assumption){text, place};
}

void bound_assume(struct arena *arena, struct bound *bound, const char *text, const char *place)
{
    for (uint32_t i = 0; i < bound->assumption_count; i++) {
        const struct bound_assumption *there = &bound->assumptions[i];
        if (strcmp(there->text, text) == 0 && same_place(there->place, place))
            return;
    }
    note_assumption(arena, bound, text, place);
}

void bound_assume_alone(struct arena *arena, struct bound *bound)
{
    bound_assume(arena, bound, "the launch is alone on the machine and starts with cold caches",
                 NULL);
}

static const char *line_text(struct arena *arena, const struct program *program, uint32_t index,
                             struct source_line line)
{
    uint64_t pc = program->insns[index].pc;
    const struct function *function = program_function(program, pc);
    const char *in = function ? arena_format(arena, " in %s", function->name) : "";
    const char *at = line.file ? arena_format(arena, ", %s:%" PRIu32, line.file, line.line) : "";
    return arena_format(arena, "0x%08" PRIx64 "%s%s", pc, in, at);
}

const char *bound_place(struct arena *arena, const struct program *program, uint32_t index)
{
    struct source_line line = {0};
    if (!image_source_line(program->image, program->insns[index].pc, &line))
        line.file = NULL;
    return line_text(arena, program, index, line);
}

/* A loop has the line that names it. */
static const char *place_text(struct arena *arena, const struct program *program, uint32_t index,
                              enum walk_assumption kind, const struct source_line *loop_lines)
{
    return kind == ASSUME_LOOP ? line_text(arena, program, index, loop_lines[index])
                               : bound_place(arena, program, index);
}

static const char *const assumption_texts[WALK_ASSUMPTIONS] = {
    [ASSUME_STORE] = ("a store at an address unknown before the run does not change code, "
                      "constants, arguments or saved registers"),
    [ASSUME_SAVED] = "a store at an unknown place in the stack does not change saved registers",
    [ASSUME_OBJECT] = "a pointer into a buffer plus an unknown offset stays in that buffer",
    [ASSUME_WORDS] = "a store at an unknown place in local memory stays in local variables",
    [ASSUME_LANES] = "all lanes hold the same value where one lane decides for all",
    [ASSUME_LOOP] = "the given bound of this loop holds",
    [ASSUME_FIXED] = "a fixed buffer has the contents that the job gives it",
    [ASSUME_RANGE] = "the elements of a buffer are in the range that the job assumes",
};

void bound_assume_walked(struct arena *arena, struct bound *bound, const struct program *program,
                         const uint8_t *assumed)
{
    struct arena work = {0};
    const struct source_line *loop_lines = loop_bounds_lines(&work, program);
    for (unsigned kind = 0; kind < WALK_ASSUMPTIONS; kind++) {
        for (uint32_t i = 0; i < program->count; i++) {
            if (assumed[i] >> kind & 1)
                note_assumption(arena, bound, assumption_texts[kind],
                                place_text(arena, program, i, kind, loop_lines)); /* many */
        }
    }
    arena_free(&work);
}

bool bound_assumes(const struct bound *bound, enum walk_assumption assumption)
{
    for (uint32_t i = 0; i < bound->assumption_count; i++) {
        if (strcmp(bound->assumptions[i].text, assumption_texts[assumption]) == 0)
            return true;
    }
    return false;
}

/* ---- launches ---- */

/* The share of all instructions that lie outside of regions. */
static double mean_known(const struct bound *a, const struct bound *b)
{
    double steps = (double)a->steps + (double)b->steps;
    return steps > 0 ? (a->path_known * (double)a->steps + b->path_known * (double)b->steps) / steps
                     : b->path_known;
}

/* A launch that is exact has no worst path: it is a row of its own. The sum's tree does not have
 * `more` yet. */
static void add_explanation(struct arena *arena, struct bound *sum, const struct bound *more)
{
    static const char exact[] = "launches that are exact";
    if (!sum->explanation && !more->explanation)
        return;
    if (!sum->explanation) {
        sum->explanation = arena_alloc(arena, sizeof *sum->explanation);
        if (sum->tree)
            explain_whole(arena, sum->explanation, exact, sum->tree);
    }
    if (more->explanation)
        explain_add(arena, sum->explanation, more->explanation);
    else
        explain_whole(arena, sum->explanation, exact, more->tree);
    explain_sort(sum->explanation);
}

void bound_add(struct arena *arena, struct bound *sum, const struct bound *more)
{
    add_explanation(arena, sum, more);
    if (sum->tree)
        term_merge(arena, sum->tree, more->tree);
    bound_set_tree(sum, sum->tree ? sum->tree : term_copy(arena, more->tree));
    if (sum->beside && more->beside)
        term_merge(arena, sum->beside, more->beside);
    else if (more->beside && !sum->steps)
        sum->beside = term_copy(arena, more->beside);
    if (!sum->steps)
        sum->phases = more->phases; /* of several launches there is no one list */
    else
        sum->phases = NULL;
    sum->path_known = mean_known(sum, more);
    sum->steps += more->steps;
    sum->regions += more->regions;
    sum->solved += more->solved;
    void (*add)(struct arena *, struct bound *, const char *, const char *) =
        sum->assumption_count ? bound_assume : note_assumption;
    for (uint32_t i = 0; i < more->assumption_count; i++)
        add(arena, sum, more->assumptions[i].text, more->assumptions[i].place);
}

/* Costs know rows and a bus, not the commands of DDR4 and its refresh. */
enum wc_status bound_knows_dram(struct error *err, const struct dram_numbers *dram)
{
    if (!dram->ddr4)
        return WC_OK;
    fail(err, WC_BAD_INPUT, "dram.model: the worst-case analysis does not know ddr4");
    hint(err, "'--set dram.model=simple' has an analysis; a bound that is exact needs none");
    return WC_BAD_INPUT;
}
