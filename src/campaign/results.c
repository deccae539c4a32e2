/* SPDX-License-Identifier: Apache-2.0 */
/* results.c - nights, claims, what a case has found. */
#include "campaign/results.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "campaign/row.h"
#include "campaign/schema.h"

const struct database_kind database_of_campaigns = {
    .application = 2003264365, /* "wcam" */
    .schema = CAMPAIGN_SCHEMA, .statements = campaign_schema, .maker = "warpclock campaign"};

/* ---- nights ---- */

static void bind_campaign(struct row *row, const struct night *night)
{
    row_bind_number(row, night->seed);
    row_bind_text(row, night->isa ? night->isa : "");
    row_bind_text(row, night->machine ? night->machine : "");
    row_bind_number(row, CAMPAIGN_GENERATOR);
}

static enum wc_status find_campaign(struct error *err, struct database *database,
                                    struct night *night)
{
    struct row add = row_begin(err, database, "INSERT OR IGNORE INTO campaigns(seed, isa, machine,"
                                              " generator) VALUES(?1, ?2, ?3, ?4)");
    bind_campaign(&add, night);
    if (row_end(&add) != WC_OK)
        return add.status;
    struct row find = row_begin(err, database, "SELECT id FROM campaigns WHERE seed = ?1 AND"
                                               " isa = ?2 AND machine = ?3 AND generator = ?4");
    bind_campaign(&find, night);
    return row_number(&find, &night->campaign);
}

static enum wc_status add_night(struct error *err, struct database *database, struct night *night)
{
    char host[256] = "", version[64];
    const char *details = wc_version_details() + strlen("warpclock ");
    gethostname(host, sizeof host - 1);
    snprintf(version, sizeof version, "%.*s", (int)strcspn(details, "\n"), details);
    struct row add = row_begin(err, database, "INSERT INTO nights(campaign, started, host, version,"
                                              " workers) VALUES(?1, strftime('%Y-%m-%dT%H:%M:%SZ',"
                                              " 'now'), ?2, ?3, ?4)");
    row_bind_number(&add, (uint64_t)night->campaign);
    row_bind_text(&add, host);
    row_bind_text(&add, version);
    row_bind_number(&add, night->workers);
    enum wc_status status = row_end(&add);
    night->id = sqlite3_last_insert_rowid(database->handle);
    return status;
}

enum wc_status night_begin(struct error *err, const char *path, struct night *night)
{
    struct database database;
    enum wc_status status = database_open(err, &database_of_campaigns, path, &database);
    if (status != WC_OK)
        return status;
    status = database_begin(err, &database);
    if (status == WC_OK)
        status = find_campaign(err, &database, night);
    if (status == WC_OK)
        status = add_night(err, &database, night);
    status = database_end(err, &database, status);
    database_close(&database);
    return status;
}

/* ---- claims ---- */

/* A case that is open and whose worker is gone; one that has ended its worker is looked at even
 * when the night is over. */
static enum wc_status find_abandoned(struct error *err, struct worker *worker,
                                     const struct night *night, bool only_crashed,
                                     struct claimed *claimed)
{
    struct row find = row_begin(
        err, &worker->database,
        "SELECT number, worker, EXISTS(SELECT 1 FROM findings f WHERE f.campaign = c.campaign AND"
        " f.number = c.number AND failed = 'crash') AS crashed FROM cases c WHERE campaign = ?1 AND"
        " verdict IS NULL ORDER BY crashed DESC");
    row_bind_number(&find, (uint64_t)night->campaign);
    while (find.status == WC_OK && !claimed->number && sqlite3_step(find.statement) == SQLITE_ROW) {
        bool crashed = sqlite3_column_int(find.statement, 2);
        if ((only_crashed && !crashed) ||
            worker_is_alive(worker, sqlite3_column_int64(find.statement, 1)))
            continue;
        *claimed = (struct claimed){(uint64_t)sqlite3_column_int64(find.statement, 0), crashed};
    }
    sqlite3_finalize(find.statement);
    return find.status;
}

static enum wc_status find_new(struct error *err, struct worker *worker, const struct night *night,
                               uint64_t *number)
{
    int64_t last;
    struct row find = row_begin(err, &worker->database, "SELECT max(number) FROM cases WHERE"
                                                        " campaign = ?1");
    row_bind_number(&find, (uint64_t)night->campaign);
    enum wc_status status = row_number(&find, &last);
    *number = (uint64_t)last + 1 > night->first ? (uint64_t)last + 1 : night->first;
    return status;
}

bool night_runs_nothing(const struct totals *totals)
{
    enum { REFUSED_MAX = 200 };
    return !totals->ways && totals->refused >= REFUSED_MAX;
}

/* Somebody has to read the findings: many of them have one cause. */
static enum wc_status has_time(struct error *err, struct worker *worker, const struct night *night,
                               bool *out)
{
    enum { FINDINGS_MAX = 50 };
    struct totals totals;
    enum wc_status status = totals_read(err, &worker->database, night->id, &totals);
    *out = (!night->runs_max || totals.runs < night->runs_max) && totals.findings < FINDINGS_MAX &&
           !night_runs_nothing(&totals);
    return status;
}

static enum wc_status take(struct error *err, struct worker *worker, const struct night *night,
                           uint64_t number)
{
    struct row set = row_begin(err, &worker->database, "INSERT OR REPLACE INTO cases(campaign,"
                               " number, night, worker) VALUES(?1, ?2, ?3, ?4)");
    row_bind_number(&set, (uint64_t)night->campaign);
    row_bind_number(&set, number);
    row_bind_number(&set, (uint64_t)night->id);
    row_bind_number(&set, (uint64_t)worker->number);
    return row_end(&set);
}

enum wc_status case_claim(struct error *err, struct worker *worker, const struct night *night,
                          bool is_over, struct claimed *claimed)
{
    bool goes_on = false;
    enum wc_status status = database_begin(err, &worker->database);
    *claimed = (struct claimed){0};
    if (status == WC_OK && !is_over)
        status = has_time(err, worker, night, &goes_on);
    if (status == WC_OK)
        status = find_abandoned(err, worker, night, !goes_on, claimed);
    if (status == WC_OK && goes_on && !claimed->number)
        status = find_new(err, worker, night, &claimed->number);
    if (status == WC_OK && claimed->number)
        status = take(err, worker, night, claimed->number);
    return database_end(err, &worker->database, status);
}

/* The row stays open; without a worker it is abandoned at once. */
enum wc_status case_release(struct error *err, struct worker *worker, const struct night *night,
                            uint64_t number)
{
    struct row set = row_begin(err, &worker->database, "UPDATE cases SET worker = 0 WHERE"
                               " campaign = ?1 AND number = ?2 AND verdict IS NULL");
    row_bind_number(&set, (uint64_t)night->campaign);
    row_bind_number(&set, number);
    return row_end(&set);
}

/* ---- what a case has found ---- */

static uint32_t runs_of(const struct trial *trial)
{
    uint32_t runs = 0;
    for (size_t i = 0; i < CHECKS; i++)
        runs += trial->runs[i];
    return runs;
}

static enum wc_status close_case(struct error *err, struct worker *worker,
                                 const struct night *night, const struct campaign_case *kase,
                                 const struct outcome *outcome)
{
    uint32_t runs = 0;
    for (uint32_t i = 0; i < kase->way_count; i++)
        runs += runs_of(&outcome->trials[i]);
    struct row set = row_begin(err, &worker->database, "UPDATE cases SET verdict = ?1, runs = ?2,"
                               " seconds = ?3 WHERE campaign = ?4 AND number = ?5");
    row_bind_text(&set, outcome->verdict);
    row_bind_number(&set, runs);
    row_bind_real(&set, outcome->seconds);
    row_bind_number(&set, (uint64_t)night->campaign);
    row_bind_number(&set, kase->number);
    if (row_end(&set) != WC_OK)
        return set.status;
    struct row add = row_begin(err, &worker->database, "UPDATE nights SET cases = cases + 1,"
                               " runs = runs + ?1, seconds = (julianday('now') -"
                               " julianday(started)) * 86400 WHERE id = ?2");
    row_bind_number(&add, runs);
    row_bind_number(&add, (uint64_t)night->id);
    return row_end(&add);
}

static enum wc_status add_way(struct error *err, struct worker *worker, const struct night *night,
                              const struct way *way, const struct trial *trial, bool drawn)
{
    struct row add = row_begin(
        err, &worker->database,
        "INSERT INTO ways VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        " ON CONFLICT DO UPDATE SET ways = ways + ?4, drawn = drawn + ?5, refused = refused + ?6,"
        " functional = functional + ?7, clocked = clocked + ?8, again = again + ?9,"
        " contents = contents + ?10, bounded = bounded + ?11, exact = exact + ?12,"
        " findings = findings + ?13");
    bool refused = trial->verdict == VERDICT_REFUSED;
    row_bind_number(&add, (uint64_t)night->id);
    row_bind_text(&add, way->encoder->name);
    row_bind_text(&add, way->machine->name);
    row_bind_number(&add, !refused);
    row_bind_number(&add, drawn && !refused);
    row_bind_number(&add, refused);
    for (size_t i = 0; i < CHECKS; i++)
        row_bind_number(&add, trial->runs[i]);
    row_bind_number(&add, trial->bounded);
    row_bind_number(&add, trial->exact);
    row_bind_number(&add, trial->verdict == VERDICT_FINDING);
    return row_end(&add);
}

static enum wc_status add_reason(struct error *err, struct worker *worker,
                                 const struct night *night, const struct way *way,
                                 const struct trial *trial)
{
    bool refused = trial->verdict == VERDICT_REFUSED;
    if (!*trial->reason)
        return WC_OK;
    struct row add = row_begin(err, &worker->database, "INSERT INTO reasons VALUES(?1, ?2, ?3, ?4,"
                               " 1) ON CONFLICT DO UPDATE SET count = count + 1");
    row_bind_number(&add, (uint64_t)night->id);
    row_bind_text(&add, refused ? "refused" : "no bound");
    row_bind_text(&add, way->machine->name);
    row_bind_text(&add, trial->reason);
    return row_end(&add);
}

static enum wc_status add_finding(struct error *err, struct worker *worker,
                                  const struct night *night, uint64_t number,
                                  const struct finding *finding, const struct trial *trial)
{
    struct row add = row_begin(
        err, &worker->database,
        "INSERT INTO findings(campaign, number, night, failed, isa, machine, message, program, job,"
        " kernel, steps, folder, found) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,"
        " strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))");
    row_bind_number(&add, (uint64_t)night->campaign);
    row_bind_number(&add, number);
    row_bind_number(&add, (uint64_t)night->id);
    row_bind_text(&add, check_names[trial->check]);
    row_bind_text(&add, finding->way->encoder->name);
    row_bind_text(&add, finding->way->machine->name);
    row_bind_text(&add, text_string(&trial->message));
    row_bind_text(&add, text_string(&finding->program));
    row_bind_text(&add, text_string(&finding->job));
    row_bind_bytes(&add, &finding->binary.bytes);
    row_bind_number(&add, finding->steps);
    row_bind_text(&add, text_string(&finding->folder));
    return row_end(&add);
}

enum wc_status case_write(struct error *err, struct worker *worker, const struct night *night,
                          const struct campaign_case *kase, const struct outcome *outcome)
{
    enum wc_status status = database_begin(err, &worker->database);
    if (status == WC_OK)
        status = close_case(err, worker, night, kase, outcome);
    for (uint32_t i = 0; i < kase->way_count && status == WC_OK; i++) {
        const struct trial *trial = &outcome->trials[i];
        status = add_way(err, worker, night, &kase->ways[i], trial, outcome->drawn[i]);
        if (status == WC_OK)
            status = add_reason(err, worker, night, &kase->ways[i], trial);
        if (status == WC_OK && outcome->findings[i].way && trial->crashed)
            status = crash_explain(err, &worker->database, night, kase->number,
                                   &outcome->findings[i], trial);
        else if (status == WC_OK && outcome->findings[i].way)
            status = add_finding(err, worker, night, kase->number, &outcome->findings[i], trial);
    }
    return database_end(err, &worker->database, status);
}
