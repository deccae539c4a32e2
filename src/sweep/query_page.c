/* SPDX-License-Identifier: Apache-2.0 */
/* query_page.c - a page with an answer, and charts of all results. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "report/page.h"
#include "sweep/query.h"

/* More would make a browser slow; the page says how many there are. */
#define RUNS_MAX "20000"

static enum wc_status rows_of(struct error *err, struct database *database, const char *sql,
                              json_t **rows)
{
    struct query_table table;
    enum wc_status status = query_run(err, database, sql, &table);
    *rows = status == WC_OK ? query_rows_json(&table) : NULL;
    query_table_free(&table);
    return status;
}

/* Both lists are in the order of runs. */
static void join_parameters(json_t *runs, const json_t *parameters)
{
    size_t at = 0;
    for (size_t i = 0; i < json_array_size(runs); i++) {
        json_t *run = json_array_get(runs, i), *own = json_object();
        const json_int_t id = json_integer_value(json_object_get(run, "id"));
        for (; at < json_array_size(parameters); at++) {
            const json_t *row = json_array_get(parameters, at);
            const json_int_t its = json_integer_value(json_object_get(row, "run"));
            if (its > id)
                break;
            if (its == id)
                json_put(&own, json_string_value(json_object_get(row, "name")),
                         json_incref(json_object_get(row, "value")));
        }
        json_object_set_new(run, "parameters", own);
    }
}

static json_t *columns_json(const struct query_table *table)
{
    json_t *columns = json_array();
    for (size_t i = 0; i < table->columns; i++)
        json_append(&columns, json_outside_string(table->names[i]));
    return columns;
}

static json_t *document(const char *question, const struct query_table *table, json_t *runs,
                        json_t *states)
{
    json_t *sweep = json_object(), *page = json_object();
    json_put(&sweep, "warpclock", json_string(wc_version()));
    json_put(&sweep, "question", json_outside_string(question));
    json_put(&sweep, "columns", columns_json(table));
    json_put(&sweep, "answer", query_rows_json(table));
    json_put(&sweep, "runs", runs);
    json_put(&sweep, "states", states);
    json_put(&page, "sweep", sweep);
    return page;
}

enum wc_status query_write_page(struct error *err, struct database *database,
                                const char *question, const struct query_table *table,
                                struct text *out)
{
    json_t *runs = NULL, *parameters = NULL, *states = NULL;
    enum wc_status status = rows_of(
        err, database, "SELECT id, job, machine, mode, status, settings, cycles, bound, tightness,"
        " nanoseconds, host_seconds, message FROM runs WHERE state = 'done' ORDER BY id"
        " LIMIT " RUNS_MAX, &runs);
    if (status == WC_OK)
        status = rows_of(err, database, "SELECT run, name, CAST(value AS TEXT) AS value"
                         " FROM parameters ORDER BY run", &parameters);
    if (status == WC_OK)
        status = rows_of(err, database, "SELECT coalesce(status, state) AS status, count(*) AS runs"
                         " FROM runs GROUP BY 1 ORDER BY 2 DESC", &states);
    if (status == WC_OK) {
        join_parameters(runs, parameters);
        page_write("Sweep", document(question, table, runs, states), out);
        status = memory_check(err);
    } else {
        json_decref(runs);
        json_decref(states);
    }
    json_decref(parameters);
    return status;
}
