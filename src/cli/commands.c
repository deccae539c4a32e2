/* SPDX-License-Identifier: Apache-2.0 */
/* commands.c - the table of commands, in the order in which --help lists them. */
#include <string.h>

#include "command.h"

const struct command *const commands[] = {
    &command_run,
    &command_bound,
    &command_check,
    &command_compare,
    &command_explain,
    &command_sweep,
    &command_query,
    &command_campaign,
    &command_exec,
    &command_paper,
    &command_info,
    &command_dis,
    &command_cfg,
    &command_first_diff,
    &command_diverge,
    &command_split,
    &command_machines,
    &command_statistics,
    &command_instructions,
    &command_help,
    &command_completion,
    NULL,
};

const struct command *command_find(const char *name, struct diagnostic *problem)
{
    const char *names[sizeof commands / sizeof *commands];
    const char *near;
    size_t count = 0, i;

    for (i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
        if (!commands[i]->hidden)
            names[count++] = commands[i]->name;
    }
    diagnose(problem, WC_BAD_INPUT, "unknown command '%s'", name);
    near = wc_nearest(name, names, count);
    if (near)
        advise(problem, "did you mean '%s'?", near);
    else
        advise(problem, "'warpclock --help' lists the commands");
    return NULL;
}
