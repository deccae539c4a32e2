/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.c - see vectors.h. */
#include "vectors.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void read_line(const char *line, struct vector *vector)
{
    int used = 0;
    *vector = (struct vector){.bytes = 8};
    if (sscanf(line, "%8" SCNx32 ",%8" SCNx32 "%n", &vector->words[0], &vector->words[1],
               &used) != 2) {
        vector->bytes = 4;
        assert_int_equal(sscanf(line, "%8" SCNx32 "%n", &vector->words[0], &used), 1);
    }
    size_t length = strcspn(line + used + 1, "\n");
    assert_true(length > 0 && length < sizeof vector->text);
    memcpy(vector->text, line + used + 1, length);
}

static unsigned read_file(const char *path, enum gcn3_version version,
                          void (*see)(const struct vector *vector, void *user), void *user)
{
    FILE *file = fopen(path, "r");
    char line[256];
    unsigned count = 0;
    assert_non_null(file);
    for (; fgets(line, sizeof line, file); count++) {
        struct vector vector;
        read_line(line, &vector);
        vector.version = version;
        see(&vector, user);
    }
    fclose(file);
    return count;
}

unsigned for_each_vector(void (*see)(const struct vector *vector, void *user), void *user)
{
    return read_file("tests/isa/gcn3/vectors.txt", GCN3_GFX8, see, user) +
           read_file("tests/isa/gcn3/vectors-gcn5.txt", GCN3_GFX906, see, user);
}

static void decode(struct decoded *out, const uint32_t *words, unsigned bytes,
                   enum gcn3_version version)
{
    static struct gcn3_lookup lookups[2];
    struct gcn3_lookup *lookup = &lookups[version != GCN3_GFX8];
    if (!lookup->version)
        gcn3_lookup_build(lookup, version);
    gcn3_decode_words(lookup, words, bytes, 0x1000, GCN3_ALL, &out->insn, &out->own);
}

void decode_words(struct decoded *out, uint32_t first, uint32_t second, unsigned bytes)
{
    decode(out, (uint32_t[]){first, second}, bytes, GCN3_GFX8);
}

void decode_vector(struct decoded *out, const struct vector *vector, unsigned bytes)
{
    uint32_t words[2] = {vector->words[0], bytes == 8 ? vector->words[1] : 0};
    decode(out, words, bytes, vector->version);
}

const char *text_of(const struct insn *insn, char *buffer, size_t size)
{
    struct text text = {0};
    gcn3_print(NULL, insn, &text);
    snprintf(buffer, size, "%s", text_string(&text));
    text_free(&text);
    return buffer;
}
