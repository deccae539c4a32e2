/* SPDX-License-Identifier: Apache-2.0 */
/* machines.c - lists machine models and their statistics. */
#include "api/arguments.h"
#include "api/context.h"
#include "report/reference.h"

static struct machine_line describe(wc_context *context, const char *name, struct arena *arena)
{
    struct parameters parameters;
    struct machine_line line = {.name = name, .isa = "-"};
    if (context_load_machine(context, name, &parameters) == WC_OK)
        line = (struct machine_line){name, arena_strdup(arena, parameters.about),
                                     arena_strdup(arena, parameters.isa),
                                     arena_strdup(arena, parameters.model)};
    else /* one bad file hides no other machine */
        line.about = arena_format(arena, "not usable: %s", context->error.message);
    parameters_free(&parameters);
    if (!context->error.refused && context->error.status != WC_INTERNAL)
        error_clear(&context->error);
    return line;
}

static enum wc_status describe_all(wc_context *context, struct arena *arena,
                                   struct machine_line **lines, size_t *count)
{
    *count = 0;
    *lines = NULL;
    for (const char *name; (name = wc_machine_name(context, *count)) != NULL; (*count)++) {
        *lines = arena_grow(arena, *lines, *count, sizeof **lines);
        (*lines)[*count] = describe(context, name, arena);
        if (context->error.status != WC_OK)
            return context->error.status;
    }
    return context->error.status;
}

static bool reference_begin(wc_context *context, enum wc_format format, char **out)
{
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    return err && argument_format(err, format, WC_JSON) && argument_given(err, out, "out");
}

/* Writes a report about all machines. */
static enum wc_status report(wc_context *context,
                             void (*write)(const struct machine_line *machines, size_t count,
                                           enum wc_format format, struct text *out),
                             enum wc_format format, char **out)
{
    if (!reference_begin(context, format, out))
        return WC_BAD_INPUT;
    struct arena arena = {0};
    struct text text = {0};
    struct machine_line *lines;
    size_t count;
    enum wc_status status = describe_all(context, &arena, &lines, &count);
    if (status == WC_OK)
        write(lines, count, format, &text);
    arena_free(&arena);
    return status == WC_OK ? context_hand_out(context, &text, out) : status;
}

enum wc_status wc_machines_text(wc_context *context, enum wc_format format, char **out)
{
    return report(context, reference_write_machines, format, out);
}

enum wc_status wc_statistics_text(wc_context *context, enum wc_format format, char **out)
{
    return report(context, reference_write_statistics, format, out);
}

static bool sets_given(struct error *err, const char *const *sets, size_t count)
{
    bool given = argument_readable(err, sets, count, sizeof *sets, "sets");
    for (size_t i = 0; given && i < count; i++)
        given = argument_given(err, sets[i], "sets[]");
    return given;
}

enum wc_status wc_machine_text(wc_context *context, const char *machine, const char *const *sets,
                               size_t set_count, enum wc_format format, char **out)
{
    struct parameters parameters;
    struct text text = {0};
    if (!reference_begin(context, format, out))
        return WC_BAD_INPUT;
    struct error *err = &context->error;
    if (!argument_given(err, machine, "machine") || !sets_given(err, sets, set_count))
        return WC_BAD_INPUT;
    enum wc_status status = context_load_machine(context, machine, &parameters);
    for (size_t i = 0; status == WC_OK && i < set_count; i++)
        status = parameters_set_pair(err, &parameters, sets[i], "--set");
    if (status == WC_OK)
        reference_write_machine(&parameters, format, &text);
    parameters_free(&parameters);
    return status == WC_OK ? context_hand_out(context, &text, out) : status;
}
