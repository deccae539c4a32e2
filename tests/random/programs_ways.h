/* SPDX-License-Identifier: Apache-2.0 */
/* programs_ways.h - the ways in which a random program is run, and what must hold of each run. */
#ifndef WARPCLOCK_TESTS_PROGRAMS_WAYS_H
#define WARPCLOCK_TESTS_PROGRAMS_WAYS_H

#include "machine/machine.h"
#include "vortex_program.h"

struct way {
    const char *name;
    const char *machine;  /* file in the folder of machines, without .yaml */
    const char *settings; /* "key=value", separated by blanks */
    bool drawn;           /* ... and random ones (vortex_machine.h) */
    bool functional;
    bool swas;            /* its scheduler must never err */
    bool walked;          /* a walk over all its ways must cover the run */
    bool bounded;         /* no run takes longer than the bound */
    bool every_cycle;     /* steps through all cycles instead of jumping */
    uint32_t one_in;      /* every so many programs take it; 0 counts as 1 */
    const char *same_cycles_as; /* way that must take as long, or NULL */
};

/* Everything that stays from one program to the next. */
struct campaign;
/* `machines` is the folder with the machine files; `drawn`: only the first way and those with
 * random machines. NULL: what is wrong was printed. */
struct campaign *campaign_open(const char *machines, bool drawn);
void campaign_close(struct campaign *campaign);

/* What was wrong first. */
struct violation {
    const struct way *way; /* NULL: with the program, before it ran */
    char text[1024];
};

/* Runs a program all ways whose turn it is (`number` says whose), until something is wrong: then
 * false. */
bool campaign_try(struct campaign *campaign, const struct vortex_program *program, uint64_t number,
                  struct violation *violation);
/* Writes the program tried last as a job for the machine of that way; NULL: of the first one.
 * False: errno says why. */
bool campaign_keep(struct campaign *campaign, const struct vortex_program *program,
                   const struct way *way, const char *folder);

enum { CAMPAIGN_REASONS_MAX = 32 };
struct campaign_counts {
    uint64_t runs, thorough, instructions;
    uint64_t bounded, refused; /* launches with a bound, and without */
    uint64_t expectations;     /* numbers that were compared */
    struct campaign_reason {
        char text[120];
        uint64_t count;
    } reasons[CAMPAIGN_REASONS_MAX]; /* of the refusals */
};
const struct campaign_counts *campaign_counts(const struct campaign *campaign);

#endif
