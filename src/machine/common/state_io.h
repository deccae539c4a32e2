/* SPDX-License-Identifier: Apache-2.0 */
/* state_io.h - state that goes to a file and comes back.
 *
 * One function walks a part of the state in both directions, so saving and loading cannot differ.
 * The last 32 bytes of the file are the SHA-256 of all others; it is compared before anything is
 * loaded, so a file that is loaded is the one that was saved. A file that is not, but has the right
 * sum, is refused where it does not fit. The first failure ends the walk: the rest does nothing. */
#ifndef WARPCLOCK_MACHINE_COMMON_STATE_IO_H
#define WARPCLOCK_MACHINE_COMMON_STATE_IO_H

#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct state_io {
    struct error *err;
    enum wc_status status;
    const char *path; /* for messages */
    FILE *file;
    bool loading;
    uint64_t left;    /* bytes before the sum, when loading */
    struct sha256_ctx sum;
};

/* Saves to an open file. */
void state_io_save(struct state_io *io, struct error *err, const char *path, FILE *file);
/* ... adds the sum. */
void state_io_seal(struct state_io *io);

/* Loads from an open file of that many bytes: checks its first bytes, which say what it is, and its
 * sum. */
void state_io_load(struct state_io *io, struct error *err, const char *path, FILE *file,
                uint64_t bytes);

/* Parts. Values that are loaded after a failure are unchanged. */
void state_io_bytes(struct state_io *io, void *bytes, uint64_t count);
void state_io_number(struct state_io *io, uint64_t *number);
/* A number that has to be this one; loading fails if it is another. */
void state_io_expect(struct state_io *io, uint64_t number);
/* Memory of which large parts are 0. */
void state_io_pages(struct state_io *io, uint8_t *bytes, uint64_t count);

/* What was loaded cannot be right. */
void state_io_damaged(struct state_io *io);

static inline bool state_io_ok(const struct state_io *io)
{
    return io->status == WC_OK;
}

#endif
