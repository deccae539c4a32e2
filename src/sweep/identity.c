/* SPDX-License-Identifier: Apache-2.0 */
/* identity.c - hashes of points. */
#include "sweep/identity.h"

#include <inttypes.h>
#include <search.h>
#include <string.h>

#include "base/text.h"
#include "sweep/hash.h"
#include "sweep/plan_names.h"

bool sweep_sets_machine(const struct sweep_setting *setting)
{
    return strcmp(setting->name, "seed") != 0 && strncmp(setting->name, "job.", 4) != 0;
}

void identities_begin(struct identities *identities, struct sweep_plan *plan, wc_context *context)
{
    *identities = (struct identities){.plan = plan, .context = context};
    sweep_name_machines(plan, context);
}

static void leave(void *row)
{
    (void)row; /* the arena has it */
}

void identities_end(struct identities *identities)
{
    tdestroy(identities->machines, leave);
    arena_free(&identities->arena);
}

/* A machine with settings, and the hash of what they make of it. */
struct machine_row {
    const char *name, *hash;
};

static int compare_rows(const void *a, const void *b)
{
    const struct machine_row *left = a, *right = b;
    return strcmp(left->name, right->name);
}

/* The JSON of a machine has every parameter with its value. */
static const char *hash_machine(struct identities *identities, const char *machine,
                                const struct sweep_point *point)
{
    const char **sets = arena_array(&identities->arena, point->setting_count + 1, sizeof *sets);
    struct hash hash;
    size_t count = 0;
    char *text;
    for (size_t i = 0; i < point->setting_count; i++)
        if (sweep_sets_machine(&point->settings[i]))
            sets[count++] = arena_format(&identities->arena, "%s=%s", point->settings[i].name,
                                         point->settings[i].value->text);
    if (wc_machine_text(identities->context, machine, sets, count, WC_JSON, &text) != WC_OK)
        return NULL;
    hash_begin(&hash);
    hash_add_text(&hash, text);
    wc_text_free(text);
    return hash_end(&hash, &identities->arena);
}

static const char *machine_hash(struct identities *identities, const char *machine,
                                const struct sweep_point *point)
{
    struct text name = {0};
    text_add(&name, "%s", machine);
    for (size_t i = 0; i < point->setting_count; i++)
        if (sweep_sets_machine(&point->settings[i]))
            text_add(&name, "\n%s=%s", point->settings[i].name, point->settings[i].value->text);
    struct machine_row wanted = {.name = text_string(&name)};
    struct machine_row **found = tfind(&wanted, &identities->machines, compare_rows);
    const char *hash = found ? (*found)->hash : NULL;
    if (!found) {
        struct machine_row *row = arena_alloc(&identities->arena, sizeof *row);
        row->name = arena_strdup(&identities->arena, wanted.name);
        hash = row->hash = hash_machine(identities, machine, point);
        tsearch(row, &identities->machines, compare_rows);
    }
    text_free(&name);
    return hash;
}

static const char *settings_text(const struct sweep_point *point, struct arena *arena)
{
    struct text text = {0};
    for (size_t i = 0; i < point->setting_count; i++)
        text_add(&text, "%s%s=%s", i ? " " : "", point->settings[i].name,
                 sweep_value_text(arena, point->settings[i].value));
    const char *kept = arena_strdup(arena, text_string(&text));
    text_free(&text);
    return kept;
}

static const char *hash_of(const char *text, struct arena *arena)
{
    struct hash hash;
    hash_begin(&hash);
    hash_add_text(&hash, text);
    return hash_end(&hash, arena);
}

static const char *limits_text(const struct sweep_plan *plan, struct arena *arena)
{
    return arena_format(arena, "%" PRIu64 " %.17g %" PRIu64 " %" PRIu64 " %" PRIu64,
                        plan->deadline, plan->deadline_ns, plan->max_cycles,
                        plan->max_seconds, plan->max_memory);
}

/* Folders of machine files do not matter: the parameters are in the hash. */
static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void sweep_identify(struct identities *identities, const struct sweep_point *point,
                    struct arena *arena, struct identity *out)
{
    const struct sweep_plan *plan = identities->plan;
    const struct sweep_job *job = &plan->jobs[point->job];
    const char *machine =
        point->machine ? sweep_machine_path(arena, plan, point->machine) : job->machine;
    struct error refused = {0};
    const char *text = sweep_job_text(&refused, arena, plan, point);
    out->machine = machine ? last_part(machine) : "";
    out->machine_hash = machine ? machine_hash(identities, machine, point) : NULL;
    out->settings = settings_text(point, arena);
    out->job_text = text ? text : job->text;
    out->job_hash = hash_of(out->job_text, arena);
    const char *parts[] = {job->name, out->job_hash, job->inputs, out->machine, out->machine_hash,
                           sweep_modes[point->mode], out->settings, limits_text(plan, arena)};
    struct hash hash;
    hash_begin(&hash);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        hash_add_text(&hash, parts[i]);
    out->key = hash_end(&hash, arena);
    error_clear(&refused);
}
