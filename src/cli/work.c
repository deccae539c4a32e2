/* SPDX-License-Identifier: Apache-2.0 */
/* work.c - the environment of a simulation: progress line, ^C, and the program's own console. */
#include "work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "machine_folders.h"
#include "memory.h"
#include "output.h"

wc_context *work_new_context(const struct work *work)
{
    wc_context *context = wc_context_new();

    if (!context)
        out_of_memory();
    machine_folders_add(context);
    wc_context_max_memory(context, work->session->arguments.max_memory);
    return context;
}

/* The console is the program's output: on standard output, or on standard error if JSON is
 * there. */
bool work_console(struct work *work, const char *bytes, size_t length)
{
    struct session *session = work->session;

    progress_clear(&work->progress);
    if (output_is_json(session)) {
        fwrite(bytes, 1, length, stderr);
        return true;
    }
    output_bytes(session, bytes, length);
    output_flush(session);
    return session->write_error != EPIPE;
}

/* `warpclock run ... | head` must end. */
static void on_console(void *user, const char *bytes, size_t length)
{
    struct work *work = user;

    if (!work_console(work, bytes, length))
        wc_interrupt(work->session->context);
}

void work_begin(struct work *work, struct session *session)
{
    *work = (struct work){.session = session};
    interrupt_watch(session->context);
    wc_context_on_console(session->context, on_console, work);
    progress_begin(&work->progress, session);
}

void work_end(struct work *work)
{
    progress_end(&work->progress, work->session);
    wc_context_on_console(work->session->context, NULL, NULL);
}

enum wc_status work_apply_settings(const struct text_list *sets, wc_job *job)
{
    enum wc_status status = WC_OK;
    size_t i;

    for (i = 0; i < sets->count && status == WC_OK; i++) {
        const char *equals = strchr(sets->items[i], '=');
        char *key = format_text("%.*s", (int)(equals - sets->items[i]), sets->items[i]);

        status = wc_job_set(job, key, equals + 1);
        free(key);
    }
    return status;
}

enum wc_status work_open_job(const struct session *session, wc_context *context, const char *path,
                             const char *machine, struct diagnostic *problem, wc_job **out)
{
    enum wc_status status;

    *out = NULL;
    status = wc_job_open(context, path, out);
    if (status == WC_OK && machine)
        status = wc_job_machine(*out, machine);
    if (status == WC_OK && session->arguments.split)
        status = wc_job_split(*out, session->arguments.split);
    if (status == WC_OK)
        status = work_apply_settings(&session->arguments.sets, *out);
    if (status == WC_OK)
        return WC_OK;
    diagnose_library(problem, context, status);
    wc_job_free(*out);
    *out = NULL;
    return status;
}
