/* SPDX-License-Identifier: Apache-2.0 */
/* page_result.c - what the page of a result or a comparison has: its JSON document, and beside it
 * what only the page shows. */
#include <string.h>

#include "base/json.h"
#include "report/advice.h"
#include "report/page.h"
#include "report/result_text.h"

/* ---- what is left out, so that the page stays small ---- */

enum { LAUNCHES_MAX = 2000, ROWS_MAX = 6000 /* instructions with numbers */ };

/* All else is in the document as a whole, or it is for programs. */
static bool is_shown(const char *key)
{
    static const char *const shown[] = {"kernel", "cycles", "exact", "bound", "tightness",
                                        "depends_on", "bound_loops"};
    size_t i = 0;
    while (i < sizeof shown / sizeof *shown && strcmp(shown[i], key) != 0)
        i++;
    return i < sizeof shown / sizeof *shown;
}

static void shorten_launches(json_t *launches)
{
    size_t i;
    json_t *launch, *value;
    const char *key;
    void *next;
    while (json_array_size(launches) > LAUNCHES_MAX)
        json_array_remove(launches, json_array_size(launches) - 1);
    json_array_foreach(launches, i, launch) {
        json_object_foreach_safe(launch, next, key, value) {
            if (!is_shown(key))
                json_object_del(launch, key);
        }
    }
}

static bool is_zero(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) == 0;
}

static void drop_zeros(json_t *object)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(object, next, key, value) {
        if (is_zero(value) && strcmp(key, "address") != 0)
            json_object_del(object, key);
    }
}

/* The listing has the texts of instructions. `rows` are lines, hottest first. */
static void shorten_rows(json_t *rows)
{
    size_t i, k, kept = 0;
    json_t *row, *insn;
    json_array_foreach(rows, i, row) {
        json_t *instructions = json_object_get(row, "instructions");
        if (kept > ROWS_MAX)
            json_array_clear(instructions);
        kept += json_array_size(instructions);
        json_array_foreach(instructions, k, insn) {
            drop_zeros(insn);
            drop_zeros(json_object_get(insn, "stalls"));
            json_object_del(insn, "column");
            if (json_is_string(json_object_get(row, "file")))
                json_object_del(insn, "text");
        }
    }
}

static json_t *shortened(json_t *document)
{
    shorten_launches(json_object_get(document, "launches"));
    shorten_rows(json_object_get(json_object_get(document, "profile"), "lines"));
    shorten_rows(json_object_get(document, "explain"));
    return document;
}

/* ---- beside the document ---- */

/* The meaning of every statistic of the machine. */
static json_t *statistics_json_of(const struct wc_result *r)
{
    const struct statistics_table *table = r->statistics.table;
    json_t *list = json_array();
    for (size_t id = statistic_next(table, 0); table && id < STAT_MAX;
         id = statistic_next(table, id + 1)) {
        struct text about = {0};
        const struct statistic *s = statistic(table, id);
        statistic_write_about(s, &r->topology, &about);
        json_append(&list, json_pack("{s:s, s:s, s:s}", "name", s->name, "unit", s->unit, "about",
                                     text_string(&about)));
        text_free(&about);
    }
    return list;
}

static json_t *advice_json(const struct wc_result *r)
{
    struct arena arena = {0};
    struct advice advice = {.arena = &arena};
    if (r->no_run || r->functional || !r->profile)
        return json_array();
    advice_of_result(&advice, r);
    json_t *sentences = advice_sentences_json(&advice);
    arena_free(&arena);
    return sentences;
}

static json_t *kept_json(const char *part)
{
    return part ? json_loads(part, 0, NULL) : json_null();
}

void page_write_result(const struct wc_result *r, struct text *out)
{
    struct text title = {0};
    json_t *data = json_object(), *document = shortened(result_json(r));
    text_add(&title, "%s on %s", r->kernel ? r->kernel : "?", r->machine ? r->machine : "?");
    json_put(&data, "result", document);
    json_put(&data, "advice", advice_json(r));
    json_put(&data, "statistics", statistics_json_of(r));
    json_put(&data, "machine", kept_json(r->page.machine));
    json_put(&data, "code", kept_json(r->page.code));
    json_put(&data, "timeline", kept_json(r->page.timeline));
    page_write(text_string(&title), data, out);
    text_free(&title);
}

void page_write_comparison(const struct wc_comparison *comparison, struct text *out)
{
    json_t *data = json_object();
    json_put(&data, "comparison", comparison_json(comparison));
    page_write("comparison", data, out);
}
