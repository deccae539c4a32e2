/* SPDX-License-Identifier: Apache-2.0 */
/* result_bound_text.c - a bound as text: its terms, or its comparison with a run. */
#include <inttypes.h>
#include <string.h>

#include "report/explain.h"
#include "report/result_text.h"

/* ---- bound without a run ---- */

/* "12 lines", "1 core". */
static void write_factor(const struct term *term, struct text *out)
{
    char number[32];
    const char *unit = term->as.unit ? term->as.unit : "cycles";
    int length = (int)strlen(unit) - (term->value == 1);
    text_add(out, "%s %.*s", result_grouped(term->value, number), length, unit);
}

/* A product in one line: what it counts, and at which price. */
static void write_factors(const struct term *product, struct text *out)
{
    for (const struct term *factor = product->first; factor; factor = factor->next) {
        text_add(out, "%s", factor == product->first ? ": " : " x ");
        write_factor(factor, out);
    }
}

/* The parts of a term that are not 0, each deeper one indented. */
static void write_terms(const struct term *whole, const struct term *term, int depth,
                        struct text *out)
{
    char number[32];
    for (const struct term *part = term->first; part; part = part->next) {
        double share = whole->value ? 100.0 * (double)part->value / (double)whole->value : 0;
        if (!part->value)
            continue;
        text_add(out, "  %*s%-*s %16s cycles  %5.1f %%  %s", 2 * depth, "", 14 - 2 * depth,
                 part->as.name, result_grouped(part->value, number), share, part->as.about);
        if (part->kind == TERM_PRODUCT)
            write_factors(part, out);
        text_add(out, "\n");
        if (part->kind == TERM_SUM || part->kind == TERM_MAX)
            write_terms(whole, part, depth + 1, out);
    }
}

/* Other bounds of the launch. */
static void write_beside(const struct bound *bound, struct text *out)
{
    char number[32];
    const struct term *term = bound->beside ? bound->beside->first : NULL;
    for (; term; term = term->next)
        text_add(out, "  %-14s %16s cycles           %s\n", term->as.name,
                 result_grouped(term->value, number), term->as.about);
}

/* The first phases of a work-group; long loops have many. */
static void write_phases(const struct bound *bound, struct text *out)
{
    enum { LISTED_MAX = 40 };
    const struct bound_phases *phases = bound->phases;
    char number[32];
    if (!phases || !phases->count)
        return;
    text_add(out, "  phases of a work-group\n");
    for (uint32_t i = 0; i < phases->count && i < LISTED_MAX; i++)
        text_add(out, "  %3u %-10s %16s cycles           %s\n", i + 1, phases->list[i].resource,
                 result_grouped(phases->list[i].cycles, number), phases->list[i].place);
    if (phases->count > LISTED_MAX)
        text_add(out, "  and %u more; --json lists all\n", phases->count - LISTED_MAX);
}

static void write_path(const struct bound *bound, struct text *out)
{
    char number[32], different[32];
    text_add(out, "  %.1f %% of %s instructions are on a path known before the run\n",
             100 * bound->path_known, result_grouped(bound->steps, number));
    if (bound->regions == 1)
        text_add(out, "  1 region depends on data; its worst path counts\n");
    else if (bound->regions)
        text_add(out, "  %s regions depend on data (%s different one%s); the worst path of each "
                 "counts\n", result_grouped(bound->regions, number),
                 result_grouped(bound->solved, different), bound->solved == 1 ? "" : "s");
}

static bool same_loop(const struct result_loop *a, const struct result_loop *b)
{
    return a->address == b->address && a->iterations == b->iterations && a->needed == b->needed &&
           a->total == b->total && strcmp(a->function, b->function) == 0;
}

/* Launches of one kernel share their loops: each is listed once. */
static bool told_before(const struct wc_result *r, size_t launch, const struct result_loop *loop)
{
    for (size_t i = 0; i < launch; i++) {
        for (size_t k = 0; k < r->launches[i].loop_count; k++) {
            if (same_loop(&r->launches[i].loops[k], loop))
                return true;
        }
    }
    return false;
}

static void write_loop(const struct result_loop *loop, struct text *out)
{
    text_add(out, "    0x%08" PRIx64 " in %s", loop->address, loop->function);
    if (loop->file)
        text_add(out, ", %s:%" PRIu32, loop->file, loop->line);
    text_add(out, ": at most %" PRIu64 " iteration%s", loop->iterations,
             loop->iterations == 1 ? "" : "s");
    if (loop->total)
        text_add(out, ", %" PRIu64 " of all work-items", loop->total);
    text_add(out, "\n");
}

/* Bounds in the source are for any launch: one that this launch does not need is not listed. */
static bool is_told(const struct result_loop *loop, bool needed)
{
    return loop->needed == needed && (needed || loop->from_job);
}

static void write_loops(const struct wc_result *r, bool needed, const char *head, struct text *out)
{
    bool any = false;
    for (size_t i = 0; i < r->launch_count; i++) {
        for (size_t k = 0; k < r->launches[i].loop_count; k++) {
            const struct result_loop *loop = &r->launches[i].loops[k];
            if (!is_told(loop, needed) || told_before(r, i, loop))
                continue;
            if (!any)
                text_add(out, "  %s\n", head);
            write_loop(loop, out);
            any = true;
        }
    }
}

static void write_unfitting(const struct wc_result *r, struct text *out)
{
    bool any = false;
    for (size_t i = 0; i < r->launch_count; i++) {
        for (size_t k = 0; k < r->launches[i].unfitting_count; k++) {
            const struct loop_note *note = &r->launches[i].unfitting[k];
            if (!any)
                text_add(out,
                         "  loop bounds in the source without a loop in the binary: unrolled, or "
                         "not found in the code\n");
            text_add(out, "    %s:%" PRIu32 ": at most %" PRIu64 "\n", note->file, note->line,
                     note->iterations);
            any = true;
        }
    }
}

static uint32_t places_with(const struct bound *bound, const char *text)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < bound->assumption_count; i++)
        count += strcmp(bound->assumptions[i].text, text) == 0;
    return count;
}

/* Each sentence once, with its first place. */
static void write_assumptions(const struct wc_result *r, struct text *out)
{
    const struct bound *bound = &r->bound;
    const char *last = NULL;
    for (uint32_t i = 0; i < bound->assumption_count; i++) {
        const struct bound_assumption *a = &bound->assumptions[i];
        if (last && strcmp(last, a->text) == 0)
            continue;
        text_add(out, "%s    %s", last ? "" : "  assumed of the program and the run\n", a->text);
        last = a->text;
        uint32_t others = places_with(bound, a->text) - 1;
        if (a->place)
            text_add(out, ": %s", a->place);
        if (others)
            text_add(out, " and %" PRIu32 " other place%s", others, others == 1 ? "" : "s");
        text_add(out, "\n");
    }
    if (r->periodic_count)
        text_add(out, "    each bound is that of a launch alone; the table adds the time that it "
                 "waits for others\n");
}

static void write_launch_bounds(const struct wc_result *r, struct text *out)
{
    char number[32];
    for (size_t i = 0; r->launches_planned > 1 && i < r->launch_count; i++) {
        if (!r->launches[i].has_bound) {
            text_add(out, "  launch %-3zu %-20s no bound\n", i + 1, r->launches[i].kernel);
            continue;
        }
        text_add(out, "  launch %-3zu %-20s %s %12s cycles\n", i + 1, r->launches[i].kernel,
                 r->launches[i].exact ? "exactly" : "at most",
                 result_grouped(r->launches[i].bound.cycles, number));
    }
}

/* "`a`, `b` and `c`" */
static void write_names(const char *const *names, size_t count, struct text *out)
{
    for (size_t i = 0; i < count; i++)
        text_add(out, "%s`%s`", i == 0 ? "" : i + 1 == count ? " and " : ", ", names[i]);
}

static void write_unused_ranges(const struct wc_result *r, struct text *out)
{
    if (!r->assumed_count || bound_assumes(&r->bound, ASSUME_RANGE))
        return;
    text_add(out, "  ranges in the job that the bound does not use; a run checks them\n    ");
    write_names(r->assumed, r->assumed_count, out);
    text_add(out, "\n");
}

static void write_exactness(const struct wc_result *r, struct text *out)
{
    if (result_exact(r) && r->fixed_count) {
        text_add(out, "  every run with these contents of ");
        write_names(r->fixed, r->fixed_count, out);
        text_add(out, " takes these cycles, whatever the\n  other buffers contain: no branch, "
                      "mask, address or barrier depends on their contents\n");
    } else if (result_exact(r)) {
        text_add(out, "  every run takes these cycles, whatever the buffers contain: no branch, "
                      "mask, address\n  or barrier depends on their contents\n");
    }
    for (size_t i = 0; i < r->launch_count; i++) {
        if (!r->launches[i].depends_on)
            continue;
        text_add(out, "  not exact: ");
        result_write_dependence(r->launches[i].depends_on, out);
        text_add(out, "\n");
        return; /* the first one is enough to begin with */
    }
}

/* "deadline of 20 000 cycles: met, 8 756 cycles to spare (7.3 us)" */
void result_write_deadline(const struct wc_result *r, bool color, struct text *out)
{
    char number[32], time[32];
    const bool met = result_meets_deadline(r);
    const uint64_t longest = result_longest(r);
    const bool run = !r->no_run && r->statistics.count[STAT_CYCLES] > r->deadline;
    if (!r->deadline)
        return;
    text_add(out, "  deadline of %s cycle%s: %s%s%s", result_grouped(r->deadline, number),
             plural(r->deadline), paint(color, met ? GREEN : RED), met ? "met" : "NOT MET",
             paint(color, PLAIN));
    if (met)
        text_add(out, ", %s cycle%s to spare", result_grouped(r->deadline - longest, number),
                 plural(r->deadline - longest));
    else if (r->bound_asked && !result_bound(r))
        text_add(out, ", there is no bound");
    else
        text_add(out, " by the %s, %s cycle%s too many", run ? "run" : "bound",
                 result_grouped(longest > r->deadline ? longest - r->deadline : 0, number),
                 plural(longest - r->deadline));
    if (met && r->clock_mhz)
        text_add(out, " (%s)", result_time_text(r, r->deadline - longest, time));
    text_add(out, "\n");
}

/* A column is as wide as its longest number. */
static int periodic_width(const struct wc_result *r,
                          uint64_t (*value)(const struct result_periodic *), const char *head)
{
    size_t width = strlen(head);
    char number[32];
    for (size_t i = 0; i < r->periodic_count; i++) {
        size_t length = strlen(result_grouped(value(&r->periodic[i]), number));
        width = length > width ? length : width;
    }
    return (int)width;
}

static uint64_t launch_of(const struct result_periodic *k) { return k->launch; }
static uint64_t period_of(const struct result_periodic *k) { return k->period; }
static uint64_t deadline_of(const struct result_periodic *k) { return k->deadline; }
static uint64_t cycles_of(const struct result_periodic *k) { return k->cycles; }
static uint64_t blocking_of(const struct result_periodic *k) { return k->response.blocking; }
static uint64_t response_of(const struct result_periodic *k) { return k->response.cycles; }

static const struct {
    const char *head;
    uint64_t (*value)(const struct result_periodic *kernel);
} periodic_columns[] = {
    {"period", period_of}, {"deadline", deadline_of}, {"bound", cycles_of},
    {"blocking", blocking_of}, {"response", response_of},
};
enum { PERIODIC_COLUMNS = sizeof periodic_columns / sizeof *periodic_columns };

static int name_width(const struct wc_result *r)
{
    size_t width = strlen("kernel");
    for (size_t i = 0; i < r->periodic_count; i++)
        width = strlen(r->periodic[i].kernel) > width ? strlen(r->periodic[i].kernel) : width;
    return (int)width;
}

static void write_periodic_row(const struct wc_result *r, size_t i, bool color, struct text *out)
{
    const struct result_periodic *kernel = &r->periodic[i];
    char number[32];
    static const struct {
        const char *text;
        const char *color;
    } outcomes[] = {[PERIODIC_MEETS] = {"met", GREEN}, [PERIODIC_MISSES] = {"NOT MET", RED},
                    [PERIODIC_UNDECIDED] = {"not decided", YELLOW}};
    text_add(out, "    %*zu  %-*s", periodic_width(r, launch_of, "launch"), kernel->launch,
             name_width(r), kernel->kernel);
    for (size_t k = 0; k < PERIODIC_COLUMNS; k++) {
        bool known = kernel->response.bounded || k + 1 < PERIODIC_COLUMNS;
        text_add(out, "  %*s",
                 periodic_width(r, periodic_columns[k].value, periodic_columns[k].head),
                 known ? result_grouped(periodic_columns[k].value(kernel), number) : "-");
    }
    text_add(out, "  %s%s%s\n", paint(color, outcomes[kernel->response.outcome].color),
             outcomes[kernel->response.outcome].text, paint(color, PLAIN));
}

/* Periodic kernels with their response times. */
static void write_periodic(const struct wc_result *r, bool color, struct text *out)
{
    if (!r->periodic_count)
        return;
    text_add(out, "  periodic kernels, %s, not preempted: %.1f %% of the time is needed\n",
             r->scheduler, 100 * r->utilisation);
    text_add(out, "    %*s  %-*s", periodic_width(r, launch_of, "launch"), "launch", name_width(r),
             "kernel");
    for (size_t k = 0; k < PERIODIC_COLUMNS; k++)
        text_add(out, "  %*s",
                 periodic_width(r, periodic_columns[k].value, periodic_columns[k].head),
                 periodic_columns[k].head);
    text_add(out, "\n");
    for (size_t i = 0; i < r->periodic_count; i++)
        write_periodic_row(r, i, color, out);
}

static size_t bounded_launches(const struct wc_result *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->launch_count; i++)
        count += r->launches[i].has_bound;
    return count;
}

/* The terms are those of the launches that have a bound: where others have none, say so, and where
 * they are no sequence. */
static void write_covered(const struct wc_result *r, struct text *out)
{
    char number[32];
    result_grouped(r->bound.cycles, number);
    if (!result_bound(r))
        text_add(out, "  without the launches that have no bound: %s cycles\n", number);
    else if (r->periodic_count > 1)
        text_add(out, "  one launch of each kernel, added up: %s cycles\n", number);
}

static void write_cycles(const struct wc_result *r, bool color, struct text *out)
{
    char number[32];
    const uint64_t cycles = r->bound.cycles;
    text_add(out, "%s %s%s cycle%s%s", result_exact(r) ? "exactly" : "at most",
             paint(color, BOLD), result_grouped(cycles, number), plural(cycles),
             paint(color, PLAIN));
    result_write_time(r, cycles, out);
}

/* Kernels that arrive again and again are no sequence: a sum of their bounds means nothing. */
static void write_bound_head(const struct wc_result *r, bool color, struct text *out)
{
    result_write_subject(r, color, out);
    if (r->periodic_count > 1)
        text_add(out, "%zu periodic kernels", r->periodic_count);
    else if (result_bound(r))
        write_cycles(r, color, out);
    else
        text_add(out, "%zu of %zu launches have a bound", bounded_launches(r),
                 r->launches_planned);
    text_add(out, "\n");
}

static void write_bound_alone(const struct wc_result *r, bool color, struct text *out)
{
    const struct bound *bound = &r->bound;
    write_bound_head(r, color, out);
    result_write_settings(r, out);
    result_write_deadline(r, color, out);
    write_periodic(r, color, out);
    write_launch_bounds(r, out);
    write_exactness(r, out);
    if (result_exact(r) && r->explain_asked)
        text_add(out, "  an exact bound has no worst path to explain; --method analysis --explain "
                      "explains the analysis\n");
    if (bound->tree && !result_exact(r)) {
        write_covered(r, out);
        write_terms(bound->tree, bound->tree, 0, out);
        write_beside(bound, out);
        if (r->explain_asked && bound->explanation)
            write_phases(bound, out);
        if (r->explain_asked && bound->explanation)
            explain_write_text(r, out);
        write_path(bound, out);
    }
    write_loops(r, true, "loops bounded by the job or the source", out);
    write_loops(r, false, "loop bounds in the job that the bound does not use; a run checks them",
                out);
    write_unused_ranges(r, out);
    result_write_doubts(r, out);
    write_unfitting(r, out);
    write_assumptions(r, out);
    text_add(out, "  %.3f s on this host\n", r->bound_seconds);
}

/* ---- observed and bound ---- */

/* Above this ratio a reader wants to see the terms of the bound. */
static const double loose = 10;

/* Why nothing can be said about the bound, beside the cycles; NULL: it can. */
static const char *refutation(const struct result_launch *launch)
{
    if (result_exceeded_loop(launch))
        return "NOT KEPT: a loop ran more iterations than its bound";
    if (launch->left_buffer)
        return "NOT KEPT: an access left its buffer";
    if (expectations_refuted(&launch->expectations))
        return "NOT KEPT: the run deviates from an annotation";
    bool kept = launch->statistics.count[STAT_CYCLES] <= launch->bound.cycles;
    return kept && expectations_exceeded(&launch->expectations) ? "NOT AS PREDICTED" : NULL;
}

/* Of the first launch that has one. */
static const char *first_refutation(const struct wc_result *r)
{
    const char *why = NULL;
    for (size_t i = 0; i < r->launch_count && !why; i++)
        why = refutation(&r->launches[i]);
    return why;
}

static void write_verdict(bool color, uint64_t cycles, uint64_t bound, double tightness,
                          bool exact, const char *refuted, struct text *out)
{
    char observed[32], max[32];
    bool kept = exact ? cycles == bound : cycles <= bound;
    if (refuted) {
        text_add(out, "%s%s%s; observed %s cycles, bound %s cycles", paint(color, RED), refuted,
                 paint(color, PLAIN), result_grouped(cycles, observed),
                 result_grouped(bound, max));
        return;
    }
    text_add(out, "observed %s %s%s%s bound %s cycles, tightness %.2f%s",
             result_grouped(cycles, observed), paint(color, kept ? GREEN : RED),
             cycles > bound ? ">" : kept ? "<=" : "<", paint(color, PLAIN),
             result_grouped(bound, max), tightness,
             kept             ? ""
             : cycles > bound ? ": the bound does not hold, this is a bug in warpclock"
                              : ": the bound is not exact, this is a bug in warpclock");
}

static void write_launch_verdicts(const struct wc_result *r, bool color, struct text *out)
{
    for (size_t i = 0; r->launches_planned > 1 && i < r->launch_count; i++) {
        const struct result_launch *launch = &r->launches[i];
        double tightness = result_launch_tightness(r, launch);
        if (!(tightness > 0))
            continue;
        text_add(out, "  launch %-3zu %s: ", i + 1, launch->kernel);
        write_verdict(color, launch->statistics.count[STAT_CYCLES], launch->bound.cycles, tightness,
                      launch->exact, refutation(launch), out);
        text_add(out, "\n");
    }
}

static void write_exceeded_loop(const struct result_loop *loop, bool color, struct text *out)
{
    text_add(out, "  %sloop%s", paint(color, RED), paint(color, PLAIN));
    if (loop->file)
        text_add(out, " %s:%" PRIu32, loop->file, loop->line);
    else
        text_add(out, " at 0x%08" PRIx64 " in %s", loop->address, loop->function);
    result_write_excess(loop, out);
    text_add(out, "\n");
}

static void write_exceeded_loops(const struct wc_result *r, bool color, struct text *out)
{
    for (size_t i = 0; i < r->launch_count; i++) {
        for (size_t k = 0; k < r->launches[i].loop_count; k++) {
            const struct result_loop *loop = &r->launches[i].loops[k];
            if (result_is_exceeded(loop) && !told_before(r, i, loop))
                write_exceeded_loop(loop, color, out);
        }
    }
}

/* What the program or the job does wrong makes predictions wrong, or their number misleading. */
static bool is_comparable(const struct result_launch *launch)
{
    return !result_exceeded_loop(launch) && !launch->left_buffer;
}

/* The first number of each launch that exceeds its prediction, or how many were compared. */
static void write_expectations(const struct wc_result *r, bool color, struct text *out)
{
    char number[32];
    uint64_t count = 0, exceeded = 0;
    for (size_t i = 0; i < r->launch_count; i++) {
        const struct expectations *expectations = &r->launches[i].expectations;
        const struct expectation *refuted = expectations_refuted(expectations);
        const struct expectation *first =
            refuted ? refuted : expectations_exceeded(expectations);
        if (!is_comparable(&r->launches[i]))
            return;
        count += expectations->count;
        if (!first)
            continue;
        exceeded++;
        text_add(out, "  %snot as predicted%s: ", paint(color, RED), paint(color, PLAIN));
        expectation_write(first, out);
        text_add(out, "\n");
    }
    if (count && !exceeded)
        text_add(out, "  %s expectations of the bound hold\n", result_grouped(count, number));
}

/* "; 3.684 us and 9.37 us at 1200 MHz": in the order of the cycles before it. */
static void write_both_times(const struct wc_result *r, uint64_t cycles, uint64_t bound,
                             struct text *out)
{
    char time[32];
    if (!r->clock_mhz || r->functional)
        return;
    text_add(out, "; %s", result_time_text(r, cycles, time));
    if (bound != cycles)
        text_add(out, " and %s", result_time_text(r, bound, time));
    text_add(out, " at %u MHz", r->clock_mhz);
}

/* A run that was stopped says nothing about its bound. */
static void write_unknown(const struct wc_result *r, struct text *out)
{
    char number[32];
    const struct bound *bound = result_bound(r);
    const uint64_t cycles = r->statistics.count[STAT_CYCLES];
    text_add(out, "%s %s cycles", result_is_cut(r) ? "stopped after" : "observed",
             result_grouped(cycles, number));
    if (bound) {
        text_add(out, "; bound %s cycles", result_grouped(bound->cycles, number));
        write_both_times(r, cycles, bound->cycles, out);
    } else {
        result_write_time(r, cycles, out);
        text_add(out, "; no bound%s%s", r->bound_problem ? ": " : "",
                 r->bound_problem ? r->bound_problem : "");
    }
    text_add(out, "\n");
}

static void write_check_head(const struct wc_result *r, bool color, struct text *out)
{
    const struct bound *bound = result_bound(r);
    const uint64_t cycles = r->statistics.count[STAT_CYCLES];
    const char *refuted = first_refutation(r);
    result_write_subject(r, color, out);
    if (!bound || !(result_tightness(r) > 0 || refuted)) {
        write_unknown(r, out);
        return;
    }
    write_verdict(color, cycles, bound->cycles, result_tightness(r), result_exact(r), refuted,
                  out);
    write_both_times(r, cycles, bound->cycles, out);
    text_add(out, "\n");
}

static void write_check(const struct wc_result *r, bool color, struct text *out)
{
    const struct bound *bound = result_bound(r);
    double tightness = result_tightness(r);
    const char *refuted = first_refutation(r);
    write_check_head(r, color, out);
    result_write_settings(r, out);
    result_write_launches(r, out);
    result_write_costs(r, color, out);
    result_write_deadline(r, color, out);
    write_exceeded_loops(r, color, out);
    write_expectations(r, color, out);
    result_write_checks(r, color, out);
    result_write_tolerated(r, color, out);
    result_write_doubts(r, out);
    write_periodic(r, color, out);
    write_launch_verdicts(r, color, out);
    if (tightness > loose && !refuted)
        text_add(out, "  bound far above the run: `warpclock bound %s --explain` shows what makes "
                 "it up;\n  facts in the job make it tighter: fixed, assume, loops "
                 "(docs/bound.md)\n", r->job ? r->job : "JOB");
    if (r->explain_asked && bound && bound->explanation)
        explain_write_text(r, out);
    if (r->verbose)
        result_write_statistics(r, out);
    text_add(out, "  host time %.3f s for the bound and %.3f s for the run\n", r->bound_seconds,
             r->host_seconds);
}

void result_write_bound(const struct wc_result *r, bool color, struct text *out)
{
    if (r->no_run)
        write_bound_alone(r, color, out);
    else
        write_check(r, color, out);
}
