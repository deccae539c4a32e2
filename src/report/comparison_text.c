/* SPDX-License-Identifier: Apache-2.0 */
/* comparison_text.c - the table for people.
 *
 * With a few columns a cell has the figure, a second one and the ratio; with many only the first
 * column has the figure and the others the ratio, so that nine columns fit a screen. Bounds, where
 * they were asked for, stand before the ratio. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/comparison.h"
#include "report/short_names.h"

enum { FULL_COLUMNS_MOST = 4, CELL_ROOM = 96 };

static const char mean_label[] = "geometric mean";

/* ---- column heads ---- */

/* The word-th word of a column's name; length 0 behind the last one. */
static const char *head_word(const char *name, size_t word, size_t *length)
{
    for (; word && *name; word--) {
        name += strcspn(name, " ");
        name += *name == ' ';
    }
    *length = strcspn(name, " ");
    return name;
}

static size_t count_words(const char *name)
{
    size_t words = 1;
    for (; *name; name++)
        words += *name == ' ';
    return words;
}

/* The lines of the head: a word each where all columns have the same number of words. */
static size_t head_lines(const struct wc_comparison *c)
{
    size_t words = c->column_count ? count_words(c->columns[0]) : 1;
    for (size_t i = 1; i < c->column_count; i++) {
        if (count_words(c->columns[i]) != words)
            return 1;
    }
    return words;
}

struct head {
    const struct wc_comparison *comparison;
    size_t lines;
    size_t line;
    size_t key; /* bytes of the "key=" that all words of the line begin with, or 0 */
    bool common; /* all columns have the same word there */
};

static const char *head_text(const struct head *head, size_t column, size_t *length)
{
    const char *name = head->comparison->columns[column];
    if (head->lines == 1) {
        *length = strlen(name);
        return name;
    }
    const char *word = head_word(name, head->line, length);
    *length -= head->key;
    return word + head->key;
}

static struct head head_line(const struct wc_comparison *c, size_t lines, size_t line)
{
    struct head head = {.comparison = c, .lines = lines, .line = line};
    size_t first_length, length;
    const char *first = head_text(&head, 0, &first_length);
    const char *equals = lines > 1 ? memchr(first, '=', first_length) : NULL;
    size_t key = equals ? (size_t)(equals + 1 - first) : 0;
    head.common = lines > 1;
    for (size_t i = 1; i < c->column_count; i++) {
        const char *text = head_text(&head, i, &length);
        head.common &= length == first_length && memcmp(text, first, length) == 0;
        if (length < key || memcmp(text, first, key) != 0)
            key = 0;
    }
    head.key = key;
    return head;
}

/* ---- cells ---- */

static bool is_compact(const struct wc_comparison *c)
{
    return c->column_count > FULL_COLUMNS_MOST;
}

static void write_figures(const struct comparison_cell *cell, bool compact, char *out, size_t room)
{
    bool timed = comparison_is_timed(cell);
    double second = statistic_value(&cell->statistics, timed ? STAT_IPC : STAT_LANES_ACTIVE);
    if (compact)
        snprintf(out, room, "%.0f", comparison_figure(cell));
    else
        snprintf(out, room, "%.0f  %.*f", comparison_figure(cell), timed ? 2 : 1, second);
}

static size_t bound_text(const struct comparison_cell *cell, char *out, size_t room)
{
    int length = cell->bound ? snprintf(out, room, "%" PRIu64, cell->bound)
                             : snprintf(out, room, "-");
    return (size_t)length;
}

/* As wide as the widest one of the column, so that what stands before them is aligned. */
static void write_bound(const struct wc_comparison *c, const struct comparison_cell *cell,
                        const char *separator, char *out, size_t room)
{
    char text[32];
    size_t width = 0;
    for (size_t i = 0; i < c->cell_count; i++) {
        size_t length = bound_text(&c->cells[i], text, sizeof text);
        if (c->cells[i].column == cell->column && length > width)
            width = length;
    }
    bound_text(cell, text, sizeof text);
    snprintf(out, room, "%s%*s", separator, (int)width, text);
}

static void write_cell(const struct wc_comparison *c, size_t row, size_t column, char *out,
                       size_t room)
{
    const struct comparison_cell *cell = comparison_cell(c, row, column);
    double ratio = column ? comparison_ratio(c, row, column) : 0;
    bool compact = is_compact(c);
    size_t length = 0;
    if (!cell || !cell->has_result) {
        snprintf(out, room, "-");
        return;
    }
    out[0] = '\0';
    if (!compact || !(ratio > 0))
        write_figures(cell, compact, out, room);
    length = strlen(out);
    if (c->bounds)
        write_bound(c, cell, length ? "  " : "", out + length, room - length);
    length = strlen(out);
    if (ratio > 0)
        snprintf(out + length, room - length, "%sx%.2f", length ? "  " : "", ratio);
    length = strlen(out);
    snprintf(out + length, room - length, "%s",
             cell->status == WC_OK ? "" : cell->status == WC_MISMATCH ? " WRONG" : " CUT");
}

static void write_mean(const struct wc_comparison *c, size_t column, char *out, size_t room)
{
    double mean = column ? comparison_mean(c, column) : 0;
    if (mean > 0)
        snprintf(out, room, "x%.2f", mean);
    else
        snprintf(out, room, "%s", column ? "-" : "");
}

/* ---- the table ---- */

struct table {
    const struct wc_comparison *comparison;
    struct short_names names;
    size_t lines;       /* of the head */
    size_t label_width; /* of the first column, the jobs' names */
    bool means;
};

static size_t wider(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t column_width(const struct table *table, size_t column)
{
    const struct wc_comparison *c = table->comparison;
    char text[CELL_ROOM];
    size_t width = 0, length;
    for (size_t line = 0; line < table->lines; line++) {
        struct head head = head_line(c, table->lines, line);
        head_text(&head, column, &length);
        width = head.common ? width : wider(width, length);
    }
    for (size_t row = 0; row < c->row_count; row++) {
        write_cell(c, row, column, text, sizeof text);
        width = wider(width, strlen(text));
    }
    write_mean(c, column, text, sizeof text);
    return wider(width, strlen(text));
}

static size_t label_width(const struct table *table)
{
    size_t width = table->means ? strlen(mean_label) : strlen("job");
    for (size_t i = 0; i < table->comparison->row_count; i++)
        width = wider(width, short_name_length(&table->names, table->comparison->rows[i]));
    for (size_t line = 0; line < table->lines; line++)
        width = wider(width, head_line(table->comparison, table->lines, line).key);
    return width;
}

/* "on vortex: ", when all columns share their machine (and perhaps more). */
static void write_common(const struct table *table, struct text *out)
{
    const struct wc_comparison *c = table->comparison;
    bool any = false;
    for (size_t line = 0; c->column_count > 1 && line < table->lines; line++) {
        struct head head = head_line(c, table->lines, line);
        size_t length;
        head.key = 0;
        const char *word = head_text(&head, 0, &length);
        if (head.common)
            text_add(out, "%s%.*s", any ? " " : "on ", (int)length, word);
        any |= head.common;
    }
    if (any)
        text_add(out, ": ");
}

/* A cell that could not run says nothing about the others. */
static bool any_timed(const struct wc_comparison *c)
{
    for (size_t i = 0; i < c->cell_count; i++) {
        if (comparison_is_timed(&c->cells[i]))
            return true;
    }
    return false;
}

static void write_caption(const struct table *table, struct text *out)
{
    const struct wc_comparison *c = table->comparison;
    bool timed = any_timed(c), compact = is_compact(c);
    write_common(table, out);
    text_add(out, "%s%s", timed ? "cycles" : "warp-instructions",
             compact ? "" : timed ? ", thread instructions a cycle" : ", active lanes on average");
    if (!timed)
        text_add(out, " (functional runs: no clock)");
    if (c->bounds)
        text_add(out, ", worst-case bound");
    if (c->column_count > 1)
        text_add(out, "%sratio to the first column (below 1: fewer %s)",
                 compact ? ", then the " : ", ", timed ? "cycles" : "instructions");
    text_add(out, "\n");
}

static void write_head(const struct table *table, struct text *out)
{
    const struct wc_comparison *c = table->comparison;
    for (size_t line = 0; line < table->lines; line++) {
        struct head head = head_line(c, table->lines, line);
        if (head.common && c->column_count > 1)
            continue;
        size_t length, key = head.key ? head.key - 1 : 0;
        head_text(&head, 0, &length);
        const char *label = key ? head_word(c->columns[0], line, &length) : "job";
        text_add(out, "%-*.*s", (int)table->label_width, key ? (int)key : 3, label);
        for (size_t column = 0; column < c->column_count; column++) {
            const char *text = head_text(&head, column, &length);
            text_add(out, "  %*.*s", (int)column_width(table, column), (int)length, text);
        }
        text_add(out, "\n");
    }
}

static void write_row(const struct table *table, size_t row, struct text *out)
{
    const struct wc_comparison *c = table->comparison;
    bool mean = row == c->row_count;
    size_t length = mean ? strlen(mean_label) : short_name_length(&table->names, c->rows[row]);
    text_add(out, "%-*.*s", (int)table->label_width, (int)length,
             mean ? mean_label : short_name(&table->names, c->rows[row]));
    for (size_t column = 0; column < c->column_count; column++) {
        char text[CELL_ROOM];
        if (mean)
            write_mean(c, column, text, sizeof text);
        else
            write_cell(c, row, column, text, sizeof text);
        text_add(out, "  %*s", (int)column_width(table, column), text);
    }
    text_add(out, "\n");
}

static void write_notes(const struct wc_comparison *c, struct text *out)
{
    for (size_t i = 0; i < c->cell_count; i++) {
        const struct comparison_cell *cell = &c->cells[i];
        if (cell->note)
            text_add(out, "  %s on %s: %s\n", c->rows[cell->row], c->columns[cell->column],
                     cell->note);
    }
}

/* A machine without an analysis would say the same for every job. */
static bool told_before(const struct wc_comparison *c, size_t cell)
{
    for (size_t i = 0; i < cell; i++) {
        if (c->cells[i].column == c->cells[cell].column && c->cells[i].bound_problem &&
            strcmp(c->cells[i].bound_problem, c->cells[cell].bound_problem) == 0)
            return true;
    }
    return false;
}

static void write_bound_notes(const struct wc_comparison *c, struct text *out)
{
    for (size_t i = 0; i < c->cell_count; i++) {
        const struct comparison_cell *cell = &c->cells[i];
        if (cell->bound_problem && !told_before(c, i))
            text_add(out, "  no bound for %s on %s: %s\n", c->rows[cell->row],
                     c->columns[cell->column], cell->bound_problem);
    }
}

void comparison_write_text(const struct wc_comparison *c, struct text *out)
{
    struct table table = {.comparison = c, .names = short_names(c->rows, c->row_count),
                          .lines = head_lines(c),
                          .means = c->row_count > 1 && c->column_count > 1};
    table.label_width = label_width(&table);
    write_caption(&table, out);
    write_head(&table, out);
    for (size_t row = 0; row < c->row_count + table.means; row++)
        write_row(&table, row, out);
    write_notes(c, out);
    write_bound_notes(c, out);
}
