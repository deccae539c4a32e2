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

const char *machine_default(const struct image *image)
{
    enum { GCN5 = 900 };
    const char *const isa = image->isa;
    if (strcmp(isa, "gcn3") == 0 && image->architecture >= GCN5)
        return "gcn5";
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        if (machine_runs(models[i], isa))
            return models[i]->machine;
    }
    return NULL;
}

/* What people call the code of an instruction set. */
static const char *code_of(const char *isa)
{
    static const struct {
        const char *isa, *code;
    } rows[] = {{"rv32", "RISC-V code"}, {"sass", "NVIDIA's machine code"},
                {"gcn3", "AMD's machine code"}, {"sim-d", "a program of Sim-D"}};
    size_t i = 0;
    while (i + 1 < sizeof rows / sizeof *rows && strcmp(rows[i].isa, isa) != 0)
        i++;
    return rows[i].code;
}

enum wc_status machine_check_isa(struct error *err, const char *path, const struct image *image,
                                 const struct parameters *parameters)
{
    const char *const name = machine_default(image);
    struct text others = {0};
    if (parameters_run_isa(parameters, image->isa))
        return WC_OK;
    for (size_t i = 0; i < parameters->isa_count; i++)
        text_add(&others, "; %s is %s", parameters->isas[i], code_of(parameters->isas[i]));
    fail_at(err, WC_BAD_INPUT, path, 0, 0, "binary for %s; machine %s runs %s", image->isa,
            parameters->name, parameters->isa);
    hint(err, "%s is %s%s%s%s", image->isa, code_of(image->isa),
         name ? ", for machines like " : "", name ? name : "", text_string(&others));
    text_free(&others);
    return WC_BAD_INPUT;
}

enum wc_status machine_admit(struct error *err, struct machine *machine,
                             const struct launch *launch)
{
    if (launch->cooperative && !machine->ops->cooperative)
        return fail(err, WC_BAD_INPUT, "%s: model '%s' has no cooperative launches", launch->name,
                    machine->ops->model);
    if (launch->texture_count && !machine->ops->textures)
        return fail(err, WC_BAD_INPUT, "%s: model '%s' has no textures", launch->name,
                    machine->ops->model);
    return machine->ops->admit(err, machine, launch);
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
