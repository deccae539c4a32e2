/* SPDX-License-Identifier: Apache-2.0 */
/* models.c - the machine models, one line each. */
#include <string.h>

#include "base/text.h"
#include "machine/fermi/model.h"
#include "machine/gcn3/model.h"
#include "machine/machine.h"
#include "machine/pascal/model.h"
#include "machine/sim_d/model.h"
#include "machine/vortex/model.h"

static const struct machine_ops *const models[] = {
    &machine_vortex,
    &machine_pascal,
    &machine_gcn3,
    &machine_fermi,
    &machine_sim_d,
};

const struct machine_ops *machine_model(size_t i)
{
    return i < sizeof models / sizeof *models ? models[i] : NULL;
}

bool machine_runs(const struct machine_ops *ops, const char *isa)
{
    for (const char *const *name = ops->isas; *name; name++) {
        if (strcmp(*name, isa) == 0)
            return true;
    }
    return false;
}

const char *machine_default(const char *isa)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        if (machine_runs(models[i], isa))
            return models[i]->machine;
    }
    return NULL;
}

static enum wc_status refuse_isa(struct error *err, const struct parameters *parameters,
                                 const struct machine_ops *ops)
{
    struct text known = {0};
    for (const char *const *name = ops->isas; *name; name++)
        text_add(&known, "%s%s", known.length ? ", " : "", *name);
    fail_at(err, WC_BAD_INPUT, parameters->file, 0, 0, "model '%s' runs %s; found '%s'",
            parameters->model, text_string(&known), parameters->isa);
    text_free(&known);
    return WC_BAD_INPUT;
}

enum wc_status machine_find(struct error *err, const struct parameters *parameters,
                            const struct machine_ops **out)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        if (strcmp(models[i]->model, parameters->model) != 0)
            continue;
        *out = models[i];
        for (size_t k = 0; k < parameters->isa_count; k++) {
            if (!machine_runs(models[i], parameters->isas[k]))
                return refuse_isa(err, parameters, models[i]);
        }
        return WC_OK;
    }
    return fail_at(err, WC_BAD_INPUT, parameters->file, 0, 0, "unknown model '%s'",
                   parameters->model);
}
