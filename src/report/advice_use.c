/* SPDX-License-Identifier: Apache-2.0 */
/* advice_use.c - sentences about what is not used: slots, lanes, transactions, passes through
 * banks. */
#include <inttypes.h>
#include <string.h>

#include "report/advice_parts.h"
#include "report/symptoms.h"

/* Transactions per execution that neighbouring lanes would not need. */
static const double scattered = 4;

/* ---- slots ---- */

/* "7 work-groups of 2 warps" */
static void write_groups(const struct wc_result *r, const struct occupancy *o, uint64_t groups,
                         struct text *text)
{
    text_add(text, "%" PRIu64 " %s%s", groups, r->topology.group, plural(groups));
    if (!r->topology.lockstep)
        text_add(text, " of %" PRIu64 " %s%s", o->group_warps, r->topology.warp,
                 plural(o->group_warps));
}

/* Why slots are empty, as far as it is known. */
static void write_why_empty(const struct wc_result *r, struct text *text)
{
    const struct occupancy o = result_occupancy(r);
    const char *launch = r->launches_planned > 1 ? "the largest launch" : "the launch";
    if (result_suffers(r, SYMPTOM_ROOM)) {
        text_add(text, "only ");
        write_groups(r, &o, o.resident, text);
        text_add(text, " fit at the same time into %" PRIu64 " slots, %s has %" PRIu64
                 ": registers, local memory or places for %ss are full", o.slots, launch, o.groups,
                 r->topology.group);
    } else if (!o.groups && o.warps < o.slots) {
        text_add(text, "the program starts %" PRIu64 " %ss for %" PRIu64 " slots", o.warps,
                 r->topology.warp, o.slots);
    } else if (o.warps < o.slots) {
        text_add(text, "%s has ", launch);
        write_groups(r, &o, o.groups, text);
        text_add(text, " for %" PRIu64 " slots", o.slots);
    } else {
        text_add(text, "%ss do not start and end together", o.groups ? r->topology.group
                                                                       : r->topology.warp);
    }
}

static void say_slots(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    if (!result_suffers(r, SYMPTOM_SLOTS))
        return;
    text_add(&text, "%.0f %% of the time of %ss passes without a %s in them: ",
             100 * result_idle_share(r),
             r->topology.lockstep ? r->topology.unit.name : r->topology.slot.name,
             topology_issuer(&r->topology));
    write_why_empty(r, &text);
    text_add(&text, ".");
    advice_say(advice, "occupancy", "stalls.idle", advice_value(r, "stalls.idle"), &text);
}

/* ---- lanes ---- */

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

/* Groups that do not fill their warps, or lanes that part. */
static void write_why_idle(const struct wc_result *r, struct text *text)
{
    const struct occupancy o = result_occupancy(r);
    const uint32_t lanes = r->topology.lane.count;
    if (o.group_threads && o.group_threads % lanes)
        text_add(text, " A %s has %" PRIu64 " %ss: a multiple of %" PRIu32 " fills its %ss.",
                 r->topology.group, o.group_threads, r->topology.lane.name, lanes,
                 r->topology.warp);
    if (o.group_threads % lanes == 0 || r->statistics.count[STAT_DIVERGENT_SPLITS])
        text_add(text, " Lanes that take different sides of a branch wait for each other: put work "
                 "of one kind side by side in a %s, or compute both sides and select.",
                 r->topology.warp);
}

static void say_lanes(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const uint32_t lanes = r->topology.lane.count;
    const double active = advice_value(r, "lanes_active");
    const struct profile_row *worst = widest_gap(r->profile, lanes);
    if (!worst || !result_suffers(r, SYMPTOM_LANES))
        return;
    text_add(&text, "On average %.1f of %" PRIu32 " lanes are active; most idle lanes are at ",
             active, lanes);
    advice_write_place(&worst->place, &text);
    text_add(&text, " with %.1f.", share_of(worst->counts.lanes, worst->counts.executions));
    write_why_idle(r, &text);
    advice_say(advice, "lanes", "lanes_active", active, &text);
}

/* ---- memory ---- */

/* The line with most transactions, if neighbouring lanes would need fewer; or NULL. */
static const struct profile_row *most_transactions(const struct run_profile *p)
{
    const struct profile_row *worst = NULL;
    for (uint32_t i = 0; i < p->row_count; i++) {
        const struct profile_row *row = &p->rows[i];
        if (!worst || row->counts.transactions > worst->counts.transactions)
            worst = row;
    }
    return worst && share_of(worst->counts.transactions, worst->counts.executions) >= scattered
               ? worst
               : NULL;
}

/* Its accesses never miss, and banks have conflicts: they are theirs. */
static bool is_in_banks(const struct wc_result *r, const struct profile_row *row)
{
    return row && !row->counts.misses && result_suffers(r, SYMPTOM_CONFLICTS);
}

static void say_transactions(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const struct profile_row *worst = most_transactions(r->profile);
    if (!worst || is_in_banks(r, worst))
        return;
    text_add(&text, "Memory accesses are scattered: ");
    advice_write_place(&worst->place, &text);
    text_add(&text, " makes %.1f transactions per instruction, %.0f %% of which miss. Neighbouring "
             "lanes should access neighbouring words.",
             share_of(worst->counts.transactions, worst->counts.executions),
             100 * share_of(worst->counts.misses, worst->counts.transactions));
    advice_say(advice, "memory",
               arena_format(advice->arena, "profile.lines[%d].transactions",
                            (int)(worst - r->profile->rows)),
               (double)worst->counts.transactions, &text);
}

static void say_conflicts(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const struct profile_row *worst = most_transactions(r->profile);
    if (!result_suffers(r, SYMPTOM_CONFLICTS))
        return;
    text_add(&text, "Bank conflicts cause %.0f %% of all passes through %s memory",
             100 * result_conflict_share(r),
             strcmp(r->topology.warp, "wavefront") == 0 ? "local" : "shared");
    if (is_in_banks(r, worst)) {
        text_add(&text, "; ");
        advice_write_place(&worst->place, &text);
        text_add(&text, " makes %.1f passes per instruction",
                 share_of(worst->counts.transactions, worst->counts.executions));
    }
    text_add(&text, ". Padding rows of arrays or another order of indices avoids them.");
    advice_say(advice, "conflicts", "memory.shared_conflicts",
               advice_value(r, "memory.shared_conflicts"), &text);
}

void advice_say_use(struct advice *advice, const struct wc_result *r)
{
    say_slots(advice, r);
    say_lanes(advice, r);
    say_transactions(advice, r);
    say_conflicts(advice, r);
}
