/* SPDX-License-Identifier: Apache-2.0 */
/* help.h - help texts generated from the tables: one screen of 24 lines of 80 columns. */
#ifndef WARPCLOCK_CLI_HELP_H
#define WARPCLOCK_CLI_HELP_H

#include "command.h"

/* Both are allocated; the caller frees them. */
char *help_overview(void);
char *help_command(const struct command *command);

#endif
