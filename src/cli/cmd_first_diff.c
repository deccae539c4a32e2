/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_first_diff.c - warpclock first-diff A B: first difference of two `run --steps` logs. */
#include "command.h"
#include "output.h"

static const struct option *const first_diff_options[] = {
    &option_quiet, &option_color, &option_help, &option_version, NULL,
};

static enum wc_status first_diff(struct session *session)
{
    const char *const *files = session->arguments.operands.items;
    char *text = NULL;
    enum wc_status status = wc_first_diff(session->context, files[0], files[1], &text);

    if (!text)
        return diagnose_library(&session->problem, session->context, status);
    if (!session->arguments.quiet)
        output_text(session, text);
    wc_text_free(text);
    return status;
}

const struct command command_first_diff = {
    .name = "first-diff",
    .summary = "find the first instruction where two step logs differ",
    .operands = "A B",
    .min = 2, .max = 2, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock first-diff functional.steps clocked.steps",
        "warpclock first-diff ours.steps board.steps",
    },
    .rare = true,
    .options = first_diff_options,
    .run = first_diff,
};
