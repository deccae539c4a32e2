/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_paper.c - warpclock paper NAME: reruns a paper's experiments, its figures next to ours. */
#include "command.h"
#include "figures.h"
#include "output.h"
#include "work.h"

static const struct option option_table = {
    .name = "table", .kind = OPTION_TEXT, .value = "T",
    .summary = "only this table and the runs it needs",
    .field = offsetof(struct arguments, table),
};

static const struct option *const paper_options[] = {
    &option_table, &option_report, &option_svg, &option_csv, &option_json, &option_quiet,
    &option_color, &option_help, &option_version, NULL,
};

static enum wc_status render_paper(struct session *session, const void *subject,
                                   enum wc_format format, char **out)
{
    (void)session;
    return wc_paper_text(subject, format, out);
}

static const char *figure_name(const void *subject, size_t i)
{
    return wc_paper_figure_name(subject, i);
}

static enum wc_status figure(const void *subject, size_t i, enum wc_format format, char **out)
{
    return wc_paper_figure(subject, i, format, out);
}

static enum wc_status write_report(struct figures *figures, wc_paper *report)
{
    const struct figure_source source = {report, figure_name, figure};

    return figures_report(figures, &source, render_paper);
}

/* Keep the error before the next library call clears it. */
static enum wc_status paper(struct session *session)
{
    const struct arguments *arguments = &session->arguments;
    struct work work;
    wc_paper *report;
    struct figures figures;
    enum wc_status status = figures_begin(session, NULL, &figures), written = WC_OK;

    if (status != WC_OK) {
        figures_end(&figures);
        return status;
    }
    work_begin(&work, session);
    status = wc_paper_rerun(session->context, arguments->operands.items[0], arguments->table,
                            &report);
    work_end(&work);
    diagnose_library(&session->problem, session->context, status);
    session->unread = status == WC_BAD_INPUT; /* perhaps a job that could not be read */
    if (report)
        written = write_report(&figures, report);
    figures_end(&figures);
    wc_paper_free(report);
    return status > written ? status : written;
}

static const char *const names[] = {"swas", "pastis", "pws", "sbi-swi", "sim-d", NULL};

const struct command command_paper = {
    .name = "paper",
    .summary = "rerun a paper's experiments (swas, pastis, pws, sbi-swi, sim-d)",
    .operands = "NAME",
    .about = "swas: anomalies, cycles, 1, ipc, paths, latency, errors, ratios, slots, 2,\n"
             "acceptance. pastis: stack, arms, 1, 2, figure8, durations, strides, matmul,\n"
             "sensitivity, conflicts, policies, mlp, acceptance. pws: setup, figure2,\n"
             "figure5, 2, equation2, overhead, 3, figure10a, figure10b, figure10c, figure10d,\n"
             "optimal, figure10e, figure11, figure12, acceptance. sbi-swi: acceptance, speed,\n"
             "slots, compilers, constraints, shuffle, lookup, readings, limits, cost, area.\n"
             "sim-d: 1, requests, text, 3, 4, figure6, figure7, figure8, 5, acceptance.",
    .min = 1, .max = 1, .completes = COMPLETES_CHOICES, .choices = names,
    .examples = {
        "warpclock paper swas --table anomalies",
        "warpclock paper pastis --json pastis.json",
    },
    .options = paper_options,
    .run = paper,
};
