/* SPDX-License-Identifier: Apache-2.0 */
/* result.c - results and comparisons as handles of the caller. */
#include <stdlib.h>
#include <string.h>

#include "api/arguments.h"
#include "api/context.h"
#include "report/comparison.h"
#include "report/page.h"
#include "report/result.h"
#include "report/reference.h"

/* Before a report about something that has no context. */
static bool report_begin(const void *subject, enum wc_format format, char **out)
{
    if (out)
        *out = NULL;
    return subject && out && argument_report_format(NULL, format);
}

enum wc_status wc_result_text(const wc_result *result, enum wc_format format, char **out)
{
    struct text text = {0};
    if (!report_begin(result, format, out))
        return WC_BAD_INPUT;
    if (format == WC_HTML)
        page_write_result(result, &text);
    else if (format == WC_JSON)
        result_write_json(result, &text);
    else
        result_write_text(result, format == WC_TEXT_COLOR, &text);
    return context_hand_out(NULL, &text, out);
}

bool wc_result_value(const wc_result *result, const char *name, double *out)
{
    if (!result || !name || !out)
        return false;
    const struct bound *bound = result_bound(result);
    if (strcmp(name, "bound") == 0 && bound) {
        *out = (double)bound->cycles;
        return true;
    }
    if (strcmp(name, "tightness") == 0 && result_tightness(result) > 0) {
        *out = result_tightness(result);
        return true;
    }
    if (strcmp(name, "out_of_bounds") == 0 && !result->no_run) {
        *out = (double)result->tolerated.count;
        return true;
    }
    size_t id = statistic_find(result->statistics.table, name);
    if (result->no_run || id == STAT_MAX ||
        !statistic_is_known(&result->statistics, id, !result->functional))
        return false;
    *out = statistic_value(&result->statistics, id);
    return true;
}

const char *wc_result_out_of_bounds(const wc_result *result, size_t i)
{
    return result && i < result->tolerated.listed ? result->tolerated.list[i].text : NULL;
}

void wc_result_free(wc_result *result)
{
    if (!result)
        return;
    arena_free(&result->arena);
    free(result);
}

enum wc_status wc_comparison_new(wc_context *context, wc_comparison **out)
{
    struct error *err = context_begin(context);
    if (!err || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    *out = calloc(1, sizeof **out);
    return *out ? WC_OK : fail_memory(err);
}

enum wc_status wc_comparison_add(wc_comparison *comparison, const char *job, const char *machine,
                                 const wc_result *result, const char *note)
{
    if (!comparison || !job || !machine || (!result && !note))
        return WC_BAD_INPUT;
    comparison_add(comparison, job, machine, result, note);
    return WC_OK;
}

enum wc_status wc_comparison_text(const wc_comparison *comparison, enum wc_format format,
                                  char **out)
{
    struct text text = {0};
    if (!report_begin(comparison, format, out))
        return WC_BAD_INPUT;
    if (format == WC_HTML)
        page_write_comparison(comparison, &text);
    else if (format == WC_JSON)
        comparison_write_json(comparison, &text);
    else
        comparison_write_text(comparison, &text);
    return context_hand_out(NULL, &text, out);
}

const char *wc_comparison_figure_name(const wc_comparison *comparison, size_t i)
{
    return comparison ? comparison_figure_name(comparison, i) : NULL;
}

enum wc_status wc_comparison_figure(const wc_comparison *comparison, size_t i,
                                    enum wc_format format, char **out)
{
    struct text text = {0};
    struct arena arena = {0};
    if (out)
        *out = NULL;
    if (!out || !wc_comparison_figure_name(comparison, i) ||
        (format != WC_SVG && format != WC_CSV))
        return WC_BAD_INPUT;
    const struct figure figure = comparison_draw(comparison, i, &arena);
    (format == WC_SVG ? figure_write_svg : figure_write_csv)(&figure, &text);
    arena_free(&arena);
    return context_hand_out(NULL, &text, out);
}

void wc_comparison_free(wc_comparison *comparison)
{
    if (!comparison)
        return;
    arena_free(&comparison->arena);
    free(comparison);
}

enum wc_status wc_instructions_text(wc_context *context, const char *isa, enum wc_format format,
                                    char **out)
{
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, isa, "isa") || !argument_given(err, out, "out") ||
        !argument_format(err, format, WC_JSON))
        return WC_BAD_INPUT;
    const struct isa *found = isa_find(isa);
    struct text text = {0};
    if (!found) {
        for (size_t i = 0; wc_instruction_sets[i]; i++)
            text_add(&text, "%s%s", i ? ", " : "", wc_instruction_sets[i]);
        fail(err, WC_BAD_INPUT,
             "unknown instruction set '%s'; available: %s", isa, text_string(&text));
        text_free(&text);
        return WC_BAD_INPUT;
    }
    reference_write_instructions(found, format, &text);
    return context_hand_out(context, &text, out);
}
