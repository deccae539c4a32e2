/* SPDX-License-Identifier: Apache-2.0 */
/* programs_walk.h - how often each warp executes each instruction: in a run, and at most in what a
 * walk over all ways tells. */
#ifndef WARPCLOCK_TESTS_PROGRAMS_WALK_H
#define WARPCLOCK_TESTS_PROGRAMS_WALK_H

#include "bound/engine/walk.h"
#include "machine/common/observer.h"
#include "vortex_program.h"

enum { WALK_MARKS_MAX = 64 };

/* Told by the walk: a sink that adds up what is repeated. */
struct walk_counts {
    struct walk_sink sink; /* first */
    uint32_t warps, insns;
    uint64_t *count;       /* [core * warps + slot][instruction] */
    uint32_t current;      /* core * warps + slot */
    bool has_regions;      /* somewhere ways parted */
    struct walk_step {
        uint32_t insn;
        uint64_t times;
    } *steps;              /* told since the first mark that is open */
    size_t step_count, step_room;
    size_t marks[WALK_MARKS_MAX], mark_count; /* steps before each mark that is open */
};

/* Seen in a run. */
struct run_counts {
    struct observer observer; /* first */
    const struct program *program;
    uint32_t warps;
    uint64_t *count; /* as above */
};

void walk_counts_open(struct walk_counts *counts, const struct vortex_program *program,
                      const struct program *decoded);
void walk_counts_close(struct walk_counts *counts);
void run_counts_open(struct run_counts *counts, const struct vortex_program *program,
                     const struct program *decoded);
void run_counts_close(struct run_counts *counts);

/* The bounds of its loops, as the analyses take them. */
struct walk_bounds program_bounds(struct arena *arena, const struct vortex_program *program,
                                  const struct program *decoded);

/* Walks all ways of a program. */
enum wc_status walk_program(struct error *err, struct machine *machine, struct memory *memory,
                            const struct launch *launch, const struct walk_bounds *bounds,
                            struct walk_counts *counts);
/* No count of the run is above the walk's, and where no ways part they are the same. */
bool walk_covers(const struct walk_counts *walk, const struct run_counts *run, uint32_t cores,
                 struct text *why);

#endif
