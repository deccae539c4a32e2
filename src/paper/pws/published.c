/* SPDX-License-Identifier: Apache-2.0 */
/* published.c - reads papers/pws/published.yaml. */
#include "paper/pws/published.h"

static const struct yaml_node *counted(struct published_reader *reader,
                                       const struct yaml_node *root, const char *key, size_t count)
{
    const struct yaml_node *list = published_get(reader, root, key);
    if (list && (list->kind != YAML_SEQUENCE || list->count != count)) {
        reader->status = yaml_fail(reader->err, list, "expected %zu entries", count);
        return NULL;
    }
    return list;
}

static void read_program(struct published_reader *reader, const struct yaml_node *node,
                         struct published_program *out)
{
    const struct yaml_node *costs = published_get(reader, node, "costs");
    out->shape = published_text(reader, node, "program");
    if (reader->status != WC_OK)
        return;
    if (costs->kind != YAML_SEQUENCE || costs->count > PWS_BLOCKS_MAX) {
        reader->status = yaml_fail(reader->err, costs, "expected a list of up to %d numbers",
                                   PWS_BLOCKS_MAX);
        return;
    }
    out->blocks = costs->count;
    published_numbers(reader, costs, NULL, out->costs, out->blocks);
}

static void read_figures(struct published_reader *reader, const struct yaml_node *root,
                         struct pws_published *out)
{
    const struct yaml_node *two = published_mapping(reader, root, "figure_2");
    const struct yaml_node *eight = published_mapping(reader, root, "figure_8");
    const struct yaml_node *eleven = published_mapping(reader, root, "figure_11");
    const struct yaml_node *five = counted(reader, root, "figure_5", PWS_STEPS);
    if (reader->status != WC_OK)
        return;
    read_program(reader, two, &out->figure_2.program);
    out->figure_2.none = published_number(reader, two, "none");
    out->figure_2.dws_best = published_number(reader, two, "dws_best");
    out->figure_2.dws_worst = published_number(reader, two, "dws_worst");
    published_numbers(reader, two, "marks", out->figure_2.marks, 3);
    read_program(reader, eight, &out->figure_8.program);
    published_numbers(reader, eight, "marks", out->figure_8.marks, PWS_MARKS);
    out->figure_11.geometric = published_number(reader, eleven, "geometric");
    out->figure_11.arithmetic = published_number(reader, eleven, "arithmetic");
    out->figure_11.bfs = published_number(reader, eleven, "bfs");
    out->figure_12 = published_number(reader, root, "figure_12");
    for (size_t i = 0; reader->status == WC_OK && i < PWS_STEPS; i++)
        reader->status =
            yaml_string(reader->err, five->items[i], "a step", &out->figure_5[i]);
}

static void read_table_2(struct published_reader *reader, const struct yaml_node *root,
                         struct pws_published *out)
{
    const struct yaml_node *list = counted(reader, root, "table_2", PWS_TABLE_2_ROWS);
    for (size_t i = 0; reader->status == WC_OK && i < PWS_TABLE_2_ROWS; i++) {
        double row[6];
        published_numbers(reader, list->items[i], NULL, row, 6);
        out->table_2[i].splits = row[0];
        out->table_2[i].none = row[1];
        out->table_2[i].dws = row[2];
        out->table_2[i].pws = row[3];
        out->table_2[i].over_none = row[4];
        out->table_2[i].over_dws = row[5];
    }
}

static void read_table_3(struct published_reader *reader, const struct yaml_node *root,
                         struct pws_published *out)
{
    const struct yaml_node *list = counted(reader, root, "table_3", PWS_TABLE_3_ROWS);
    for (size_t i = 0; reader->status == WC_OK && i < PWS_TABLE_3_ROWS; i++) {
        double row[2 + 2 * PWS_TABLE_3_MODES];
        published_numbers(reader, list->items[i], NULL, row, sizeof row / sizeof *row);
        out->table_3[i].splits = row[0];
        for (size_t k = 0; k < PWS_TABLE_3_MODES; k++) {
            out->table_3[i].observed[k] = row[1 + 2 * k];
            out->table_3[i].analytical[k] = row[2 + 2 * k];
        }
        out->table_3[i].over_dws = row[1 + 2 * PWS_TABLE_3_MODES];
    }
}

enum wc_status pws_published_load(struct error *err, struct arena *arena, const char *path,
                                  struct pws_published *out)
{
    const struct yaml_node *root;
    struct published_reader reader = {err, yaml_parse_file(err, arena, path, &root)};
    if (reader.status != WC_OK)
        return reader.status;
    read_figures(&reader, root, out);
    read_table_2(&reader, root, out);
    read_table_3(&reader, root, out);
    if (reader.status == WC_OK)
        published_numbers(&reader, root, "equation_2", out->equation_2, PWS_EQUATION_2);
    if (reader.status == WC_OK)
        claims_load(&reader, root, &out->claims);
    return reader.status;
}
