/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_query.c - warpclock query RESULTS.db QUESTION: what a sweep has found. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "database_files.h"
#include "fold.h"
#include "output.h"
#include "style.h"
#include "sweep/query.h"
#include "sweep_workers.h"

static const char *const formats[] = {"table", "csv", "markdown", "json", NULL};

static const struct option option_format = {
    .name = "format", .kind = OPTION_CHOICE, .value = "FORMAT",
    .summary = "table, csv, markdown or json (default: table)",
    .choices = formats, .completes = COMPLETES_CHOICES,
    .field = offsetof(struct arguments, format),
};

static const struct option *const query_options[] = {
    &option_format, &option_report, &option_json, &option_quiet, &option_color, &option_help,
    &option_version, NULL,
};

static enum query_format format_of(const struct arguments *arguments)
{
    unsigned i = 0;

    while (arguments->format && strcmp(query_formats[i], arguments->format) != 0)
        i++;
    return (enum query_format)i;
}

/* A table is folded on a terminal; the other formats are for programs. */
static void print_answer(struct session *session, const struct text *text)
{
    char *folded;

    if (format_of(&session->arguments) != QUERY_TABLE || !style_terminal(STDOUT_FILENO)) {
        output_bytes(session, text_string(text), text->length);
        return;
    }
    folded = fold_text(text_string(text), (size_t)style_width(STDOUT_FILENO));
    output_text(session, folded);
    free(folded);
}

static enum wc_status write_answer(struct session *session, const struct query_table *table)
{
    struct text text = {0};
    enum wc_status status = WC_OK;

    if (session->arguments.json) {
        query_table_write(table, QUERY_JSON, &text);
        status = output_json(session, text_string(&text));
        text_free(&text);
    }
    if (!session->arguments.quiet && !output_is_json(session)) {
        query_table_write(table, format_of(&session->arguments), &text);
        print_answer(session, &text);
        text_free(&text);
    }
    return status;
}

static enum wc_status write_page(struct session *session, struct error *err,
                                 struct database *database, const char *question,
                                 const struct query_table *table)
{
    struct text text = {0};
    enum wc_status status = query_write_page(err, database, question, table, &text);

    if (status == WC_OK) {
        wc_output_write(session->page, text_string(&text), text.length);
        status = diagnose_library(&session->problem, session->context,
                                  wc_output_commit(session->page));
    }
    text_free(&text);
    return status;
}

static enum wc_status answer(struct session *session, struct error *err, struct database *database,
                             const char *question)
{
    struct query_table table;
    enum wc_status status = query_run(err, database, question, &table);

    if (status == WC_OK)
        status = write_answer(session, &table);
    if (status == WC_OK && session->page)
        status = write_page(session, err, database, question, &table);
    query_table_free(&table);
    return status;
}

static enum wc_status query(struct session *session)
{
    const struct text_list *operands = &session->arguments.operands;
    const char *question = operands->count > 1 ? operands->items[1] : "results";
    struct error err = database_error();
    struct database database;
    enum wc_status status = database_file_read(session, operands->items[0], "the database");

    if (status != WC_OK)
        return status;
    status = database_open_to_read(&err, &database_of_sweeps, operands->items[0], &database);
    if (status == WC_OK) {
        status = answer(session, &err, &database, question);
        database_close(&database);
    }
    sweep_problem(session, &err);
    return status;
}

const struct command command_query = {
    .name = "query",
    .summary = "ask a database of results",
    .operands = "RESULTS.db [QUESTION]",
    .about = "Questions:\n"
             "  best|worst|mean|min|max|count|all COLUMN,... [by COLUMN,...] [where COLUMN=VALUE]\n"
             "  results, failures, progress, best, pareto, missed_deadlines\n"
             "  SELECT ...\n",
    .min = 1, .max = 2, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock query results.db 'best cycles by machine'",
        "warpclock query results.db failures --format csv",
    },
    .options = query_options,
    .run = query,
};
