/* SPDX-License-Identifier: Apache-2.0 */
/* trace.h - the timeline of clocked runs as a file for ui.perfetto.dev.
 *
 * An observer that writes during the run, so that nothing has to fit into memory:
 * Perfetto's TrackEvent format, or Chrome's JSON if the path ends in ".json". One cycle is one
 * nanosecond on the time axis; launches follow each other on it. docs/timeline.md shows the tracks.
 *
 * trace.c           which events become which slices, arrows and counters
 * trace_core.c      the tracks of a core
 * trace_dram.c      the tracks of DDR4
 * trace_writer.c    names that are written once
 * trace_perfetto.c  TrackEvent packets
 * trace_json.c      Chrome's format */
#ifndef WARPCLOCK_REPORT_TRACE_H
#define WARPCLOCK_REPORT_TRACE_H

#include "base/error.h"
#include "machine/common/observer.h"
#include "machine/common/topology.h"

struct trace;

/* Of runs on a machine with these parts. */
enum wc_status trace_open(struct error *err, const char *path, const struct topology *topology,
                          struct trace **out);
struct observer *trace_observer(struct trace *trace);
/* The file appears whole if `keep`, otherwise not at all. It is a complete timeline even if the run
 * was stopped. Frees the trace; NULL is allowed. */
enum wc_status trace_close(struct error *err, struct trace *trace, bool keep);

#endif
