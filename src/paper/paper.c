/* SPDX-License-Identifier: Apache-2.0 */
/* paper.c - the list of papers, the location of their data, and the public interface. */
#include "paper/paper.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/arguments.h"
#include "api/files.h"
#include "base/json.h"
#include "report/page.h"

static const struct paper *const papers[] = {&paper_swas, &paper_pastis, &paper_pws,
                                             &paper_sbi_swi, &paper_sim_d};

enum { PAPER_COUNT = sizeof papers / sizeof *papers };

const char *wc_paper_name(size_t i)
{
    return i < PAPER_COUNT ? papers[i]->name : NULL;
}

static const char *any_name(const void *user, size_t i)
{
    (void)user;
    return wc_paper_name(i);
}

static enum wc_status refuse(struct error *err, const char *name)
{
    struct text names = {0};
    for (size_t i = 0; i < PAPER_COUNT; i++)
        text_add(&names, "%s%s", i ? ", " : "", papers[i]->name);
    const char *near = nearest_name(name, any_name, NULL);
    fail(err, WC_BAD_INPUT, "unknown paper '%.64s'; available: %s", name, text_string(&names));
    if (near)
        hint(err, "did you mean '%s'?", near);
    text_free(&names);
    return WC_BAD_INPUT;
}

static enum wc_status find_paper(struct error *err, const char *name, const struct paper **out)
{
    for (size_t i = 0; i < PAPER_COUNT; i++) {
        *out = papers[i];
        if (strcmp(papers[i]->name, name) == 0)
            return WC_OK;
    }
    return refuse(err, name);
}

static const char *nth_table(const void *user, size_t i)
{
    const struct paper *paper = user;
    return paper->table_name(i);
}

static enum wc_status check_table(struct error *err, const struct paper *paper, const char *table)
{
    struct text names = {0};
    const char *name;
    for (size_t i = 0; (name = paper->table_name(i)) != NULL; i++) {
        if (!table || strcmp(name, table) == 0) {
            text_free(&names);
            return WC_OK;
        }
        text_add(&names, "%s%s", i ? ", " : "", name);
    }
    fail(err, WC_BAD_INPUT, "paper '%s' has no table '%.64s'; available: %s", paper->name, table,
         text_string(&names));
    const char *near = nearest_name(table, nth_table, paper);
    if (near)
        hint(err, "did you mean '%s'?", near);
    text_free(&names);
    return WC_BAD_INPUT;
}

/* papers/ is next to a folder of machine files, in the source tree and in an installation. */
static enum wc_status find_folder(wc_context *context, const char *name, const char **out)
{
    for (size_t i = 0; i < context->folder_count; i++) {
        *out = arena_format(&context->arena, "%s/../papers/%s", context->folders[i], name);
        char *real = realpath(*out, NULL);
        if (real) {
            *out = arena_strdup(&context->arena, real);
            free(real);
            return WC_OK;
        }
        if (errno == ENOMEM)
            return fail_memory(&context->error);
    }
    return fail(&context->error, WC_BAD_INPUT,
                "no folder papers/%s next to a folder of machine files", name);
}

/* ---- its files ---- */

static enum wc_status add_machines(wc_context *context)
{
    struct parameters parameters;
    enum wc_status status = WC_OK;
    const char *name;
    for (size_t i = 0; status == WC_OK && (name = wc_machine_name(context, i)) != NULL; i++) {
        status = context_load_machine(context, name, &parameters);
        parameters_free(&parameters);
        if (status == WC_BAD_INPUT && !context->error.refused) { /* a machine that is not used */
            error_clear(&context->error);
            status = WC_OK;
        }
    }
    return status == WC_OK ? context->error.status : status;
}

static enum wc_status add_job(wc_context *context, const char *folder, const char *name)
{
    char *path = NULL;
    wc_job *job = NULL;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return fail_memory(&context->error);
    enum wc_status status = wc_job_open(context, path, &job);
    wc_job_free(job);
    free(path);
    if (status == WC_OK || status == WC_INTERNAL || context->error.refused)
        return status;
    error_clear(&context->error); /* its run reports it */
    return WC_OK;
}

static enum wc_status add_jobs(wc_context *context, const char *folder)
{
    char *jobs = arena_format(&context->arena, "%s/jobs", folder);
    DIR *handle = opendir(jobs);
    enum wc_status status = WC_OK;
    const struct dirent *entry;
    if (!handle && errno == ENOMEM)
        return fail_memory(&context->error);
    while (status == WC_OK && handle && (entry = readdir(handle)) != NULL) {
        if (strstr(entry->d_name, ".yaml"))
            status = add_job(context, jobs, entry->d_name);
    }
    if (handle)
        closedir(handle);
    return status;
}

/* A context that protects its inputs has to know them before the first run. */
static enum wc_status add_files(wc_context *context, const char *folder)
{
    static const char *const names[] = {"published.yaml", "labels.npy"};
    enum wc_status status = WC_OK;
    if (!context->protects)
        return WC_OK;
    for (size_t i = 0; status == WC_OK && i < sizeof names / sizeof *names; i++)
        status = context_reads(context,
                               arena_format(&context->arena, "%s/%s", folder, names[i]),
                               "the paper's data");
    if (status == WC_OK)
        status = add_jobs(context, folder);
    return status == WC_OK ? add_machines(context) : status;
}

struct paper_table *paper_add_table(struct wc_paper *report, const char *name, const char *title)
{
    report->tables = arena_grow(&report->arena, report->tables, report->table_count,
                                sizeof *report->tables);
    struct paper_table *table = paper_table_new(&report->arena, name, title);
    report->tables[report->table_count++] = table;
    return table;
}

/* ---- the public header ---- */

const char *wc_paper_table_name(const char *paper, size_t i)
{
    struct error ignored = {0};
    const struct paper *found;
    if (!paper)
        return NULL;
    enum wc_status status = find_paper(&ignored, paper, &found);
    error_clear(&ignored);
    return status == WC_OK ? found->table_name(i) : NULL;
}

enum wc_status wc_paper_rerun(wc_context *context, const char *name, const char *table,
                              wc_paper **out)
{
    struct error *err = context_begin(context);
    const struct paper *paper;
    const char *folder = NULL;
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, name, "paper") || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    enum wc_status status = find_paper(err, name, &paper);
    if (status != WC_OK || (status = check_table(err, paper, table)) != WC_OK ||
        (status = find_folder(context, name, &folder)) != WC_OK ||
        (status = add_files(context, folder)) != WC_OK)
        return status;
    wc_paper *report = calloc(1, sizeof *report);
    if (!report)
        return fail_memory(err);
    report->paper = paper;
    context_keep(context); /* a callback may free it */
    status = paper->rerun(context, folder, table, report);
    context_drop(context);
    for (size_t i = 0; i < report->table_count; i++)
        paper_figures_add(&report->figures, &report->arena, report->tables[i]);
    /* Verdicts on the few runs before an interrupt would be wrong ones. */
    if (report->table_count && status != WC_INTERRUPTED)
        *out = report;
    else
        wc_paper_free(report);
    return status;
}

/* The figures must not be taken for those of a plain run. */
static void write_settings(const wc_paper *report, struct text *out)
{
    struct text line = {0};
    text_add(&line, "All runs with");
    for (size_t i = 0; i < report->setting_count; i++)
        text_add(&line, "%s %s=%s", i ? "," : "", report->settings[i].key,
                 report->settings[i].value);
    text_add(&line, "; %s", report->paper->settings_word);
    paper_note_write(text_string(&line), out);
    text_free(&line);
}

static void write_text(const wc_paper *report, struct text *out)
{
    text_add(out, "%s\n", report->paper->title);
    if (report->setting_count)
        write_settings(report, out);
    for (size_t i = 0; i < report->table_count; i++) {
        text_add(out, "\n");
        paper_table_write(report->tables[i], out);
    }
}

static json_t *settings_json(const wc_paper *report)
{
    json_t *settings = report->setting_count ? json_object() : json_null();
    for (size_t i = 0; i < report->setting_count; i++)
        json_put(&settings, report->settings[i].key,
                 json_outside_string(report->settings[i].value));
    return settings;
}

static json_t *paper_json(const wc_paper *report)
{
    json_t *tables = json_array();
    for (size_t i = 0; i < report->table_count; i++)
        json_append(&tables, paper_table_json(report->tables[i]));
    return json_pack("{s:i, s:s, s:s, s:s, s:o, s:o}", "schema", 1, "warpclock", wc_version(),
                     "paper", report->paper->name, "title", report->paper->title, "settings",
                     settings_json(report), "tables", tables);
}

static void write_json(const wc_paper *report, struct text *out)
{
    json_text_add(paper_json(report), out);
}

/* Its tables' heads go with it, which the document does not have. */
static void write_page(const wc_paper *report, struct text *out)
{
    json_t *data = json_object(), *heads = json_array();
    for (size_t i = 0; i < report->table_count; i++)
        json_append(&heads, paper_table_heads_json(report->tables[i]));
    json_put(&data, "paper", paper_json(report));
    json_put(&data, "heads", heads);
    page_write(report->paper->name, data, out);
}

enum wc_status wc_paper_text(const wc_paper *report, enum wc_format format, char **out)
{
    struct text text = {0};
    if (out)
        *out = NULL;
    if (!report || !out || !argument_report_format(NULL, format))
        return WC_BAD_INPUT;
    if (format == WC_HTML)
        write_page(report, &text);
    else if (format == WC_JSON)
        write_json(report, &text);
    else
        write_text(report, &text);
    return context_hand_out(NULL, &text, out);
}

const char *wc_paper_figure_name(const wc_paper *report, size_t i)
{
    return report && i < report->figures.count ? report->figures.list[i].name : NULL;
}

enum wc_status wc_paper_figure(const wc_paper *report, size_t i, enum wc_format format, char **out)
{
    struct text text = {0};
    struct arena arena = {0};
    if (out)
        *out = NULL;
    if (!out || !wc_paper_figure_name(report, i) || (format != WC_SVG && format != WC_CSV))
        return WC_BAD_INPUT;
    const struct figure figure = paper_figure_draw(&report->figures.list[i], &arena);
    (format == WC_SVG ? figure_write_svg : figure_write_csv)(&figure, &text);
    arena_free(&arena);
    return context_hand_out(NULL, &text, out);
}

void wc_paper_free(wc_paper *report)
{
    if (!report)
        return;
    arena_free(&report->arena);
    free(report);
}
