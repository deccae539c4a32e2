/* SPDX-License-Identifier: Apache-2.0 */
/* machines.h - the machines of a campaign, and drawing their parameters from their ranges. */
#ifndef WARPCLOCK_CAMPAIGN_MACHINES_H
#define WARPCLOCK_CAMPAIGN_MACHINES_H

#include "base/arena.h"
#include "base/error.h"
#include "campaign/dice.h"

struct machine_parameter {
    const char *name;
    bool is_flag, is_integer;
    uint64_t value, min, max;   /* of an integer */
    const char *const *choices; /* NULL-terminated; NULL: none */
};

struct campaign_machine {
    const char *name, *model, *isas; /* "rv32, sass" */
    const char *version; /* its isa.version: "gcn5"; NULL: it has none */
    struct machine_parameter *parameters;
    size_t parameter_count;
};

/* Those of the context whose names match the pattern (NULL: all), in their order. */
struct campaign_machines {
    struct campaign_machine *list;
    size_t count;
};
enum wc_status machines_load(wc_context *context, struct arena *arena, const char *pattern,
                             struct campaign_machines *out);

bool campaign_machine_runs(const struct campaign_machine *machine, const char *isa);

struct setting {
    const char *name, *value;
};
enum { SETTINGS_MAX = 64 };
struct settings {
    struct setting list[SETTINGS_MAX];
    uint32_t count;
};
void settings_add(struct settings *settings, const char *name, const char *value);

/* Some parameters of a machine over their ranges; policies over all policies. The numbers may not
 * fit each other: then the machine is refused, and the caller leaves some out. */
void machine_draw(struct dice *dice, const struct campaign_machine *machine, struct arena *arena,
                  struct settings *settings);

#endif
