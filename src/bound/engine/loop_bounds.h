/* SPDX-License-Identifier: Apache-2.0 */
/* loop_bounds.h - how often a loop runs at most, as its author says.
 *
 * A bound N says: each time the loop is entered, its body runs N times at most. Then control takes
 * a back edge N times at most, whether the compiler tests at the top, N times, or at the bottom,
 * N - 1 times, peels or unrolls; so N holds for each machine loop that a source line has become.
 * Bounds come from `loops` of a job, by address or source line, and from the source (struct
 * loop_note). An address names the innermost loop around it; a line names the loops that
 * flow/loop_name.h calls by it. The address beats the line, the job beats the source. Two names of
 * the job that contradict each other about one loop are an error. */
#ifndef WARPCLOCK_BOUND_ENGINE_LOOP_BOUNDS_H
#define WARPCLOCK_BOUND_ENGINE_LOOP_BOUNDS_H

#include "bound/engine/walk.h"
#include "load/job.h"

/* Finds the loops of all functions that bounds are given for. A name of the job that fits no loop
 * is an error at its place, which lists the loops there are. A bound of the source that fits none
 * is passed over: the compiler may have unrolled the loop. `checks_only`: no bound depends on the
 * numbers, so a line that has code, but no loop, is passed over, too. The list lives in the
 * arena. */
enum wc_status loop_bounds_resolve(struct error *err, struct arena *arena,
                                   const struct program *program, const struct job *job,
                                   const struct job_launch *launch, bool checks_only,
                                   struct walk_bounds *out);

/* By bound of the source (image->loop_notes): whether it fits a loop of the program. */
bool *loop_bounds_fit(struct arena *arena, const struct program *program);

/* The line that the loop which begins with this instruction is called by; file NULL: none. */
struct source_line loop_bounds_line(const struct program *program, uint32_t header);
/* The same by instruction, for those who want many. */
const struct source_line *loop_bounds_lines(struct arena *arena, const struct program *program);

/* Reports the loops that need a bound and have none: where they are, which branch ends them, and
 * the lines that the job lacks. `remarks`: lines after the loops, or "". Returns WC_BAD_INPUT. */
enum wc_status loop_bounds_missing(struct error *err, const struct program *program,
                                   const struct job *job, const struct job_launch *launch,
                                   const struct walk_missing *missing, size_t count,
                                   const char *remarks);

#endif
