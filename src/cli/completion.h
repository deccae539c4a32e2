/* SPDX-License-Identifier: Apache-2.0 */
/* completion.h - shell completion scripts, generated from the option tables. */
#ifndef WARPCLOCK_CLI_COMPLETION_H
#define WARPCLOCK_CLI_COMPLETION_H

#include <stdio.h>

#include "command.h"

/* A sed command: parameter names from the text of `warpclock machines NAME`. */
#define COMPLETION_PARAMETERS "sed -n \"s/^\\([a-z][a-z0-9_.]*\\) *= .*/\\1=/p\" | sort -u"

void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);

#endif
