/* SPDX-License-Identifier: Apache-2.0 */
/* fold.h - a report on a terminal that is narrower than its lines. */
#ifndef WARPCLOCK_CLI_FOLD_H
#define WARPCLOCK_CLI_FOLD_H

#include <stddef.h>

/* Lines break between words, but in no number; the text in the last column of a table continues
 * below its beginning; other tables that are too wide continue below themselves, with their first
 * column again. The text is allocated. */
char *fold_text(const char *text, size_t width);

#endif
