/* SPDX-License-Identifier: Apache-2.0 */
/* trace_kanata.h - a clocked run as a pipeline log, for the viewer Konata: one row per instruction,
 * from the beginning of its wait through its issue to its result. */
#ifndef WARPCLOCK_REPORT_TRACE_KANATA_H
#define WARPCLOCK_REPORT_TRACE_KANATA_H

#include "base/error.h"
#include "machine/common/observer.h"
#include "machine/common/topology.h"

struct trace_kanata;

/* Whether the path selects this format: it ends in ".kanata" or ".konata", ".gz" aside. */
bool trace_kanata_wanted(const char *path);

enum wc_status trace_kanata_open(struct error *err, const char *path,
                                 const struct topology *topology, struct trace_kanata **out);
struct observer *trace_kanata_observer(struct trace_kanata *kanata);
/* The file appears whole if `keep`, otherwise not at all. Frees; NULL is allowed. */
enum wc_status trace_kanata_close(struct error *err, struct trace_kanata *kanata, bool keep);

#endif
