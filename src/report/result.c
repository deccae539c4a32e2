/* SPDX-License-Identifier: Apache-2.0 */
/* result.c - values derived from a result: the bound of the whole job, and the tightness of
 * bounds. */
#include "report/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bound/engine/explain.h"

const struct bound *result_bound(const struct wc_result *r)
{
    for (size_t i = 0; i < r->launch_count; i++) {
        if (!r->launches[i].has_bound)
            return NULL;
    }
    return r->launch_count && r->launch_count == r->launches_planned ? &r->bound : NULL;
}

size_t result_launches_done(const struct wc_result *r)
{
    size_t done = 0;
    for (size_t i = 0; i < r->launch_count; i++)
        done += r->launches[i].ended;
    return done;
}

bool result_is_cut(const struct wc_result *r)
{
    return !r->no_run && result_launches_done(r) < r->launches_planned;
}

static double ratio(uint64_t bound, uint64_t cycles)
{
    return cycles ? (double)bound / (double)cycles : 0;
}

double result_launch_tightness(const struct wc_result *r, const struct result_launch *launch)
{
    bool known = launch->has_bound && launch->ended && !r->functional;
    return known ? ratio(launch->bound.cycles, launch->statistics.count[STAT_CYCLES]) : 0;
}

double result_tightness(const struct wc_result *r)
{
    const struct bound *bound = result_bound(r);
    bool known = bound && r->launches[r->launch_count - 1].ended &&
                 !r->functional;
    return known ? ratio(bound->cycles, r->statistics.count[STAT_CYCLES]) : 0;
}

uint64_t result_warp_cycles(const struct wc_result *r)
{
    uint64_t cycles = r->statistics.count[STAT_WARP_INSTRUCTIONS];
    for (size_t id = 0; id < STAT_MAX; id++) {
        const struct statistic *s = statistic(r->statistics.table, id);
        cycles += s && s->warp_cycles && id != STAT_STALL_IDLE ? r->statistics.count[id] : 0;
    }
    return cycles;
}

enum periodic_outcome result_schedule(const struct wc_result *r)
{
    enum periodic_outcome all = PERIODIC_MEETS;
    for (size_t i = 0; i < r->periodic_count; i++) {
        const enum periodic_outcome outcome = r->periodic[i].response.outcome;
        all = all == PERIODIC_MISSES || outcome == PERIODIC_MEETS ? all : outcome;
    }
    return all;
}

uint64_t result_longest(const struct wc_result *r)
{
    const struct bound *bound = r->bound_asked ? result_bound(r) : NULL;
    const uint64_t cycles = r->no_run ? 0 : r->statistics.count[STAT_CYCLES];
    return bound && bound->cycles > cycles ? bound->cycles : cycles;
}

bool result_meets_deadline(const struct wc_result *r)
{
    return (r->bound_asked ? result_bound(r) != NULL : !result_is_cut(r)) &&
           result_longest(r) <= r->deadline;
}

const char *result_time_text(const struct wc_result *r, uint64_t cycles, char text[32])
{
    static const struct {
        double ns;
        const char *unit;
    } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {0, "ns"}};
    const double ns = r->clock_mhz ? (double)cycles * 1e3 / r->clock_mhz : 0;
    size_t i = 0;
    while (ns < units[i].ns)
        i++;
    snprintf(text, 32, "%.4g %s", units[i].ns > 0 ? ns / units[i].ns : ns, units[i].unit);
    return text;
}

bool result_is_exceeded(const struct result_loop *loop)
{
    return loop->observed > loop->iterations || (loop->total && loop->observed_total > loop->total);
}

void result_write_excess(const struct result_loop *loop, struct text *out)
{
    const char *from = loop->from_job ? "job" : "source";
    if (loop->observed > loop->iterations)
        text_add(out, " ran %" PRIu64 " iteration%s; the %s states a maximum of %" PRIu64,
                 loop->observed, loop->observed == 1 ? "" : "s", from, loop->iterations);
    else
        text_add(out, " ran %" PRIu64 " iteration%s of all work-items; the %s states a total of "
                 "%" PRIu64, loop->observed_total, loop->observed_total == 1 ? "" : "s", from,
                 loop->total);
}

const struct result_loop *result_exceeded_loop(const struct result_launch *launch)
{
    for (size_t i = 0; i < launch->loop_count; i++) {
        if (result_is_exceeded(&launch->loops[i]))
            return &launch->loops[i];
    }
    return NULL;
}

const struct result_loop *result_given_loop(const struct wc_result *r,
                                            const struct explain_loop *loop)
{
    for (size_t i = 0; i < r->launch_count; i++) {
        for (size_t k = 0; k < r->launches[i].loop_count; k++) {
            const struct result_loop *given = &r->launches[i].loops[k];
            if (given->needed && given->address == loop->place.address &&
                loop->place.function && strcmp(given->function, loop->place.function) == 0)
                return given;
        }
    }
    return NULL;
}

bool result_exact(const struct wc_result *r)
{
    for (size_t i = 0; i < r->launch_count; i++) {
        if (!r->launches[i].exact)
            return false;
    }
    return result_bound(r) != NULL;
}

void result_write_dependence(const struct result_dependence *d, struct text *out)
{
    if (d->instruction)
        text_add(out, "%s at 0x%" PRIx64, d->instruction, d->address);
    else
        text_add(out, "%s", d->subject);
    if (d->file)
        text_add(out, " (%s:%" PRIu32 ")", d->file, d->line);
    text_add(out, " depends on %s", d->source);
    if (d->instruction)
        text_add(out, " through %s", d->subject);
}
