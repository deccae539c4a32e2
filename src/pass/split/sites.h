/* SPDX-License-Identifier: Apache-2.0 */
/* sites.h - divergent branches of GCN3 code, and which of them can be split points (PWS-31).
 *
 * Compilers write a divergent if as changes of EXEC:
 *
 *          s_and_saveexec_b64 sN, cond        EXEC becomes the lanes of the then side
 *          s_xor_b64 sX, exec, sN             lanes of the else side, if there is one
 *          s_cbranch_execz ELSE               may be missing if the side is short
 *          ... then ...
 *   ELSE:  s_andn2_saveexec_b64 sK, sX        the branch-serialisation block (BSB); older form:
 *          s_cbranch_execz END                s_or_saveexec_b64 sK, sX; s_xor_b64 exec, exec, sK
 *          ... else ...
 *   END:   s_or_b64 exec, exec, sK            or sN without an else side
 *
 * Sites are found in the order of the code, by the registers that connect their parts, and checked
 * against control flow: nothing enters or leaves a site but at its beginning and its join. */
#ifndef WARPCLOCK_PASS_SPLIT_SITES_H
#define WARPCLOCK_PASS_SPLIT_SITES_H

#include "base/arena.h"
#include "isa/insn.h"

#define NO_SITE UINT32_MAX
#define NO_INSN UINT32_MAX

/* Indexes are those of instructions of the program. */
struct split_site {
    uint32_t open;        /* narrows EXEC to the then side */
    uint32_t skip;        /* branches over the then side when it has no lane, or NO_INSN */
    uint32_t then;        /* first instruction of the then side; a split goes before it, and before
                           * `skip` */
    uint32_t serial;      /* of the BSB; NO_INSN: there is no else side */
    uint32_t serial_skip; /* branches over the else side, or NO_INSN */
    uint32_t otherwise;   /* first instruction of the else side, or NO_INSN */
    uint32_t join;        /* first instruction after both sides: a merge goes before it */
    uint32_t saved;       /* scalar pair that has EXEC from before `open` */
    uint32_t parent;      /* the innermost site around it, or NO_SITE ... */
    bool in_else;         /* ... and whether it is in that one's else side */
    const char *refused;  /* why it cannot be split; NULL: it can */
    uint32_t refused_at;  /* the instruction that is the reason, or NO_INSN */
    bool broken;          /* its parts are not known, or control enters or leaves it elsewhere */
};

struct split_sites {
    struct split_site *list; /* in the order of `open`: parents come before their children */
    uint32_t count;
    uint32_t unmatched;      /* first change of EXEC that belongs to no known form, or NO_INSN */
};

/* All divergent branches of a function. Where it has split and merge instructions already, those
 * keep a site from being split, unless they will be `replaced`. */
struct split_sites split_sites_find(struct arena *arena, const struct program *program,
                                    const struct function *function, bool replaced);

/* Whether an instruction belongs to the branch of a site: nothing but what computes its masks, from
 * where EXEC changes to the branch over the then side (PWS-11). */
bool split_site_has(const struct program *program, const struct split_site *site, uint32_t at);

#endif
