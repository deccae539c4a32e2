/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_campaign.c - warpclock campaign --db RESULTS.db: random programs on random machines. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign_folders.h"
#include "campaign_workers.h"
#include "command.h"
#include "database_files.h"
#include "memory.h"
#include "output.h"
#include "sweep_workers.h"
#include "workers.h"

static const struct option option_runs = {
    .name = "runs", .kind = OPTION_NUMBER, .value = "N",
    .summary = "stop after N runs",
    .field = offsetof(struct arguments, runs),
};

static const struct option option_seconds = {
    .name = "seconds", .kind = OPTION_NUMBER, .value = "N", .max = 100000000,
    .summary = "stop after N seconds",
    .field = offsetof(struct arguments, seconds),
};

static const struct option option_seed = {
    .name = "seed", .kind = OPTION_NUMBER, .value = "N", .max = INT64_MAX,
    .summary = "what all cases follow from (default: 1)",
    .field = offsetof(struct arguments, seed),
};

static const struct option option_first = {
    .name = "first", .kind = OPTION_NUMBER, .value = "N", .max = INT64_MAX / 2,
    .summary = "begin with case N (default: where the last night ended)",
    .field = offsetof(struct arguments, first),
};

static const struct option option_pattern = {
    .name = "machine", .kind = OPTION_TEXT, .value = "PATTERN",
    .summary = "only machines with such names: 'fermi*'",
    .completes = COMPLETES_MACHINES,
    .field = offsetof(struct arguments, machine),
};

static const struct option option_isa = {
    .name = "isa", .kind = OPTION_TEXT, .value = "NAME",
    .summary = "only one instruction set, or generator",
    .field = offsetof(struct arguments, isa),
};

static const struct option option_keep = {
    .name = "keep", .kind = OPTION_FILE, .value = "DIR",
    .summary = "folder for the files of findings (default: RESULTS.db.findings)",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, keep),
};

static const struct option option_again = {
    .name = "again", .kind = OPTION_NUMBER, .value = "N", .max = INT64_MAX / 2,
    .summary = "try case N once more, without a database",
    .field = offsetof(struct arguments, again),
};

static const struct option option_summary = {
    .name = "summary", .kind = OPTION_FLAG,
    .summary = "run nothing; print what the database has",
    .field = offsetof(struct arguments, summary),
};

static const struct option *const campaign_options[] = {
    &option_db, &option_jobs, &option_runs, &option_seconds, &option_seed, &option_first,
    &option_pattern, &option_isa, &option_keep, &option_again, &option_summary, &option_json,
    &option_quiet, &option_color, &option_help, &option_version, NULL,
};

/* ---- what there is to choose from ---- */

static enum wc_status choose(struct campaign_crew *crew, struct arena *arena,
                             struct campaign_machines *machines)
{
    struct session *session = crew->session;
    enum wc_status status =
        machines_load(session->context, arena, session->arguments.machine, machines);

    if (status != WC_OK)
        return diagnose_library(&session->problem, session->context, status);
    crew->choice = (struct campaign_choice){machines, session->arguments.isa};
    if (choice_is_possible(&crew->choice))
        return WC_OK;
    diagnose(&session->problem, WC_BAD_INPUT, "no machine%s%s runs %s",
             session->arguments.machine ? " of the pattern " : "",
             session->arguments.machine ? session->arguments.machine : "",
             session->arguments.isa ? session->arguments.isa : "any instruction set of campaigns");
    advise(&session->problem, "'warpclock machines' lists the machines and what they run");
    return WC_BAD_INPUT;
}

static struct campaign_crew crew_of(struct session *session, char *keep)
{
    const struct arguments *arguments = &session->arguments;

    return (struct campaign_crew){
        .session = session, .db = arguments->db, .keep = keep,
        .night = {.seed = arguments->seed ? arguments->seed : 1,
                  .first = arguments->first ? arguments->first : 1, .isa = arguments->isa,
                  .machine = arguments->machine, .workers = (uint32_t)crew_size(session),
                  .runs_max = arguments->runs},
        .end = arguments->seconds ? crew_now() + (double)arguments->seconds : 0};
}

/* ---- reports ---- */

static enum wc_status report_database(struct session *session, struct totals *totals)
{
    struct error err = database_error();
    struct database database;
    struct text text = {0}, json = {0};
    enum wc_status status = database_open_to_read(&err, &database_of_campaigns,
                                                  session->arguments.db, &database);

    if (status == WC_OK) {
        status = summary_write(&err, &database, false, &text);
        if (status == WC_OK)
            status = summary_write(&err, &database, true, &json);
        if (status == WC_OK)
            status = totals_read(&err, &database, 0, totals);
        database_close(&database);
    }
    sweep_problem(session, &err);
    if (status == WC_OK && session->arguments.json)
        status = output_json(session, text_string(&json));
    if (status == WC_OK && !session->arguments.quiet && !output_is_json(session))
        output_text(session, text_string(&text));
    text_free(&text);
    text_free(&json);
    return status;
}

/* Why a night has ended although it was not over. */
static enum wc_status report_refusals(struct session *session, struct database *database,
                                      const struct night *night, const struct totals *totals)
{
    struct error err = database_error();
    struct text reason = {0};
    enum wc_status status = refusal_read(&err, database, night->id, &reason);

    if (status == WC_OK)
        status = diagnose(&session->problem, WC_BAD_INPUT, "nothing runs: all of %" PRIu64
                          " ways were refused, most of them with: %s", totals->refused,
                          text_string(&reason));
    sweep_problem(session, &err);
    text_free(&reason);
    return status;
}

/* The findings of this night alone decide the status. */
static enum wc_status night_status(struct session *session, const struct night *night,
                                   double seconds)
{
    struct error err = database_error();
    struct database database;
    struct totals totals = {0};

    if (database_open_to_read(&err, &database_of_campaigns, session->arguments.db, &database) ==
        WC_OK) {
        if (totals_read(&err, &database, night->id, &totals) == WC_OK &&
            night_runs_nothing(&totals))
            report_refusals(session, &database, night, &totals);
        database_close(&database);
    }
    sweep_problem(session, &err);
    if (session->problem.status != WC_OK)
        return session->problem.status;
    if (!session->arguments.quiet && !output_is_json(session)) {
        char *line = format_text("this night: %" PRIu64 " cases, %" PRIu64 " runs in %.0f s, %.1f "
                                 "runs/s; %" PRIu64 " findings\n", totals.cases, totals.runs,
                                 seconds, (double)totals.runs / (seconds > 0 ? seconds : 1),
                                 totals.findings);
        output_text(session, line);
        free(line);
    }
    return totals.findings ? WC_MISMATCH : WC_OK;
}

/* ---- the work ---- */

static enum wc_status spend_night(struct session *session, struct campaign_crew *crew)
{
    struct error err = database_error();
    struct totals totals;
    const double start = crew_now();
    enum wc_status status = night_begin(&err, crew->db, &crew->night), told;

    sweep_problem(session, &err);
    if (status != WC_OK)
        return status;
    status = campaign_work(crew);
    told = report_database(session, &totals);
    if (told == WC_OK)
        told = night_status(session, &crew->night, crew_now() - start);
    if (status == WC_INTERRUPTED)
        diagnose(&session->problem, status, "interrupted; the same command continues");
    if (status == WC_BAD_INPUT && !session->problem.message)
        diagnose(&session->problem, status, "a worker could not continue");
    return status != WC_OK ? status : told;
}

static void report_case(struct session *session, const struct campaign_case *kase,
                        const struct outcome *outcome)
{
    struct text text = {0};

    tree_print(&kase->tree, &text);
    for (uint32_t i = 0; i < kase->way_count; i++) {
        const struct trial *trial = &outcome->trials[i];
        static const char *const words[] = {"holds", "FINDING", "refused", "interrupted"};
        text_add(&text, "%s on %s: %s", kase->ways[i].encoder->name, kase->ways[i].machine->name,
                 words[trial->verdict]);
        if (trial->verdict == VERDICT_HOLDS)
            text_add(&text, ", %" PRIu64 " cycles", trial->cycles);
        if (trial->bounded)
            text_add(&text, ", bound %" PRIu64 "%s", trial->bound, trial->exact ? " (exact)" : "");
        if (trial->message.length)
            text_add(&text, ", check '%s': %s", check_names[trial->check],
                     text_string(&trial->message));
        text_add(&text, "\n");
        if (outcome->findings[i].way)
            text_add(&text, "  files: %s\n", text_string(&outcome->findings[i].folder));
    }
    if (!session->arguments.quiet)
        output_text(session, text_string(&text));
    text_free(&text);
}

static enum wc_status repeat_case(struct session *session, struct campaign_crew *crew)
{
    struct campaign_case kase;
    struct outcome outcome;
    enum wc_status status = campaign_try(crew, session->arguments.again, &kase, &outcome);

    if (status != WC_OK)
        return status;
    report_case(session, &kase, &outcome);
    if (!outcome.verdict)
        status = WC_INTERRUPTED;
    else if (strcmp(outcome.verdict, "holds") != 0)
        status = WC_MISMATCH;
    outcome_free(&outcome);
    case_free(&kase);
    return status;
}

static enum wc_status check_arguments(struct session *session)
{
    const struct arguments *arguments = &session->arguments;

    if (!arguments->db && !arguments->again)
        return diagnose(&session->problem, WC_BAD_INPUT, "campaign needs --db RESULTS.db");
    if (arguments->again && (arguments->summary || arguments->first || arguments->json))
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--again tries one case: it cannot be combined with --summary, --first or "
                        "--json");
    return WC_OK;
}

/* No output replaces the database. */
static enum wc_status add_files(struct session *session)
{
    const struct arguments *arguments = &session->arguments;

    if (!arguments->db)
        return WC_OK;
    return arguments->summary ? database_file_read(session, arguments->db, "the database")
                              : database_file_written(session, arguments->db, "the database");
}

static enum wc_status campaign(struct session *session)
{
    struct arena arena = {0};
    struct campaign_machines machines;
    struct totals totals;
    enum wc_status status = check_arguments(session);
    const struct arguments *arguments = &session->arguments;
    char *keep;
    struct campaign_crew crew;

    if (status == WC_OK)
        status = add_files(session);
    if (status != WC_OK)
        return status;
    if (arguments->summary) {
        status = report_database(session, &totals);
        return status == WC_OK && totals.findings ? WC_MISMATCH : status;
    }
    keep = arguments->keep ? format_text("%s", arguments->keep)
                           : format_text("%s.findings", arguments->db ? arguments->db : "campaign");
    crew = crew_of(session, keep);
    status = arguments->keep ? campaign_check_keep(session, keep) : WC_OK;
    if (status == WC_OK)
        status = choose(&crew, &arena, &machines);
    if (status == WC_OK)
        status = arguments->again ? repeat_case(session, &crew) : spend_night(session, &crew);
    arena_free(&arena);
    free(keep);
    return status;
}

const struct command command_campaign = {
    .name = "campaign",
    .summary = "random programs on random machines; what does not hold",
    .operands = "",
    .min = 0, .max = 0,
    .examples = {
        "warpclock campaign --db nights.db --seconds 36000",
        "warpclock campaign --db nights.db --summary",
    },
    .options = campaign_options,
    .run = campaign,
};
