/* SPDX-License-Identifier: Apache-2.0 */
/* database_files.c - a database is several files. */
#include "database_files.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* Results in memory would be lost, and a URI may ask for that. */
static enum wc_status check_name(struct session *session, const char *path)
{
    if (*path && strcmp(path, ":memory:") != 0 && strncmp(path, "file:", 5) != 0)
        return WC_OK;
    diagnose(&session->problem, WC_BAD_INPUT, "'%s' is not the name of a database file", path);
    if (*path)
        advise(&session->problem, "./%s is a file of that name", path);
    return WC_BAD_INPUT;
}

typedef enum wc_status add_fn(wc_context *context, const char *path, const char *what);

static enum wc_status add_files(struct session *session, const char *path, const char *what,
                                add_fn *add)
{
    static const char *const beside[] = {"-wal", "-shm", "-journal"};
    enum wc_status status = check_name(session, path);
    char *part_of = format_text("a part of %s", what);
    size_t i;

    if (status == WC_OK)
        status = add(session->context, path, what);
    for (i = 0; i < sizeof beside / sizeof *beside && status == WC_OK; i++) {
        char *name = format_text("%s%s", path, beside[i]);

        status = add(session->context, name, part_of);
        free(name);
    }
    free(part_of);
    return diagnose_library(&session->problem, session->context, status);
}

enum wc_status database_file_read(struct session *session, const char *path, const char *what)
{
    return add_files(session, path, what, wc_context_add_input);
}

enum wc_status database_file_written(struct session *session, const char *path, const char *what)
{
    return add_files(session, path, what, wc_context_add_output);
}
