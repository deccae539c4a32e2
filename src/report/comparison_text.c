/* SPDX-License-Identifier: Apache-2.0 */
/* comparison_text.c - the table as text.
 *
 * A cell is a row of fields, aligned in columns. With a few columns it has the figure, a second one
 * and the ratio; with many only the first column has the figure and the others have the ratio, so
 * that nine columns fit on a screen. Requested bounds get a heading per field and their own
 * ratio, and so does time where the clocks of the machines differ. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/comparison.h"
#include "report/short_names.h"

enum { FULL_COLUMNS_MAX = 4, FIELD_ROOM = 32, CELL_ROOM = 256 };

enum field { FIELD_FIGURE, FIELD_TIME, FIELD_SECOND, FIELD_BOUND, FIELD_RATIO, FIELD_TIME_RATIO,
             FIELD_BOUND_RATIO, FIELD_MARK, FIELDS };

struct fields {
    char text[FIELDS][FIELD_ROOM];
};

static const char mean_label[] = "geometric mean";

/* ---- column heads ---- */

/* The word-th word of a column's name; length 0 after the last one. */
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

/* The lines of the heading: one per word if all columns have the same number of words. */
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
    size_t key; /* bytes of the common prefix "key=" of all words in the line, or 0 */
    bool common; /* all columns have the same word here */
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
    return c->column_count > FULL_COLUMNS_MAX;
}

static void write_ratio(double ratio, char *out)
{
    if (ratio > 0)
        snprintf(out, FIELD_ROOM, "x%.2f", ratio);
}

/* A violated bound is not a wrong output: it has its own word. */
static const char *mark(const struct comparison_cell *cell)
{
    if (cell->status == WC_OK)
        return "";
    if (cell->status != WC_MISMATCH)
        return "CUT";
    return cell->is_over && !cell->is_wrong ? "OVER" : "WRONG";
}

static void write_bound(const struct wc_comparison *c, const struct comparison_cell *cell,
                        struct fields *out)
{
    double ratio = cell->column ? comparison_bound_ratio(c, cell->row, cell->column) : 0;
    bool compact = is_compact(c);
    char *bound = out->text[compact && cell->column ? FIELD_BOUND_RATIO : FIELD_BOUND];
    write_ratio(ratio, out->text[FIELD_BOUND_RATIO]);
    if (!cell->bound)
        snprintf(bound, FIELD_ROOM, "-");
    else if (!compact || !(ratio > 0))
        snprintf(bound, FIELD_ROOM, "%" PRIu64, cell->bound);
}

/* Where the clocks differ; a cell without a clock has no time. */
static void write_times(const struct wc_comparison *c, const struct comparison_cell *cell,
                        struct fields *out)
{
    const double ns = comparison_nanoseconds(cell, cell->statistics.count[STAT_CYCLES]);
    const double ratio = cell->column ? comparison_time_ratio(c, cell->row, cell->column) : 0;
    write_ratio(ratio, out->text[FIELD_TIME_RATIO]);
    if (is_compact(c) && cell->column)
        return;
    if (isnan(ns))
        strcpy(out->text[FIELD_TIME], "-");
    else
        snprintf(out->text[FIELD_TIME], FIELD_ROOM, "%.3f us", ns / 1e3);
}

static void write_figures(const struct wc_comparison *c, const struct comparison_cell *cell,
                          struct fields *out)
{
    bool timed = comparison_is_timed(cell), compact = is_compact(c);
    double ratio = cell->column ? comparison_ratio(c, cell->row, cell->column) : 0;
    double second = statistic_value(&cell->statistics, timed ? STAT_IPC : STAT_LANES_ACTIVE);
    write_ratio(ratio, out->text[FIELD_RATIO]);
    if (!compact)
        snprintf(out->text[FIELD_SECOND], FIELD_ROOM, "%.*f", timed ? 2 : 1, second);
    if (!compact || !(ratio > 0))
        snprintf(out->text[compact && cell->column ? FIELD_RATIO : FIELD_FIGURE], FIELD_ROOM,
                 "%.0f", comparison_figure(cell));
}

static struct fields cell_fields(const struct wc_comparison *c, size_t row, size_t column)
{
    const struct comparison_cell *cell = comparison_cell(c, row, column);
    struct fields fields = {0};
    if (!cell || !cell->has_result) {
        strcpy(fields.text[is_compact(c) && column ? FIELD_RATIO : FIELD_FIGURE], "-");
        return fields;
    }
    write_figures(c, cell, &fields);
    if (comparison_clocks_differ(c))
        write_times(c, cell, &fields);
    if (c->bounds)
        write_bound(c, cell, &fields);
    snprintf(fields.text[FIELD_MARK], FIELD_ROOM, "%s", mark(cell));
    return fields;
}

static struct fields mean_fields(const struct wc_comparison *c, size_t column)
{
    struct fields fields = {0};
    if (!column)
        return fields;
    strcpy(fields.text[FIELD_RATIO], "-");
    write_ratio(comparison_mean(c, column), fields.text[FIELD_RATIO]);
    if (comparison_clocks_differ(c))
        write_ratio(comparison_time_mean(c, column), fields.text[FIELD_TIME_RATIO]);
    if (c->bounds)
        write_ratio(comparison_bound_mean(c, column), fields.text[FIELD_BOUND_RATIO]);
    return fields;
}

/* Headings for the numbers of a column; only where they are many: with bounds, or with time. */
static bool has_head_fields(const struct wc_comparison *c)
{
    return c->bounds || comparison_clocks_differ(c);
}

static struct fields head_fields(const struct wc_comparison *c, size_t column)
{
    const bool differ = comparison_clocks_differ(c), figures = !is_compact(c) || !column;
    const char *const heads[FIELDS] = {
        [FIELD_FIGURE] = figures ? "cycles" : "",
        [FIELD_TIME] = figures && differ ? "time" : "",
        [FIELD_SECOND] = is_compact(c) ? "" : "ipc",
        [FIELD_BOUND] = figures && c->bounds ? "bound" : "",
        [FIELD_RATIO] = column ? "cycles" : "",
        [FIELD_TIME_RATIO] = column && differ ? "time" : "",
        [FIELD_BOUND_RATIO] = column && c->bounds ? "bound" : "",
        [FIELD_MARK] = "",
    };
    struct fields fields;
    for (enum field field = 0; field < FIELDS; field++)
        strcpy(fields.text[field], heads[field]);
    return fields;
}

/* ---- the table ---- */

struct table {
    const struct wc_comparison *comparison;
    struct short_names names;
    size_t lines;       /* of the head */
    size_t label_width; /* of the first column, the jobs' names */
    size_t (*field_width)[FIELDS]; /* by column */
    size_t *column_width;
    bool means;
};

static size_t wider(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Row row_count is the mean, the next one the headings of the fields. */
static struct fields row_fields(const struct table *table, size_t row, size_t column)
{
    const struct wc_comparison *c = table->comparison;
    return row < c->row_count    ? cell_fields(c, row, column)
           : row == c->row_count ? mean_fields(c, column)
                                 : head_fields(c, column);
}

static bool has_row(const struct table *table, size_t row)
{
    size_t rows = table->comparison->row_count;
    return row < rows || (row == rows ? table->means : has_head_fields(table->comparison));
}

static void measure_fields(struct table *table, size_t column)
{
    for (size_t row = 0; row < table->comparison->row_count + 2; row++) {
        if (!has_row(table, row))
            continue;
        const struct fields fields = row_fields(table, row, column);
        for (enum field field = 0; field < FIELDS; field++) {
            size_t *width = &table->field_width[column][field];
            *width = wider(*width, strlen(fields.text[field]));
        }
    }
}

/* The fields of a cell, each as wide as the widest one of the column. */
static void write_cell(const struct table *table, size_t row, size_t column, char *out)
{
    const struct fields fields = row_fields(table, row, column);
    size_t length = 0;
    out[0] = '\0';
    for (enum field field = 0; field < FIELDS; field++) {
        size_t width = table->field_width[column][field];
        if (width)
            length += (size_t)snprintf(out + length, CELL_ROOM - length, "%s%*s",
                                       length ? "  " : "", (int)width, fields.text[field]);
    }
}

static size_t measure_column(const struct table *table, size_t column)
{
    char text[CELL_ROOM];
    size_t width, length;
    write_cell(table, 0, column, text);
    width = strlen(text);
    for (size_t line = 0; line < table->lines; line++) {
        struct head head = head_line(table->comparison, table->lines, line);
        head_text(&head, column, &length);
        width = head.common ? width : wider(width, length);
    }
    return width;
}

static void measure(struct table *table, struct arena *arena)
{
    size_t columns = table->comparison->column_count;
    table->field_width = arena_array(arena, columns, sizeof *table->field_width);
    table->column_width = arena_array(arena, columns, sizeof *table->column_width);
    for (size_t column = 0; column < columns; column++) {
        measure_fields(table, column);
        table->column_width[column] = measure_column(table, column);
    }
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

/* "on vortex: ", if all columns share the machine (and perhaps more). */
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
    bool any_result = false;
    for (size_t i = 0; i < c->cell_count; i++) {
        if (comparison_is_timed(&c->cells[i]))
            return true;
        any_result |= c->cells[i].has_result;
    }
    return !any_result;
}

static void write_caption(const struct table *table, struct text *out)
{
    const struct wc_comparison *c = table->comparison;
    bool timed = any_timed(c), compact = is_compact(c), differ = comparison_clocks_differ(c);
    write_common(table, out);
    text_add(out, "%s%s%s", timed ? "cycles" : "warp-instructions", differ ? ", time" : "",
             compact ? "" : timed ? ", thread instructions per cycle" : ", average active lanes");
    if (!timed)
        text_add(out, " (functional runs, no timing)");
    if (c->bounds)
        text_add(out, ", worst-case bound");
    if (c->column_count > 1)
        text_add(out, "%sratio%s to the first column (below 1: %s)",
                 compact ? ", then the " : ", ",
                 differ && c->bounds ? "s of cycles, time and bound"
                 : differ            ? "s of cycles and time"
                 : c->bounds         ? "s of both" : "",
                 differ ? "fewer cycles, less time"
                 : timed ? "fewer cycles" : "fewer instructions");
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
            text_add(out, "  %*.*s", (int)table->column_width[column], (int)length, text);
        }
        text_add(out, "\n");
    }
}

static const char *row_label(const struct table *table, size_t row, size_t *length)
{
    const struct wc_comparison *c = table->comparison;
    if (row < c->row_count) {
        *length = short_name_length(&table->names, c->rows[row]);
        return short_name(&table->names, c->rows[row]);
    }
    const char *label = row == c->row_count ? mean_label : "";
    *length = strlen(label);
    return label;
}

static void write_row(const struct table *table, size_t row, struct text *out)
{
    size_t length;
    const char *label = row_label(table, row, &length);
    struct text line = {0};
    text_add(&line, "%-*.*s", (int)table->label_width, (int)length, label);
    for (size_t column = 0; column < table->comparison->column_count; column++) {
        char text[CELL_ROOM];
        write_cell(table, row, column, text);
        text_add(&line, "  %*s", (int)table->column_width[column], text);
    }
    while (line.length && line.bytes[line.length - 1] == ' ')
        line.bytes[--line.length] = '\0';
    text_add(out, "%s\n", text_string(&line));
    text_free(&line);
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

/* A machine without an analysis gives the same reason for every job, a job without loop bounds for
 * every machine. */
static size_t same_problems(const struct wc_comparison *c, size_t cell, size_t first, size_t end)
{
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        count += c->cells[i].bound_problem &&
                 strcmp(c->cells[i].bound_problem, c->cells[cell].bound_problem) == 0;
    return count;
}

/* A row has no bound ratio where one of its bounds is missing: the two means are then not of the
 * same rows. */
static void write_mean_notes(const struct wc_comparison *c, struct text *out)
{
    bool differ = false;
    for (size_t row = 0; row < c->row_count; row++) {
        for (size_t column = 1; column < c->column_count; column++)
            differ |= (comparison_ratio(c, row, column) > 0) !=
                      (comparison_bound_ratio(c, row, column) > 0);
    }
    if (differ)
        text_add(out, "  the geometric means of bounds are of the rows that have both bounds\n");
}

static void write_bound_notes(const struct wc_comparison *c, struct text *out)
{
    for (size_t i = 0; i < c->cell_count; i++) {
        const struct comparison_cell *cell = &c->cells[i];
        if (!cell->bound_problem || same_problems(c, i, 0, i))
            continue;
        size_t more = same_problems(c, i, i + 1, c->cell_count);
        text_add(out, "  no bound for %s on %s", cell->job ? cell->job : c->rows[cell->row],
                 c->columns[cell->column]);
        if (more)
            text_add(out, ", and %zu more cell%s", more, more == 1 ? "" : "s");
        text_add(out, ": %s\n", cell->bound_problem);
    }
}

void comparison_write_text(const struct wc_comparison *c, struct text *out)
{
    struct table table = {.comparison = c, .names = short_names(c->rows, c->row_count),
                          .lines = head_lines(c),
                          .means = c->row_count > 1 && c->column_count > 1};
    struct arena work = {0};
    if (!c->column_count)
        return;
    table.label_width = label_width(&table);
    measure(&table, &work);
    write_caption(&table, out);
    write_head(&table, out);
    if (has_head_fields(c))
        write_row(&table, c->row_count + 1, out);
    for (size_t row = 0; row < c->row_count + table.means; row++)
        write_row(&table, row, out);
    write_notes(c, out);
    if (c->bounds && table.means)
        write_mean_notes(c, out);
    write_bound_notes(c, out);
    arena_free(&work);
}
