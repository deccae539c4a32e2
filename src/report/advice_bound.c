/* SPDX-License-Identifier: Apache-2.0 */
/* advice_bound.c - sentences about the bound: what it is or why there is none, and its costliest
 * loop. */
#include <inttypes.h>
#include <string.h>

#include "report/advice_parts.h"
#include "report/explain.h"
#include "report/symptoms.h"

/* Of the first launch whose time depends on data; the number of launches: none. */
static size_t first_dependence(const struct wc_result *r)
{
    size_t i = 0;
    while (i < r->launch_count && !r->launches[i].depends_on)
        i++;
    return i;
}

/* No analysis for what is not exact, or it fails here. */
static void say_no_bound(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const size_t launch = first_dependence(r);
    text_add(&text, result_is_cut(r) ? "No worst-case bound is known" :
                                       "It has no worst-case bound");
    if (launch < r->launch_count) {
        const struct result_dependence *dependence = r->launches[launch].depends_on;
        text_add(&text, ": ");
        result_write_dependence(dependence, &text);
        text_add(&text, ".");
        advice_say(advice, "bound",
                   arena_format(advice->arena, "launches[%zu].depends_on.cycle", launch),
                   (double)dependence->cycle, &text);
        return;
    }
    if (r->bound_problem)
        text_add(&text, ": %.*s", (int)strcspn(r->bound_problem, "\n"), r->bound_problem);
    else if (result_is_cut(r))
        text_add(&text, ": not all launches began");
    text_add(&text, ".");
    advice_say(advice, "bound", "exact", 0, &text);
}

static void say_analysed(struct advice *advice, const struct wc_result *r,
                         const struct bound *bound)
{
    char cycles[32];
    struct text text = {0};
    const double tightness = result_tightness(r);
    const size_t launch = first_dependence(r);
    text_add(&text, "No run takes more than %s cycles", result_grouped(bound->cycles, cycles));
    if (tightness > 0)
        text_add(&text, ", %.2f times this run", tightness);
    text_add(&text, ".");
    if (launch < r->launch_count) {
        text_add(&text, " It is not exact, because ");
        result_write_dependence(r->launches[launch].depends_on, &text);
        text_add(&text, ".");
    }
    if (tightness > 0)
        advice_say(advice, "bound", "tightness", tightness, &text);
    else
        advice_say(advice, "bound", "bound", (double)bound->cycles, &text);
}

void advice_say_bound(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const struct bound *bound = result_bound(r);
    if (!r->bound_asked)
        return;
    if (!bound) {
        say_no_bound(advice, r);
    } else if (result_exact(r)) {
        text_add(&text, "Every run takes exactly these cycles, whatever the buffers contain%s.",
                 r->fixed_count ? " that are not fixed" : "");
        advice_say(advice, "bound", "exact", 1, &text);
    } else {
        say_analysed(advice, r, bound);
    }
}

/* ---- its costliest loop ---- */

static void write_given(const struct wc_result *r, const struct explain_loop *loop,
                        const struct result_loop *given, struct text *text)
{
    char most[32], observed[32];
    text_add(text, ", where the %s gives at most %s iteration%s",
             given->from_job ? "job" : "source", result_grouped(given->iterations, most),
             plural(given->iterations));
    if (result_needs_bound(r, loop, given))
        text_add(text, "; this run had as many.");
    else if (given->counted)
        text_add(text, "; this run had at most %s. A smaller number that holds for every input "
                 "makes the bound smaller.", result_grouped(given->observed, observed));
    else
        text_add(text, ". A smaller number that holds for every input makes the bound smaller.");
}

/* Data may end it earlier: what is known before the run is only the most. */
static void write_fixed(const struct wc_result *r, const struct explain_loop *loop,
                        struct text *text)
{
    char each[32];
    const uint64_t iterations = loop->entries ? loop->iterations / loop->entries : 0;
    if (loop->entries && loop->iterations % loop->entries)
        text_add(text, ", with %.1f iterations on average",
                 (double)loop->iterations / (double)loop->entries);
    else
        text_add(text, ", with %s iteration%s each", result_grouped(iterations, each),
                 plural(iterations));
    explain_write_body(loop, text);
    text_add(text, ". The launch%s how often it runs at most.",
             r->fixed_count || r->assumed_count ? " and the facts in the job fix" : " fixes");
}

void advice_say_loop(struct advice *advice, const struct wc_result *r)
{
    char entries[32];
    struct text text = {0};
    const struct bound *bound = result_bound(r);
    const struct explanation *e = bound ? bound->explanation : NULL;
    if (!e || !e->loop_count || result_exact(r))
        return;
    const struct explain_loop *loop = &e->loops[0];
    const struct result_loop *given = result_given_loop(r, loop);
    const double share = share_of(loop->cycles, bound->cycles);
    text_add(&text, "The loop at ");
    advice_write_place(&loop->place, &text);
    text_add(&text, " makes up %.0f %% of the bound. It is entered up to %s time%s", 100 * share,
             result_grouped(loop->entries, entries), plural(loop->entries));
    if (given)
        write_given(r, loop, given, &text);
    else
        write_fixed(r, loop, &text);
    advice_say(advice, "bound", "explain_loops[0].share", share, &text);
}
