/* SPDX-License-Identifier: Apache-2.0 */
/* figures.h - figures of a report as files: --svg and --csv. */
#ifndef WARPCLOCK_CLI_FIGURES_H
#define WARPCLOCK_CLI_FIGURES_H

#include "command.h"
#include "output.h"

extern const struct option option_svg, option_csv;

/* The library's functions for a kind of report. */
struct figure_source {
    const void *subject;
    const char *(*name)(const void *subject, size_t i);
    enum wc_status (*figure)(const void *subject, size_t i, enum wc_format format, char **out);
};

/* Their files: open from before the work, as other outputs, if their names are known by then. */
struct figures {
    struct session *session;
    struct figure_file *list;
    size_t count;
};

/* Before the work: makes the folders, and opens the figures of these names (NULL-terminated; NULL:
 * none is known yet). */
enum wc_status figures_begin(struct session *session, const char *const *names,
                             struct figures *figures);
/* Opens the others, writes the report, then the figures. Those that cannot be written are left
 * out. */
enum wc_status figures_report(struct figures *figures, const struct figure_source *source,
                              render_fn *render);
void figures_end(struct figures *figures);

#endif
