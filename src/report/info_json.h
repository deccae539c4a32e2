/* SPDX-License-Identifier: Apache-2.0 */
/* info_json.h - the JSON form, and the words used by both forms. */
#ifndef WARPCLOCK_REPORT_INFO_JSON_H
#define WARPCLOCK_REPORT_INFO_JSON_H

#include "base/text.h"
#include "load/image.h"

void info_write_json(const struct image *image, const bool *loop_fits, struct text *out);

/* "r-x" */
void segment_access(const struct segment *segment, char out[4]);
const char *parameter_kind_name(enum kernel_parameter_kind kind);

#endif
