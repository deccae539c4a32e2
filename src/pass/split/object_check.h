/* SPDX-License-Identifier: Apache-2.0 */
/* object_check.h - what a code object must have to be rewritten. */
#ifndef WARPCLOCK_PASS_SPLIT_OBJECT_CHECK_H
#define WARPCLOCK_PASS_SPLIT_OBJECT_CHECK_H

#include "load/image.h"

/* Segments and sections are in the file, sections have names, and addresses leave room for more. */
enum wc_status split_object_check(struct error *err, const struct image *image);

#endif
