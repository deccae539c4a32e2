/* SPDX-License-Identifier: Apache-2.0 */
/* query.h - questions to a database of results.
 *
 *     VERB COLUMN[,COLUMN...] [by COLUMN[,COLUMN...]] [where COLUMN OP VALUE [and ...]]
 *     VIEW
 *     SELECT ...
 *
 * VERB is best, worst, mean, min, max, count or all; a column is one of the table `runs`, a
 * parameter, or a counter. Nothing can be changed: the connection only reads, and SQLite asks
 * before every action.
 *
 * query.c        the words become a statement
 * query_table.c  its rows, and their forms
 * query_page.c   all results for a browser */
#ifndef WARPCLOCK_SWEEP_QUERY_H
#define WARPCLOCK_SWEEP_QUERY_H

#include <jansson.h>

#include "base/text.h"
#include "sweep/database.h"

enum { QUERY_WORDS_MAX = 4096 }; /* bytes of a question that is not SQL */

/* Rows of texts; NULL is NULL. The first row of cells is the first row of the answer. */
struct query_table {
    struct arena arena;
    size_t columns, rows;
    const char **names;
    const char **cells;
    bool *numeric; /* by column: all cells are numbers */
};

enum query_format { QUERY_TABLE, QUERY_CSV, QUERY_MARKDOWN, QUERY_JSON };
extern const char *const query_formats[]; /* NULL-terminated, in the order of the enum */

/* *table must be released, also after a failure. */
enum wc_status query_run(struct error *err, struct database *database, const char *question,
                         struct query_table *table);
void query_table_free(struct query_table *table);
void query_table_write(const struct query_table *table, enum query_format format,
                       struct text *out);

/* [{"machine": "vortex", "cycles": 12}, ...] */
json_t *query_rows_json(const struct query_table *table);

/* The statement of a question; for tests. NULL: see `err`. */
const char *query_statement(struct error *err, struct database *database, struct arena *arena,
                            const char *question);

/* A page with the answer and charts of all results. */
enum wc_status query_write_page(struct error *err, struct database *database,
                                const char *question, const struct query_table *table,
                                struct text *out);

#endif
