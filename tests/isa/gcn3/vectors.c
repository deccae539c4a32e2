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

unsigned for_each_vector(void (*see)(const struct vector *vector, void *user), void *user)
{
    FILE *file = fopen("tests/isa/gcn3/vectors.txt", "r");
    char line[256];
    unsigned count = 0;
    assert_non_null(file);
    for (; fgets(line, sizeof line, file); count++) {
        struct vector vector;
        read_line(line, &vector);
        see(&vector, user);
    }
    fclose(file);
    return count;
}

void decode_words(struct decoded *out, uint32_t first, uint32_t second, unsigned bytes)
{
    static struct gcn3_lookup lookup;
    if (!lookup.vop3[GCN3_VOP3_OF_VOP1 + 1])
        gcn3_lookup_build(&lookup);
    gcn3_decode_words(&lookup, (uint32_t[2]){first, second}, bytes, 0x1000, GCN3_ALL, &out->insn,
                      &out->own);
}

const char *text_of(const struct insn *insn, char *buffer, size_t size)
{
    struct text text = {0};
    gcn3_print(NULL, insn, &text);
    snprintf(buffer, size, "%s", text_string(&text));
    text_free(&text);
    return buffer;
}
