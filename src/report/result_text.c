/* SPDX-License-Identifier: Apache-2.0 */
/* result_text.c - a run's summary for people. */
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
        text_add(out, "functional, results only, no clock\n");
    else
        text_add(out, "%s%s cycles%s\n", paint(color, BOLD),
                 result_grouped(r->statistics.count[STAT_CYCLES], cycles), paint(color, PLAIN));
    result_write_settings(r, out);
    if (r->launches_planned > 1)
        text_add(out, "  %zu of %zu launches done\n", r->launch_count, r->launches_planned);
}

static void write_statistics(const struct wc_result *r, struct text *out)
{
    char number[32];
    for (size_t i = 0; statistic(i); i++) {
        const struct statistic *s = statistic(i);
        if (i == STAT_CYCLES || s->group == GROUP_STALLS || s->group == GROUP_SWAS ||
            (s->timed && r->functional))
            continue;
        if (s->derive)
            snprintf(number, sizeof number, "%.2f", statistic_value(&r->statistics, i));
        else if (r->statistics.count[i])
            result_grouped(r->statistics.count[i], number);
        else
            continue;
        text_add(out, "  %-26s %16s %s\n", s->name, number, s->unit);
    }
}

/* The kernel alone, as the SWaS paper measures it (SWAS-26). */
static void write_swas(const struct wc_result *r, struct text *out)
{
    const uint64_t *count = r->statistics.count;
    char number[32];
    if (r->functional || !(r->statistics.systems & SYSTEM_SWAS))
        return;
    text_add(out, "  the kernel alone: %s cycles, IPC %.2f",
             result_grouped(count[STAT_SWAS_KERNEL_CYCLES], number),
             statistic_value(&r->statistics, STAT_SWAS_IPC));
    if (r->statistics.systems & SYSTEM_SWAS_ORACLE)
        text_add(out, "; fetch and issue out of step in %.2f %% of them",
                 100 * statistic_value(&r->statistics, STAT_SWAS_ERROR_RATE));
    text_add(out, "\n");
    if (count[STAT_SWAS_NOPS_START])
        text_add(out,
                 "  NOPs: %" PRIu64 " at starts, %" PRIu64 " for misses, %" PRIu64
                 " for wrong paths; %.1f %% of the kernel's slots\n",
                 count[STAT_SWAS_NOPS_START], count[STAT_SWAS_NOPS_MISS],
                 count[STAT_SWAS_NOPS_FLUSH],
                 100 * statistic_value(&r->statistics, STAT_SWAS_NOP_SHARE));
}

/* Issue slots that NOPs took. */
static uint64_t nop_count(const struct statistics *s)
{
    return s->count[STAT_SWAS_NOPS_START] + s->count[STAT_SWAS_NOPS_MISS] +
           s->count[STAT_SWAS_NOPS_FLUSH];
}

/* Where the warps' cycles went, as shares of all of them: the answer to "why so long". */
static void write_stalls(const struct wc_result *r, struct text *out)
{
    double nops = (double)nop_count(&r->statistics);
    double total = (double)r->statistics.count[STAT_WARP_INSTRUCTIONS] + nops;
    for (size_t i = 0; statistic(i); i++)
        total += statistic(i)->group == GROUP_STALLS ? (double)r->statistics.count[i] : 0;
    if (r->functional || total == 0)
        return;
    text_add(out, "  of all warps' cycles\n    %5.1f %%  issued: an instruction issued\n",
             100 * (double)r->statistics.count[STAT_WARP_INSTRUCTIONS] / total);
    if (nops > 0)
        text_add(out, "    %5.1f %%  nop: a NOP kept fetch and issue in step\n",
                 100 * nops / total);
    for (size_t i = 0; statistic(i); i++) {
        const struct statistic *s = statistic(i);
        if (s->group == GROUP_STALLS && r->statistics.count[i])
            text_add(out, "    %5.1f %%  %s: %s\n", 100 * (double)r->statistics.count[i] / total,
                     statistic_leaf(s), s->about);
    }
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

void result_write_text(const struct wc_result *r, bool color, struct text *out)
{
    double instructions = (double)r->statistics.count[STAT_WARP_INSTRUCTIONS];
    if (r->bound_asked) {
        result_write_bound(r, color, out);
        return;
    }
    write_head(r, color, out);
    write_statistics(r, out);
    write_swas(r, out);
    write_stalls(r, out);
    result_write_checks(r, color, out);
    text_add(out, "  %.3f s on this host", r->host_seconds);
    if (r->host_seconds > 0)
        text_add(out, ", %.1f million warp-instructions a second",
                 instructions / r->host_seconds / 1e6);
    text_add(out, "\n");
}
