/* SPDX-License-Identifier: Apache-2.0 */
/* profile_text.c - a profile as a table of source lines. */
#include <inttypes.h>

#include "report/profile.h"
#include "report/result_text.h"

/* Of all cycles: the lines that are shown. */
static const double shown_share = 0.9;
/* Of a line: smaller reasons and instructions are left out. */
static const double reason_share = 0.05, instruction_share = 0.1;
enum { TEXT_MAX = 72, INDENT = 45 };

/* "issue 12 %, memory 80 %": the longest first. */
static void write_reasons(const struct profile_counts *counts, struct text *out)
{
    const uint64_t all = profile_cycles(counts);
    bool told[STALL_COUNT + 1] = {false};
    const char *comma = "";
    uint64_t rest = all;
    for (;;) {
        unsigned longest = STALL_COUNT; /* the issue itself */
        uint64_t cycles = told[STALL_COUNT] ? 0 : counts->issues;
        for (unsigned i = 0; i < STALL_COUNT; i++) {
            if (!told[i] && counts->waits[i] > cycles) {
                longest = i;
                cycles = counts->waits[i];
            }
        }
        if (!cycles || share_of(cycles, all) < reason_share)
            break;
        told[longest] = true;
        rest -= cycles;
        text_add(out, "%s%s %.0f %%", comma,
                 longest < STALL_COUNT ? stall_name((enum stall_reason)longest) : "issue",
                 100 * share_of(cycles, all));
        comma = ", ";
    }
    if (share_of(rest, all) >= 0.005) /* shown as 0 % otherwise */
        text_add(out, "%sother %.0f %%", comma, 100 * share_of(rest, all));
}

static void write_memory(const struct profile_counts *counts, struct text *out)
{
    char number[32];
    if (!counts->transactions)
        return;
    text_add(out, "; %s transactions", result_grouped(counts->transactions, number));
    if (counts->misses)
        text_add(out, ", %.0f %% miss", 100 * share_of(counts->misses, counts->transactions));
}

/* Those that stand out, where there are others. */
static void write_instructions(const struct profile_row *row, struct text *out)
{
    for (uint32_t i = 0; row->instruction_count > 1 && i < row->instruction_count; i++) {
        const struct profile_instruction *insn = &row->instructions[i];
        const double share = share_of(profile_cycles(&insn->counts), profile_cycles(&row->counts));
        if (share < instruction_share)
            continue;
        text_add(out, "%*s%3.0f %%  0x%08" PRIx64 " %s: ", INDENT, "", 100 * share, insn->address,
                 insn->text);
        write_reasons(&insn->counts, out);
        text_add(out, "\n");
    }
}

static void write_row(const struct profile_row *row, uint64_t all, struct text *out)
{
    char cycles[32], executions[32];
    const struct profile_counts *counts = &row->counts;
    text_add(out, "  %5.1f %% %16s %16s  ", 100 * share_of(profile_cycles(counts), all),
             result_grouped(profile_cycles(counts), cycles),
             result_grouped(counts->executions, executions));
    code_place_write(&row->place, out);
    text_add(out, "\n");
    if (row->place.text) {
        text_add(out, "%*s", INDENT, "");
        code_place_write_text(&row->place, TEXT_MAX, out);
        text_add(out, "\n");
    }
    text_add(out, "%*s", INDENT, "");
    write_reasons(counts, out);
    write_memory(counts, out);
    text_add(out, "\n");
    write_instructions(row, out);
}

void profile_write_text(const struct run_profile *profile, const char *warp, struct text *out)
{
    const uint64_t all = profile_cycles(&profile->total);
    uint64_t shown = 0;
    uint32_t count = 0;
    text_add(out, "  where %ss spent their time\n           %16s %16s\n", warp, "cycles",
             "instructions");
    while (count < profile->row_count && share_of(shown, all) < shown_share) {
        write_row(&profile->rows[count], all, out);
        shown += profile_cycles(&profile->rows[count++].counts);
    }
    if (count < profile->row_count)
        text_add(out, "  these are %.1f %% of the cycles; --json lists all %" PRIu32 " lines\n",
                 100 * share_of(shown, all), profile->row_count);
}
