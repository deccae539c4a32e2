/* SPDX-License-Identifier: Apache-2.0 */
/* listing.h - a decoded program as text, for `warpclock dis`.
 *
 * JSON: an array with one object per instruction: address, bits (a hexadecimal string), text,
 * function, label (if it is a branch target), target (address), source {file, line, column},
 * problem (why it cannot run). Unknown values are null. */
#ifndef WARPCLOCK_REPORT_LISTING_H
#define WARPCLOCK_REPORT_LISTING_H

#include "base/text.h"
#include "isa/insn.h"

/* `kernel` is the name of a function of the program; NULL lists all code. */
void listing_write(const struct program *program, const char *kernel, enum wc_format format,
                   struct text *out);

#endif
