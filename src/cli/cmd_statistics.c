/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_statistics.c - warpclock statistics: what every number in a report means. */
#include "command.h"
#include "output.h"

static const struct option *const statistics_options[] = {
    &option_json, &option_quiet, &option_color, &option_help, &option_version, NULL,
};

static enum wc_status render_statistics(struct session *session, const void *subject,
                                        enum wc_format format, char **out)
{
    (void)subject;
    return wc_statistics_text(session->context, format, out);
}

static enum wc_status statistics(struct session *session)
{
    return output_report(session, render_statistics, NULL);
}

const struct command command_statistics = {
    .name = "statistics",
    .summary = "explain every number of a report: unit, meaning, formula",
    .operands = "",
    .min = 0, .max = 0,
    .examples = {
        "warpclock statistics",
        "warpclock statistics --json statistics.json",
    },
    .rare = true,
    .options = statistics_options,
    .run = statistics,
};
