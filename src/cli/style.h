/* SPDX-License-Identifier: Apache-2.0 */
/* style.h - may colour be used? */
#ifndef WARPCLOCK_CLI_STYLE_H
#define WARPCLOCK_CLI_STYLE_H

#include <stdbool.h>

/* Can `descriptor` show escape sequences: a terminal that is not dumb? */
bool style_terminal(int descriptor);

/* `choice` is the value of --color (NULL: auto). An explicit choice beats NO_COLOR, as
 * no-color.org asks; "auto" means colour on a terminal only. */
bool style_color(const char *choice, int descriptor);

#endif
