/* SPDX-License-Identifier: Apache-2.0 */
/* gzip.c - zlib behind the interface of a stream. */
#include "load/gzip.h"

#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

struct gzip {
    z_stream stream;
    FILE *to;
    bool discarded;
    unsigned char bytes[1 << 16]; /* compressed */
};

/* Failures of `to` stay in it, and are found when it is committed. */
static void pump(struct gzip *gzip, int flush)
{
    do {
        gzip->stream.next_out = gzip->bytes;
        gzip->stream.avail_out = sizeof gzip->bytes;
        deflate(&gzip->stream, flush);
        if (!gzip->discarded)
            fwrite(gzip->bytes, 1, sizeof gzip->bytes - gzip->stream.avail_out, gzip->to);
    } while (gzip->stream.avail_out == 0);
}

static ssize_t write_bytes(void *cookie, const char *bytes, size_t length)
{
    struct gzip *gzip = cookie;
    gzip->stream.next_in = (unsigned char *)bytes;
    gzip->stream.avail_in = (uInt)length;
    pump(gzip, Z_NO_FLUSH);
    return (ssize_t)length;
}

static int close_stream(void *cookie)
{
    struct gzip *gzip = cookie;
    gzip->stream.avail_in = 0;
    if (!gzip->discarded)
        pump(gzip, Z_FINISH);
    deflateEnd(&gzip->stream);
    free(gzip);
    return 0;
}

FILE *gzip_open(FILE *to, struct gzip **out)
{
    enum { GZIP_HEADER = 16, MEMORY_LEVEL = 8 };
    struct gzip *gzip = calloc(1, sizeof *gzip);
    FILE *file = NULL;
    if (!gzip)
        return NULL;
    gzip->to = to;
    if (deflateInit2(&gzip->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP_HEADER,
                     MEMORY_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK)
        file = fopencookie(gzip, "wb", (cookie_io_functions_t){.write = write_bytes,
                                                              .close = close_stream});
    if (!file) {
        deflateEnd(&gzip->stream);
        free(gzip);
        return NULL;
    }
    *out = gzip;
    return file;
}

void gzip_discard(struct gzip *gzip)
{
    gzip->discarded = true;
}
