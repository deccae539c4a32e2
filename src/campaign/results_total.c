/* SPDX-License-Identifier: Apache-2.0 */
/* results_total.c - the sums of a night, and of all nights. */
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "campaign/results.h"

enum wc_status totals_read(struct error *err, struct database *database, int64_t night,
                           struct totals *out)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(
        err, database,
        "SELECT coalesce(sum(cases), 0), coalesce(sum(runs), 0), coalesce(sum(seconds), 0),"
        " (SELECT count(*) FROM findings WHERE ?1 = 0 OR night = ?1),"
        " (SELECT count(*) FROM cases WHERE verdict = 'slow' AND (?1 = 0 OR night = ?1)),"
        " (SELECT coalesce(sum(ways), 0) FROM ways WHERE ?1 = 0 OR night = ?1),"
        " (SELECT coalesce(sum(refused), 0) FROM ways WHERE ?1 = 0 OR night = ?1)"
        " FROM nights WHERE ?1 = 0 OR id = ?1", &statement);
    *out = (struct totals){0};
    if (status != WC_OK)
        return status;
    sqlite3_bind_int64(statement, 1, night);
    if (sqlite3_step(statement) == SQLITE_ROW)
        *out = (struct totals){.cases = (uint64_t)sqlite3_column_int64(statement, 0),
                               .runs = (uint64_t)sqlite3_column_int64(statement, 1),
                               .seconds = sqlite3_column_double(statement, 2),
                               .findings = (uint64_t)sqlite3_column_int64(statement, 3),
                               .slow = (uint64_t)sqlite3_column_int64(statement, 4),
                               .ways = (uint64_t)sqlite3_column_int64(statement, 5),
                               .refused = (uint64_t)sqlite3_column_int64(statement, 6)};
    else
        status = database_fail(err, database);
    sqlite3_finalize(statement);
    return status;
}

enum wc_status refusal_read(struct error *err, struct database *database, int64_t night,
                            struct text *out)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(
        err, database,
        "SELECT machine || ': ' || reason FROM reasons WHERE night = ?1 AND kind = 'refused'"
        " ORDER BY count DESC LIMIT 1", &statement);
    sqlite3_bind_int64(statement, 1, night);
    if (status == WC_OK && sqlite3_step(statement) == SQLITE_ROW)
        text_add(out, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return status;
}

/* ---- the tables of a summary ---- */

struct table {
    const char *key; /* of the JSON document */
    const char *sql;
    const char *head; /* for people */
};

static const struct table tables[] = {
    {"machines",
     "SELECT machine, isa, ways, drawn, runs, bounded, exact, refused, findings FROM summary",
     "machine          isa         ways    drawn     runs  bounded    exact refused findings\n"},
    {"reasons",
     "SELECT sum(count) AS count, kind, machine, reason FROM reasons GROUP BY kind, machine, reason"
     " ORDER BY 1 DESC LIMIT 12", "\ncount     kind      machine          reason\n"},
    {"findings",
     "SELECT id, number, failed, isa, machine, folder, message FROM findings ORDER BY id",
     "\nfinding  case       failed      isa      machine          message\n"},
};
enum { TABLE_MACHINES, TABLE_REASONS, TABLE_FINDINGS, TABLES };

static const char *column(sqlite3_stmt *statement, int i)
{
    const char *text = (const char *)sqlite3_column_text(statement, i);
    return text ? text : "-";
}

/* The first line of a text. */
static int line_length(const char *text)
{
    return (int)strcspn(text, "\n");
}

static void write_row(size_t table, sqlite3_stmt *s, struct text *out)
{
    if (table == TABLE_MACHINES)
        text_add(out, "%-16s %-7s %8s %8s %8s %8s %8s %7s %8s\n", column(s, 0), column(s, 1),
                 column(s, 2), column(s, 3), column(s, 4), column(s, 5), column(s, 6),
                 column(s, 7), column(s, 8));
    else if (table == TABLE_REASONS)
        text_add(out, "%-9s %-9s %-16s %.*s\n", column(s, 0), column(s, 1), column(s, 2),
                 line_length(column(s, 3)), column(s, 3));
    else
        text_add(out, "%-8s %-10s %-11s %-8s %-16s %.*s\n         files: %s\n", column(s, 0),
                 column(s, 1), column(s, 2), column(s, 3), column(s, 4),
                 line_length(column(s, 6)), column(s, 6), column(s, 5));
}

static json_t *row_json(sqlite3_stmt *s)
{
    json_t *row = json_object();
    for (int i = 0; i < sqlite3_column_count(s); i++) {
        bool number = sqlite3_column_type(s, i) == SQLITE_INTEGER;
        json_put(&row, sqlite3_column_name(s, i),
                 number ? json_integer(sqlite3_column_int64(s, i))
                        : json_outside_string((const char *)sqlite3_column_text(s, i)));
    }
    return row;
}

static enum wc_status write_table(struct error *err, struct database *database, size_t table,
                                  json_t **document, struct text *out)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(err, database, tables[table].sql, &statement);
    json_t *rows = json_array();
    for (bool first = true; status == WC_OK && sqlite3_step(statement) == SQLITE_ROW;
         first = false) {
        if (first && !document)
            text_add(out, "%s", tables[table].head);
        if (document)
            json_append(&rows, row_json(statement));
        else
            write_row(table, statement, out);
    }
    sqlite3_finalize(statement);
    if (document)
        json_put(document, tables[table].key, rows);
    else
        json_decref(rows);
    return status;
}

static json_t *totals_json(const struct totals *totals)
{
    return json_pack("{s:i, s:s, s:I, s:I, s:I, s:I, s:o}", "schema", CAMPAIGN_SCHEMA, "warpclock",
                     wc_version(), "cases", (json_int_t)totals->cases, "runs",
                     (json_int_t)totals->runs, "findings_count", (json_int_t)totals->findings,
                     "slow", (json_int_t)totals->slow, "seconds", json_figure(totals->seconds));
}

enum wc_status summary_write(struct error *err, struct database *database, bool json,
                             struct text *out)
{
    struct totals totals;
    enum wc_status status = totals_read(err, database, 0, &totals);
    json_t *document = json && status == WC_OK ? totals_json(&totals) : NULL;
    for (size_t i = 0; i < TABLES && status == WC_OK; i++)
        status = write_table(err, database, i, json ? &document : NULL, out);
    if (json)
        json_text_add(document, out);
    else if (status == WC_OK)
        text_add(out, "\n%" PRIu64 " cases, %" PRIu64 " runs, %" PRIu64 " findings, %" PRIu64
                 " cases cut short after their time\n", totals.cases, totals.runs,
                 totals.findings, totals.slow);
    return status;
}
