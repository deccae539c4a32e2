/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - queues of requests, the controller, the scratchpads, and two clocks. */
#include "machine/common/machine_image.h"
#include "machine/sim_d/memory.h"

#include "base/arena.h"
#include "machine/sim_d/closed_form.h"
#include "machine/sim_d/controller.h"

/* Cycles between the submission of a request and the fetch of its descriptor by an idle front end:
 * the FIFOs between the clocks. Measured with the original. */
enum { CROSSING = 3 };
/* A scratchpad's front end starts in one cycle; the SRAM answers after two (SIMD-22). */
enum { LINE_INIT = 1, LINE_LATENCY = 2 };
enum { INSTRUCTION_BYTES = 8, TICKETS = 16 };

struct scratchpad {
    cycle_t free; /* its front end is idle */
    uint64_t lines, busy;
};

struct sim_d_memory {
    const struct sim_d_memory_numbers *numbers;
    const struct sim_d_memory_watcher *watcher;
    struct controller controller;
    struct scratchpad pad[SIM_D_SLOTS];
    cycle_t dram_free;
    cycle_t last_done; /* of all requests so far: the lock of the policy "as access" */
    uint32_t tickets;
    struct sim_d_done done[SIM_D_SLOTS]; /* of the request under way */
    bool pending[SIM_D_SLOTS];
    uint64_t busy;
};

void sim_d_memory_reset(struct sim_d_memory *memory)
{
    const struct sim_d_memory_numbers *numbers = memory->numbers;
    const struct sim_d_memory_watcher *watcher = memory->watcher;
    *memory = (struct sim_d_memory){.numbers = numbers};
    controller_build(&memory->controller, numbers->dram, numbers->refresh_phase);
    sim_d_memory_watch(memory, watcher);
}

struct sim_d_memory *sim_d_memory_create(struct arena *arena,
                                         const struct sim_d_memory_numbers *numbers)
{
    struct sim_d_memory *memory = arena_alloc(arena, sizeof *memory);
    memory->numbers = numbers;
    sim_d_memory_reset(memory);
    return memory;
}

void sim_d_memory_watch(struct sim_d_memory *memory, const struct sim_d_memory_watcher *watcher)
{
    memory->watcher = memory->controller.watcher = watcher;
}

void sim_d_memory_skip_nothing(struct sim_d_memory *memory)
{
    memory->controller.every_cycle = true;
}

static bool power_of_two(uint32_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

const char *sim_d_request_problem(const struct sim_d_request *request)
{
    const struct sim_d_tile *tile = &request->tile;
    bool indexed = request->server == SIM_D_DRAM_INDEX;
    bool fills_pad = request->server == SIM_D_DRAM_TILE && request->side == SIM_D_PAD &&
                     !request->write && tile->count > 1 && tile->period != tile->words;
    if (!indexed && tile->period == 0)
        return "its period is 0";
    if (request->side == SIM_D_VECTOR && !indexed && !power_of_two(request->to_period))
        return "its lines do not start at a power of two of lanes";
    if (indexed && request->side != SIM_D_VECTOR)
        return "an index stream moves only vector registers";
    if (request->server == SIM_D_SCRATCHPAD && request->side == SIM_D_PAD)
        return "scratchpads cannot be copied to scratchpads";
    if (fills_pad && tile->period < (uint64_t)tile->words + SIM_D_BURST_WORDS)
        return "a tile with gaps that fills a scratchpad needs a period of 16 words more than a "
               "line has";
    return NULL;
}

static cycle_t serve_lines(struct sim_d_memory *memory, const struct sim_d_request *request,
                           cycle_t started)
{
    const struct sim_d_memory_watcher *watcher = memory->watcher;
    struct scratchpad *pad = &memory->pad[request->slot];
    struct stride_sequencer sequencer;
    struct sim_d_access access;
    cycle_t cycle = started + LINE_INIT;
    stride_lines(&sequencer, &request->tile, memory->numbers->scratchpad_words);
    for (; stride_next(&sequencer, &access); cycle++, pad->lines++) {
        if (watcher != NULL && watcher->line != NULL)
            watcher->line(watcher->context, request, access.address, cycle);
    }
    return cycle + LINE_LATENCY;
}

/* SIMD-51: the counter of tickets advances in the compute clock, in the cycle that sees the last
 * completion. Front ends that wait for it start this many DC before the first one of that cycle, in
 * terms of CROSSING (measured). */
static cycle_t lock_is_free(const struct sim_d_memory *memory, bool pad)
{
    enum { PAD_EARLY = 1, DRAM_EARLY = 2 };
    cycle_t seen =
        sim_d_dram_cycle(memory, sim_d_compute_cycle(memory, memory->last_done));
    return memory->last_done == 0 ? 0 : seen - (pad ? PAD_EARLY : DRAM_EARLY);
}

static void serve(struct sim_d_memory *memory, struct sim_d_done *work, cycle_t now)
{
    const struct sim_d_request *request = &work->request;
    bool pad = request->server == SIM_D_SCRATCHPAD;
    cycle_t *idle = pad ? &memory->pad[request->slot].free : &memory->dram_free;
    now = later(now, *idle);
    if (memory->numbers->one_access)
        now = later(now, lock_is_free(memory, pad));
    if (pad) {
        work->started = now;
        work->done = serve_lines(memory, request, now);
    } else {
        work->done = controller_serve(&memory->controller, request, now, &work->started);
        controller_forget(&memory->controller);
    }
    *idle = work->done;
    memory->last_done = later(memory->last_done, work->done);
    *(pad ? &memory->pad[request->slot].busy : &memory->busy) += work->done - work->started;
}

void sim_d_memory_submit(struct sim_d_memory *memory, const struct sim_d_request *request,
                         cycle_t cycle)
{
    struct sim_d_done *work = &memory->done[request->slot];
    *work = (struct sim_d_done){.request = *request, .submitted = cycle};
    work->request.ticket = (uint8_t)(memory->tickets++ % TICKETS);
    serve(memory, work, cycle + CROSSING);
    work->request.index = NULL; /* its stream was read; it is the caller's */
    work->request.enabled = NULL;
    memory->pending[request->slot] = true;
}

/* Of `slots` the one whose request completes first, -1: none is under way. */
static int first_done(const struct sim_d_memory *memory, uint32_t slots)
{
    int first = -1;
    for (int slot = 0; slot < SIM_D_SLOTS; slot++) {
        if (!memory->pending[slot] || !(slots >> slot & 1))
            continue;
        const struct sim_d_done *work = &memory->done[slot];
        if (first < 0 || work->done < memory->done[first].done ||
            (work->done == memory->done[first].done && work->request.server != SIM_D_SCRATCHPAD))
            first = slot;
    }
    return first;
}

cycle_t sim_d_memory_next(const struct sim_d_memory *memory, uint32_t slots)
{
    int slot = first_done(memory, slots);
    return slot < 0 ? NEVER : memory->done[slot].done;
}

bool sim_d_memory_take(struct sim_d_memory *memory, uint32_t slots, cycle_t now,
                       struct sim_d_done *done)
{
    int slot = first_done(memory, slots);
    if (slot < 0 || memory->done[slot].done > now)
        return false;
    *done = memory->done[slot];
    memory->pending[slot] = false;
    return true;
}

void sim_d_memory_advance(struct sim_d_memory *memory, cycle_t now)
{
    if (memory->dram_free <= now)
        controller_refresh(&memory->controller, now);
}

struct sim_d_memory_counts sim_d_memory_counts(const struct sim_d_memory *memory)
{
    const struct ddr4 *ddr4 = &memory->controller.ddr4;
    uint64_t reads = ddr4->issued[DDR4_RD] + ddr4->issued[DDR4_RDA];
    uint64_t writes = ddr4->issued[DDR4_WR] + ddr4->issued[DDR4_WRA];
    struct sim_d_memory_counts counts = {
        .activates = ddr4->issued[DDR4_ACT], .reads = reads, .writes = writes,
        .precharges = ddr4->issued[DDR4_PRE], .refreshes = ddr4->issued[DDR4_REF],
        .words = memory->controller.words, .busy = memory->busy,
        .data_busy = (reads + writes) * ddr4->numbers->burst,
    };
    for (unsigned slot = 0; slot < SIM_D_SLOTS; slot++) {
        counts.lines[slot] = memory->pad[slot].lines;
        counts.line_busy[slot] = memory->pad[slot].busy;
    }
    return counts;
}

static cycle_t convert(cycle_t cycle, uint32_t from, uint32_t to)
{
    return cycle == NEVER ? NEVER : (cycle * to + from - 1) / from;
}

cycle_t sim_d_dram_cycle(const struct sim_d_memory *memory, cycle_t cc)
{
    return convert(cc, memory->numbers->compute_mhz, memory->numbers->dram->mhz);
}

cycle_t sim_d_compute_cycle(const struct sim_d_memory *memory, cycle_t dc)
{
    return convert(dc, memory->numbers->dram->mhz, memory->numbers->compute_mhz);
}

cycle_t sim_d_load_cycles(const struct sim_d_memory *memory, uint32_t instructions)
{
    const struct ddr4_numbers *dram = memory->numbers->dram;
    uint64_t bytes = (uint64_t)instructions * INSTRUCTION_BYTES;
    uint64_t bursts = (bytes + dram->burst_bytes - 1) / dram->burst_bytes;
    cycle_t delay = bursts == 0 ? 0 : sim_d_upload_delay(dram, bursts) + SIM_D_PIPELINE_FILL;
    return sim_d_in_compute_cycles(delay, dram->mhz, memory->numbers->compute_mhz);
}

void sim_d_memory_pointers(struct sim_d_memory *memory, struct pointer_walk *walk)
{
    walk_pointer(walk, &memory->controller.generator.numbers);
}
