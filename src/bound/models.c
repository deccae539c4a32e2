/* SPDX-License-Identifier: Apache-2.0 */
/* models.c - one row per machine model and instruction set with a worst-case analysis. */
#include "bound/models.h"

#include <string.h>

#include "bound/fermi/bound.h"
#include "bound/gcn3/bound.h"
#include "bound/sim_d/bound.h"
#include "bound/vortex/bound.h"

static const struct {
    const char *model, *isa;
    bound_fn *bound;
} models[] = {
    {"fermi", "rv32", fermi_bound},
    {"gcn3", "gcn3", gcn3_bound},
    {"sim-d", "sim-d", sim_d_bound},
    {"vortex", "rv32", vortex_bound},
};

void bound_write_models(struct text *out)
{
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        text_add(out, "%s%s (%s)", i ? ", " : "", models[i].model, models[i].isa);
}

bound_fn *bound_find(const char *model, const char *isa)
{
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        if (strcmp(models[i].model, model) == 0 && strcmp(models[i].isa, isa) == 0)
            return models[i].bound;
    }
    return NULL;
}
