/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h - Sim-D's memory system as the machine uses it: one DRAM controller for both work-group
 * slots and one scratchpad per slot (SIMD-20 to SIMD-45).
 *
 * Time here is counted in DRAM cycles (DC) from the start of the simulation; controller and
 * scratchpads run at the DRAM clock (SIMD-17). sim_d_dram_cycle() and sim_d_compute_cycle() convert
 * from and to compute cycles (CC).
 *
 * The machine submits a request when its instruction executes, and blocks the work-group until the
 * request completes. A slot has at most one request under way. Requests of the two slots are served
 * first come, first served, one at a time per resource (SIMD-25). Nothing that the pipeline does
 * afterwards changes the timing of a submitted request, so the controller computes a request's
 * commands as soon as it can start, and the machine may skip to sim_d_memory_next().
 *
 *     sim_d_memory_submit(memory, &request, sim_d_dram_cycle(memory, write_back - 3));
 *     ...
 *     while (sim_d_memory_take(memory, blocked, sim_d_dram_cycle(memory, cc), &done))
 *         move the data of done.request, and release slot done.request.slot;
 *     next = earlier(next, sim_d_compute_cycle(memory, sim_d_memory_next(memory, blocked)));
 *
 * Data: this model moves no data. The machine's functional code moves all words of a request when
 * it takes the completion, in the order of completions. This is the result of the hardware, because
 * requests do not interleave, each slot has its own register file and scratchpad, and the
 * work-group is blocked. A load uses the lane masks at that time, not those at issue: the original
 * reads lane enables when data arrives, and under compat=original an injected cpop that was already
 * in the pipeline changes masks meanwhile (program cf_all_off_mem). The completion event comes
 * after the last word was written to a register file or scratchpad. The index stream of an
 * iterative request is read while sim_d_memory_submit() runs. */
#ifndef WARPCLOCK_MACHINE_SIM_D_MEMORY_H
#define WARPCLOCK_MACHINE_SIM_D_MEMORY_H

#include <stdbool.h>

#include "hw/cycle.h"

struct arena;
struct ddr4_numbers;
struct sim_d_memory;

enum { SIM_D_SLOTS = 2, SIM_D_ALL_SLOTS = (1 << SIM_D_SLOTS) - 1 };
enum { SIM_D_LANES = 1024, SIM_D_LANE_WORDS = SIM_D_LANES / 64 };

/* What serves the request. */
enum sim_d_server {
    SIM_D_DRAM_TILE,  /* stride sequencer: ldglin, stglin, sldg, ldgbidx, ldgcidx, ldg2sptile ... */
    SIM_D_DRAM_INDEX, /* index iterator: ldgidxit, stgidxit */
    SIM_D_SCRATCHPAD, /* the slot's scratchpad: ldsplin, stsplin, ldspbidx, stspbidx, sldsp */
};

/* The other side of the transfer. It does not change the time of a request (SIMD-35), only its
 * place in timelines and the legality of its descriptor (SIMD-29). */
enum sim_d_side { SIM_D_VECTOR, SIM_D_SCALAR, SIM_D_CAM, SIM_D_PAD };

/* A 1D or 2D tile (SIMD-28), after clipping. `period` is in words and > 0 also for one line. */
struct sim_d_tile {
    uint32_t address; /* of the first word, in bytes: in DRAM, or in the scratchpad */
    uint32_t words;   /* per period */
    uint32_t period;
    uint32_t count; /* of periods */
};

struct sim_d_request {
    enum sim_d_server server;
    enum sim_d_side side;
    bool write; /* to DRAM; with SIM_D_SCRATCHPAD: to the scratchpad */
    bool last;  /* "post exit": the work-group ends when the request completes (SIMD-6) */
    uint8_t slot;
    uint8_t ticket; /* filled in by sim_d_memory_submit(); 4 bits (SIMD-51) */
    uint8_t vector; /* words per lane: 1, 2 (.vec2) or 4 (.vec4); 0 unless side is SIM_D_VECTOR */
    struct sim_d_tile tile; /* SIM_D_DRAM_INDEX uses only tile.address, the buffer */
    /* The other side: lane or scratchpad word of the tile's first word, and its pitch. */
    uint32_t to, to_period;
    /* SIM_D_DRAM_INDEX: word index of each lane and the enabled lanes (bit i of word i / 64). */
    const uint32_t *index;
    const uint64_t *enabled;
    uint32_t tag; /* free for the machine, e.g. the instruction */
};

struct sim_d_done {
    struct sim_d_request request;
    cycle_t submitted, started, done; /* DC; `started`: the front end took it */
};

/* Events for timelines, statistics and checkers. Commands come in the order of their cycles, up to
 * a whole request ahead of the machine's time. */
struct ddr4_command;
struct sim_d_memory_watcher {
    void *context;
    /* A DRAM command, REF included. `request`: NULL with REF. */
    void (*command)(void *context, const struct ddr4_command *command,
                    const struct sim_d_request *request);
    /* A reservation of the data bus: [from, until), `words` of the burst are wanted (SIMD-34). */
    void (*data)(void *context, const struct sim_d_request *request, uint32_t address,
                 uint16_t words, cycle_t from, cycle_t until);
    /* A line access of the scratchpad of request->slot. */
    void (*line)(void *context, const struct sim_d_request *request, uint32_t address,
                 cycle_t cycle);
};

/* Numbers of the machine file. */
struct sim_d_memory_numbers {
    const struct ddr4_numbers *dram; /* organisation and speed */
    uint32_t compute_mhz;
    uint32_t scratchpad_words; /* per line: 4, 8, 16 or 32 (SIMD-21) */
    uint64_t refresh_phase;    /* initial value of the refresh counter, DC */
    bool one_access;           /* policy "scratchpad as access": one request at a time (SIMD-51) */
};

struct sim_d_memory_counts {
    uint64_t activates, reads, writes, precharges, refreshes;
    uint64_t words;     /* wanted, of all bursts */
    uint64_t busy;      /* DC in which a DRAM request is under way */
    uint64_t data_busy; /* DC in which the data bus is reserved */
    uint64_t lines[SIM_D_SLOTS];
    uint64_t line_busy[SIM_D_SLOTS]; /* DC in which a scratchpad request is under way */
};

struct sim_d_memory *sim_d_memory_create(struct arena *arena,
                                         const struct sim_d_memory_numbers *numbers);
/* Its pointers that change while a launch runs (common/machine_image.h). */
struct pointer_walk;
void sim_d_memory_pointers(struct sim_d_memory *memory, struct pointer_walk *walk);
/* Before a launch: everything idle at DC 0, refresh counter at its phase. */
void sim_d_memory_reset(struct sim_d_memory *memory);
/* For tests: steps through every DC of a request. Results must not change. */
void sim_d_memory_skip_nothing(struct sim_d_memory *memory);
/* At most one watcher; NULL: none. */
void sim_d_memory_watch(struct sim_d_memory *memory, const struct sim_d_memory_watcher *watcher);

/* Why the descriptor is not legal (SIMD-29), NULL if it is. */
const char *sim_d_request_problem(const struct sim_d_request *request);

/* `cycle`: sim_d_dram_cycle() of the compute cycle three before the instruction's write-back, the
 * stage of the execute pipeline that sends requests (measured: with this, first activates, and
 * completions at sim_d_compute_cycle(), are those of the original in all depths of the pipeline).
 * Calls come in the order of cycles. The slot has no request under way. */
void sim_d_memory_submit(struct sim_d_memory *memory, const struct sim_d_request *request,
                         cycle_t cycle);
/* The DC of the next completion of `slots` (bit i: slot i), NEVER if they have no request. */
cycle_t sim_d_memory_next(const struct sim_d_memory *memory, uint32_t slots);
/* Takes that completion if its cycle is <= `now`. Ties: DRAM, scratchpad 0, scratchpad 1. */
bool sim_d_memory_take(struct sim_d_memory *memory, uint32_t slots, cycle_t now,
                       struct sim_d_done *done);
/* Completes everything that is due before `now`, refreshes included: before counts are read. */
void sim_d_memory_advance(struct sim_d_memory *memory, cycle_t now);
struct sim_d_memory_counts sim_d_memory_counts(const struct sim_d_memory *memory);

/* The first DC at or after the start of compute cycle `cc`. */
cycle_t sim_d_dram_cycle(const struct sim_d_memory *memory, cycle_t cc);
/* The first compute cycle at or after the start of DC `dc`; NEVER: NEVER. */
cycle_t sim_d_compute_cycle(const struct sim_d_memory *memory, cycle_t dc);
/* Compute cycles that loading a program of so many instructions takes (SIMD-18). */
cycle_t sim_d_load_cycles(const struct sim_d_memory *memory, uint32_t instructions);

#endif
