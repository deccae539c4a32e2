/* SPDX-License-Identifier: Apache-2.0 */
/* serialisation.h - the paper's theory of schedules, section 4: phases on resources.
 *
 * A serialisation is the order in which phases start; a schedule gives each of them its time.
 * Intervals are half-open and time starts at 0 (SIMD-57, A3): a phase that ends in cycle t and the
 * next one that starts in cycle t do not overlap. The printed equation 7 adds 1 to an end that
 * equation 9 has made one cycle too late already, which would make equation 18 too small.
 *
 * serialisation.c the order and its minimal schedule; serialisation_valid.c the validator;
 * serialisation_count.c equation 2. The sums that bound a schedule are in schedule.h. */
#ifndef WARPCLOCK_BOUND_SIM_D_SERIALISATION_H
#define WARPCLOCK_BOUND_SIM_D_SERIALISATION_H

#include <stdbool.h>
#include <stddef.h>

#include "hw/cycle.h"

/* ---- the system model (SIMD-46) ---- */

enum schedule_type { SCHEDULE_COMPUTE, SCHEDULE_DRAM, SCHEDULE_SCRATCHPAD, SCHEDULE_TYPES };

enum { SCHEDULE_SLOTS = 2, SCHEDULE_RESOURCES = 4 };

struct schedule_resource {
    enum schedule_type type;
    uint32_t instance; /* from 1 */
};
/* R = {(COMPUTE,1), (DRAM,1), (SP,1), (SP,2)}. */
extern const struct schedule_resource schedule_resources[SCHEDULE_RESOURCES];

struct schedule_phase {
    enum schedule_type type;
    cycle_t cost; /* in the worst case, > 0 */
};

/* K = (w, phases): every work-group runs all phases in order. */
struct schedule_kernel {
    uint64_t groups;
    const struct schedule_phase *phases;
    size_t count;
};

/* What a phase of the scratchpad occupies. */
enum schedule_policy {
    SCHEDULE_FREE,       /* the scratchpad of its slot */
    SCHEDULE_AS_COMPUTE, /* the compute unit */
    SCHEDULE_AS_ACCESS,  /* DRAM */
};

/* Index into schedule_resources. */
uint32_t schedule_resource(enum schedule_policy policy, enum schedule_type type, uint32_t slot);

/* Neighbours that occupy the same resource under a policy become one phase. Writes at most `count`
 * phases of the types COMPUTE and DRAM to `out`, and returns their number. */
size_t schedule_join(enum schedule_policy policy, const struct schedule_phase *phases,
                     size_t count, struct schedule_phase *out);

/* Whether compute and access alternate from a compute phase to a phase of DRAM, without which the
 * closed forms do not hold (A21). */
bool schedule_alternates(const struct schedule_phase *phases, size_t count);

/* ---- serialisations and schedules (SIMD-47) ---- */

struct schedule_step {
    size_t phase; /* of the kernel */
    uint64_t group;
    uint32_t resource, slot;
};

struct schedule_reservation {
    struct schedule_step step;
    cycle_t start, end;
};

/* The one order of a greedy scheduler with two resources and work-groups in pairs: the two swap
 * resources whenever both have finished; of two phases that start together the lower group's is
 * first (SIMD-53). The kernel alternates. `steps` has groups * count entries. */
void schedule_serialise(const struct schedule_kernel *kernel, struct schedule_step *steps);

/* Equations 3 and 4 over the first m reservations, which are Pre(s, m) (SIMD-56); 0: there is
 * none. */
cycle_t schedule_release(const struct schedule_reservation *schedule, size_t m, uint32_t resource);
cycle_t schedule_slot_end(const struct schedule_reservation *schedule, size_t m, uint32_t slot);

/* The minimal valid schedule of a serialisation: equations 6, 7 and 9 (SIMD-57). `durations`: of
 * each step; NULL: all last their full cost. Returns its end (definition 1). */
cycle_t schedule_minimal(const struct schedule_kernel *kernel, const struct schedule_step *steps,
                         size_t count, const cycle_t *durations,
                         struct schedule_reservation *out);

/* The rule that a schedule breaks, in words; NULL: it is valid. Work-groups may end after any phase
 * (SIMD-54), so a schedule need not have all phases. */
const char *schedule_problem(const struct schedule_kernel *kernel,
                             const struct schedule_reservation *schedule, size_t count);

/* ---- how many orders there are ---- */

/* Equation 2: the number of serialisations; false: it has more than 64 bits (SIMD-48). */
bool schedule_serialisations(uint64_t groups, uint64_t phases, uint64_t *count);
/* Its logarithm to base 10. */
double schedule_serialisations_log10(uint64_t groups, uint64_t phases);

#endif
