/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clocked half of the Sim-D machine.
 *
 * Unlike the machines that know all times of an instruction when it issues, the pipeline is stepped
 * stage by stage: a part of an instruction that waits for an operand in a decode stage holds those
 * behind it, of either work-group, so no time is known before.
 *
 * timing.c numbers, building, resetting; dispatch.c work-groups into slots; front.c which slot is
 * fetched, and its next part; issue.c decoding and executing; pipeline.c hazards and the movement
 * of parts; retire.c write-back; request.c requests to memory and their completion; events.c what
 * observers see; state.c the whole state; clock.c one cycle. */
#ifndef WARPCLOCK_MACHINE_SIM_D_CLOCK_H
#define WARPCLOCK_MACHINE_SIM_D_CLOCK_H

#include "machine/sim_d/model.h"

enum { SIM_D_DECODE_MAX = 3, SIM_D_EXECUTE_MAX = 24,
       SIM_D_STAGES_MAX = SIM_D_DECODE_MAX + SIM_D_EXECUTE_MAX + 1 };

/* What the safe analysis uses of the launch and the machine (docs/sim-d-tight.md). */
struct sim_d_tight {
    bool alignment; /* where tiles start */
    bool groups;    /* which requests each work-group makes */
    bool paths;     /* which ways each work-group can take */
    bool pairs;     /* when an early end can break pairs */
    bool refresh;   /* where the refresh counter starts */
};

struct sim_d_clock_numbers {
    enum sim_d_policy policy;
    bool original_analysis; /* of the worst-case analysis */
    struct sim_d_tight tight;
    uint32_t decode, execute; /* stages */
    uint32_t divider;         /* cycles of a division */
    struct sim_d_memory_numbers memory;
};

/* A part of an instruction in a stage: a column of a vector instruction, or all of a scalar one. */
struct sim_d_part {
    const struct insn *insn; /* NULL: the stage is empty */
    uint8_t slot;
    uint8_t column;
    bool fresh;    /* the first part of its instruction, in the first decode stage ... */
    bool seen;     /* ... for more than one cycle */
    bool last;     /* the last part of its instruction */
    bool writes;   /* its result is written: of an RCP unit's four parts the last one's */
    bool enabled;  /* of a mask write: lanes are enabled after it */
    bool finishes; /* of a mask write: the work-group has ended */
    bool redirects; /* fetch continues at `target` after it */
    bool requests; /* it sends a request to memory */
    bool wrong;    /* fetched behind a jump, a request or an end: it has no effect ... */
    bool waited;   /* it has been in its stage for more than one cycle */
    bool dead;     /* ... and has been flushed, too late (flush.c) */
    uint32_t target;
    cycle_t held; /* stays in its stage up to this cycle: a division */
};

/* SIMD-6. */
enum sim_d_slot_state {
    SIM_D_SLOT_NONE, SIM_D_SLOT_RUN, SIM_D_SLOT_DRAM, SIM_D_SLOT_DRAM_LAST, SIM_D_SLOT_PAD,
};

struct sim_d_slot_clock {
    enum sim_d_slot_state state;
    cycle_t visible;   /* the state is this one for fetch from this cycle on */
    enum sim_d_slot_state before; /* and this one until then */
    uint32_t pc;       /* of the next instruction to fetch */
    bool fetches;      /* what is fetched counts; not behind a jump, a request or an end */
    bool enabled;      /* a lane is enabled, as far as masks are written back */
    bool shadow;       /* an instruction has disabled all lanes; no pop is on its way yet */
    bool injecting;    /* an injected pop has not been followed by a flush yet */
    bool accepts;      /* pairwise: it may take a new work-group */
    cycle_t free_at;   /* its work-group has left; NEVER: it has not */
    const struct insn *request; /* under way */
    cycle_t issued; /* of its instruction */
    struct sim_d_descriptor access;
    uint64_t waits[STALL_COUNT]; /* cycles since its last issue, for the next instruction ... */
    uint64_t *last; /* ... and those of the one that issued last, which waits for memory itself */
};

/* The wait of a slot that observers have not seen yet. */
struct sim_d_told {
    enum stall_reason reason;
    cycle_t from, until;
};

struct sim_d_clock {
    struct sim_d_clock_numbers numbers;
    struct sim_d_memory *memory;
    struct sim_d_memory_watcher watcher; /* reports commands of DRAM as events */
    uint32_t stages; /* without fetch: decode, execute and write-back */
    struct sim_d_part stage[SIM_D_STAGES_MAX]; /* 0: the first decode stage */
    struct sim_d_slot_clock slot[SIM_D_SLOTS];
    struct sim_d_part expanding; /* the part that entered last */
    uint32_t parts_left; /* of its instruction */
    uint32_t part;      /* number of the part that entered last */
    uint32_t current;   /* the slot that owns the compute unit */
    cycle_t divider_free, execute_free; /* the next division, the next part may start then */
    struct sim_d_part left; /* written back in this cycle, if the scoreboard has it still */
    const struct insn *issued; /* left the first decode stage in this cycle, and counts */
    uint8_t issued_slot, issued_column;
    uint64_t stalls[STALL_COUNT]; /* cycles of slots without an issue */
    struct sim_d_told told[SIM_D_SLOTS];
    uint16_t lanes[SIM_D_COLUMNS]; /* enabled when the instruction issued; if observed */
    cycle_t load_done;  /* the program is in the instruction memory */
    struct insn pop;    /* what the decoder injects */
    struct sim_d_insn pop_own;
};

static inline struct sim_d_clock *sim_d_clock_of(struct run_state *run)
{
    return ((struct sim_d_machine *)run)->clock;
}

/* timing.c */
enum wc_status sim_d_clock_read(struct error *err, struct parameters *parameters,
                                struct sim_d_machine *m);
void sim_d_clock_build(struct sim_d_machine *m);
void sim_d_clock_reset(struct run_state *run);

/* dispatch.c */
void sim_d_dispatch(struct sim_d_machine *m, cycle_t now);

/* front.c: the part that enters the first decode stage in the next cycle. */
struct sim_d_part sim_d_next_part(struct sim_d_machine *m, cycle_t now);
/* The part `first` of an instruction is in the first decode stage; the others follow. */
void sim_d_begin_parts(struct sim_d_clock *c, const struct sim_d_part *first);
enum sim_d_slot_state sim_d_visible_state(const struct sim_d_slot_clock *slot, cycle_t now);
/* The phase that the slot has been in ends (SIMD-4): counted, and reported to observers. */
void sim_d_end_phase(struct sim_d_machine *m, uint32_t slot, cycle_t now);
void sim_d_set_state(struct sim_d_machine *m, uint32_t slot, enum sim_d_slot_state state,
                     cycle_t from);

/* issue.c: the first part of an instruction leaves the first decode stage. */
enum wc_status sim_d_issue(struct sim_d_machine *m);
/* The decoder drops the instruction in that stage and pops, if no lane is enabled. */
enum wc_status sim_d_check_pop(struct sim_d_machine *m);

/* flush.c: what was fetched behind a jump, a request or an end is dropped. */
void sim_d_flush(struct sim_d_machine *m, uint32_t slot);

/* pipeline.c: parts move to their next stage where nothing holds them. */
enum wc_status sim_d_advance(struct sim_d_machine *m, cycle_t now);

/* retire.c */
void sim_d_retire(struct sim_d_machine *m, cycle_t now);

/* request.c */
void sim_d_send(struct sim_d_machine *m, uint32_t slot, cycle_t now);
enum wc_status sim_d_complete(struct sim_d_machine *m, cycle_t now);

/* events.c: only of observed runs */
void sim_d_tell_start(struct sim_d_machine *m, uint32_t slot, cycle_t start);
void sim_d_tell_end(struct sim_d_machine *m, uint32_t slot, cycle_t now);
void sim_d_tell_phase(struct sim_d_machine *m, uint32_t slot, enum event_phase phase, cycle_t now);
/* Lanes for which an instruction counts: none in a shadow. */
void sim_d_note_lanes(struct sim_d_machine *m, const struct sim_d_part *part, bool counts);
void sim_d_tell_issue(struct sim_d_machine *m, cycle_t now);
/* The slot waits from the end of its last wait or issue on. */
void sim_d_tell_wait(struct sim_d_machine *m, uint32_t slot, enum stall_reason reason,
                     cycle_t until);
void sim_d_tell_rest(struct sim_d_machine *m, cycle_t end);

/* state.c */
struct json_t *sim_d_machine_state(const struct machine *machine, uint64_t cycle);

/* clock.c */
enum wc_status sim_d_step(struct run_state *run, cycle_t now, bool *acted);
cycle_t sim_d_due(const struct run_state *run, cycle_t now);
void sim_d_skip(struct run_state *run, cycle_t from, cycle_t to);
void sim_d_count(struct run_state *run, cycle_t now, cycle_t end);
void sim_d_describe_launch(const struct run_state *run, struct event *event);

#endif
