/* SPDX-License-Identifier: Apache-2.0 */
/* advice.c - sentences from the numbers of a result. */
#include "report/advice.h"

#include <inttypes.h>
#include <string.h>

#include "report/result_text.h"

/* Shares of all, from which on something is worth a sentence. */
static const double hot_line = 0.1, long_wait = 0.15, empty_slots = 0.25, idle_lanes = 0.2;
/* Transactions per execution that neighbouring lanes would not need. */
static const double scattered = 4;
enum { LINES_MAX = 3, TEXT_MAX = 60 };

static void say(struct advice *advice, const char *topic, const char *number, double value,
                const struct text *text)
{
    advice->sentences = arena_grow(advice->arena, advice->sentences, advice->sentence_count,
                                   sizeof *advice->sentences);
    advice->sentences[advice->sentence_count++] =
        (struct sentence){topic, arena_strdup(advice->arena, text_string(text)), number, value};
}

static double value_of(const struct wc_result *r, const char *name)
{
    double value = 0;
    return wc_result_value(r, name, &value) ? value : 0;
}

/* What has the time: a warp, or on a machine whose warps run in lockstep all of a work-group. */
static const char *runner(const struct wc_result *r)
{
    return r->topology.lockstep ? r->topology.group : r->topology.warp;
}

static void write_place(const struct code_place *place, struct text *out)
{
    code_place_write_line(place, out);
    if (place->text)
        text_add(out, " (%.*s)", TEXT_MAX, place->text);
}

/* ---- the whole ---- */

static void say_time(struct advice *advice, const struct wc_result *r)
{
    char cycles[32], instructions[32];
    struct text text = {0};
    text_add(&text, "%s takes %s cycles on %s and ", r->kernel,
             result_grouped(r->statistics.count[STAT_CYCLES], cycles), r->machine);
    result_grouped(r->statistics.count[STAT_WARP_INSTRUCTIONS], instructions);
    if (r->topology.lockstep)
        text_add(&text, "issues %s parts of instructions", instructions);
    else
        text_add(&text, "executes %s %s instructions", instructions, r->topology.warp);
    text_add(&text, ", %.2f per cycle.", value_of(r, "issue_utilisation"));
    say(advice, "time", "cycles", (double)r->statistics.count[STAT_CYCLES], &text);
    text_free(&text);
}

static void say_checks(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    for (size_t i = 0; i < r->check_count; i++) {
        if (r->checks[i].ok || text.length)
            continue;
        text_add(&text, "Its results are wrong, so its time means little: buffer %s %s.",
                 r->checks[i].buffer, r->checks[i].text);
        say(advice, "results", "check_details", (double)r->checks[i].difference.count, &text);
    }
    text_free(&text);
}

/* ---- the bound ---- */

static const struct result_dependence *first_dependence(const struct wc_result *r)
{
    for (size_t i = 0; i < r->launch_count; i++) {
        if (r->launches[i].depends_on)
            return r->launches[i].depends_on;
    }
    return NULL;
}

/* Of a machine without an analysis for what is not exact, or a run that asked for none. */
static void write_no_bound(const struct wc_result *r, struct text *text)
{
    const char *problem = r->bound_problem
                              ? r->bound_problem
                              : "this run asked for none; 'warpclock check' derives it";
    const struct result_dependence *dependence = first_dependence(r);
    text_add(text, "It has no worst-case bound: ");
    if (dependence)
        result_write_dependence(dependence, text);
    else
        text_add(text, "%.*s", (int)strcspn(problem, "\n"), problem);
    text_add(text, ".");
}

static void say_bound(struct advice *advice, const struct wc_result *r)
{
    char cycles[32];
    struct text text = {0};
    const struct bound *bound = result_bound(r);
    if (!bound) {
        write_no_bound(r, &text);
        say(advice, "bound", "bound_problem", 0, &text);
    } else if (result_exact(r)) {
        text_add(&text, "Every run takes exactly these cycles, whatever the buffers contain%s.",
                 r->fixed_count ? " that are not fixed" : "");
        say(advice, "bound", "exact", 1, &text);
    } else {
        text_add(&text, "No run takes more than %s cycles, %.2f times this run.",
                 result_grouped(bound->cycles, cycles), result_tightness(r));
        if (first_dependence(r)) {
            text_add(&text, " It is not exact, because ");
            result_write_dependence(first_dependence(r), &text);
            text_add(&text, ".");
        }
        say(advice, "bound", "tightness", result_tightness(r), &text);
    }
    text_free(&text);
}

static void say_bound_loop(struct advice *advice, const struct wc_result *r)
{
    char entries[32];
    struct text text = {0};
    const struct bound *bound = result_bound(r);
    const struct explanation *e = bound ? bound->explanation : NULL;
    if (!e || !e->loop_count || result_exact(r))
        return;
    const struct explain_loop *loop = &e->loops[0];
    text_add(&text, "The loop at ");
    write_place(&loop->place, &text);
    text_add(&text, " makes up %.0f %% of the bound: it is entered up to %s times with %.1f "
             "iterations each. A smaller bound for it under `loops:` makes the bound smaller.",
             100 * share_of(loop->cycles, bound->cycles), result_grouped(loop->entries, entries),
             loop->entries ? (double)loop->iterations / (double)loop->entries : 0);
    say(advice, "bound", "explain_loops[0].share", share_of(loop->cycles, bound->cycles), &text);
    text_free(&text);
}

/* ---- where the time goes ---- */

/* What it means, and what helps, by reason. */
struct reason {
    const char *means, *helps;
};

static const struct reason reasons[STALL_COUNT] = {
    [STALL_DEPENDENCY] = {"an operand is still being computed or a branch is undecided",
                          "More independent work between dependent instructions helps, and so do "
                          "more %ss per core."},
    [STALL_FETCH] = {"no decoded instruction is there",
                     "The instruction supply is the limit: fewer taken branches (unrolled loops) "
                     "and code that fits the instruction cache help."},
    [STALL_UNIT] = {"the functional unit is busy",
                    "The units are the limit: cheaper operations help, more %ss do not."},
    [STALL_MEMORY] = {"an operand is still being loaded",
                      "Loading earlier, reusing what was loaded, and more %ss to switch to help."},
    [STALL_BARRIER] = {"other %ss have not arrived at a barrier",
                       "The work between barriers is uneven, or there are too many barriers."},
    [STALL_DIVERGENCE] = {"the active mask is changing or a part waits for its partner",
                          "Branches that lanes take differently cost this time."},
    [STALL_NOT_SELECTED] = {"the %s is ready and another one issues",
                            "The issue slots are the limit: only fewer instructions help."},
};

/* In lockstep a machine has few work-groups, which wait for memory as a whole. */
static const struct reason lockstep_reasons[STALL_COUNT] = {
    [STALL_DEPENDENCY] = {"an operand is still being computed or a branch is undecided",
                          "More independent work between dependent instructions helps."},
    [STALL_MEMORY] = {"the %s waits for its request",
                      "Fewer and larger requests help, and so do words that stay in registers or "
                      "in the scratchpad."},
};

static const struct reason *reason_of(const struct wc_result *r, unsigned reason)
{
    const bool own = r->topology.lockstep && lockstep_reasons[reason].means;
    return own ? &lockstep_reasons[reason] : &reasons[reason];
}

/* The reason with most cycles; STALL_COUNT: issuing itself. */
static unsigned longest_of(const struct profile_counts *counts)
{
    unsigned longest = STALL_COUNT;
    uint64_t cycles = counts->issues;
    for (unsigned i = 0; i < STALL_COUNT; i++) {
        if (counts->waits[i] > cycles) {
            longest = i;
            cycles = counts->waits[i];
        }
    }
    return longest;
}

/* A text of the table, whose only %s is the name of a warp. */
static void add_reason(struct text *text, const char *format, const char *warp)
{
    const char *gap = strstr(format, "%s");
    if (gap)
        text_add(text, "%.*s%s%s", (int)(gap - format), format, warp, gap + 2);
    else
        text_add(text, "%s", format);
}

static void say_wait(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const struct profile_counts *all = &r->profile->total;
    const unsigned reason = longest_of(all);
    if (reason == STALL_COUNT)
        return;
    const double share = share_of(all->waits[reason], profile_cycles(all));
    if (share < long_wait)
        return;
    const char *name = stall_name((enum stall_reason)reason);
    text_add(&text, "%.0f %% of the time of all %ss is '%s': ", 100 * share, runner(r), name);
    add_reason(&text, reason_of(r, reason)->means, runner(r));
    text_add(&text, ". ");
    add_reason(&text, reason_of(r, reason)->helps, runner(r));
    say(advice, name, arena_format(advice->arena, "profile.stalls.%s", name),
        (double)all->waits[reason], &text);
    text_free(&text);
}

static void say_lines(struct advice *advice, const struct wc_result *r)
{
    const struct run_profile *p = r->profile;
    const uint64_t all = profile_cycles(&p->total);
    for (uint32_t i = 0; i < p->row_count && i < LINES_MAX; i++) {
        struct text text = {0};
        const struct profile_counts *counts = &p->rows[i].counts;
        const double share = share_of(profile_cycles(counts), all);
        const unsigned reason = longest_of(counts);
        if (share < hot_line)
            return;
        text_add(&text, "%.0f %% of it is at ", 100 * share);
        write_place(&p->rows[i].place, &text);
        if (reason < STALL_COUNT)
            text_add(&text, ", %.0f %% of that for '%s'",
                     100 * share_of(counts->waits[reason], profile_cycles(counts)),
                     stall_name((enum stall_reason)reason));
        text_add(&text, ".");
        say(advice, "line",
            arena_format(advice->arena, "profile.lines[%" PRIu32 "].cycles", i),
            (double)profile_cycles(counts), &text);
        text_free(&text);
    }
}

/* ---- what is not used ---- */

static void say_slots(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const double idle = value_of(r, "stalls.idle");
    const double all = idle + (double)profile_cycles(&r->profile->total);
    if (all <= 0 || idle / all < empty_slots)
        return;
    text_add(&text, "%.0f %% of the time of %ss passes without a %s in them: the launch has too "
             "few%s.", 100 * idle / all,
             r->topology.lockstep ? r->topology.unit.name : r->topology.slot.name, runner(r),
             r->topology.lockstep ? "" : ", or registers and shared memory keep them out");
    say(advice, "occupancy", "stalls.idle", idle, &text);
    text_free(&text);
}

/* The line that leaves most lanes idle. */
static const struct profile_row *widest_gap(const struct run_profile *p, uint32_t lanes)
{
    const struct profile_row *worst = NULL;
    uint64_t most = 0;
    for (uint32_t i = 0; i < p->row_count; i++) {
        const struct profile_counts *counts = &p->rows[i].counts;
        const uint64_t full = counts->executions * lanes;
        if (full > counts->lanes && full - counts->lanes > most) {
            most = full - counts->lanes;
            worst = &p->rows[i];
        }
    }
    return worst;
}

static void say_lanes(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const uint32_t lanes = r->topology.lane.count;
    const double active = value_of(r, "lanes_active");
    const struct profile_row *worst = widest_gap(r->profile, lanes);
    if (r->topology.lockstep || !worst || active > (1 - idle_lanes) * lanes)
        return;
    text_add(&text, "On average %.1f of %" PRIu32 " lanes are active; most idle lanes are at ",
             active, lanes);
    write_place(&worst->place, &text);
    text_add(&text, " with %.1f.", share_of(worst->counts.lanes, worst->counts.executions));
    say(advice, "lanes", "lanes_active", active, &text);
    text_free(&text);
}

/* The line with most transactions. */
static void say_transactions(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const struct profile_row *worst = NULL;
    uint32_t at = 0;
    for (uint32_t i = 0; i < r->profile->row_count; i++) {
        const struct profile_row *row = &r->profile->rows[i];
        if (!worst || row->counts.transactions > worst->counts.transactions) {
            worst = row;
            at = i;
        }
    }
    if (!worst || share_of(worst->counts.transactions, worst->counts.executions) < scattered)
        return;
    text_add(&text, "Memory accesses are scattered: ");
    write_place(&worst->place, &text);
    text_add(&text, " makes %.1f transactions per instruction, %.0f %% of which miss. Neighbouring "
             "lanes should access neighbouring words.",
             share_of(worst->counts.transactions, worst->counts.executions),
             100 * share_of(worst->counts.misses, worst->counts.transactions));
    say(advice, "memory",
        arena_format(advice->arena, "profile.lines[%" PRIu32 "].transactions", at),
        (double)worst->counts.transactions, &text);
    text_free(&text);
}

static void say_conflicts(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const double passes = value_of(r, "memory.shared_transactions");
    const double conflicts = value_of(r, "memory.shared_conflicts");
    if (passes <= 0 || conflicts / passes < long_wait)
        return;
    text_add(&text, "Bank conflicts cause %.0f %% of all passes through %s memory: padding rows of "
             "arrays or another order of indices avoids them.", 100 * conflicts / passes,
             strcmp(r->topology.warp, "wavefront") == 0 ? "local" : "shared");
    say(advice, "conflicts", "memory.shared_conflicts", conflicts, &text);
    text_free(&text);
}

void advice_of_result(struct advice *advice, const struct wc_result *r)
{
    say_time(advice, r);
    say_checks(advice, r);
    say_bound(advice, r);
    if (r->profile && profile_cycles(&r->profile->total)) {
        say_wait(advice, r);
        say_lines(advice, r);
        say_slots(advice, r);
        say_lanes(advice, r);
        say_transactions(advice, r);
        say_conflicts(advice, r);
    }
    say_bound_loop(advice, r);
}

/* ---- other runs ---- */

static void say_what_if(struct advice *advice, const struct what_if *what_if, uint64_t cycles)
{
    char number[32];
    struct text text = {0};
    const double ratio = share_of(cycles, what_if->cycles);
    if (strcmp(what_if->key, "fixed") == 0)
        text_add(&text, "With `fixed: true` on buffer %s every run takes exactly %s cycles.",
                 what_if->value, result_grouped(what_if->cycles, number));
    else
        text_add(&text, "With %s=%s it takes %s cycles, %.2f times as fast.", what_if->key,
                 what_if->value, result_grouped(what_if->cycles, number), ratio);
    say(advice, "what if", NULL, (double)what_if->cycles, &text);
    text_free(&text);
}

static bool is_same(const struct what_if *what_if, uint64_t cycles)
{
    const double ratio = share_of(cycles, what_if->cycles);
    return strcmp(what_if->key, "fixed") != 0 && ratio > 0.99 && ratio < 1.01;
}

/* It is worth knowing what does not help. */
static void say_useless(struct advice *advice, uint64_t cycles)
{
    struct text text = {0};
    for (size_t i = 0; i < advice->what_if_count; i++) {
        if (is_same(&advice->what_ifs[i], cycles))
            text_add(&text, "%s%s=%s", text.length ? ", " : "These make no difference: ",
                     advice->what_ifs[i].key, advice->what_ifs[i].value);
    }
    text_add(&text, ".");
    if (text.length > 1)
        say(advice, "what if", NULL, (double)cycles, &text);
    text_free(&text);
}

void advice_add_what_ifs(struct advice *advice, const struct wc_result *r,
                         const struct what_if *what_ifs, size_t count)
{
    advice->what_ifs = arena_array(advice->arena, count + 1, sizeof *advice->what_ifs);
    for (size_t i = 0; i < count; i++) {
        size_t to = advice->what_if_count++;
        for (; to && advice->what_ifs[to - 1].cycles > what_ifs[i].cycles; to--)
            advice->what_ifs[to] = advice->what_ifs[to - 1];
        advice->what_ifs[to] = what_ifs[i];
    }
    const uint64_t cycles = r->statistics.count[STAT_CYCLES];
    for (size_t i = 0; i < count; i++) {
        if (!is_same(&advice->what_ifs[i], cycles))
            say_what_if(advice, &advice->what_ifs[i], cycles);
    }
    say_useless(advice, cycles);
}
