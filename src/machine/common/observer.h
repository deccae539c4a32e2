/* SPDX-License-Identifier: Apache-2.0 */
/* observer.h - the events of a clocked run, and their receivers.
 *
 * Without an observer an event costs the test of a flag (docs/timeline.md has the measured
 * share). */
#ifndef WARPCLOCK_MACHINE_COMMON_OBSERVER_H
#define WARPCLOCK_MACHINE_COMMON_OBSERVER_H

#include "hw/cycle.h"
#include "hw/ddr4.h"
#include "hw/dram.h"
#include "hw/ibuffer.h"
#include "isa/warp.h"
#include "machine/machine.h"

/* Why a warp did not issue in a cycle. Every cycle of every warp has exactly one, or an issue. */
enum stall_reason {
    STALL_DEPENDENCY,   /* an operand is being computed, or a branch is not decided yet */
    STALL_FETCH,        /* no decoded instruction is available */
    STALL_UNIT,         /* its functional unit is busy */
    STALL_MEMORY,       /* an operand is being loaded */
    STALL_BARRIER,      /* it waits for other warps */
    STALL_DIVERGENCE,   /* its mask is being changed */
    STALL_NOT_SELECTED, /* it could have issued, but another warp did */
    STALL_IDLE,         /* the slot has no warp */
    STALL_COUNT
};
const char *stall_name(enum stall_reason reason);

/* Why an oracle scheduler's choice differs from the real one's (SWAS-21 to SWAS-25). */
enum oracle_cause { CAUSE_MISS, CAUSE_BRANCH, CAUSE_SYNC, ORACLE_CAUSES };
const char *oracle_cause_name(enum oracle_cause cause);

enum event_kind {
    EVENT_LAUNCH,  /* a launch begins: `launch`, on `core` units of `warp` slots (topology.h);
                      `count`: slots of a queue that SWaS keeps full, 0 without SWaS */
    EVENT_START,   /* a warp starts at `insn` with `mask`, in a cycle that may be in the future */
    EVENT_FETCH,   /* a request for `address` is sent; `hit`, `fetched`: result; its line arrives in
                      cycle `arrival`, the instruction can issue in cycle `until` */
    EVENT_ISSUE,   /* `insn` issues with `mask`; its result is ready in cycle `until`, by the number
                      `parameter` of the machine file (NULL: unknown). In lockstep: column `other`
                      of `insn`, with `count` lanes; the result's cycle is not known yet;
                      `total`: the value, if it sets a stride register of Sim-D */
    EVENT_STALL,   /* no issue from `cycle` up to before `until`, because of `reason` */
    EVENT_MASK,    /* the active mask becomes `mask` */
    EVENT_MEMORY,  /* a request of `address`, `count` transactions, done in cycle `until`; `hit`,
                      `fetched`: result; reported before the EVENT_ISSUE of its instruction */
    EVENT_BARRIER, /* the warp arrived and waits */
    EVENT_RELEASE, /* ... and may continue in cycle `until`, because of what slot `other` of core
                      `other_core` issued last, at a barrier its arrival (NO_WARP: parts of a warp
                      meet) */
    EVENT_FLUSH,   /* `count` fetched instructions of a wrong path are dropped, or become NOPs */
    EVENT_NOP,     /* a NOP issues, inserted for reason `nop` */
    EVENT_ORACLE,  /* `warp` issued where an oracle chose `other` (NO_WARP: none) from `cycle` up to
                      before `until`, because of `cause`; `count`: slots in its queue */
    EVENT_SPLIT,   /* lanes `mask` leave the warp for slot `other` of core `other_core`, where they
                      start in cycle `until`; reported before the EVENT_ISSUE of the split and
                      the EVENT_START there */
    EVENT_MERGE,   /* the warp's lanes `mask` join those of slot `other` of core `other_core`, which
                      continues in cycle `until`; reported before the EVENT_ISSUE of the merge
                      that came last and the EVENT_END of the warp */
    EVENT_END,     /* the warp ends */
    EVENT_PHASE,   /* the work-group with number `total` was in `phase` from `cycle` up to before
                      `until` */
    EVENT_DRAM,    /* a command of DDR4: `dram`; in the order of their cycles */
    EVENT_BANK,    /* an access of the simple DRAM keeps its bank busy from `cycle` up to before
                      `until`; `arrival`: its last data has left the bus */
    EVENT_TOTAL,   /* before EVENT_FINISH: part `other` of kind `part` in `core` counted `total` */
    EVENT_FINISH,  /* the launch ends; every cycle before `cycle` is accounted for; `cut`: by a
                      fault, a limit or the program, with warps that had not ended */
};

#define NO_WARP UINT32_MAX

/* What a work-group of Sim-D uses (SIMD-4). */
enum event_phase { PHASE_COMPUTE, PHASE_DRAM, PHASE_SCRATCHPAD, PHASE_COUNT };

enum event_space { SPACE_GLOBAL, SPACE_LOCAL, SPACE_CODE, SPACE_CONSTANT, SPACE_COUNT };

/* Parts whose totals a model may report. */
enum event_part {
    PART_UNIT,      /* cycles in which the unit accepted nothing because it was busy */
    PART_BANK,      /* requests that a bank of DRAM has served */
    PART_REGISTERS, /* cycles that the miss registers of a cache were held, waiting aside */
};
enum event_cache { CACHE_CODE, CACHE_DATA, CACHE_SHARED }; /* of PART_REGISTERS */

struct event_dram {
    const struct ddr4_numbers *numbers;
    const struct ddr4_command *command; /* in DRAM cycles */
    cycle_t first_due;                  /* DRAM cycle at which the first refresh falls due */
    uint32_t core_mhz;                  /* clock of the machine's cycles */
};

struct event {
    enum event_kind kind;
    cycle_t cycle, until, arrival;
    cycle_t alone; /* of a request: its cycles if nothing else kept anything busy */
    uint32_t core, warp;
    const struct launch *launch;
    const struct insn *insn;
    const char *parameter;
    const struct event_dram *dram;
    const struct dram_access *bank;
    const struct access *access; /* EVENT_ISSUE: the memory that it accessed, or NULL */
    uint64_t mask, address;
    uint32_t count, other, other_core;
    enum nop_kind nop;
    enum oracle_cause cause;
    enum stall_reason reason;
    enum event_space space;
    enum event_part part;
    enum event_phase phase;
    uint64_t total;
    bool store, hit, fetched, cut;
    bool paired; /* EVENT_ISSUE: in the same cycle as the warp's previous instruction */
    uint64_t repeats; /* EVENT_ISSUE: lanes that have executed it before, and repeat it */
    bool side_by_side; /* EVENT_LAUNCH: several warps of a core may issue in one cycle, and
                        * scalar code issues without lanes */
    bool blocks; /* EVENT_LAUNCH: a request stops its warp: it waits after the instruction */
    bool groups; /* EVENT_LAUNCH: a fetch brings several instructions, and may be booked ahead */
};

struct observer {
    void (*event)(struct observer *observer, const struct event *event);
    uint32_t ignores; /* bits of kinds that it need not get: frequent events cost less without */
    /* By instruction; optional, set when a launch begins. A warp that comes to an instruction from
     * the one before, with the lanes that it had there, need not tell EVENT_ISSUE where this is
     * false. */
    const bool *begins;
};
_Static_assert(EVENT_FINISH < 32, "a bit for every kind of event");

/* The observer of a run. */
struct observers {
    struct observer *list[8];
    size_t count;
};

void observers_tell(const struct observers *observers, const struct event *event);
/* Bits of the kinds of event that any of them wants. NULL: there are none. */
uint32_t observers_kinds(const struct observers *observers);
/* `begins` of the only one that wants EVENT_ISSUE; NULL: it has none, or there are several. */
const bool *observers_begins(const struct observers *observers);

#endif
