/* SPDX-License-Identifier: Apache-2.0 */
/* models.c - the machine models, one line each. */
#include <string.h>

#include "machine/gcn3/model.h"
#include "machine/machine.h"
#include "machine/pascal/model.h"
#include "machine/vortex/model.h"

static const struct machine_ops *const models[] = {
    &machine_vortex,
    &machine_pascal,
    &machine_gcn3,
};

enum wc_status machine_find(struct error *err, const struct parameters *parameters,
                            const struct machine_ops **out)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        if (strcmp(models[i]->model, parameters->model) != 0)
            continue;
        *out = models[i];
        if (strcmp(models[i]->isa, parameters->isa) == 0)
            return WC_OK;
        return fail_at(err, WC_BAD_INPUT, parameters->file, 0, 0, "model '%s' runs %s, not '%s'",
                       parameters->model, models[i]->isa, parameters->isa);
    }
    return fail_at(err, WC_BAD_INPUT, parameters->file, 0, 0, "model '%s' is not known",
                   parameters->model);
}
