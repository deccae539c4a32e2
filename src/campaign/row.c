/* SPDX-License-Identifier: Apache-2.0 */
/* row.c - a statement of SQL, its values, and what comes of it. */
#include "campaign/row.h"

struct row row_begin(struct error *err, struct database *database, const char *sql)
{
    struct row row = {.err = err, .database = database};
    row.status = database_prepare(err, database, sql, &row.statement);
    return row;
}

void row_bind_number(struct row *row, uint64_t value)
{
    if (row->status == WC_OK)
        sqlite3_bind_int64(row->statement, ++row->bound, (int64_t)value);
}

void row_bind_real(struct row *row, double value)
{
    if (row->status == WC_OK)
        sqlite3_bind_double(row->statement, ++row->bound, value);
}

void row_bind_text(struct row *row, const char *value)
{
    if (row->status == WC_OK)
        sqlite3_bind_text(row->statement, ++row->bound, value, -1, SQLITE_STATIC);
}

void row_bind_bytes(struct row *row, const struct text *value)
{
    if (row->status == WC_OK)
        sqlite3_bind_blob(row->statement, ++row->bound, value->bytes, (int)value->length,
                          SQLITE_STATIC);
}

enum wc_status row_end(struct row *row)
{
    if (row->status == WC_OK)
        row->status = database_step(row->err, row->database, row->statement);
    sqlite3_finalize(row->statement);
    return row->status;
}

enum wc_status row_number(struct row *row, int64_t *out)
{
    *out = 0;
    if (row->status == WC_OK) {
        int result = sqlite3_step(row->statement);
        if (result == SQLITE_ROW)
            *out = sqlite3_column_int64(row->statement, 0);
        else if (result != SQLITE_DONE)
            row->status = database_fail(row->err, row->database);
    }
    sqlite3_finalize(row->statement);
    return row->status;
}
