/* SPDX-License-Identifier: Apache-2.0 */
/* trace_csv.h - the timeline of clocked runs as a table, one line per instruction (PAS-98).
 *
 * For scripts: sums over its columns are the numbers of the report. docs/timeline.md lists the
 * columns. Like the other formats it is written during the run. */
#ifndef WARPCLOCK_REPORT_TRACE_CSV_H
#define WARPCLOCK_REPORT_TRACE_CSV_H

#include "base/error.h"
#include "machine/common/observer.h"
#include "machine/common/topology.h"

struct trace_csv;

/* Whether the path selects this format: it ends in ".csv". */
bool trace_csv_wanted(const char *path);

enum wc_status trace_csv_open(struct error *err, const char *path, const struct topology *topology,
                              struct trace_csv **out);
struct observer *trace_csv_observer(struct trace_csv *csv);
/* The file appears whole if `keep`, otherwise not at all. Frees; NULL is allowed. */
enum wc_status trace_csv_close(struct error *err, struct trace_csv *csv, bool keep);

#endif
