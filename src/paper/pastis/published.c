/* SPDX-License-Identifier: Apache-2.0 */
/* published.c - reads papers/pastis/published.yaml. */
#include "paper/pastis/published.h"

/* What sizes something here. */
enum { STRIDE_MAX = 4096, MATRIX_MAX = 1024, WIDTH_MAX = 65536 };

/* A list or mapping that has exactly `count` entries. */
static const struct yaml_node *counted(struct published_reader *reader,
                                       const struct yaml_node *root, const char *key,
                                       enum yaml_kind kind, size_t count)
{
    const struct yaml_node *list = published_get(reader, root, key);
    if (list && (list->kind != kind || list->count != count)) {
        reader->status = yaml_fail(reader->err, list, "expected %zu entries", count);
        return NULL;
    }
    return list;
}

static void read_masks(struct published_reader *reader, const struct yaml_node *root,
                       const char *key, struct published_mask *out, size_t count)
{
    const struct yaml_node *list = counted(reader, root, key, YAML_MAPPING, count);
    for (size_t i = 0; reader->status == WC_OK && i < count; i++) {
        out[i].mask = list->pairs[i].key->text;
        published_numbers(reader, list->pairs[i].value, NULL, out[i].transactions, PASTIS_WIDTHS);
    }
}

static void read_strides(struct published_reader *reader, const struct yaml_node *root,
                         struct published_stride *out)
{
    const struct yaml_node *list = counted(reader, root, "strides", YAML_SEQUENCE, PASTIS_STRIDES);
    for (size_t i = 0; reader->status == WC_OK && i < PASTIS_STRIDES; i++)
        out[i] = (struct published_stride){
            .bits = published_number(reader, list->items[i], "bits"),
            .stride = published_count(reader, list->items[i], "stride", STRIDE_MAX),
            .transactions = published_number(reader, list->items[i], "transactions"),
            .cycles = published_number(reader, list->items[i], "cycles")};
}

static void read_state(struct published_reader *reader, const struct yaml_node *node,
                       struct published_state *out)
{
    out->state = published_text(reader, node, "state");
    const struct yaml_node *list = published_get(reader, node, "entries");
    if (list && (list->kind != YAML_SEQUENCE || list->count > PASTIS_ENTRIES_MAX))
        reader->status = yaml_fail(reader->err, list, "expected a list of up to %d entries",
                                   PASTIS_ENTRIES_MAX);
    for (size_t i = 0; reader->status == WC_OK && i < list->count; i++)
        reader->status =
            yaml_string(reader->err, list->items[i], "an entry", &out->entries[out->entry_count++]);
}

static void read_stack(struct published_reader *reader, const struct yaml_node *root,
                       struct published_state *out)
{
    const struct yaml_node *list = counted(reader, root, "stack", YAML_SEQUENCE, PASTIS_STATES);
    for (size_t i = 0; reader->status == WC_OK && i < PASTIS_STATES; i++)
        read_state(reader, list->items[i], &out[i]);
}

static void read_products(struct published_reader *reader, const struct yaml_node *root,
                          struct published_product *out)
{
    const struct yaml_node *list = counted(reader, root, "matmul", YAML_SEQUENCE, PASTIS_SIZES);
    for (size_t i = 0; reader->status == WC_OK && i < PASTIS_SIZES; i++) {
        const struct yaml_node *node = list->items[i];
        out[i] = (struct published_product){
            .size = published_count(reader, node, "size", MATRIX_MAX),
            .warps = published_number(reader, node, "warps"),
            .reads = published_number(reader, node, "reads"),
            .writes = published_number(reader, node, "writes"),
            .board = published_number(reader, node, "board"),
            .simulator = published_number(reader, node, "simulator"),
            .overhead = published_number(reader, node, "overhead")};
    }
}

static void read_shared(struct published_reader *reader, const struct yaml_node *root,
                        struct pastis_published *out)
{
    const struct yaml_node *duration = published_mapping(reader, root, "duration");
    out->duration.fixed = published_number(reader, duration, "fixed");
    published_numbers(reader, duration, "base", out->duration.base, PASTIS_WIDTHS);
    out->duration.conflict = published_number(reader, duration, "conflict");
    const struct yaml_node *figure = published_mapping(reader, root, "figure_8");
    out->figure_8.printed = published_number(reader, figure, "printed");
    out->figure_8.all = published_number(reader, figure, "all");
    published_numbers(reader, figure, "pools", out->figure_8.pools, PASTIS_POOLS);
    out->figure_8.cycles = published_number(reader, figure, "cycles");
    const struct yaml_node *conflicts = published_mapping(reader, root, "conflicts");
    published_numbers(reader, conflicts, "columns", out->columns, 2);
    published_numbers(reader, conflicts, "padded", out->padded, 2);
}

static void read_mlp(struct published_reader *reader, const struct yaml_node *root,
                     struct pastis_published *out)
{
    const struct yaml_node *mlp = published_mapping(reader, root, "mlp");
    const struct yaml_node *layers =
        counted(reader, mlp, "layers", YAML_SEQUENCE, PASTIS_LAYERS + 1);
    for (size_t i = 0; reader->status == WC_OK && i <= PASTIS_LAYERS; i++) {
        uint64_t width = 0;
        reader->status = yaml_uint(reader->err, layers->items[i], "a width", 1, WIDTH_MAX, &width);
        out->mlp.layers[i] = (double)width;
    }
    out->mlp.parameters = published_number(reader, mlp, "parameters");
    out->mlp.precision = published_number(reader, mlp, "precision");
    out->mlp.digits = published_number(reader, mlp, "digits");
    out->mlp.overhead = published_number(reader, mlp, "overhead");
}

enum wc_status pastis_published_load(struct error *err, struct arena *arena, const char *path,
                                     struct pastis_published *published)
{
    struct published_reader reader = {.err = err};
    const struct yaml_node *root;
    *published = (struct pastis_published){0};
    reader.status = yaml_parse_file(err, arena, path, &root);
    if (reader.status != WC_OK)
        return reader.status;
    read_masks(&reader, root, "table_1", published->table_1, PASTIS_TABLE_1_ROWS);
    read_masks(&reader, root, "table_2", published->table_2, PASTIS_LANES);
    read_shared(&reader, root, published);
    read_strides(&reader, root, published->strides);
    read_stack(&reader, root, published->stack);
    read_products(&reader, root, published->products);
    read_mlp(&reader, root, published);
    claims_load(&reader, root, &published->claims);
    return reader.status;
}
