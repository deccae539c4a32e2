/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_help.c - warpclock help [COMMAND]. */
#include <stdlib.h>

#include "command.h"
#include "help.h"
#include "output.h"

static const struct option *const help_options[] = {
    &option_color, &option_help, &option_version, NULL,
};

static enum wc_status help(struct session *session)
{
    const struct text_list *operands = &session->arguments.operands;
    const struct command *command = NULL;
    char *text;

    if (operands->count > 0) {
        command = command_find(operands->items[0], &session->problem);
        if (!command)
            return session->problem.status;
    }
    text = command ? help_command(command) : help_overview();
    output_text(session, text);
    free(text);
    return WC_OK;
}

const struct command command_help = {
    .name = "help",
    .summary = "show this overview, or the help of a command",
    .operands = "[COMMAND]",
    .min = 0, .max = 1, .completes = COMPLETES_COMMANDS,
    .examples = {
        "warpclock help",
        "warpclock help run",
    },
    .rare = true,
    .options = help_options,
    .run = help,
};
