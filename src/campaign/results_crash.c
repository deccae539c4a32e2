/* SPDX-License-Identifier: Apache-2.0 */
/* results_crash.c - cases that end their worker.
 *
 * The case stays open, with a finding that has the job of the run under way. The next worker claims
 * it, tries each way in a process of its own, and completes the finding. If it ends, too, the case
 * is closed with what there is. */
#include "campaign/results.h"
#include "campaign/row.h"

enum wc_status crash_case(struct error *err, struct database *database, int64_t pid,
                          uint64_t *number)
{
    int64_t found;
    struct row find = row_begin(err, database, "SELECT number FROM cases WHERE verdict IS NULL AND"
                                " worker = (SELECT max(id) FROM workers WHERE pid = ?1)");
    row_bind_number(&find, (uint64_t)pid);
    enum wc_status status = row_number(&find, &found);
    *number = (uint64_t)found;
    return status;
}

static enum wc_status is_known(struct error *err, struct database *database,
                               const struct night *night, uint64_t number, bool *known)
{
    int64_t count;
    struct row find = row_begin(err, database, "SELECT count(*) FROM findings WHERE campaign = ?1"
                                " AND number = ?2 AND failed = 'crash'");
    row_bind_number(&find, (uint64_t)night->campaign);
    row_bind_number(&find, number);
    enum wc_status status = row_number(&find, &count);
    *known = count > 0;
    return status;
}

static enum wc_status note(struct error *err, struct database *database,
                           const struct night *night, uint64_t number, const char *message,
                           const struct finding *finding)
{
    struct row add = row_begin(
        err, database,
        "INSERT INTO findings(campaign, number, night, failed, message, job, kernel, folder, found)"
        " VALUES(?1, ?2, ?3, 'crash', ?4, ?5, ?6, ?7, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))");
    row_bind_number(&add, (uint64_t)night->campaign);
    row_bind_number(&add, number);
    row_bind_number(&add, (uint64_t)night->id);
    row_bind_text(&add, message);
    row_bind_text(&add, text_string(&finding->job));
    row_bind_bytes(&add, &finding->binary.bytes);
    row_bind_text(&add, text_string(&finding->folder));
    return row_end(&add);
}

/* Open and without a worker: the next one takes it. Or closed. */
static enum wc_status leave(struct error *err, struct database *database,
                            const struct night *night, uint64_t number, bool closed)
{
    struct row set = row_begin(err, database, "UPDATE cases SET worker = 0, verdict = ?3, runs = 0"
                               " WHERE campaign = ?1 AND number = ?2 AND verdict IS NULL");
    row_bind_number(&set, (uint64_t)night->campaign);
    row_bind_number(&set, number);
    row_bind_text(&set, closed ? "crash" : NULL);
    return row_end(&set);
}

enum wc_status crash_note(struct error *err, struct database *database, const struct night *night,
                          uint64_t number, const char *message, const struct finding *finding)
{
    bool known = false;
    enum wc_status status = database_begin(err, database);
    if (status == WC_OK)
        status = is_known(err, database, night, number, &known);
    if (status == WC_OK && !known)
        status = note(err, database, night, number, message, finding);
    if (status == WC_OK)
        status = leave(err, database, night, number, known);
    return database_end(err, database, status);
}

enum wc_status crash_explain(struct error *err, struct database *database,
                             const struct night *night, uint64_t number,
                             const struct finding *finding, const struct trial *trial)
{
    struct row set = row_begin(
        err, database,
        "UPDATE findings SET isa = ?3, machine = ?4, message = ?5, program = ?6, job = ?7,"
        " kernel = ?8, steps = ?9, folder = ?10 WHERE campaign = ?1 AND number = ?2 AND"
        " failed = 'crash'");
    row_bind_number(&set, (uint64_t)night->campaign);
    row_bind_number(&set, number);
    row_bind_text(&set, finding->way->encoder->name);
    row_bind_text(&set, finding->way->machine->name);
    row_bind_text(&set, text_string(&trial->message));
    row_bind_text(&set, text_string(&finding->program));
    row_bind_text(&set, text_string(&finding->job));
    row_bind_bytes(&set, &finding->binary.bytes);
    row_bind_number(&set, finding->steps);
    row_bind_text(&set, text_string(&finding->folder));
    return row_end(&set);
}

enum wc_status crash_is_gone(struct error *err, struct database *database,
                             const struct night *night, uint64_t number)
{
    struct row set = row_begin(err, database, "UPDATE findings SET message = message ||"
                               " '; it did not happen again in a process of its own'"
                               " WHERE campaign = ?1 AND number = ?2 AND failed = 'crash'");
    row_bind_number(&set, (uint64_t)night->campaign);
    row_bind_number(&set, number);
    return row_end(&set);
}
