/* SPDX-License-Identifier: Apache-2.0 */
/* completion.h - scripts that complete warpclock's command line, made from the option tables. */
#ifndef WARPCLOCK_CLI_COMPLETION_H
#define WARPCLOCK_CLI_COMPLETION_H

#include <stdio.h>

#include "command.h"

void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);

#endif
