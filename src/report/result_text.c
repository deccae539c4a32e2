/* SPDX-License-Identifier: Apache-2.0 */
/* result_text.c - the summary of a run as text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/result_text.h"

const char *result_grouped(uint64_t value, char text[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *to++ = ' ';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

void result_write_subject(const struct wc_result *r, bool color, struct text *out)
{
    text_add(out, "%s%s%s on %s%s%s (%s): ", paint(color, BOLD), r->kernel, paint(color, PLAIN),
             paint(color, BOLD), r->machine, paint(color, PLAIN), r->isa);
}

void result_write_settings(const struct wc_result *r, struct text *out)
{
    for (size_t i = 0; i < r->setting_count; i++)
        text_add(out, "%s%s=%s%s", i ? " " : "  with ", r->settings[i].name, r->settings[i].value,
                 i + 1 == r->setting_count ? "\n" : "");
}

static void write_head(const struct wc_result *r, bool color, struct text *out)
{
    char cycles[32];
    result_write_subject(r, color, out);
    if (r->functional)
        text_add(out, "functional run, no timing\n");
    else
        text_add(out, "%s%s cycles%s\n", paint(color, BOLD),
                 result_grouped(r->statistics.count[STAT_CYCLES], cycles), paint(color, PLAIN));
    result_write_settings(r, out);
    if (r->launches_planned > 1)
        text_add(out, "  %zu of %zu launches done\n", r->launch_count, r->launches_planned);
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

static void write_time(const struct wc_result *r, struct text *out)
{
    char time[32];
    if (r->clock_mhz && !r->functional)
        text_add(out, "  %-32s %16s at %u MHz\n", "time",
                 result_time_text(r, r->statistics.count[STAT_CYCLES], time), r->clock_mhz);
}

/* All that were counted, but what the head and the shares below say. */
static void write_statistics(const struct wc_result *r, struct text *out)
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

static void write_shares(const struct statistics *statistics, size_t from, size_t to, double total,
                         struct text *out)
{
    for (size_t id = from; id < to; id++) {
        double cycles = warp_cycles(statistics, id);
        const struct statistic *s = statistic(statistics->table, id);
        if (cycles > 0)
            text_add(out, "    %5.1f %%  %s: %s\n", 100 * cycles / total, short_name(s), s->about);
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
    write_shares(&r->statistics, STAT_COMMON, STAT_MAX, total, out);
    write_shares(&r->statistics, 0, STAT_COMMON, total, out);
}

void result_write_checks(const struct wc_result *r, bool color, struct text *out)
{
    for (size_t i = 0; i < r->check_count; i++) {
        const struct result_check *check = &r->checks[i];
        text_add(out, "  check %-14s %s%s%s\n", check->buffer,
                 paint(color, check->ok ? GREEN : RED), check->text, paint(color, PLAIN));
    }
    for (size_t i = 0; i < r->saved_count; i++)
        text_add(out, "  saved %s\n", r->saved[i]);
    if (r->has_verdict && r->verdict == 0)
        text_add(out, "  tohost               %spass%s\n", paint(color, GREEN),
                 paint(color, PLAIN));
    else if (r->has_verdict)
        text_add(out, "  tohost               %stest %u failed%s\n", paint(color, RED), r->verdict,
                 paint(color, PLAIN));
    else if (r->has_exit_code)
        text_add(out, "  exit code            %u\n", r->exit_code);
}

void result_write_tolerated(const struct wc_result *r, bool color, struct text *out)
{
    const struct tolerated *all = &r->tolerated;
    char number[32];
    if (!all->count)
        return;
    text_add(out, "  %swarning%s: %s access%s outside all buffers; loads gave 0, stores nothing\n",
             paint(color, RED), paint(color, PLAIN), result_grouped(all->count, number),
             all->count == 1 ? "" : "es");
    for (uint32_t i = 0; i < all->listed; i++)
        text_add(out, "  %s by one instruction, the first: %s\n",
                 result_grouped(all->list[i].count, number), all->list[i].text);
}

void result_write_text(const struct wc_result *r, bool color, struct text *out)
{
    double instructions = (double)r->statistics.count[STAT_WARP_INSTRUCTIONS];
    if (r->bound_asked) {
        result_write_bound(r, color, out);
        return;
    }
    write_head(r, color, out);
    write_time(r, out);
    write_statistics(r, out);
    write_warp_cycles(r, out);
    if (r->profile && r->profile_asked)
        profile_write_text(r->profile, r->topology.warp, out);
    result_write_deadline(r, color, out);
    result_write_checks(r, color, out);
    result_write_tolerated(r, color, out);
    text_add(out, "  %.3f s on this host", r->host_seconds);
    if (r->host_seconds > 0)
        text_add(out, ", %.1f million warp instructions per second",
                 instructions / r->host_seconds / 1e6);
    text_add(out, "\n");
}
