/* SPDX-License-Identifier: Apache-2.0 */
/* hash.c - SHA-256 of texts and files. */
#include "sweep/hash.h"

#include <stdio.h>
#include <string.h>

#include "load/input.h"

void hash_begin(struct hash *hash)
{
    sha256_init(&hash->state);
}

void hash_add_text(struct hash *hash, const char *text)
{
    if (text)
        sha256_update(&hash->state, strlen(text) + 1, (const uint8_t *)text);
    else
        sha256_update(&hash->state, 2, (const uint8_t *)"\1");
}

void hash_add_file(struct hash *hash, const char *folder, const char *name)
{
    struct error unread = {0};
    struct arena arena = {0};
    uint8_t block[65536];
    uint64_t bytes;
    FILE *file = NULL;
    const char *path = *name == '/' ? name : arena_format(&arena, "%s%s", folder, name);
    hash_add_text(hash, name);
    if (input_open(&unread, path, &file, &bytes) == WC_OK) {
        for (size_t part; (part = fread(block, 1, sizeof block, file)) > 0;)
            sha256_update(&hash->state, part, block);
        fclose(file);
    }
    error_clear(&unread);
    arena_free(&arena);
}

const char *hash_end(struct hash *hash, struct arena *arena)
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    char *text = arena_alloc(arena, 2 * sizeof digest + 1);
    sha256_digest(&hash->state, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        sprintf(text + 2 * i, "%02x", digest[i]);
    return text;
}
