/* SPDX-License-Identifier: Apache-2.0 */
/* state_io.c - the bytes of a file of state, and their sum. */
#include "machine/common/state_io.h"

#include <errno.h>
#include <string.h>

enum { PAGE = 4096 };

static const char mark[24] = "warpclock checkpoint 1\n";

static void begin(struct state_io *io, struct error *err, const char *path, FILE *file,
                  bool loading)
{
    *io = (struct state_io){.err = err, .path = path, .file = file, .loading = loading};
    sha256_init(&io->sum);
}

static void read_all(struct state_io *io, void *to, size_t count)
{
    if (state_io_ok(io) && fread(to, 1, count, io->file) != count)
        io->status = ferror(io->file)
                         ? fail_at(io->err, WC_BAD_INPUT, io->path, 0, 0, "cannot read: %s",
                                   strerror(errno))
                         : fail_at(io->err, WC_BAD_INPUT, io->path, 0, 0,
                                   "the checkpoint ends too early");
}

/* ---- the whole file ---- */

void state_io_save(struct state_io *io, struct error *err, const char *path, FILE *file)
{
    char copy[sizeof mark];
    begin(io, err, path, file, false);
    memcpy(copy, mark, sizeof copy);
    state_io_bytes(io, copy, sizeof copy);
}

void state_io_seal(struct state_io *io)
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(&io->sum, sizeof digest, digest);
    fwrite(digest, 1, sizeof digest, io->file); /* errors are found when the file is closed */
}

static void check_sum(struct state_io *io, uint64_t bytes)
{
    uint8_t block[65536], digest[SHA256_DIGEST_SIZE], expected[SHA256_DIGEST_SIZE];
    struct sha256_ctx sum;
    sha256_init(&sum);
    for (uint64_t left = bytes; state_io_ok(io) && left;) {
        const size_t part = left < sizeof block ? (size_t)left : sizeof block;
        read_all(io, block, part);
        if (state_io_ok(io))
            sha256_update(&sum, part, block);
        left -= part;
    }
    read_all(io, expected, sizeof expected);
    sha256_digest(&sum, sizeof digest, digest);
    if (state_io_ok(io) && memcmp(digest, expected, sizeof digest))
        state_io_damaged(io);
}

void state_io_load(struct state_io *io, struct error *err, const char *path, FILE *file,
                uint64_t bytes)
{
    char first[sizeof mark] = "";
    begin(io, err, path, file, true);
    if (bytes >= sizeof mark)
        read_all(io, first, sizeof first);
    if (state_io_ok(io) && memcmp(first, mark, sizeof mark))
        io->status = fail_at(err, WC_BAD_INPUT, path, 0, 0,
                             "this file is no checkpoint of this version of warpclock");
    else if (bytes < sizeof mark + SHA256_DIGEST_SIZE)
        state_io_damaged(io);
    rewind(file);
    if (state_io_ok(io))
        check_sum(io, bytes - SHA256_DIGEST_SIZE);
    fseeko(file, sizeof mark, SEEK_SET);
    io->left = state_io_ok(io) ? bytes - SHA256_DIGEST_SIZE - sizeof mark : 0;
}

void state_io_damaged(struct state_io *io)
{
    if (!state_io_ok(io))
        return;
    io->status = fail_at(io->err, WC_BAD_INPUT, io->path, 0, 0,
                         "the checkpoint is damaged or incomplete");
    hint(io->err, "remove it to run from the beginning");
}

/* ---- parts ---- */

void state_io_bytes(struct state_io *io, void *bytes, uint64_t count)
{
    if (!state_io_ok(io) || !count)
        return;
    if (!io->loading) {
        fwrite(bytes, 1, count, io->file);
        sha256_update(&io->sum, count, bytes);
    } else if (count > io->left) {
        state_io_damaged(io);
    } else {
        read_all(io, bytes, count);
        io->left -= count;
    }
}

void state_io_number(struct state_io *io, uint64_t *number)
{
    state_io_bytes(io, number, sizeof *number);
}

void state_io_expect(struct state_io *io, uint64_t number)
{
    uint64_t found = number;
    state_io_number(io, &found);
    if (found != number)
        state_io_damaged(io);
}

static bool is_zero(const uint8_t *bytes, size_t count)
{
    return !bytes[0] && !memcmp(bytes, bytes + 1, count - 1);
}

/* Writing zeros over zeros would make the host provide a page. */
static void walk_page(struct state_io *io, uint8_t *bytes, size_t count)
{
    const bool zero = is_zero(bytes, count);
    uint8_t kept = !zero;
    state_io_bytes(io, &kept, sizeof kept);
    if (kept)
        state_io_bytes(io, bytes, count);
    else if (io->loading && !zero)
        memset(bytes, 0, count);
}

void state_io_pages(struct state_io *io, uint8_t *bytes, uint64_t count)
{
    state_io_expect(io, count);
    for (uint64_t at = 0; state_io_ok(io) && at < count; at += PAGE)
        walk_page(io, bytes + at, count - at < PAGE ? (size_t)(count - at) : PAGE);
}
