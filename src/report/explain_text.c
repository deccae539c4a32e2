/* SPDX-License-Identifier: Apache-2.0 */
/* explain_text.c - the worst path as a table: loops first, then lines with their terms. */
#include <inttypes.h>

#include "report/explain.h"
#include "report/result_text.h"

/* Of the bound: the rows that are shown. */
static const double shown_share = 0.9;
/* Of a row: smaller terms and instructions are left out. */
static const double term_share = 0.05, instruction_share = 0.1;
enum { TEXT_MAX = 72, INDENT = 52 };

static void write_numbers(uint64_t cycles, uint64_t bound, uint64_t count, bool counted,
                          struct text *out)
{
    char number[32], times[32];
    text_add(out, "  %5.1f %% %16s cycles %14s  ", 100 * share_of(cycles, bound),
             result_grouped(cycles, number), counted ? result_grouped(count, times) : "");
}

/* ---- loops ---- */

/* "64 iterations each time"; entries that differ have only an average. */
static void write_trips(const struct explain_loop *loop, struct text *out)
{
    char number[32];
    if (loop->entries && loop->iterations % loop->entries == 0)
        text_add(out, "%s iteration%s each time",
                 result_grouped(loop->iterations / loop->entries, number),
                 loop->iterations == loop->entries ? "" : "s");
    else
        text_add(out, "%.1f iterations on average",
                 loop->entries ? (double)loop->iterations / (double)loop->entries : 0);
}

void explain_write_body(const struct explain_loop *loop, struct text *out)
{
    char number[32];
    if (loop->bodies <= loop->iterations || !loop->entries)
        return;
    text_add(out, " (returns to its beginning; its body runs up to ");
    if (loop->bodies % loop->entries == 0)
        text_add(out, "%s times)", result_grouped(loop->bodies / loop->entries, number));
    else
        text_add(out, "%.1f times)", (double)loop->bodies / (double)loop->entries);
}

/* A given bound is one of the body: the analysis lets the loop return to its beginning so often,
 * which is one execution more where no test is at the top. */
static void write_hint(const struct explain_loop *loop, const struct result_loop *given,
                       struct text *out)
{
    if (!given)
        explain_write_body(loop, out);
    else if (loop->entries && loop->iterations == loop->entries * (given->iterations + 1))
        text_add(out, " (the analysis allows one more than the given bound)");
}

static void write_loops(const struct wc_result *r, struct text *out)
{
    const struct explanation *e = r->bound.explanation;
    const uint64_t bound = r->bound.cycles;
    bool any = false;
    for (uint32_t i = 0; i < e->loop_count; i++) {
        const struct explain_loop *loop = &e->loops[i];
        if (share_of(loop->cycles, bound) < 1 - shown_share)
            break;
        if (!any)
            text_add(out, "  loops of the worst path%23s\n", "entered");
        any = true;
        write_numbers(loop->cycles, bound, loop->entries, true, out);
        code_place_write(&loop->place, out);
        text_add(out, ", ");
        write_trips(loop, out);
        write_hint(loop, result_given_loop(r, loop), out);
        text_add(out, "\n");
    }
}

/* ---- lines ---- */

static void write_terms(const struct explain_row *row, struct text *out)
{
    char number[32];
    uint64_t other = 0;
    text_add(out, "%*s", INDENT, "");
    for (uint32_t i = 0; i < row->term_count; i++) {
        if (i && share_of(row->terms[i].cycles, row->cycles) < term_share)
            other += row->terms[i].cycles;
        else
            text_add(out, "%s%s %s", i ? ", " : "", row->terms[i].name,
                     result_grouped(row->terms[i].cycles, number));
    }
    if (other)
        text_add(out, ", other %s", result_grouped(other, number));
    text_add(out, "\n");
}

/* Those that stand out, where there are others. */
static void write_instructions(const struct explain_row *row, struct text *out)
{
    char number[32];
    for (uint32_t i = 0; row->instruction_count > 1 && i < row->instruction_count; i++) {
        const struct explain_instruction *insn = &row->instructions[i];
        if (share_of(insn->cycles, row->cycles) < instruction_share)
            break;
        text_add(out, "%*s0x%08" PRIx64 " %s", INDENT, "", insn->address, insn->text);
        if (insn->column)
            text_add(out, ", column %" PRIu32, insn->column);
        text_add(out, ": %s\n", result_grouped(insn->cycles, number));
    }
}

static void write_loop_of(const struct explain_loop *loop, struct text *out)
{
    text_add(out, ", loop ");
    code_place_write_line(&loop->place, out);
}

static void write_row(const struct explanation *e, const struct explain_row *row, uint64_t bound,
                      struct text *out)
{
    const struct explain_loop *loop = explain_loop_of(e, row);
    write_numbers(row->cycles, bound, row->executions, !row->shared, out);
    if (row->shared)
        text_add(out, "%s", row->shared);
    else
        code_place_write(&row->place, out);
    if (loop)
        write_loop_of(loop, out);
    text_add(out, "\n");
    if (row->place.text) {
        text_add(out, "%*s", INDENT, "");
        code_place_write_text(&row->place, TEXT_MAX, out);
        text_add(out, "\n");
    }
    write_terms(row, out);
    write_instructions(row, out);
}

void explain_write_text(const struct wc_result *r, struct text *out)
{
    const struct explanation *e = r->bound.explanation;
    const uint64_t bound = r->bound.cycles;
    uint64_t shown = 0;
    uint32_t count = 0;
    while (count < e->row_count && share_of(shown, bound) < shown_share)
        shown += e->rows[count++].cycles;
    write_loops(r, out);
    text_add(out, "  lines of the worst path%23s\n", "executed");
    for (uint32_t i = 0; i < count; i++)
        write_row(e, &e->rows[i], bound, out);
    text_add(out, "  these are %.1f %% of the bound; --json lists all %" PRIu32 " rows\n",
             100 * share_of(shown, bound), e->row_count);
}
