/* SPDX-License-Identifier: Apache-2.0 */
/* tell.c - filling in events. */
#include "machine/common/tell.h"

static void tell(const struct run_state *run, const struct event *event)
{
    observers_tell(run->control->observers, event);
}

void tell_issue(const struct run_state *run, uint32_t core, uint32_t slot,
                const struct issued *issued)
{
    struct event event = {.kind = EVENT_ISSUE, .cycle = issued->now, .until = issued->done,
                          .core = core, .warp = slot, .insn = issued->insn,
                          .mask = issued->before, .parameter = issued->parameter,
                          .paired = issued->paired, .repeats = issued->repeats};
    if (run->effect.kind == EFFECT_MEMORY)
        event.access = &run->effect.access;
    tell(run, &event);
    event.mask = issued->after;
    event.kind = EVENT_MASK;
    if (issued->after != issued->before && run_tells(run, EVENT_MASK))
        tell(run, &event);
    event.kind = EVENT_BARRIER;
    if (issued->waits && run_tells(run, EVENT_BARRIER))
        tell(run, &event);
    event.kind = EVENT_END;
    if (issued->ended)
        tell(run, &event);
}

void tell_start(const struct run_state *run, const struct warp *warp, cycle_t start)
{
    tell(run, &(struct event){.kind = EVENT_START, .cycle = start, .core = warp->core,
                              .warp = warp->slot, .mask = warp->mask,
                              .insn = &run->launch->program->insns[warp->pc]});
}

void tell_release(const struct run_state *run, uint32_t core, uint32_t slot,
                  const struct warp *by, cycle_t now, cycle_t resume)
{
    tell(run, &(struct event){.kind = EVENT_RELEASE, .cycle = now, .until = resume, .core = core,
                              .warp = slot, .other = by ? by->slot : NO_WARP,
                              .other_core = by ? by->core : 0});
}

void tell_wait(const struct run_state *run, const struct warp *warp, cycle_t now)
{
    tell(run, &(struct event){.kind = EVENT_BARRIER, .cycle = now, .core = warp->core,
                              .warp = warp->slot, .mask = warp->mask});
}

void tell_end(const struct run_state *run, uint32_t core, uint32_t slot, cycle_t now)
{
    tell(run, &(struct event){.kind = EVENT_END, .cycle = now, .core = core, .warp = slot});
}

void tell_lanes(const struct run_state *run, enum event_kind kind, const struct warp *from,
                const struct warp *to, uint64_t lanes, cycle_t now, cycle_t until)
{
    tell(run, &(struct event){.kind = kind, .cycle = now, .until = until, .core = from->core,
                              .warp = from->slot, .other = to->slot, .other_core = to->core,
                              .mask = lanes});
}

void tell_mask(const struct run_state *run, const struct warp *warp, cycle_t now)
{
    tell(run, &(struct event){.kind = EVENT_MASK, .cycle = now, .core = warp->core,
                              .warp = warp->slot, .mask = warp->mask});
}

void tell_fetch(const struct run_state *run, uint32_t core, uint32_t slot, uint64_t address,
                cycle_t at, struct memory_answer answer, cycle_t decoded)
{
    tell(run, &(struct event){.kind = EVENT_FETCH, .cycle = at, .until = decoded,
                              .arrival = answer.done, .core = core, .warp = slot,
                              .address = address, .space = SPACE_CODE, .hit = answer.hit,
                              .alone = answer.alone, .fetched = answer.fetched});
}

void tell_memory(const struct run_state *run, uint32_t core, uint32_t slot,
                 const struct access *access, enum event_space space, uint64_t address,
                 uint32_t transactions, struct memory_answer answer)
{
    tell(run, &(struct event){.kind = EVENT_MEMORY, .cycle = answer.taken, .until = answer.done,
                              .core = core, .warp = slot, .address = address, .space = space,
                              .count = transactions, .hit = answer.hit,
                              .alone = answer.alone, .fetched = answer.fetched,
                              .store = access->kind != ACCESS_LOAD});
}

void tell_dram(const struct run_state *run, const struct event_dram *dram)
{
    tell(run, &(struct event){.kind = EVENT_DRAM, .dram = dram});
}

static void tell_command(void *context, const struct ddr4_numbers *numbers,
                         const struct ddr4_command *command)
{
    const struct run_state *run = context;
    tell_dram(run, &(struct event_dram){numbers, command, numbers->refi, run->core_mhz});
}

static void tell_access(void *context, const struct dram_access *access)
{
    tell(context, &(struct event){.kind = EVENT_BANK, .cycle = access->start,
                                  .until = access->free, .arrival = access->done,
                                  .bank = access});
}

void tell_banks(struct run_state *run, struct dram *dram)
{
    run->command_watcher = (struct ddr4_watcher){run, tell_command};
    run->bank_watcher = (struct dram_watcher){run, tell_access};
    run->core_mhz = dram->numbers->core_mhz;
    dram_reset(dram);
    ddr4_channel_watch(&dram->channel, run_tells(run, EVENT_DRAM) ? &run->command_watcher : NULL);
    dram->watcher = run_tells(run, EVENT_BANK) ? &run->bank_watcher : NULL;
}
