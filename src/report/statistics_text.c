/* SPDX-License-Identifier: Apache-2.0 */
/* statistics_text.c - every statistic of a run as text. */
#include <stdio.h>
#include <string.h>

#include "report/result_text.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

void statistic_write_about(const struct statistic *s, const struct topology *topology,
                           struct text *out)
{
    static const char warp[] = "warp";
    const char *own = s->warp_cycles ? topology_issuer(topology) : topology->warp;
    const char *at = s->about;
    for (const char *found; (found = strstr(at, warp)); at = found + strlen(warp)) {
        const char *end = found + strlen(warp);
        const bool word = (found == s->about || !is_letter(found[-1])) &&
                          !is_letter(end[*end == 's']);
        text_add(out, "%.*s%s", (int)(found - at), at, word ? own : warp);
    }
    text_add(out, "%s", at);
}

static void write_number(const struct statistics *statistics, size_t id, char number[32])
{
    const struct statistic *s = statistic(statistics->table, id);
    if (s->derive) /* shares are small */
        snprintf(number, 32, "%.*f", strcmp(s->unit, "share") == 0 ? 4 : 2,
                 statistic_value(statistics, id));
    else
        result_grouped(statistics->count[id], number);
}

/* All that were counted, but what the head and the shares below say. */
static void write_counts(const struct wc_result *r, struct text *out)
{
    char number[32];
    const struct statistics *statistics = &r->statistics;
    for (size_t id = STAT_CYCLES + 1; id < STAT_MAX; id++) {
        const struct statistic *s = statistic(statistics->table, id);
        if (!s || s->detail || s->warp_cycles ||
            !statistic_is_known(statistics, id, !r->functional) ||
            !(statistic_value(statistics, id) > 0))
            continue;
        write_number(statistics, id, number);
        text_add(out, "  %-32s %16s %s\n", s->name, number, s->unit);
    }
}

/* "fetch" of "stalls.fetch", "nops.start" of "swas.nops.start". */
static const char *short_name(const struct statistic *s)
{
    const char *dot = strchr(s->name, '.');
    return dot ? dot + 1 : s->name;
}

/* Cycles of warp slots by what happened in them. */
static double warp_cycles(const struct statistics *statistics, size_t id)
{
    const struct statistic *s = statistic(statistics->table, id);
    return s && s->warp_cycles ? (double)statistics->count[id] : 0;
}

static void write_shares(const struct wc_result *r, size_t from, size_t to, double total,
                         struct text *out)
{
    for (size_t id = from; id < to; id++) {
        double cycles = warp_cycles(&r->statistics, id);
        const struct statistic *s = statistic(r->statistics.table, id);
        if (cycles <= 0)
            continue;
        text_add(out, "    %5.1f %%  %s: ", 100 * cycles / total, short_name(s));
        statistic_write_about(s, &r->topology, out);
        text_add(out, "\n");
    }
}

/* Shares of all warp cycles by state: where the time went. */
static void write_warp_cycles(const struct wc_result *r, struct text *out)
{
    double issued = (double)r->statistics.count[STAT_WARP_INSTRUCTIONS], total = issued;
    for (size_t id = 0; id < STAT_MAX; id++)
        total += warp_cycles(&r->statistics, id);
    if (r->functional || total == 0)
        return;
    text_add(out, "  share of all %s cycles\n    %5.1f %%  issued: an instruction issued\n",
             r->topology.warp, 100 * issued / total);
    write_shares(r, STAT_COMMON, STAT_MAX, total, out);
    write_shares(r, 0, STAT_COMMON, total, out);
}

/* Speed of the simulation. */
static void write_speed(const struct wc_result *r, struct text *out)
{
    double instructions = (double)r->statistics.count[STAT_WARP_INSTRUCTIONS];
    text_add(out, "  %.3f s on this host", r->host_seconds);
    if (r->host_seconds > 0)
        text_add(out, ", %.1f million warp instructions per second",
                 instructions / r->host_seconds / 1e6);
    text_add(out, "\n");
}

void result_write_statistics(const struct wc_result *r, struct text *out)
{
    write_counts(r, out);
    write_warp_cycles(r, out);
    write_speed(r, out);
}
