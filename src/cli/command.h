/* SPDX-License-Identifier: Apache-2.0 */
/* command.h - a subcommand as a row of one table, and the session it works on.
 *
 * To add a command: write cmd_NAME.c with its struct command and list it in commands.c. */
#ifndef WARPCLOCK_CLI_COMMAND_H
#define WARPCLOCK_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "diagnostic.h"
#include "options.h"
#include "warpclock.h"

struct command;

/* One invocation of the program. */
struct session {
    wc_context *context;
    const struct command *command;
    struct arguments arguments;
    struct diagnostic problem; /* reported by main() at the end */
    int write_error;           /* errno of the first failed write to standard output, or 0 */
    wc_output *json;           /* the file of --json, open; NULL: none */
    wc_output *page;           /* the file of --report, open; NULL: none */
    bool json_written;         /* the document requested with --json exists */
    bool unread;               /* not all inputs are known: a job could not be read */
};

struct command {
    const char *name;
    const char *summary;        /* one line for --help */
    const char *operands;       /* as --help shows them */
    const char *about;          /* text that --help prints after the options, or NULL */
    size_t min, max;         /* number of operands */
    enum completes completes;   /* kind of the operands */
    const char *const *choices; /* for COMPLETES_CHOICES; NULL-terminated */
    const char *examples[2];
    const struct option *const *options; /* NULL-terminated */
    const char *lacks, *because; /* an option that its likes have, and why it has none; or NULL */
    bool runs_program;          /* what follows the first operand belongs to that program */
    bool hidden;                /* for build scripts: not listed */
    bool rare;                  /* the overview has its name only */
    bool prose;                 /* its text is sentences, folded also in a file or a pipe */
    /* Returns a status. A failure that is not printed yet is in session->problem. */
    enum wc_status (*run)(struct session *session);
};

extern const struct command *const commands[]; /* NULL-terminated */

/* The command with this name, or NULL with the reason in `problem`. */
const struct command *command_find(const char *name, struct diagnostic *problem);

extern const struct command command_run, command_compare, command_dis, command_cfg, command_info,
    command_explain, command_machines, command_diverge, command_split, command_statistics,
    command_instructions, command_help, command_paper, command_completion, command_bound,
    command_check, command_first_diff, command_exec, command_sweep, command_query,
    command_campaign;

#endif
