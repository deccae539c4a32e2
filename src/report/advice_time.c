/* SPDX-License-Identifier: Apache-2.0 */
/* advice_time.c - sentences about where the time goes: the longest wait and the hottest lines. */
#include <inttypes.h>
#include <string.h>

#include "report/advice_parts.h"

/* Shares of all, from which on something is worth a sentence. */
static const double hot_line = 0.1, long_wait = 0.15;
enum { LINES_MAX = 3 };

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
    const char *warp = topology_issuer(&r->topology);
    text_add(&text, "%.0f %% of the time of all %ss is '%s': ", 100 * share, warp, name);
    add_reason(&text, reason_of(r, reason)->means, warp);
    text_add(&text, ". ");
    add_reason(&text, reason_of(r, reason)->helps, warp);
    advice_say(advice, name, arena_format(advice->arena, "profile.stalls.%s", name),
               (double)all->waits[reason], &text);
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
        text_add(&text, "%.0f %% of the time of all %ss is at ", 100 * share,
                 topology_issuer(&r->topology));
        advice_write_place(&p->rows[i].place, &text);
        if (reason < STALL_COUNT)
            text_add(&text, ", %.0f %% of that for '%s'",
                     100 * share_of(counts->waits[reason], profile_cycles(counts)),
                     stall_name((enum stall_reason)reason));
        text_add(&text, ".");
        advice_say(advice, "line",
                   arena_format(advice->arena, "profile.lines[%" PRIu32 "].cycles", i),
                   (double)profile_cycles(counts), &text);
    }
}

void advice_say_time(struct advice *advice, const struct wc_result *r)
{
    say_wait(advice, r);
    say_lines(advice, r);
}
