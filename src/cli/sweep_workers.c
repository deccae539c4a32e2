/* SPDX-License-Identifier: Apache-2.0 */
/* sweep_workers.c - the processes of a sweep. */
#include "sweep_workers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "interrupt.h"
#include "machine_folders.h"
#include "memory.h"
#include "sweep/merge.h"
#include "sweep/record.h"
#include "workers.h"

struct error database_error(void)
{
    static const struct allowance allowance = {.max_memory = ALLOWANCE_MEMORY,
                                               .interrupt = &interrupt_flag};

    return (struct error){.allowance = &allowance};
}

enum wc_status sweep_problem(struct session *session, struct error *err)
{
    enum wc_status status = err->status;

    if (status != WC_OK) {
        diagnose(&session->problem, status, "%s", err->message);
        if (err->place && !session->problem.place)
            session->problem.place = format_text("%s", err->place);
        if (err->hint)
            advise(&session->problem, "%s", err->hint);
    }
    error_clear(err);
    return status;
}

/* ---- what the command knows while it watches ---- */

struct watching {
    const struct sweep_crew *crew;
    double look;    /* the time of the next look at the database */
    double publish; /* ... and of the next copy */
};

/* ---- one worker ---- */

static enum wc_status run_point(const struct sweep_crew *crew, struct worker *worker, int64_t run,
                                size_t point, struct error *err)
{
    struct record record;
    enum wc_status status;
    wc_context *context = wc_context_new();

    if (!context)
        return fail_memory(err);
    machine_folders_add(context);
    crew_watch(context);
    if (crew->plan->max_seconds)
        interrupt_after(crew->plan->max_seconds);
    record_make(context, crew->plan, &crew->plan->points[point], &record);
    interrupt_watch(crew->session->context);
    if (record.status == WC_INTERRUPTED && !interrupt_seen() && interrupt_timed_out())
        record_time_out(&record, crew->plan->max_seconds);
    interrupt_after(0);
    status = record.status == WC_INTERRUPTED && !record.timed_out
                 ? worker_release(err, worker, run)
                 : record_write(err, worker, run, &record);
    record_free(&record);
    wc_context_free(context);
    return status;
}

static enum wc_status work_on(const struct sweep_crew *crew, struct worker *worker,
                              struct error *err)
{
    enum wc_status status = WC_OK;
    enum claim claim = CLAIM_RUN;

    while (status == WC_OK && claim != CLAIM_NONE && !interrupt_seen()) {
        int64_t run;
        size_t point;

        status = worker_claim(err, worker, &claim, &run, &point);
        if (status == WC_OK && claim == CLAIM_RUN)
            status = run_point(crew, worker, run, point, err);
        else if (claim == CLAIM_WAIT)
            crew_sleep_ms(200);
    }
    return status == WC_OK && interrupt_seen() ? WC_INTERRUPTED : status;
}

/* What a run may take beyond the memory of its inputs: the program itself, and its tables.
 * The shadow of a sanitizer counts as data and takes far more than any limit. */
static void limit_memory(uint64_t bytes)
{
#ifndef __SANITIZE_ADDRESS__
    const rlim_t whole = bytes + (UINT64_C(256) << 20);
    struct rlimit limit = {whole, whole};

    if (bytes)
        setrlimit(RLIMIT_DATA, &limit);
#else
    (void)bytes;
#endif
}

static enum wc_status be_worker(void *user)
{
    const struct sweep_crew *crew = ((struct watching *)user)->crew;
    struct error err = database_error();
    struct worker worker;
    enum wc_status status;

    limit_memory(crew->plan->max_memory);
    status = worker_begin(&err, &database_of_sweeps, crew->db, &worker);
    if (status == WC_OK)
        status = database_choose(&err, &worker.database, crew->ids, crew->plan->point_count);
    if (status == WC_OK)
        status = work_on(crew, &worker, &err);
    worker_end(&worker);
    sweep_problem(crew->session, &err);
    return status;
}

/* ---- all of them ---- */

/* The run that a worker was busy with is to blame. */
static enum wc_status note_crash(void *user, pid_t pid, const char *message)
{
    const struct sweep_crew *crew = ((struct watching *)user)->crew;
    struct error err = database_error();
    struct database database;
    enum wc_status status = database_open_again(&err, &database_of_sweeps, crew->db, &database);

    if (status == WC_OK) {
        claims_crashed(&err, &database, pid, message);
        database_close(&database);
    }
    return sweep_problem(crew->session, &err);
}

enum wc_status sweep_look(struct session *session, const char *db, const int64_t *ids,
                          size_t count, struct sweep_state *out)
{
    struct error err = database_error();
    struct database database;

    *out = (struct sweep_state){0};
    if (database_open_again(&err, &database_of_sweeps, db, &database) == WC_OK) {
        if (database_choose(&err, &database, ids, count) == WC_OK)
            database_state(&err, &database, out);
        database_close(&database);
    }
    return sweep_problem(session, &err);
}

/* Minutes and hours are enough: it is an estimate. */
static char *duration(double seconds)
{
    if (seconds < 90)
        return format_text("%.0f s", seconds);
    if (seconds < 5400)
        return format_text("%.0f min", seconds / 60);
    return format_text("%.1f h", seconds / 3600);
}

char *sweep_progress_line(const struct sweep_state *state, size_t workers)
{
    size_t all = state->done + state->running + state->waiting;
    char *left = state->seconds_left >= 0 ? duration(state->seconds_left / (double)workers) : NULL;
    char *line = format_text("%zu/%zu runs, %zu failed%s%s%s", state->done, all, state->failed,
                             left ? ", about " : ", no estimate yet", left ? left : "",
                             left ? " left" : "");

    free(left);
    return line;
}

/* Looking costs time, too: it gets a twentieth. */
static char *progress_line(void *user)
{
    struct watching *watching = user;
    const struct sweep_crew *crew = watching->crew;
    const double start = crew_now();
    struct sweep_state state;
    char *line = NULL;

    if (start < watching->look)
        return NULL;
    if (sweep_look(crew->session, crew->db, crew->ids, crew->plan->point_count, &state) == WC_OK)
        line = sweep_progress_line(&state, crew->workers);
    watching->look = start + (crew_now() - start > 0.025 ? 20 * (crew_now() - start) : 0.5);
    return line;
}

enum wc_status sweep_publish(const struct sweep_crew *crew)
{
    struct error err = database_error();
    struct database database;
    enum wc_status status = database_open_again(&err, &database_of_sweeps, crew->db, &database);

    if (status == WC_OK) {
        status = publish_to(&err, &database, crew->publish);
        database_close(&database);
    }
    sweep_problem(crew->session, &err);
    return status;
}

/* A copy every ten seconds, and less often if it takes long. */
static enum wc_status publish_if_due(void *user)
{
    struct watching *watching = user;
    const double start = crew_now();
    enum wc_status status;
    double took;

    if (!watching->crew->publish || start < watching->publish)
        return WC_OK;
    status = watching->publish > 0 ? sweep_publish(watching->crew) : WC_OK;
    took = crew_now() - start;
    watching->publish = start + (20 * took > 10 ? 20 * took : 10);
    return status;
}

enum wc_status sweep_work(const struct sweep_crew *crew)
{
    struct watching watching = {.crew = crew};
    const struct crew processes = {
        .session = crew->session, .workers = crew->workers, .user = &watching, .work = be_worker,
        .crashed = note_crash, .progress = progress_line, .tick = publish_if_due,
    };
    enum wc_status status = crew_work(&processes), published;

    if (crew->publish && (status == WC_OK || status == WC_INTERRUPTED)) {
        published = sweep_publish(crew);
        status = published > status ? published : status;
    }
    return status;
}
