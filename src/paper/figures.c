/* SPDX-License-Identifier: Apache-2.0 */
/* figures.c - which columns of a table are drawn. Keys of a pair differ only in who measured:
 * "cycles_paper" and "cycles", "paper" and "ours". A table without pairs draws its last column of
 * numbers, which is mostly what the others lead to. */
#include "paper/figures.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static bool is_number(const struct paper_table *table, size_t column)
{
    bool any = false;
    for (size_t i = column; i < table->cell_count; i += table->column_count) {
        if (table->cells[i].text)
            return false;
        any |= !isnan(table->cells[i].number);
    }
    return any;
}

/* ---- pairs ---- */

struct stem {
    const char *at;
    size_t length;
};

/* The key without a word at its beginning or end; as a whole if it has none of them. */
static struct stem stem_of(const char *key, const char *const *words)
{
    struct stem stem = {key, strlen(key)};
    for (; *words; words++) {
        const size_t length = strlen(*words);
        if (stem.length >= length && memcmp(stem.at, *words, length) == 0) {
            stem = (struct stem){stem.at + length, stem.length - length};
            if (stem.length && *stem.at == '_')
                stem = (struct stem){stem.at + 1, stem.length - 1};
            return stem;
        }
        if (stem.length >= length &&
            memcmp(stem.at + stem.length - length, *words, length) == 0) {
            stem.length -= length;
            if (stem.length && stem.at[stem.length - 1] == '_')
                stem.length--;
            return stem;
        }
    }
    return stem;
}

static bool is_pair(const char *published, const char *own)
{
    static const char *const theirs[] = {"paper", "published", "theirs", NULL};
    static const char *const ours[] = {"ours", NULL};
    const struct stem a = stem_of(published, theirs), b = stem_of(own, ours);
    return a.length != strlen(published) && a.length == b.length &&
           memcmp(a.at, b.at, a.length) == 0;
}

static size_t mate_of(const struct paper_table *table, size_t published)
{
    size_t i = 0;
    while (i < table->column_count &&
           (i == published || !is_number(table, i) ||
            !is_pair(table->columns[published].key, table->columns[i].key)))
        i++;
    return i;
}

/* ---- the list ---- */

/* A name for a file: letters, digits, '-' and '.'. */
static const char *file_name(struct arena *arena, const char *table, const char *key)
{
    char *name = key ? arena_format(arena, "%s-%s", table, key) : arena_strdup(arena, table);
    for (char *at = name; *at; at++) {
        if (!isalnum((unsigned char)*at) && !strchr("-.", *at))
            *at = '-';
    }
    return name;
}

static void add(struct paper_figures *figures, struct arena *arena,
                const struct paper_figure *figure)
{
    figures->list = arena_grow(arena, figures->list, figures->count, sizeof *figures->list);
    figures->list[figures->count++] = *figure;
}

static size_t pair_count(const struct paper_table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < table->column_count; i++)
        count += is_number(table, i) && mate_of(table, i) < table->column_count;
    return count;
}

static void add_pairs(struct paper_figures *figures, struct arena *arena,
                      const struct paper_table *table, bool only)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const size_t mate = is_number(table, i) ? mate_of(table, i) : table->column_count;
        if (mate < table->column_count)
            add(figures, arena,
                &(struct paper_figure){
                    file_name(arena, table->name, only ? NULL : table->columns[mate].key), table,
                    {i, mate}, 2});
    }
}

void paper_figures_add(struct paper_figures *figures, struct arena *arena,
                       const struct paper_table *table)
{
    const size_t pairs = pair_count(table);
    size_t last = table->column_count;
    add_pairs(figures, arena, table, pairs == 1);
    while (!pairs && last-- > 0) {
        if (!is_number(table, last))
            continue;
        add(figures, arena, &(struct paper_figure){file_name(arena, table->name, NULL), table,
                                                   {last}, 1});
        return;
    }
}

/* ---- drawing ---- */

static const struct paper_cell *cell_at(const struct paper_table *table, size_t row, size_t column)
{
    return &table->cells[row * table->column_count + column];
}

/* The words at the left of the first column that is drawn, and numbers with their heads. */
static const char *row_name(struct arena *arena, const struct paper_figure *from, size_t row)
{
    const struct paper_table *table = from->table;
    size_t end = from->columns[0];
    struct text name = {0};
    if (from->count > 1 && from->columns[1] < end)
        end = from->columns[1];
    for (size_t i = 0; i < end; i++) {
        const struct paper_cell *cell = cell_at(table, row, i);
        if (cell->text && *cell->text)
            text_add(&name, "%s%s", name.length ? ", " : "", cell->text);
        else if (!cell->text && !isnan(cell->number) && i < 2)
            text_add(&name, "%s%s %.*f", name.length ? ", " : "", table->columns[i].head,
                     cell->decimals, cell->number);
    }
    const char *copy = arena_strdup(arena, text_string(&name));
    text_free(&name);
    return copy;
}

static bool is_drawn(const struct paper_figure *from, size_t row)
{
    bool drawn = false;
    for (size_t i = 0; i < from->count; i++)
        drawn |= !isnan(cell_at(from->table, row, from->columns[i])->number);
    return drawn;
}

/* The key of the own numbers, or the head of a column alone. */
static const char *axis_of(struct arena *arena, const struct paper_figure *from)
{
    const struct paper_column *column = &from->table->columns[from->columns[from->count - 1]];
    char *axis = arena_strdup(arena, from->count > 1 ? column->key : column->head);
    for (char *at = axis; (at = strchr(at, '_'));)
        *at = ' ';
    return axis;
}

struct figure paper_figure_draw(const struct paper_figure *from, struct arena *arena)
{
    const struct paper_table *table = from->table;
    const size_t rows = table->column_count ? table->cell_count / table->column_count : 0;
    struct figure f = figure_new(arena, rows, from->count, false);
    size_t drawn = 0;
    f.title = arena_format(arena, "%s: %s", table->name, table->title);
    f.axis = axis_of(arena, from);
    for (size_t i = 0; i < from->count; i++)
        f.series[i] = table->columns[from->columns[i]].head;
    for (size_t row = 0; row < rows; row++) {
        if (!is_drawn(from, row))
            continue;
        f.rows[drawn] = row_name(arena, from, row);
        for (size_t i = 0; i < from->count; i++) {
            const struct paper_cell *cell = cell_at(table, row, from->columns[i]);
            f.values[drawn * from->count + i] = cell->number;
            f.decimals = cell->decimals > f.decimals ? cell->decimals : f.decimals;
        }
        drawn++;
    }
    f.row_count = drawn;
    return f;
}
