/* SPDX-License-Identifier: Apache-2.0 */
/* machines.c - telling about machine models. */
#include "api/context.h"
#include "report/reference.h"

enum wc_status wc_machines_text(wc_context *context, enum wc_format format, char **out)
{
    context_begin(context);
    struct arena arena = {0};
    struct text text = {0};
    struct machine_line *lines = NULL;
    size_t count = 0;
    for (const char *name; (name = wc_machine_name(context, count)) != NULL; count++) {
        struct parameters parameters;
        lines = arena_grow(&arena, lines, count, sizeof *lines);
        if (context_load_machine(context, name, &parameters) == WC_OK)
            lines[count] = (struct machine_line){name, arena_strdup(&arena, parameters.about),
                                                 arena_strdup(&arena, parameters.isa)};
        else /* one bad file hides no other machine */
            lines[count] = (struct machine_line){
                name, arena_format(&arena, "cannot be used: %s", context->error.message), "-"};
        parameters_free(&parameters);
        error_clear(&context->error);
    }
    reference_write_machines(lines, count, format, &text);
    arena_free(&arena);
    return context_hand_out(&text, out);
}

enum wc_status wc_machine_text(wc_context *context, const char *machine, const char *const *sets,
                               size_t set_count, enum wc_format format, char **out)
{
    struct error *err = context_begin(context);
    struct parameters parameters;
    struct text text = {0};
    *out = NULL;
    enum wc_status status = context_load_machine(context, machine, &parameters);
    for (size_t i = 0; status == WC_OK && i < set_count; i++)
        status = parameters_set_pair(err, &parameters, sets[i], "--set");
    if (status == WC_OK)
        reference_write_machine(&parameters, format, &text);
    parameters_free(&parameters);
    return status == WC_OK ? context_hand_out(&text, out) : status;
}
