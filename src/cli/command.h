/* SPDX-License-Identifier: Apache-2.0 */
/* command.h - a subcommand as a row of one table, and what it is handed to work with.
 *
 * To add a command: write cmd_NAME.c with its struct command, and name it in commands.c. */
#ifndef WARPCLOCK_CLI_COMMAND_H
#define WARPCLOCK_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "diagnostic.h"
#include "options.h"
#include "warpclock.h"

struct command;

/* One call of the program. */
struct session {
    wc_context *context;
    const struct command *command;
    struct arguments arguments;
    struct diagnostic problem; /* what main() will report at the end */
    int write_error;           /* errno of the first write to standard output that failed, or 0 */
    bool json_written;         /* the document that --json asked for exists */
};

struct command {
    const char *name;
    const char *summary;        /* what it does, in half a line */
    const char *operands;       /* as --help shows them */
    const char *about;          /* lines that --help has below the options, or NULL */
    size_t min, max;         /* how many operands */
    enum completes completes;   /* what the operands are */
    const char *const *choices; /* for COMPLETES_CHOICES; NULL behind the last one */
    const char *examples[2];
    const struct option *const *options; /* NULL behind the last one */
    bool hidden;                /* for build scripts: in no list of commands */
    /* Returns a status; when it is a failure not printed yet, session->problem holds it. */
    enum wc_status (*run)(struct session *session);
};

extern const struct command *const commands[]; /* NULL behind the last one */

/* The command of that name, or NULL with the reason in `problem`. */
const struct command *command_find(const char *name, struct diagnostic *problem);

extern const struct command command_run, command_compare, command_dis, command_cfg, command_info,
    command_machines, command_diverge, command_statistics, command_instructions, command_help,
    command_paper, command_completion, command_bound, command_check, command_first_diff;

#endif
