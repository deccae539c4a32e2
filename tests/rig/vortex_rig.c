/* SPDX-License-Identifier: Apache-2.0 */
/* rig.c - building a machine around a small program, running it, and looking through its events. */
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void record(struct observer *observer, const struct event *event)
{
    struct recorder *recorder = (struct recorder *)observer;
    if (recorder->count == recorder->room) {
        recorder->room = recorder->room ? 2 * recorder->room : 1024;
        recorder->events =
            realloc(recorder->events, recorder->room * sizeof *recorder->events);
        assert_non_null(recorder->events);
    }
    recorder->events[recorder->count++] = *event;
}

static void expect_ok(const struct rig *rig, enum wc_status status)
{
    if (status != WC_OK)
        fail_msg("status %d: %s", status, rig->err.message ? rig->err.message : "(no message)");
}

static void apply_settings(struct rig *rig, const char *settings)
{
    char *copy = strdup(settings), *rest = NULL;
    assert_non_null(copy);
    for (char *pair = strtok_r(copy, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest))
        expect_ok(rig, parameters_set_pair(&rig->err, &rig->parameters, pair, "test"));
    free(copy);
}

static void place_segments(struct rig *rig)
{
    for (uint32_t i = 0; i < rig->image->segment_count; i++) {
        const struct segment *segment = &rig->image->segments[i];
        struct allocation *placed;
        expect_ok(rig, memory_place(&rig->err, &rig->memory,
                                    segment->executable ? ALLOCATION_CODE : ALLOCATION_DATA,
                                    "segment", segment->address, segment->size,
                                    segment->writable, &placed));
        if (segment->file_bytes)
            memcpy(placed->bytes, segment->bytes, segment->file_bytes);
    }
}

/* By habit of the programs: the buffer `out`, and what to do. */
static void make_arguments(struct rig *rig)
{
    uint64_t low, high, align;
    rig->ops->heap(rig->machine, &low, &high, &align);
    expect_ok(rig, memory_allocate(&rig->err, &rig->memory, ALLOCATION_BUFFER, "buffer out",
                                   OUT_BYTES, align, low, high, &rig->out));
    rig->arguments[0] = (struct argument){.kind = ARGUMENT_BUFFER, .bits = rig->out};
    rig->arguments[1] = (struct argument){.kind = ARGUMENT_VALUE, .type = WC_U32};
}

struct rig *rig_open(const char *elf, const char *settings)
{
    struct rig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    expect_ok(rig, parameters_load(&rig->err, "machines/vortex.yaml", NULL, &rig->parameters));
    apply_settings(rig, settings);
    expect_ok(rig, machine_find(&rig->err, &rig->parameters, &rig->ops));
    expect_ok(rig, rig->ops->create(&rig->err, &rig->parameters, &rig->machine));
    expect_ok(rig, rig->ops->map(&rig->err, rig->machine, &rig->memory));
    expect_ok(rig, image_open(&rig->err, elf, &rig->image));
    place_segments(rig);
    const struct isa *isa = isa_find(rig->image->isa);
    expect_ok(rig, isa->decode(&rig->err, rig->image, rig->ops->features(rig->machine, isa),
                               &rig->program));
    make_arguments(rig);
    rig->launch = (struct launch){.name = "program", .image = rig->image, .program = rig->program,
                                  .args = rig->arguments, .arg_count = 2};
    rig->recorder.observer.event = record;
    return rig;
}

enum wc_status rig_run(struct rig *rig, uint64_t max_cycles, bool every_cycle)
{
    rig->recorder.count = 0;
    invariants_free(rig->invariants);
    rig->invariants = invariants_new();
    assert_non_null(rig->invariants);
    struct observers observers = {
        .list = {&rig->recorder.observer, invariants_observer(rig->invariants)}, .count = 2};
    struct run_control control = {.max_cycles = max_cycles, .observers = &observers,
                                  .step_every_cycle = every_cycle};
    rig->outcome = (struct outcome){0};
    enum wc_status status = rig->ops->run_timed(&rig->err, rig->machine, &rig->memory,
                                                &rig->launch, &control, &rig->outcome);
    struct error breach = {0};
    if (invariants_result(&breach, rig->invariants) != WC_OK)
        fail_msg("%s", breach.message);
    return status;
}

struct rig *rig_ran(const char *program, const char *settings)
{
    char path[256];
    snprintf(path, sizeof path, "tests/clock/elf/%s.elf", program);
    struct rig *rig = rig_open(path, settings);
    expect_ok(rig, rig_run(rig, 100000, false));
    return rig;
}

void rig_close(struct rig *rig)
{
    invariants_free(rig->invariants);
    free(rig->recorder.events);
    program_free(rig->program);
    image_free(rig->image);
    rig->ops->destroy(rig->machine);
    memory_free(&rig->memory);
    parameters_free(&rig->parameters);
    error_clear(&rig->err);
    free(rig);
}

uint64_t rig_address(const struct rig *rig, const char *symbol)
{
    const struct symbol *found = image_symbol(rig->image, symbol);
    if (!found)
        fail_msg("the program has no symbol %s", symbol);
    return found->address;
}

uint64_t rig_count(const struct rig *rig, size_t id)
{
    return rig->outcome.statistics.count[id];
}

const struct event *rig_find(const struct rig *rig, enum event_kind kind, uint32_t warp,
                             uint64_t address, cycle_t from)
{
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == kind && event->core == 0 && event->warp == warp &&
            event->cycle >= from &&
            (kind == EVENT_ISSUE ? event->insn->pc : event->address) == address)
            return event;
    }
    return NULL;
}

const struct event *rig_fetch(const struct rig *rig, uint32_t warp, uint64_t address, cycle_t from)
{
    const struct event *event = rig_find(rig, EVENT_FETCH, warp, address, from);
    if (!event)
        fail_msg("warp %u does not fetch 0x%llx", warp, (unsigned long long)address);
    return event;
}

const struct event *rig_issue(const struct rig *rig, uint32_t warp, const char *symbol)
{
    const struct event *event = rig_find(rig, EVENT_ISSUE, warp, rig_address(rig, symbol), 0);
    if (!event)
        fail_msg("warp %u does not issue %s", warp, symbol);
    return event;
}

const struct event *rig_next(const struct rig *rig, enum event_kind kind, uint32_t warp,
                             cycle_t after)
{
    const struct event *next = NULL;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == kind && event->core == 0 && event->warp == warp &&
            event->cycle > after && (!next || event->cycle < next->cycle))
            next = event;
    }
    return next;
}

int rig_issuer(const struct rig *rig, cycle_t cycle)
{
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_ISSUE && event->core == 0 && event->cycle == cycle)
            return (int)event->warp;
    }
    return -1;
}
