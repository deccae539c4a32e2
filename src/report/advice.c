/* SPDX-License-Identifier: Apache-2.0 */
/* advice.c - sentences from the numbers of a result: how long it took, and the order of all. */
#include <inttypes.h>
#include <string.h>

#include "report/advice_parts.h"

enum { TEXT_MAX = 60 };

/* Source has blanks side by side; a sentence has none. */
static char *single_spaced(struct arena *arena, const char *text)
{
    char *to = arena_strdup(arena, text), *end = to;
    for (const char *at = to; *at; at++) {
        if (*at != ' ' || at[1] != ' ')
            *end++ = *at;
    }
    *end = '\0';
    return to;
}

void advice_say(struct advice *advice, const char *topic, const char *number, double value,
                struct text *text)
{
    advice->sentences = arena_grow(advice->arena, advice->sentences, advice->sentence_count,
                                   sizeof *advice->sentences);
    advice->sentences[advice->sentence_count++] = (struct sentence){
        topic, single_spaced(advice->arena, text_string(text)), number, value};
    text_free(text);
}

double advice_value(const struct wc_result *r, const char *name)
{
    double value = 0;
    return wc_result_value(r, name, &value) ? value : 0;
}

void advice_write_place(const struct code_place *place, struct text *out)
{
    if (place->file)
        code_place_write_line(place, out);
    else
        code_place_write(place, out);
    if (!place->text)
        return;
    text_add(out, " (");
    code_place_write_text(place, TEXT_MAX, out);
    text_add(out, ")");
}

/* ---- the whole ---- */

static void write_instructions(const struct wc_result *r, struct text *text)
{
    char number[32];
    const bool cut = result_is_cut(r);
    result_grouped(r->statistics.count[STAT_WARP_INSTRUCTIONS], number);
    if (r->topology.lockstep)
        text_add(text, "%s %s parts of instructions", cut ? "issued" : "issues", number);
    else
        text_add(text, "%s %s %s instructions", cut ? "executed" : "executes", number,
                 r->topology.warp);
    text_add(text, ", %.2f per cycle", advice_value(r, "issue_utilisation"));
}

static void say_cycles(struct advice *advice, const struct wc_result *r)
{
    char cycles[32];
    struct text text = {0};
    const uint64_t count = r->statistics.count[STAT_CYCLES];
    result_grouped(count, cycles);
    if (result_is_cut(r)) {
        text_add(&text, "%s was stopped after %s cycles on %s", r->kernel, cycles, r->machine);
        if (r->launches_planned > 1)
            text_add(&text, ", with %zu of %zu launches done", result_launches_done(r),
                     r->launches_planned);
        text_add(&text, ". Until then it ");
        write_instructions(r, &text);
        text_add(&text, "; all that follows is about this part.");
    } else {
        text_add(&text, "%s takes %s cycles on %s and ", r->kernel, cycles, r->machine);
        write_instructions(r, &text);
        text_add(&text, ".");
    }
    advice_say(advice, "time", "cycles", (double)count, &text);
}

static void say_checks(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    size_t i = 0;
    while (i < r->check_count && r->checks[i].ok)
        i++;
    if (i == r->check_count)
        return;
    text_add(&text, "Its results are wrong, so its time means little: buffer %s %s.",
             r->checks[i].buffer, r->checks[i].text);
    advice_say(advice, "results",
               arena_format(advice->arena, "check_details.%s.different", r->checks[i].buffer),
               (double)r->checks[i].difference.count, &text);
}

void advice_of_result(struct advice *advice, const struct wc_result *r)
{
    say_cycles(advice, r);
    say_checks(advice, r);
    advice_say_bound(advice, r);
    if (r->profile && profile_cycles(&r->profile->total)) {
        advice_say_time(advice, r);
        advice_say_use(advice, r);
    }
    advice_say_loop(advice, r);
    advice_say_what_ifs(advice, r);
}
