/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_machines.c - warpclock machines [NAME]: the machine models and their parameters. */
#include "command.h"
#include "output.h"

static const struct option option_names = {
    .name = "names", .kind = OPTION_FLAG,
    .summary = "print only the names, one per line",
    .field = offsetof(struct arguments, names),
};

static const struct option *const machines_options[] = {
    &option_names, &option_set, &option_json, &option_quiet, &option_color,
    &option_help, &option_version, NULL,
};

static enum wc_status print_names(struct session *session)
{
    const char *name;
    size_t i;

    for (i = 0; (name = wc_machine_name(session->context, i)) != NULL; i++)
        output_text(session, name);
    return diagnose_library(&session->problem, session->context,
                            wc_error_status(session->context));
}

static enum wc_status render_machines(struct session *session, const void *subject,
                                      enum wc_format format, char **out)
{
    const struct arguments *arguments = subject;

    if (arguments->operands.count == 0)
        return wc_machines_text(session->context, format, out);
    return wc_machine_text(session->context, arguments->operands.items[0], arguments->sets.items,
                           arguments->sets.count, format, out);
}

static enum wc_status machines(struct session *session)
{
    const struct arguments *arguments = &session->arguments;
    bool named = arguments->operands.count > 0;

    if (arguments->sets.count > 0 && !named)
        return diagnose(&session->problem, WC_BAD_INPUT, "--set needs the name of a machine");
    if (arguments->names && (named || arguments->json))
        return diagnose(&session->problem, WC_BAD_INPUT, "--names cannot be combined with %s",
                        named ? "a machine name" : "--json");
    if (!arguments->names)
        return output_report(session, render_machines, arguments);
    return print_names(session);
}

const struct command command_machines = {
    .name = "machines",
    .summary = "list the machine models, or all parameters of one",
    .operands = "[NAME]",
    .min = 0, .max = 1, .completes = COMPLETES_MACHINES,
    .examples = {
        "warpclock machines",
        "warpclock machines vortex --set threads=16",
    },
    .options = machines_options,
    .run = machines,
};
