/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_diverge.c - warpclock diverge IN.s -o OUT.s: inserts warp control into compiler assembly. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "interrupt.h"
#include "memory.h"
#include "output.h"

static const struct option option_output = {
    .name = "output", .letter = 'o', .kind = OPTION_TEXT, .value = "FILE",
    .summary = "write to FILE; '-' is standard output, the default",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, output),
};

static const struct option *const diverge_options[] = {
    &option_output, &option_quiet, &option_color, &option_help, &option_version, NULL,
};

/* Real assembly has a few megabytes; an endless stream must not take all memory. */
static const size_t max_bytes = (size_t)256 << 20;

/* Size of a stream whose length is known before it is read. */
static bool is_too_long(FILE *stream)
{
    struct stat about;

    return fstat(fileno(stream), &about) == 0 && about.st_size > (off_t)max_bytes;
}

/* Reads a whole stream. Returns NULL and sets errno if it cannot be read or is too long. */
static char *read_stream(FILE *stream, size_t *length)
{
    size_t room = 1 << 16, got;
    char *bytes = reallocate(NULL, room);

    *length = 0;
    errno = 0;
    while ((got = fread(bytes + *length, 1, room - *length, stream)) > 0) {
        *length += got;
        if (*length > max_bytes) {
            errno = EFBIG;
            break;
        }
        if (*length == room)
            bytes = reallocate(bytes, room *= 2);
    }
    if (ferror(stream) || errno == EFBIG) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static char *read_file(const char *path, size_t *length, struct diagnostic *problem)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    char *bytes = NULL;
    int reason;

    if (stream && is_too_long(stream))
        errno = EFBIG;
    else if (stream)
        bytes = read_stream(stream, length);
    reason = errno;
    if (stream && !standard)
        fclose(stream);
    if (!bytes) {
        diagnose(problem, WC_BAD_INPUT, "cannot read: %s", strerror(reason));
        problem->place = format_text("%s", standard ? "standard input" : path);
    }
    return bytes;
}

/* Opens the output before the input is read: it may not be the input. *out is NULL for standard
 * output. */
static enum wc_status open_files(struct session *session, wc_output **out)
{
    const char *from = session->arguments.operands.items[0], *to = session->arguments.output;
    enum wc_status status = wc_context_add_input(
        session->context, strcmp(from, "-") == 0 ? "/dev/stdin" : from, "the assembly");

    *out = NULL;
    if (status == WC_OK && to && strcmp(to, "-") != 0)
        status = wc_output_open(session->context, to, "the output", out);
    if (*out)
        interrupt_removes(wc_output_temporary(*out));
    return diagnose_library(&session->problem, session->context, status);
}

static enum wc_status write_assembly(struct session *session, const char *text, wc_output *output)
{
    if (!output) {
        output_text(session, text);
        return WC_OK;
    }
    wc_output_write(output, text, strlen(text));
    return diagnose_library(&session->problem, session->context, wc_output_commit(output));
}

static enum wc_status convert(struct session *session, wc_output *output)
{
    const char *path = session->arguments.operands.items[0];
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    size_t length;
    char *assembly = read_file(path, &length, &session->problem), *text = NULL;
    enum wc_status status;

    if (!assembly)
        return session->problem.status;
    status = wc_diverge(session->context, name, assembly, length, &text);
    diagnose_library(&session->problem, session->context, status);
    free(assembly);
    if (status == WC_OK)
        status = write_assembly(session, text, output);
    wc_text_free(text);
    return status;
}

static enum wc_status diverge(struct session *session)
{
    wc_output *output;
    enum wc_status status = open_files(session, &output);

    if (status == WC_OK)
        status = convert(session, output);
    wc_output_free(output);
    return status;
}

const struct command command_diverge = {
    .name = "diverge",
    .summary = "insert SPLIT, JOIN and PRED into compiler assembly for Vortex",
    .operands = "IN.s",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock diverge kernel.s -o kernel.vortex.s",
        "llc-16 ... kernel.ll -o - | warpclock diverge - -o kernel.vortex.s",
    },
    .options = diverge_options,
    .run = diverge,
};
