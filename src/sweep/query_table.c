/* SPDX-License-Identifier: Apache-2.0 */
/* query_table.c - the rows of an answer, and their forms. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "sweep/query.h"

const char *const query_formats[] = {"table", "csv", "markdown", "json", NULL};

/* ---- reading ---- */

/* Everything that is not reading is refused, also what a SELECT could call. */
static int authorize(void *user, int action, const char *a, const char *b, const char *c,
                     const char *d)
{
    (void)user, (void)a, (void)c, (void)d;
    if (action == SQLITE_FUNCTION)
        return strcmp(b, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    return action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE
               ? SQLITE_OK
               : SQLITE_DENY;
}

/* As many digits as it takes to read the same number again. */
static const char *double_text(struct arena *arena, double value)
{
    const char *text = arena_format(arena, "%.15g", value);
    return strtod(text, NULL) == value ? text : arena_format(arena, "%.17g", value);
}

static void add_cell(struct query_table *table, sqlite3_stmt *statement, int i)
{
    const int type = sqlite3_column_type(statement, i);
    const size_t at = table->rows * table->columns + (size_t)i;
    table->cells = arena_grow(&table->arena, table->cells, at, sizeof *table->cells);
    table->cells[at] = NULL;
    if (type == SQLITE_NULL)
        return;
    table->numeric[i] &= type == SQLITE_INTEGER || type == SQLITE_FLOAT;
    table->cells[at] =
        type == SQLITE_FLOAT
            ? double_text(&table->arena, sqlite3_column_double(statement, i))
            : arena_strdup(&table->arena, (const char *)sqlite3_column_text(statement, i));
}

/* "a", "a_2": an object in JSON has a name once. */
static const char *own_name(struct query_table *table, size_t column, const char *name)
{
    const char *own = arena_strdup(&table->arena, name);
    for (size_t i = 0, count = 1; i < column; i++) {
        if (strcmp(table->names[i], own) != 0)
            continue;
        own = arena_format(&table->arena, "%s_%zu", name, ++count);
        i = (size_t)-1; /* again from the first */
    }
    return own;
}

static enum wc_status read_rows(struct error *err, struct database *database,
                                sqlite3_stmt *statement, struct query_table *table)
{
    int result;
    table->columns = (size_t)sqlite3_column_count(statement);
    table->names = arena_array(&table->arena, table->columns + 1, sizeof *table->names);
    table->numeric = arena_array(&table->arena, table->columns + 1, sizeof *table->numeric);
    for (size_t i = 0; i < table->columns; i++) {
        table->names[i] = own_name(table, i, sqlite3_column_name(statement, (int)i));
        table->numeric[i] = true;
    }
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        for (size_t i = 0; i < table->columns; i++)
            add_cell(table, statement, (int)i);
        table->rows++;
    }
    return result == SQLITE_DONE ? memory_check(err) : database_fail(err, database);
}

enum wc_status query_run(struct error *err, struct database *database, const char *question,
                         struct query_table *table)
{
    sqlite3_stmt *statement = NULL;
    const char *rest = "";
    *table = (struct query_table){0};
    const char *sql = query_statement(err, database, &table->arena, question);
    if (!sql)
        return err->status;
    sqlite3_set_authorizer(database->handle, authorize, NULL);
    enum wc_status status =
        sqlite3_prepare_v2(database->handle, sql, -1, &statement, &rest) == SQLITE_OK
            ? WC_OK
            : database_fail(err, database);
    if (status == WC_OK && rest[strspn(rest, " \t\n;")])
        status = fail(err, WC_BAD_INPUT, "one statement at a time; the second begins at '%.40s'",
                      rest);
    if (status == WC_OK)
        status = read_rows(err, database, statement, table);
    sqlite3_finalize(statement);
    sqlite3_set_authorizer(database->handle, NULL, NULL);
    return status;
}

void query_table_free(struct query_table *table)
{
    arena_free(&table->arena);
}

/* ---- writing ---- */

static const char *cell(const struct query_table *table, size_t row, size_t column)
{
    return table->cells[row * table->columns + column];
}

/* For people: fractions have six digits. */
static const char *shown(struct arena *arena, const struct query_table *table, size_t row,
                         size_t column)
{
    const char *text = cell(table, row, column);
    return text && table->numeric[column] && strpbrk(text, ".eE")
               ? arena_format(arena, "%.6g", strtod(text, NULL))
               : text;
}

/* Characters, not bytes: names may have letters of any language. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; text && *text; text++)
        width += (*text & 0xC0) != 0x80;
    return text ? width : 1;
}

/* A cell is one line, and has no control characters for a terminal. */
static void add_plain(struct text *out, const char *text)
{
    for (; *text; text++)
        text_add(out, "%c", (unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text);
}

static void write_aligned(const struct query_table *table, size_t column, const char *text,
                          size_t width, struct text *out)
{
    const int gap = (int)(width - width_of(text));
    if (table->numeric[column])
        text_add(out, "%*s", gap, "");
    add_plain(out, text ? text : "-");
    if (!table->numeric[column] && column + 1 < table->columns)
        text_add(out, "%*s", gap, "");
    text_add(out, column + 1 < table->columns ? "  " : "\n");
}

static void write_table(const struct query_table *table, struct text *out)
{
    struct arena arena = {0};
    size_t *widths = arena_array(&arena, table->columns + 1, sizeof *widths);
    for (size_t c = 0; c < table->columns; c++) {
        widths[c] = width_of(table->names[c]);
        for (size_t r = 0; r < table->rows; r++)
            if (width_of(shown(&arena, table, r, c)) > widths[c])
                widths[c] = width_of(shown(&arena, table, r, c));
    }
    for (size_t c = 0; c < table->columns; c++)
        write_aligned(table, c, table->names[c], widths[c], out);
    for (size_t r = 0; r < table->rows; r++)
        for (size_t c = 0; c < table->columns; c++)
            write_aligned(table, c, shown(&arena, table, r, c), widths[c], out);
    arena_free(&arena);
}

/* RFC 4180; NULL is empty. */
static void write_csv_cell(const char *text, bool last, struct text *out)
{
    const bool quote = text && strpbrk(text, ",\"\r\n");
    text_add(out, "%s", quote ? "\"" : "");
    for (; text && *text; text++)
        text_add(out, *text == '"' ? "\"\"" : "%c", *text);
    text_add(out, "%s%s", quote ? "\"" : "", last ? "\r\n" : ",");
}

static void write_csv(const struct query_table *table, struct text *out)
{
    for (size_t c = 0; c < table->columns; c++)
        write_csv_cell(table->names[c], c + 1 == table->columns, out);
    for (size_t r = 0; r < table->rows; r++)
        for (size_t c = 0; c < table->columns; c++)
            write_csv_cell(cell(table, r, c), c + 1 == table->columns, out);
}

static void write_markdown_cell(const char *text, struct text *out)
{
    text_add(out, " ");
    for (; text && *text; text++)
        text_add(out, *text == '|' ? "\\%c" : "%c", *text == '\n' ? ' ' : *text);
    text_add(out, " |");
}

static void write_markdown(const struct query_table *table, struct text *out)
{
    struct arena arena = {0};
    text_add(out, "|");
    for (size_t c = 0; c < table->columns; c++)
        write_markdown_cell(table->names[c], out);
    text_add(out, "\n|");
    for (size_t c = 0; c < table->columns; c++)
        text_add(out, table->numeric[c] ? "---:|" : "---|");
    text_add(out, "\n");
    for (size_t r = 0; r < table->rows; r++) {
        text_add(out, "|");
        for (size_t c = 0; c < table->columns; c++)
            write_markdown_cell(shown(&arena, table, r, c), out);
        text_add(out, "\n");
    }
    arena_free(&arena);
}

static json_t *cell_json(const struct query_table *table, size_t row, size_t column)
{
    const char *text = cell(table, row, column);
    if (!text)
        return json_null();
    if (!table->numeric[column])
        return json_outside_string(text);
    return strpbrk(text, ".eEnN") ? json_figure(strtod(text, NULL))
                                  : json_integer(strtoll(text, NULL, 10));
}

json_t *query_rows_json(const struct query_table *table)
{
    json_t *rows = json_array();
    for (size_t r = 0; r < table->rows; r++) {
        json_t *row = json_object();
        for (size_t c = 0; c < table->columns; c++)
            json_put(&row, table->names[c], cell_json(table, r, c));
        json_append(&rows, row);
    }
    return rows;
}

static void write_json(const struct query_table *table, struct text *out)
{
    json_t *document = json_object();
    json_put(&document, "schema", json_integer(SWEEP_SCHEMA));
    json_put(&document, "warpclock", json_string(wc_version()));
    json_put(&document, "rows", query_rows_json(table));
    json_text_add(document, out);
}

void query_table_write(const struct query_table *table, enum query_format format,
                       struct text *out)
{
    static void (*const writers[])(const struct query_table *, struct text *) = {
        write_table, write_csv, write_markdown, write_json};
    writers[format](table, out);
}
