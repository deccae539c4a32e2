/* SPDX-License-Identifier: Apache-2.0 */
/* campaign_workers.c - the processes of a campaign. */
#include "campaign_workers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign_apart.h"
#include "campaign_folders.h"
#include "interrupt.h"
#include "machine_folders.h"
#include "memory.h"
#include "sweep_workers.h"
#include "workers.h"

/* ---- one case ---- */

/* A context of its own, so that the memory of one case is not kept for the next. `apart`: a crash
 * is a finding. */
static enum wc_status try_case(const struct campaign_crew *crew, const char *folder,
                               uint64_t number, bool apart, struct campaign_case *kase,
                               struct outcome *outcome)
{
    const struct bench bench = {.context = wc_context_new(), .folder = folder,
                                .try_way = apart ? trial_apart : trial_run};

    if (!bench.context)
        return diagnose(&crew->session->problem, WC_INTERNAL, "out of memory");
    machine_folders_add(bench.context);
    crew_watch(bench.context);
    interrupt_after(CASE_SECONDS);
    case_draw(kase, &crew->choice, crew->night.seed, number);
    case_try(&bench, kase, crew->keep, outcome);
    interrupt_watch(crew->session->context);
    if (!outcome->verdict && !interrupt_seen() && interrupt_timed_out())
        outcome->verdict = "slow";
    interrupt_after(0);
    wc_context_free(bench.context);
    return WC_OK;
}

enum wc_status campaign_try(const struct campaign_crew *crew, uint64_t number,
                            struct campaign_case *kase, struct outcome *outcome)
{
    char *folder;
    enum wc_status status = campaign_folder_make(crew->session, &folder);

    if (status == WC_OK)
        status = try_case(crew, folder, number, true, kase, outcome);
    campaign_folder_remove(folder);
    return status;
}

/* ---- one worker ---- */

/* A case that has ended a worker is closed as that, also if it holds now. */
static enum wc_status end_crash(const struct campaign_crew *crew, struct worker *worker,
                                const struct campaign_case *kase, struct outcome *outcome,
                                struct error *err)
{
    if (!outcome->verdict || strcmp(outcome->verdict, "crash") == 0)
        return WC_OK;
    outcome->verdict = "crash";
    return crash_is_gone(err, &worker->database, &crew->night, kase->number);
}

/* Without an interrupt, a file could not be written: the next case would end like this one. */
static enum wc_status check_stop(const struct campaign_crew *crew,
                                 const struct campaign_case *kase, const struct outcome *outcome)
{
    if (outcome->verdict || interrupt_seen())
        return WC_OK;
    return diagnose(&crew->session->problem, WC_BAD_INPUT, "%s",
                    text_string(&outcome->trials[kase->way_count - 1].message));
}

static enum wc_status do_case(const struct campaign_crew *crew, struct worker *worker,
                              const char *folder, struct claimed claimed, struct error *err)
{
    struct campaign_case kase;
    struct outcome outcome;
    enum wc_status status =
        try_case(crew, folder, claimed.number, claimed.crashed, &kase, &outcome);

    if (status != WC_OK)
        return status;
    if (claimed.crashed)
        status = end_crash(crew, worker, &kase, &outcome, err);
    if (status == WC_OK)
        status = outcome.verdict ? case_write(err, worker, &crew->night, &kase, &outcome)
                                 : case_release(err, worker, &crew->night, kase.number);
    if (status == WC_OK)
        status = check_stop(crew, &kase, &outcome);
    outcome_free(&outcome);
    case_free(&kase);
    return status;
}

static bool is_over(const struct campaign_crew *crew)
{
    return crew->end > 0 && crew_now() >= crew->end;
}

static enum wc_status do_cases(const struct campaign_crew *crew, struct worker *worker,
                               const char *folder, struct error *err)
{
    enum wc_status status = WC_OK;
    struct claimed claimed = {.number = 1};

    while (status == WC_OK && claimed.number && !interrupt_seen()) {
        status = case_claim(err, worker, &crew->night, is_over(crew), &claimed);
        if (status == WC_OK && claimed.number)
            status = do_case(crew, worker, folder, claimed, err);
    }
    return status == WC_OK && interrupt_seen() ? WC_INTERRUPTED : status;
}

static enum wc_status be_worker(void *user)
{
    const struct campaign_crew *crew = user;
    struct error err = database_error();
    struct worker worker;
    char *folder = campaign_worker_folder(crew->folder, getpid());
    enum wc_status status = worker_begin(&err, &database_of_campaigns, crew->db, &worker);

    mkdir(folder, 0777); /* if it cannot be made, the first file says so */
    if (status == WC_OK) {
        status = do_cases(crew, &worker, folder, &err);
        worker_end(&worker);
    }
    campaign_folder_remove(folder);
    sweep_problem(crew->session, &err);
    return status;
}

/* ---- all of them ---- */

static enum wc_status keep_crash(const struct campaign_crew *crew, struct database *database,
                                 pid_t pid, const char *message, struct error *err)
{
    char *folder = campaign_worker_folder(crew->folder, pid);
    struct finding finding;
    uint64_t number;
    enum wc_status status = crash_case(err, database, pid, &number);

    if (status == WC_OK && number) {
        crash_keep(crew->session->context, folder, crew->keep, number, message, &finding);
        status = crash_note(err, database, &crew->night, number, message, &finding);
        finding_free(&finding);
    }
    free(folder);
    return status;
}

static enum wc_status note_crash(void *user, pid_t pid, const char *message)
{
    const struct campaign_crew *crew = user;
    struct error err = database_error();
    struct database database;

    if (database_open_again(&err, &database_of_campaigns, crew->db, &database) == WC_OK) {
        keep_crash(crew, &database, pid, message, &err);
        database_close(&database);
    }
    return sweep_problem(crew->session, &err);
}

static void clean_up(void *user, pid_t pid)
{
    campaign_folder_remove(campaign_worker_folder(((struct campaign_crew *)user)->folder, pid));
}

/* "812 cases, 7530 runs, 301.2 runs/s, 0 findings": the rate is that of the whole night. */
static char *progress_line(void *user)
{
    const struct campaign_crew *crew = user;
    struct error err = database_error();
    struct database database;
    struct totals totals = {0};

    if (database_open_again(&err, &database_of_campaigns, crew->db, &database) == WC_OK) {
        totals_read(&err, &database, crew->night.id, &totals);
        database_close(&database);
    }
    if (sweep_problem(crew->session, &err) != WC_OK)
        return NULL;
    return format_text("%llu cases, %llu runs, %.1f runs/s, %llu findings",
                       (unsigned long long)totals.cases, (unsigned long long)totals.runs,
                       totals.seconds > 0 ? (double)totals.runs / totals.seconds : 0,
                       (unsigned long long)totals.findings);
}

enum wc_status campaign_work(struct campaign_crew *crew)
{
    const struct crew processes = {
        .session = crew->session, .workers = crew->night.workers, .user = crew, .work = be_worker,
        .crashed = note_crash, .ended = clean_up, .progress = progress_line,
    };
    enum wc_status status = campaign_folder_make(crew->session, &crew->folder);

    if (status == WC_OK)
        status = crew_work(&processes);
    campaign_folder_remove(crew->folder);
    return status;
}
