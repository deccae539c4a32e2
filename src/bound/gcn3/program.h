/* SPDX-License-Identifier: Apache-2.0 */
/* program.h - what a walk has to know of each instruction of a kernel, found once. */
#ifndef WARPCLOCK_BOUND_GCN3_PROGRAM_H
#define WARPCLOCK_BOUND_GCN3_PROGRAM_H

#include "bound/gcn3/alignment.h"
#include "bound/gcn3/costs.h"
#include "bound/gcn3/view.h"
#include "flow/cfg.h"
#include "pass/split/sites.h"

enum { NO_PAIR = 255 };

struct gcn3_step_info {
    struct dependence list;
    uint8_t unit; /* enum gcn3_unit */
    bool bitwise; /* masks.c */
    bool counts;  /* an access of memory, by a counter */
    uint8_t tested; /* of a branch: the scalar pair that is 0 or not; NO_PAIR */
    bool taken_if_zero;
    /* On a machine that splits at branches (PWS-28). */
    bool may_split;  /* a branch at which wavefronts may split ... */
    uint8_t saved;   /* ... and the scalar pair with the lanes of both sides */
    uint8_t joins;   /* splits that end before it */
    bool by_both;    /* both parts run it ... */
    bool loads_elsewhere; /* ... and one may load scalars from another address */
    uint32_t pieces; /* of the code that both parts run after this branch */
    uint32_t site;   /* of a split instruction: its branch; or NO_SITE */
};

/* Scalars, one bit each. */
struct gcn3_live {
    uint64_t bits[GCN3_SCALARS / 64];
};

struct gcn3_program {
    const struct program *program;
    const struct gcn3_machine *machine;
    struct cfg cfg; /* of the kernel */
    struct gcn3_step_info *info; /* by instruction */
    struct gcn3_low_bits *low_bits; /* ... of its address */
    struct split_sites sites;
    uint32_t *block_of; /* by instruction of the kernel: its block; NO_NODE: another function */
    uint32_t first, count; /* instructions of the kernel */
    struct gcn3_live *live; /* by block: before it; of gcn3_find_live() */
    uint32_t *last;     /* by loop: the last position of one of its blocks in cfg.order */
    struct gcn3_touched *touched; /* where walks note the lines that accesses ask for */
    bool has_barriers;
    bool splits;  /* split and merge have an effect (gcn3-pws) */
    bool dynamic; /* wavefronts split at branches (gcn3-dws) */
};

/* live.c */
void gcn3_find_live(struct arena *arena, struct gcn3_program *p);
bool gcn3_is_live(const struct gcn3_live *live, uint32_t scalar);

/* For the launch that the machine is prepared for; in the arena. A kernel that cannot be walked is
 * refused. */
enum wc_status gcn3_program_make(struct error *err, struct arena *arena,
                                 const struct gcn3_machine *machine, const struct launch *launch,
                                 struct gcn3_program *out);

#endif
