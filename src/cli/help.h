/* SPDX-License-Identifier: Apache-2.0 */
/* help.h - help texts made from the tables: one screen of 24 lines, 80 columns each. */
#ifndef WARPCLOCK_CLI_HELP_H
#define WARPCLOCK_CLI_HELP_H

#include "command.h"

/* Both are allocated; the caller frees them. */
char *help_overview(void);
char *help_command(const struct command *command);

#endif
