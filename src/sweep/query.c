/* SPDX-License-Identifier: Apache-2.0 */
/* query.c - the words of a question become a statement of SQL. */
#include "sweep/query.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const run_columns[] = {
    "id", "job", "machine", "mode", "settings", "status", "exit", "message", "kernel", "cycles",
    "bound", "tightness", "nanoseconds", "deadline", "deadline_met", "host_seconds", "attempts",
    "finished", "version", "machine_hash", NULL,
};

/* %s is the column, once. */
static const struct verb {
    const char *name, *aggregate;
    bool row;    /* shows the run that has it */
    bool counts; /* shows of how many runs */
} verbs[] = {
    {"best", "min(%s)", true, false}, {"worst", "max(%s)", true, false},
    {"min", "min(%s)", true, false},  {"max", "max(%s)", true, false},
    {"mean", "avg(%s)", false, true}, {"count", "count(%s)", false, false},
    {"all", "%s", false, false},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

/* More of these is better. */
static const char *const larger_is_better[] = {"ipc", "deadline_met", "simulated_kips", NULL};

struct asking {
    struct error *err;
    struct database *database;
    struct arena *arena;
    const char *at; /* what is left of the question */
};

/* ---- names ---- */

static bool is_in(const char *const *list, const char *name)
{
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

static bool has_row(struct asking *asking, const char *sql, const char *name)
{
    sqlite3_stmt *statement;
    bool found = false;
    if (database_prepare(asking->err, asking->database, sql, &statement) == WC_OK) {
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        found = sqlite3_step(statement) == SQLITE_ROW;
    }
    sqlite3_finalize(statement);
    return found;
}

/* Every name that a question can have. */
static const char **all_names(struct asking *asking)
{
    sqlite3_stmt *statement;
    const char **names = NULL;
    size_t count = 0;
    for (; run_columns[count]; count++) {
        names = arena_grow(asking->arena, names, count, sizeof *names);
        names[count] = run_columns[count];
    }
    if (database_prepare(asking->err, asking->database, "SELECT DISTINCT name FROM parameters"
                         " UNION SELECT DISTINCT name FROM counters", &statement) == WC_OK)
        while (sqlite3_step(statement) == SQLITE_ROW) {
            names = arena_grow(asking->arena, names, count, sizeof *names);
            names[count++] =
                arena_strdup(asking->arena, (const char *)sqlite3_column_text(statement, 0));
        }
    sqlite3_finalize(statement);
    names = arena_grow(asking->arena, names, count, sizeof *names);
    names[count] = NULL;
    return names;
}

static const char *name_of(const void *user, size_t i)
{
    return ((const char *const *)user)[i];
}

static const char *refuse_column(struct asking *asking, const char *name)
{
    if (!*name && !*asking->at)
        fail(asking->err, WC_BAD_INPUT, "the question ends where a column is expected");
    else if (!*name)
        fail(asking->err, WC_BAD_INPUT, "expected a column at '%.40s'", asking->at);
    if (!*name)
        return NULL;
    const char *near = nearest_name(name, name_of, all_names(asking));
    fail(asking->err, WC_BAD_INPUT, "no run has a column, parameter or counter '%s'", name);
    if (near)
        hint(asking->err, "did you mean '%s'?", near);
    return NULL;
}

static const char *quoted(struct asking *asking, const char *text)
{
    char *made = sqlite3_mprintf("%Q", text);
    const char *kept = arena_strdup(asking->arena, made ? made : "''");
    sqlite3_free(made);
    return kept;
}

static const char *named(struct asking *asking, const char *name)
{
    char *made = sqlite3_mprintf("\"%w\"", name);
    const char *kept = arena_strdup(asking->arena, made ? made : "\"\"");
    sqlite3_free(made);
    return kept;
}

/* The expression of a column; NULL: there is none of this name. */
static const char *column_of(struct asking *asking, const char *name)
{
    static const struct {
        const char *find, *table;
    } others[] = {{"SELECT 1 FROM parameters WHERE name = ?1 LIMIT 1", "parameters"},
                  {"SELECT 1 FROM counters WHERE name = ?1 LIMIT 1", "counters"}};
    if (is_in(run_columns, name))
        return arena_format(asking->arena, "runs.%s", name);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has_row(asking, others[i].find, name))
            return arena_format(asking->arena,
                                "(SELECT value FROM %s WHERE run = runs.id AND name = %s)",
                                others[i].table, quoted(asking, name));
    return refuse_column(asking, name);
}

/* ---- words ---- */

static const char *next_word(struct asking *asking, const char *ends)
{
    asking->at += strspn(asking->at, " \t\n");
    const size_t length = strcspn(asking->at, ends);
    const char *word = arena_strndup(asking->arena, asking->at, length);
    asking->at += length;
    return word;
}

static bool take(struct asking *asking, const char *word)
{
    const size_t length = strlen(word);
    asking->at += strspn(asking->at, " \t\n");
    if (strncasecmp(asking->at, word, length) != 0 ||
        (isalnum((unsigned char)word[0]) && asking->at[length] &&
         !isspace((unsigned char)asking->at[length])))
        return false;
    asking->at += length;
    return true;
}

struct columns {
    const char **names, **expressions;
    size_t count;
};

static bool read_columns(struct asking *asking, struct columns *columns)
{
    do {
        const char *name = next_word(asking, " \t\n,");
        const char *expression = column_of(asking, name);
        if (!expression)
            return false;
        columns->names =
            arena_grow(asking->arena, columns->names, columns->count, sizeof *columns->names);
        columns->expressions = arena_grow(asking->arena, columns->expressions, columns->count,
                                          sizeof *columns->expressions);
        columns->names[columns->count] = name;
        columns->expressions[columns->count++] = expression;
    } while (take(asking, ","));
    return true;
}

/* A number as such, anything else as a text. */
static const char *value_text(struct asking *asking, const char *value)
{
    char *end;
    const double number = strtod(value, &end);
    (void)number;
    if (*value && !*end && strspn(value, "0123456789+-.eE") == strlen(value))
        return value;
    return quoted(asking, value);
}

static const char *refuse_quote(struct asking *asking, const char *value)
{
    fail(asking->err, WC_BAD_INPUT, "where: the value %.40s has no closing quote", value);
    return NULL;
}

/* "fetch=lrr", "cycles <= 100", "job='a b.yaml'" */
static const char *read_condition(struct asking *asking)
{
    static const char *const operators[] = {"<=", ">=", "!=", "=", "<", ">"};
    const char *column = column_of(asking, next_word(asking, " \t\n=<>!")), *value;
    size_t i = 0;
    if (!column)
        return NULL;
    while (i < 6 && !take(asking, operators[i]))
        i++;
    if (i == 6) {
        fail(asking->err, WC_BAD_INPUT, "where: expected =, !=, <, <=, > or >= at '%.40s'",
             asking->at);
        return NULL;
    }
    if (take(asking, "'")) {
        value = quoted(asking, next_word(asking, "'"));
        if (!take(asking, "'"))
            return refuse_quote(asking, value);
    } else {
        value = value_text(asking, next_word(asking, " \t\n"));
    }
    return arena_format(asking->arena, "%s %s %s", column, operators[i], value);
}

static const char *read_conditions(struct asking *asking, const char *conditions)
{
    if (!take(asking, "where"))
        return conditions;
    do {
        const char *condition = read_condition(asking);
        if (!condition)
            return NULL;
        conditions = arena_format(asking->arena, "%s AND %s", conditions, condition);
    } while (take(asking, "and"));
    return conditions;
}

/* ---- statements ---- */

static const struct verb *verb_of(const struct verb *verb, const char *column)
{
    const bool larger = is_in(larger_is_better, column);
    return larger && verb == &verbs[0] ? &verbs[1] : larger && verb == &verbs[1] ? &verbs[0] : verb;
}

static bool is_all(const struct verb *verb)
{
    return verb == &verbs[VERBS - 1];
}

static bool has_name(const struct columns *columns, const char *name)
{
    for (size_t i = 0; i < columns->count; i++)
        if (!strcmp(columns->names[i], name))
            return true;
    return false;
}

static void add_selected(struct asking *asking, const struct verb *verb,
                         const struct columns *shown, const struct columns *by, struct text *sql)
{
    static const char *const where_from[] = {"job", "machine", "settings"};
    text_add(sql, "SELECT ");
    for (size_t i = 0; i < by->count; i++)
        text_add(sql, "%s AS %s, ", by->expressions[i], named(asking, by->names[i]));
    for (size_t i = 0; i < shown->count; i++) {
        const char *form = verb_of(verb, shown->names[i])->aggregate, *at = strstr(form, "%s");
        text_add(sql, "%s%.*s%s%s AS %s", i ? ", " : "", (int)(at - form), form,
                 shown->expressions[i], at + 2, named(asking, shown->names[i]));
    }
    const bool says_where = is_all(verb) || (verb->row && shown->count == 1);
    for (size_t i = 0; says_where && i < 3; i++)
        if (!has_name(by, where_from[i]) && !has_name(shown, where_from[i]))
            text_add(sql, ", runs.%s AS %s", where_from[i], where_from[i]);
    text_add(sql, "%s", verb->counts ? ", count(*) AS runs" : "");
}

static const char *finish(struct asking *asking, const struct verb *verb,
                          const struct columns *shown, const struct columns *by,
                          const char *conditions)
{
    struct text sql = {0};
    const bool all = is_all(verb);
    add_selected(asking, verb, shown, by, &sql);
    text_add(&sql, " FROM runs WHERE %s", conditions);
    for (size_t i = 0; verb->row && i < shown->count; i++)
        text_add(&sql, " AND %s IS NOT NULL", shown->expressions[i]);
    for (size_t i = 0; i < by->count; i++)
        text_add(&sql, "%s%zu", i ? ", " : all ? " ORDER BY " : " GROUP BY ", i + 1);
    for (size_t i = 0; !all && i < by->count; i++)
        text_add(&sql, "%s%zu", i ? ", " : " ORDER BY ", i + 1);
    const char *kept = arena_strdup(asking->arena, text_string(&sql));
    text_free(&sql);
    return kept;
}

/* A verb that looks at values needs a run that has some: a row of nothings is no answer. */
static bool has_values(struct asking *asking, const struct columns *shown, const char *conditions)
{
    struct text sql = {0};
    text_add(&sql, "SELECT 1 FROM runs WHERE %s AND (", conditions);
    for (size_t i = 0; i < shown->count; i++)
        text_add(&sql, "%s%s IS NOT NULL", i ? " OR " : "", shown->expressions[i]);
    text_add(&sql, ") LIMIT 1");
    const bool found = has_row(asking, text_string(&sql), NULL);
    text_free(&sql);
    return found;
}

static const char *refuse_values(struct asking *asking, const struct columns *shown, bool narrowed)
{
    const bool clocked = has_row(asking, "SELECT 1 FROM runs WHERE state = 'done' AND"
                                 " status = 'ok' AND mode <> 'functional'", NULL);
    const bool any = has_row(asking, "SELECT 1 FROM runs WHERE state = 'done' AND status = 'ok'",
                             NULL);
    fail(asking->err, WC_BAD_INPUT, "no run that is ok%s has %s%s",
         narrowed ? " and meets the conditions" : "", shown->names[0],
         shown->count > 1 ? ", ..." : "");
    if (any && !clocked)
        hint(asking->err, "all are functional runs, which have no clock and no cycles");
    else
        hint(asking->err, "the question 'results' shows every run that is done");
    return NULL;
}

static const char *ask_verb(struct asking *asking, const struct verb *verb)
{
    struct columns shown = {0}, by = {0};
    const char *const done =
        is_all(verb) ? "runs.state = 'done'" : "runs.state = 'done' AND runs.status = 'ok'";
    if (!read_columns(asking, &shown) || (take(asking, "by") && !read_columns(asking, &by)))
        return NULL;
    const char *conditions = read_conditions(asking, done);
    if (!conditions)
        return NULL;
    asking->at += strspn(asking->at, " \t\n");
    if (*asking->at) {
        fail(asking->err, WC_BAD_INPUT, "unexpected '%.40s' in the question", asking->at);
        hint(asking->err, "best cycles by machine where fetch=lrr");
        return NULL;
    }
    if ((verb->row || verb->counts) && !has_values(asking, &shown, conditions))
        return refuse_values(asking, &shown, conditions != done);
    return finish(asking, verb, &shown, &by, conditions);
}

static bool is_sql(const char *question)
{
    static const char *const words[] = {"select", "with", "values", "explain"};
    question += strspn(question, " \t\n");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncasecmp(question, words[i], strlen(words[i])) == 0 &&
            !isalnum((unsigned char)question[strlen(words[i])]))
            return true;
    return false;
}

static const char *refuse_word(struct asking *asking, const char *word)
{
    fail(asking->err, WC_BAD_INPUT,
         "'%.40s' begins no question; expected best, worst, mean, min, max, count, all, a view or "
         "SELECT", word);
    hint(asking->err, "views: results, failures, progress, best, pareto, missed_deadlines");
    return NULL;
}

const char *query_statement(struct error *err, struct database *database, struct arena *arena,
                            const char *question)
{
    struct asking asking = {err, database, arena, question};
    if (is_sql(question))
        return question;
    if (strlen(question) > QUERY_WORDS_MAX) {
        fail(err, WC_BAD_INPUT, "a question of more than %d bytes", QUERY_WORDS_MAX);
        return NULL;
    }
    const char *word = next_word(&asking, " \t\n");
    asking.at += strspn(asking.at, " \t\n");
    if (!*asking.at && has_row(&asking, "SELECT 1 FROM sqlite_schema WHERE name = ?1"
                               " AND type IN ('view', 'table')", word))
        return arena_format(arena, "SELECT * FROM %s", named(&asking, word));
    for (size_t i = 0; i < VERBS; i++)
        if (strcasecmp(word, verbs[i].name) == 0)
            return ask_verb(&asking, &verbs[i]);
    return refuse_word(&asking, word);
}
