/* SPDX-License-Identifier: Apache-2.0 */
/* models.h - which machine models have a worst-case analysis. */
#ifndef WARPCLOCK_BOUND_MODELS_H
#define WARPCLOCK_BOUND_MODELS_H

#include "base/text.h"
#include "bound/engine/bound.h"

/* By the names of the machine's model and of the program's instruction set; NULL: there is none. */
bound_fn *bound_find(const char *model, const char *isa);
/* The models that have one, for messages. */
void bound_write_models(struct text *out);

#endif
