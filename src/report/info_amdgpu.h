/* SPDX-License-Identifier: Apache-2.0 */
/* info_amdgpu.h - the parts of a kernel that only AMDGPU code objects have, for `warpclock
 * info`. */
#ifndef WARPCLOCK_REPORT_INFO_AMDGPU_H
#define WARPCLOCK_REPORT_INFO_AMDGPU_H

#include <jansson.h>

#include "base/text.h"
#include "load/image.h"

/* Nothing, and null, for kernels of other files. */
void info_amdgpu_text(const struct kernel *kernel, struct text *out);
json_t *info_amdgpu_json(const struct kernel *kernel);

#endif
