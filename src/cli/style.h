/* SPDX-License-Identifier: Apache-2.0 */
/* style.h - decides whether to use colour. */
#ifndef WARPCLOCK_CLI_STYLE_H
#define WARPCLOCK_CLI_STYLE_H

#include <stdbool.h>

/* True if `descriptor` can show escape sequences: a terminal that is not dumb. */
bool style_terminal(int descriptor);
/* Its columns; 80 if it does not say. */
int style_width(int descriptor);

/* `choice` is the value of --color (NULL: auto). An explicit choice overrides NO_COLOR, as
 * no-color.org asks; "auto" means colour only on a terminal. */
bool style_color(const char *choice, int descriptor);

#endif
