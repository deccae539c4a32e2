/* SPDX-License-Identifier: Apache-2.0 */
/* published.c - reads papers/sbi-swi/published.yaml. */
#include "paper/sbi_swi/published.h"

#include <math.h>
#include <string.h>

static const char *const keys[COMPONENTS] = {
    [COMPONENT_REGISTER_FILE] = "register_file",
    [COMPONENT_SCOREBOARD] = "scoreboard",
    [COMPONENT_SCHEDULER] = "scheduler",
    [COMPONENT_CONTEXTS] = "contexts",
    [COMPONENT_WAITING] = "waiting",
    [COMPONENT_BUFFER] = "buffer",
};

static void read_words(struct published_reader *reader, const struct yaml_node *mapping,
                       const char *key, const char **out)
{
    const struct yaml_node *list = published_get(reader, mapping, key);
    if (reader->status == WC_OK && (list->kind != YAML_SEQUENCE || list->count != DESIGNS))
        reader->status = yaml_fail(reader->err, list, "expected %d entries", DESIGNS);
    for (size_t i = 0; reader->status == WC_OK && i < DESIGNS; i++)
        reader->status = yaml_string(reader->err, list->items[i], "a requirement", &out[i]);
}

static void read_tables(struct published_reader *reader, const struct yaml_node *root,
                        struct sbi_swi_published *out)
{
    const struct yaml_node *three = published_mapping(reader, root, "table_3");
    const struct yaml_node *four = published_mapping(reader, root, "table_4");
    for (size_t i = 0; i < COMPONENTS; i++) {
        read_words(reader, three, keys[i], out->requirement[i]);
        published_numbers(reader, four, keys[i], out->area[i], DESIGNS);
    }
    published_numbers(reader, four, "total", out->total, DESIGNS);
    published_numbers(reader, four, "overhead", out->overhead, DESIGNS);
}

static void read_speeds(struct published_reader *reader, const struct yaml_node *root,
                        struct sbi_swi_published *out)
{
    static const char *const names[SBI_SWI_SPEEDS] = {
        "sbi", "swi", "swi_full", "swi_direct", "sbi_swi", "constraint_issued", "xor_rev"};
    const struct yaml_node *results = published_mapping(reader, root, "results");
    for (size_t i = 0; i < SBI_SWI_SPEEDS; i++) {
        double both[2] = {NAN, NAN};
        published_numbers(reader, results, names[i], both, 2);
        out->speed[i] = (struct sbi_swi_speed){names[i], both[0], both[1]};
    }
}

double sbi_swi_published_speed(const struct sbi_swi_published *published, const char *key,
                               bool regular)
{
    for (size_t i = 0; key && i < SBI_SWI_SPEEDS; i++) {
        const struct sbi_swi_speed *speed = &published->speed[i];
        if (strcmp(speed->key, key) == 0)
            return regular ? speed->regular : speed->irregular;
    }
    return NAN;
}

enum wc_status sbi_swi_published_load(struct error *err, struct arena *arena, const char *path,
                                      struct sbi_swi_published *out)
{
    const struct yaml_node *root;
    struct published_reader reader = {err, yaml_parse_file(err, arena, path, &root)};
    if (reader.status != WC_OK)
        return reader.status;
    read_tables(&reader, root, out);
    read_speeds(&reader, root, out);
    claims_load(&reader, root, &out->claims);
    out->sm_area = published_number(&reader, root, "sm_area");
    published_numbers(&reader, root, "overhead_percent", out->overhead_percent, DESIGNS);
    return reader.status;
}
