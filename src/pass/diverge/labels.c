/* SPDX-License-Identifier: Apache-2.0 */
/* labels.c - labels by name: a hash table, as a file may have very many of them. */
#include "pass/diverge/asm.h"

static uint32_t hash_slice(struct slice slice)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (uint32_t i = 0; i < slice.length; i++)
        hash = (hash ^ (unsigned char)slice.at[i]) * 16777619u;
    return hash ^ hash >> 15;
}

struct asm_label *assembly_label(const struct assembly *assembly, struct slice name)
{
    if (!assembly->label_table_size)
        return NULL;
    uint32_t mask = assembly->label_table_size - 1;
    for (uint32_t at = hash_slice(name) & mask; assembly->label_table[at]; at = (at + 1) & mask) {
        struct asm_label *label = &assembly->labels[assembly->label_table[at] - 1];
        if (slice_same(label->name, name))
            return label;
    }
    return NULL;
}

static void insert_label(struct assembly *assembly, uint32_t index)
{
    uint32_t mask = assembly->label_table_size - 1;
    uint32_t at = hash_slice(assembly->labels[index].name) & mask;
    while (assembly->label_table[at])
        at = (at + 1) & mask;
    assembly->label_table[at] = index + 1;
}

static void grow_label_table(struct assembly *assembly)
{
    uint32_t size = assembly->label_table_size ? assembly->label_table_size * 2 : 64;
    assembly->label_table = arena_array(assembly->arena, size, sizeof *assembly->label_table);
    assembly->label_table_size = size;
    for (uint32_t i = 0; i < assembly->label_count; i++)
        insert_label(assembly, i);
}

void assembly_add_label(struct assembly *assembly, struct asm_label label)
{
    assembly->labels = arena_grow(assembly->arena, assembly->labels, assembly->label_count,
                                  sizeof *assembly->labels);
    assembly->labels[assembly->label_count++] = label;
    if (assembly->label_count * 2 > assembly->label_table_size)
        grow_label_table(assembly);
    else
        insert_label(assembly, assembly->label_count - 1);
}
