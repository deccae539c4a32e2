/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clocked half of the SBI/SWI machine.
 *
 * timing.c  building, and the numbers of the machine file
 * front.c   instruction buffers: fetch, and when an instruction can issue
 * rows.c    the SIMD rows, and who may share one
 * select.c  one cycle of the schedulers: plain, SBI, SWI
 * issue.c   issuing one instruction: its effect, its time
 * memory.c  loads, stores and atomics
 * watchdog.c  changes the order of splits from time to time
 * stalls.c  why a warp waited
 * state.c   the whole state as JSON
 * oracle.c  checks of observed runs: dependences by lane, lanes of a row
 * clock.c   one cycle; groups that start; the counts at the end
 *
 * A phase is the cycle in which a primary scheduler picks an instruction. Its partner belongs to
 * the same phase, although SWI picks it one cycle later. An instruction takes effect when it is
 * picked; its result can be used by phases from `phase` + scheduler + delivery + execution latency
 * on. A branch moves its lanes only then: until that cycle its split is busy, and neither
 * fetches nor merges (SBI-14). */
#ifndef WARPCLOCK_MACHINE_FERMI_CLOCK_H
#define WARPCLOCK_MACHINE_FERMI_CLOCK_H

#include "hw/cache.h"
#include "hw/cascade.h"
#include "hw/constraint.h"
#include "hw/lane_shuffle.h"
#include "hw/mask_lookup.h"
#include "hw/pair_rules.h"
#include "hw/scoreboard_entries.h"
#include "hw/scoreboard_matrix.h"
#include "hw/throughput_memory.h"
#include "machine/fermi/model.h"

enum fermi_row_kind { FERMI_MAD, FERMI_LSU, FERMI_SFU, FERMI_ROW_KINDS };
enum { FERMI_ROWS_MAX = 4, FERMI_POOLS_MAX = 2, FERMI_ISSUES_MAX = 3, FERMI_WATCHDOG_MIN = 32 };

/* The second front end of SBI. */
enum fermi_second { FERMI_SECOND_NONE, FERMI_SECOND_SAME_WARP, FERMI_SECOND_ANY };

/* Which instruction is the divergence point of a reconvergence point. */
enum fermi_pcdiv { FERMI_PCDIV_IDOM, FERMI_PCDIV_ISA, FERMI_PCDIV_REGION };

/* The clocked part of machines/fermi.yaml. */
struct fermi_clock_numbers {
    uint32_t scheduler, delivery, execution;
    uint32_t pools, fetch, scoreboard;
    uint32_t mad, mads, lsu, sfu;       /* lanes of a row; rows */
    unsigned second;                    /* enum fermi_second */
    bool constraints;
    unsigned pcdiv;                     /* enum fermi_pcdiv */
    bool swi;
    struct mask_lookup_numbers lookup;
    unsigned shuffle, shuffle_reading;  /* enum lane_shuffle, enum lane_reading */
    unsigned interval;                  /* enum constraint_interval */
    unsigned contexts_model, lookup_set, lookup_tie;
    bool mem_split, skip_empty_waves;
    uint32_t watchdog; /* cycles after which the order of splits changes; 0: never */
    struct pair_rules rules;
    uint32_t barrier_release, group_delay;
    uint32_t shared_latency, shared_banks;
    struct cache_numbers l1;
    struct throughput_numbers memory;
    struct contexts_numbers contexts;
};

/* An entry of the instruction buffer: the decoded instruction of a hot split. */
struct fermi_entry {
    const struct insn *insn; /* NULL: empty */
    uint32_t pc;             /* tag */
    cycle_t fetched;         /* its age */
    cycle_t ready;           /* its operands, and a free entry of the scoreboard */
    bool by_memory;          /* `ready` waits for a load */
    bool suspended;          /* by a reconvergence point */
    bool falsely;            /* it has waited for a register that only other lanes write */
};

/* A branch under way. */
struct fermi_branch {
    uint64_t mask; /* its split; 0: none */
    cycle_t at;    /* when its lanes go */
    bool second;   /* it issued with another instruction, which went first */
    struct fermi_turn turn;
};

/* What an access does, besides its addresses. */
struct fermi_access_kind {
    uint8_t kind, space, bytes; /* as in struct access */
};

/* The timing state of a warp slot. */
struct fermi_timing {
    struct lane_map map;
    struct fermi_entry entry[FERMI_HOT];
    struct fermi_branch branch[FERMI_HOT];
    struct scoreboard_entries entries; /* instructions in flight: without SBI ... */
    struct scoreboard_matrix matrix;   /* ... and with it */
    cycle_t started, resume;   /* idle before; released from a barrier, a fence or a jump */
    bool resume_memory, resume_barrier;
    cycle_t accessed;          /* all loads and stores so far are complete */
    cycle_t counted;           /* cycles before this one have their stall reason already */
    cycle_t suspended;         /* since when its secondary waits at a reconvergence point; 0: not */
    uint64_t told;             /* the mask that observers know ... */
    bool told_wait;            /* ... and that the warp waits */
    uint64_t executed;         /* lanes whose memory access has taken effect, but waits to be
                                * served: they repeat the instruction (SBI-28) */
    uint64_t acting;           /* of those, the ones that access memory */
    uint64_t repeats;          /* lanes of the instruction just issued that had executed it */
    struct access access;      /* addresses of those lanes ... */
    struct fermi_access_kind kind[LANES_MAX]; /* ... and what their instruction does: splits of a
                                               * warp may repeat different ones */
};

struct fermi_row {
    enum fermi_row_kind kind;
    uint32_t width;
    cycle_t free;   /* phase from which it accepts an instruction */
    cycle_t phase;  /* of the latest one, and its lanes */
    uint64_t lanes;
};

/* A split that can issue. */
struct fermi_pick {
    struct fermi_warp *w; /* NULL: none */
    uint32_t slot;
    const struct insn *insn;
    uint64_t lanes;       /* of the hardware, after shuffling */
    int32_t row;          /* that it takes */
    bool shares;          /* with the first instruction of its phase */
    bool second;          /* of its phase, after another one */
};

/* An instruction that was issued in this cycle. */
struct fermi_issued {
    struct fermi_warp *w;
    uint32_t slot;
    cycle_t resolved;       /* when it leaves execution */
    bool meets;             /* at a barrier, or ends: others may be released */
    struct fermi_turn turn; /* where its lanes go now */
};

/* The buffered instructions of one slot of all warps, as the schedulers see them: sets of warps,
 * and numbers by warp. */
struct fermi_waiting {
    uint64_t open;                     /* an instruction is there, and nothing suspends it */
    uint64_t parting;                  /* that may part lanes */
    uint64_t of_kind[FERMI_ROW_KINDS]; /* that needs a row of the kind */
    cycle_t ready[FERMI_WARPS_MAX];    /* nothing but its row holds it */
    cycle_t fetched[FERMI_WARPS_MAX];
    uint64_t lanes[FERMI_WARPS_MAX];   /* of the hardware, after shuffling */
};

struct fermi_pool {
    uint64_t warps;
    uint32_t next; /* warp whose turn it is to fetch */
};

/* When the latest result of a register is there, in each lane, and in the latest of them. */
struct fermi_times {
    cycle_t latest;
    cycle_t lane[LANES_MAX];
};

/* Where the threads of a warp have to continue. */
struct fermi_places_of {
    uint32_t pc[LANES_MAX]; /* FERMI_ANYWHERE: a stack of tokens knows */
};
#define FERMI_ANYWHERE UINT32_MAX

struct fermi_clock {
    struct fermi_clock_numbers numbers;
    struct fermi_timing *timing;
    struct fermi_pool pool[FERMI_POOLS_MAX];
    struct fermi_row row[FERMI_ROWS_MAX];
    uint32_t rows;
    uint64_t running;   /* warps that have not ended */
    uint64_t branching; /* warps with a branch under way */
    uint64_t wanting;   /* warps with a split whose instruction is not buffered */
    struct fermi_waiting waiting[FERMI_HOT];
    struct fermi_pick first; /* SWI: the primary instruction of the phase of the last cycle */
    uint32_t first_warp; /* the one that was picked for it, even if it was dropped */
    struct cascade cascade;
    struct mask_lookup lookup;
    struct fermi_issued issued[FERMI_ISSUES_MAX];
    uint32_t issued_count;
    bool parted;       /* in this cycle an access has parted the lanes of its split */
    cycle_t reordered; /* when the watchdog changed the order of splits last */
    uint32_t order;    /* orders so far; even: the program's */
    struct constraint constraint;
    struct cache l1;
    struct throughput_memory memory;
    uint64_t stall[STALL_COUNT];
    struct fermi_times *oracle; /* [warp][register]; NULL: nobody checks */
    struct fermi_places_of *places; /* [warp], with the oracle */
};

/* From the phase of an instruction to the first phase that can use its result. */
static inline cycle_t fermi_latency(const struct fermi_clock *clock)
{
    const struct fermi_clock_numbers *n = &clock->numbers;
    return (cycle_t)n->scheduler + n->delivery + n->execution;
}

static inline struct fermi_timing *fermi_timing_of(const struct fermi *fermi,
                                                   const struct fermi_warp *w)
{
    return &fermi->clock->timing[w->resident.warp.slot];
}

static inline uint64_t fermi_bit(const struct fermi_warp *w)
{
    return 1ull << w->resident.warp.slot;
}

/* timing.c */
enum wc_status fermi_clock_read(struct error *err, struct parameters *parameters,
                                struct fermi *fermi);
const struct contexts_numbers *fermi_clock_contexts(struct fermi *fermi);
/* The reconvergence points of the launch, as the machine reads them. */
struct constraint fermi_constraint(const struct fermi *fermi);
void fermi_clock_build(struct fermi *fermi);
void fermi_clock_reset(struct run_state *run);

/* front.c: the hot splits of a warp have changed: entries follow them. */
void fermi_front_sync(struct fermi *fermi, struct fermi_warp *w, cycle_t now);
/* Fetches for one cycle; true: something was fetched. */
bool fermi_front_fetch(struct fermi *fermi, cycle_t now);
/* The instruction of a slot has left its buffer. */
void fermi_front_empty(struct fermi *fermi, struct fermi_warp *w, uint32_t slot);
/* The registers that an instruction writes; their number. */
size_t fermi_targets(const struct insn *insn, struct regs written[TARGETS_MAX]);
/* The entry of the scoreboard that lanes of a slot already have for an instruction that they
 * repeat; NULL: none. */
struct scoreboard_entry *fermi_front_pending(const struct fermi *fermi, struct fermi_timing *t,
                                             const struct insn *insn, uint32_t slot);
/* Whether the scoreboard has an entry for a second instruction of a warp in cycle `now`: the first
 * one may repeat an access, and keep an entry that would have been free. */
bool fermi_front_finds_entry(const struct fermi *fermi, const struct fermi_pick *pick, cycle_t now);
/* The first cycle after `now` in which a buffered instruction or a branch may be due. */
cycle_t fermi_front_due(const struct fermi *fermi, cycle_t now);
/* Branches that are due move their lanes; true: some did. */
bool fermi_front_resolve(struct fermi *fermi, cycle_t now);

/* rows.c */
enum fermi_row_kind fermi_row_kind(const struct insn *insn);
/* The waves in which a row takes these lanes of a warp. `repeats`: of an access that was served in
 * part, only waves with lanes that are left. */
uint32_t fermi_waves(const struct fermi *fermi, const struct fermi_row *row, uint64_t lanes,
                     bool repeats);
/* A row of the kind that is free in a phase, or -1. */
int32_t fermi_row_free(const struct fermi_clock *clock, enum fermi_row_kind kind, cycle_t phase);
/* Whether `second` can go with `first` in its phase; sets its row. `share`: also in the same row,
 * in lanes that the first leaves free. */
bool fermi_rows_pair(const struct fermi_clock *clock, const struct fermi_pick *first,
                     struct fermi_pick *second, cycle_t phase, bool share);
/* May lanes part here? */
bool fermi_may_part(const struct insn *insn);

/* select.c: one cycle of the schedulers; *issued counts. */
enum wc_status fermi_select(struct fermi *fermi, cycle_t now, uint32_t *issued);

/* issue.c: an instruction of a phase is executed; its lanes stay where they are ... */
enum wc_status fermi_issue(struct fermi *fermi, const struct fermi_pick *pick, cycle_t phase,
                           cycle_t now);
/* ... until all instructions of the cycle have been: then their splits move, those of a warp
 * together. */
void fermi_issue_commit(struct fermi *fermi, cycle_t now);
/* Lanes of a warp have moved: it may wait or end. `meets`: threads arrived at a barrier or ended,
 * as known in cycle `resolved`. */
void fermi_settle(struct fermi *fermi, struct fermi_warp *w, bool meets, cycle_t resolved,
                  cycle_t now);

/* memory.c: the access of an instruction whose row is taken; when it is complete. *busy: cycles
 * for which it takes the row. */
cycle_t fermi_memory(struct fermi *fermi, struct fermi_warp *w, const struct access *access,
                     uint64_t mask, cycle_t phase, cycle_t *busy);
/* The lanes of a warp that one pass of an access serves. */
uint64_t fermi_memory_served(const struct fermi *fermi, const struct access *access,
                             uint64_t mask);

/* oracle.c: an observed run begins; nothing is in flight. */
enum wc_status fermi_oracle_begin(struct fermi *fermi);
void fermi_oracle_end(struct fermi *fermi);
/* Its state is a part of a checkpoint. */
void fermi_oracle_parts(const struct fermi *fermi, struct machine_image *image);
/* A warp starts in that slot. */
void fermi_oracle_start(struct fermi *fermi, const struct fermi_warp *w);
/* An instruction issues in a phase, and its results are there in cycle `done`. Fails if a lane
 * would read or overwrite what is still in flight, or shares a lane of its row. */
enum wc_status fermi_oracle_issue(struct fermi *fermi, const struct fermi_pick *pick,
                                  cycle_t phase, cycle_t done);
/* Its effect says where its lanes go ... */
void fermi_oracle_follow(struct fermi *fermi, const struct fermi_pick *pick,
                         const struct effect *effect);
/* ... but these lanes repeat it. */
void fermi_oracle_stay(struct fermi *fermi, const struct fermi_pick *pick, uint64_t lanes);

/* stalls.c: gives every cycle of a warp before `now` its reason. */
void fermi_stalls_count(struct fermi *fermi, struct fermi_warp *w, const struct fermi_pick *pick,
                        cycle_t now);

/* watchdog.c: another order of splits, if it is time; true: it was. */
bool fermi_watchdog(struct fermi *fermi, cycle_t now);
/* When it acts next, or NEVER. */
cycle_t fermi_watchdog_due(const struct fermi *fermi);

/* state.c: everything at the end of a cycle, as JSON. */
struct json_t *fermi_state(const struct machine *machine, uint64_t cycle);

/* clock.c: hooks of struct core_ops. */
void fermi_clock_group(struct run_state *run, struct group *group, cycle_t at);
enum wc_status fermi_step(struct run_state *run, cycle_t now, bool *acted);
cycle_t fermi_due(const struct run_state *run, cycle_t now);
void fermi_describe_launch(const struct run_state *run, struct event *event);
void fermi_count(struct run_state *run, cycle_t now, cycle_t end);

#endif
