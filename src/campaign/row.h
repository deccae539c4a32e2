/* SPDX-License-Identifier: Apache-2.0 */
/* row.h - a statement of SQL with its values, from the first one on; the first failure counts. */
#ifndef WARPCLOCK_CAMPAIGN_ROW_H
#define WARPCLOCK_CAMPAIGN_ROW_H

#include "base/text.h"
#include "sweep/database.h"

struct row {
    struct error *err;
    struct database *database;
    sqlite3_stmt *statement;
    enum wc_status status;
    int bound;
};

struct row row_begin(struct error *err, struct database *database, const char *sql);
/* Values live until the end. */
void row_bind_number(struct row *row, uint64_t value);
void row_bind_real(struct row *row, double value);
void row_bind_text(struct row *row, const char *value); /* NULL: none */
void row_bind_bytes(struct row *row, const struct text *value);
/* Makes a change. */
enum wc_status row_end(struct row *row);
/* The first column of the first row; 0: there is none. */
enum wc_status row_number(struct row *row, int64_t *out);

#endif
