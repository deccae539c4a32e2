/* SPDX-License-Identifier: Apache-2.0 */
/* source_text.h - lines of the source files that a binary was made from, where they can be read. */
#ifndef WARPCLOCK_LOAD_SOURCE_TEXT_H
#define WARPCLOCK_LOAD_SOURCE_TEXT_H

#include <stdint.h>

struct source_texts; /* files read so far */

/* Relative names are looked for in the binary's folder. */
struct source_texts *source_texts_new(const char *binary);
void source_texts_free(struct source_texts *texts);

/* The line without blanks around it; NULL: no such file or line, or nothing on it. It lives as long
 * as the texts. */
const char *source_text(struct source_texts *texts, const char *file, uint32_t line);
/* The line with its indentation, "" if nothing is on it; NULL: no such file or line. */
const char *source_text_indented(struct source_texts *texts, const char *file, uint32_t line);

#endif
