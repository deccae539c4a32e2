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

void result_write_launches(const struct wc_result *r, struct text *out)
{
    if (r->launches_planned > 1)
        text_add(out, "  %zu of %zu launches done\n", result_launches_done(r), r->launches_planned);
}

void result_write_time(const struct wc_result *r, uint64_t cycles, struct text *out)
{
    char time[32];
    if (r->clock_mhz && !r->functional)
        text_add(out, ", %s at %u MHz", result_time_text(r, cycles, time), r->clock_mhz);
}

static void write_head(const struct wc_result *r, bool color, struct text *out)
{
    char number[32];
    const char *stopped = result_is_cut(r) ? "stopped after " : "";
    result_write_subject(r, color, out);
    if (r->functional) {
        const uint64_t count = r->statistics.count[STAT_WARP_INSTRUCTIONS];
        text_add(out, "%s%s %s instruction%s, no timing\n", stopped, result_grouped(count, number),
                 r->topology.warp, plural(count));
    } else {
        const uint64_t cycles = r->statistics.count[STAT_CYCLES];
        text_add(out, "%s%s%s cycle%s%s", stopped, paint(color, BOLD),
                 result_grouped(cycles, number), plural(cycles), paint(color, PLAIN));
        result_write_time(r, cycles, out);
        text_add(out, "\n");
    }
    result_write_settings(r, out);
    result_write_launches(r, out);
    if (r->continued_launch)
        text_add(out, "  %-*s in cycle %s of launch %zu\n", RESULT_LABEL, "continued",
                 result_grouped(r->continued_cycle, number), r->continued_launch);
}

static void write_no_bound(const struct wc_result *r, struct text *out)
{
    if (!r->functional)
        text_add(out, "  %-*s not derived; `warpclock check` with the same options derives it\n",
                 RESULT_LABEL, "bound");
}

/* "  44.8 % unit          mandelbrot.cl:20 (95 %): the functional unit was busy" */
static void write_cost(const struct wc_result *r, const struct result_cost *cost, bool color,
                       struct text *out)
{
    const struct statistic *s =
        statistic(r->statistics.table, STAT_STALL_DEPENDENCY + (size_t)cost->reason);
    text_add(out, "  %4.1f %% %s%-*s%s ", 100 * share_of(cost->cycles, result_warp_cycles(r)),
             paint(color, BOLD), RESULT_LABEL - 7, stall_name(cost->reason), paint(color, PLAIN));
    (cost->place.file ? code_place_write_line : code_place_write)(&cost->place, out);
    text_add(out, " (%.0f %%)%s", 100 * share_of(cost->place_cycles, cost->cycles), s ? ": " : "");
    if (s)
        statistic_write_about(s, &r->topology, out);
    text_add(out, "\n");
}

void result_write_costs(const struct wc_result *r, bool color, struct text *out)
{
    for (size_t i = 0; i < r->cost_count; i++)
        write_cost(r, &r->costs[i], color, out);
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

void result_write_doubts(const struct wc_result *r, struct text *out)
{
    if (r->doubt_count)
        text_add(out, "  facts in the job that %s\n",
                 r->functional ? "this run does not check"
                 : r->no_run   ? "a run checks in part only"
                               : "this run has checked in part only");
    for (size_t i = 0; i < r->doubt_count; i++)
        text_add(out, "    %s: %s\n", r->doubts[i].fact, r->doubts[i].why);
}

void result_write_text(const struct wc_result *r, bool color, struct text *out)
{
    if (r->bound_asked) {
        result_write_bound(r, color, out);
        return;
    }
    write_head(r, color, out);
    write_no_bound(r, out);
    result_write_costs(r, color, out);
    result_write_deadline(r, color, out);
    result_write_checks(r, color, out);
    result_write_tolerated(r, color, out);
    result_write_doubts(r, out);
    if (r->verbose)
        result_write_statistics(r, out);
    if (r->profile && r->profile_asked)
        profile_write_text(r->profile, r->topology.warp, out);
}
