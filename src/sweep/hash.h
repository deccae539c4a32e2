/* SPDX-License-Identifier: Apache-2.0 */
/* hash.h - SHA-256 of texts and files. */
#ifndef WARPCLOCK_SWEEP_HASH_H
#define WARPCLOCK_SWEEP_HASH_H

#include <nettle/sha2.h>

#include "base/arena.h"

struct hash {
    struct sha256_ctx state;
};

void hash_begin(struct hash *hash);
/* With its end: "ab" and "c" are not "a" and "bc". NULL is a text of its own. */
void hash_add_text(struct hash *hash, const char *text);
/* The contents of a file; one that cannot be read is known by its name. */
void hash_add_file(struct hash *hash, const char *folder, const char *name);
/* 64 hexadecimal digits. */
const char *hash_end(struct hash *hash, struct arena *arena);

#endif
