/* SPDX-License-Identifier: Apache-2.0 */
/* info_sas.h - the buffers that a Sim-D program declares, for `warpclock info`. */
#ifndef WARPCLOCK_REPORT_INFO_SAS_H
#define WARPCLOCK_REPORT_INFO_SAS_H

#include <jansson.h>

#include "base/text.h"
#include "load/image.h"

/* Nothing, and an empty list, for other files. */
void info_sas_text(const struct image *image, struct text *out);
json_t *info_sas_json(const struct image *image);

#endif
