/* SPDX-License-Identifier: Apache-2.0 */
/* rig.c - building an image around hand-made code, running it, and looking through its events. */
#include "rig.h"

#include <stdlib.h>
#include <string.h>

enum { CODE_BASE = 0x1000, PARAMETER_BASE = 0x140 };

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

struct rig *rig_new(const char *settings)
{
    struct rig *rig = calloc(1, sizeof *rig);
    uint64_t low, high, align;
    assert_non_null(rig);
    expect_ok(rig, parameters_load(&rig->err, "machines/jetson-tx2.yaml", NULL, &rig->parameters));
    apply_settings(rig, settings);
    expect_ok(rig, machine_find(&rig->err, &rig->parameters, &rig->ops));
    expect_ok(rig, rig->ops->create(&rig->err, &rig->parameters, &rig->machine));
    expect_ok(rig, rig->ops->map(&rig->err, rig->machine, &rig->memory));
    rig->ops->heap(rig->machine, &low, &high, &align);
    expect_ok(rig, memory_allocate(&rig->err, &rig->memory, ALLOCATION_BUFFER, "buffer out",
                                   RIG_OUT_BYTES, align, low, high, &rig->out));
    rig->code = calloc(RIG_WORDS_MAX, 8);
    assert_non_null(rig->code);
    rig->kernel = (struct kernel){.name = "kernel", .entry = CODE_BASE, .registers = 32,
                                  .local_bytes = 16384, .stack_bytes = 64,
                                  .parameter_base = PARAMETER_BASE, .parameter_bytes = 16};
    rig->arguments[0] = (struct argument){.kind = ARGUMENT_BUFFER, .bits = rig->out};
    rig->arguments[1] = (struct argument){.kind = ARGUMENT_VALUE, .type = WC_U32};
    rig->recorder.observer.event = record;
    return rig;
}

/* Three instructions to a group, the control word in front. */
uint32_t rig_add(struct rig *rig, struct word word)
{
    uint32_t group = rig->words / 3, place = rig->words % 3;
    uint64_t control;
    assert_true(group * 4 + place + 1 < RIG_WORDS_MAX);
    memcpy(rig->code + group * 32 + 8 + place * 8, &word.bits, 8);
    memcpy(&control, rig->code + group * 32, 8);
    control |= (uint64_t)word.control << 21 * place;
    memcpy(rig->code + group * 32, &control, 8);
    return rig->words++;
}

static void decode(struct rig *rig)
{
    while (rig->words % 3)
        rig_add(rig, nop(STALL(0)));
    uint64_t bytes = (uint64_t)rig->words / 3 * 32;
    rig->kernel.bytes = bytes;
    rig->segment = (struct segment){.address = CODE_BASE, .size = bytes, .bytes = rig->code,
                                    .file_bytes = bytes, .readable = true, .executable = true};
    rig->symbol = (struct symbol){.name = "kernel", .address = CODE_BASE, .size = bytes,
                                  .is_function = true, .is_global = true};
    rig->image = (struct image){.path = "hand-made", .format = "NVIDIA cubin", .isa = "sass",
                                .entry = CODE_BASE, .segments = &rig->segment, .segment_count = 1,
                                .symbols = &rig->symbol, .symbol_count = 1,
                                .kernels = &rig->kernel, .kernel_count = 1, .architecture = 62};
    const struct isa *isa = isa_find(rig->image.isa);
    expect_ok(rig, isa->decode(&rig->err, &rig->image, rig->ops->features(rig->machine, isa),
                               &rig->program));
    for (uint32_t i = 0; i < rig->program->count; i++)
        assert_non_null(rig->program->insns[i].op); /* every word is an instruction */
}

static enum wc_status prepare(struct rig *rig, uint32_t blocks, uint32_t threads)
{
    if (!rig->program)
        decode(rig);
    rig->launch = (struct launch){.name = "kernel", .image = &rig->image,
                                  .program = rig->program, .kernel = &rig->kernel,
                                  .grid = {blocks, 1, 1}, .block = {threads, 1, 1},
                                  .args = rig->arguments, .arg_count = RIG_ARGUMENTS};
    rig->outcome = (struct outcome){0};
    return rig->ops->admit(&rig->err, rig->machine, &rig->launch);
}

enum wc_status rig_try(struct rig *rig, uint32_t blocks, uint32_t threads, bool every_cycle)
{
    enum wc_status status = prepare(rig, blocks, threads);
    if (status != WC_OK)
        return status;
    rig->recorder.count = 0;
    invariants_free(rig->invariants);
    rig->invariants = invariants_new();
    assert_non_null(rig->invariants);
    struct observers observers = {
        .list = {&rig->recorder.observer, invariants_observer(rig->invariants)}, .count = 2};
    struct run_control control = {.max_cycles = 1000000, .observers = &observers,
                                  .step_every_cycle = every_cycle};
    status = rig->ops->run_timed(&rig->err, rig->machine, &rig->memory, &rig->launch, &control,
                                 &rig->outcome);
    struct error breach = {0};
    if (invariants_result(&breach, rig->invariants) != WC_OK)
        fail_msg("%s", breach.message);
    return status;
}

void rig_run(struct rig *rig, uint32_t blocks, uint32_t threads)
{
    expect_ok(rig, rig_try(rig, blocks, threads, false));
}

enum wc_status rig_run_functional(struct rig *rig, uint32_t blocks, uint32_t threads)
{
    struct run_control control = {.max_cycles = 1000000};
    enum wc_status status = prepare(rig, blocks, threads);
    if (status != WC_OK)
        return status;
    return rig->ops->run_functional(&rig->err, rig->machine, &rig->memory, &rig->launch, &control,
                                    &rig->outcome);
}

void rig_free(struct rig *rig)
{
    program_free(rig->program);
    rig->ops->destroy(rig->machine);
    memory_free(&rig->memory);
    parameters_free(&rig->parameters);
    invariants_free(rig->invariants);
    error_clear(&rig->err);
    free(rig->recorder.events);
    free(rig->code);
    free(rig);
}

uint64_t rig_count(const struct rig *rig, size_t id)
{
    return rig->outcome.statistics.count[id];
}

const struct event *rig_issue(const struct rig *rig, uint32_t smp, uint32_t warp, uint32_t number)
{
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_ISSUE && event->core == smp && event->warp == warp &&
            event->insn == &rig->program->insns[number])
            return event;
    }
    return NULL;
}

cycle_t rig_cycle(const struct rig *rig, uint32_t smp, uint32_t warp, uint32_t number)
{
    const struct event *event = rig_issue(rig, smp, warp, number);
    if (!event)
        fail_msg("instruction %u was not issued by warp %u of %u", number, warp, smp);
    return event->cycle;
}

uint64_t rig_waited(const struct rig *rig, uint32_t smp, uint32_t warp, enum stall_reason reason)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_STALL && event->core == smp && event->warp == warp &&
            event->reason == reason)
            cycles += event->until - event->cycle;
    }
    return cycles;
}
