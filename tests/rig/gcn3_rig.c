/* SPDX-License-Identifier: Apache-2.0 */
/* rig.c - building an image around hand-made code, running it, and looking through its events. */
#include "rig.h"

#include <stdlib.h>
#include <string.h>

enum { CODE_BASE = 0x1000 };

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
    enum { DISPATCH = 1 << 1, KERNARG = 1 << 3, USERS = 4 << 1, GROUP_ID_X = 1 << 7 };
    struct rig *rig = calloc(1, sizeof *rig);
    uint64_t low, high, align;
    assert_non_null(rig);
    expect_ok(rig, parameters_load(&rig->err, "machines/gcn3.yaml", NULL, &rig->parameters));
    apply_settings(rig, settings);
    expect_ok(rig, machine_find(&rig->err, &rig->parameters, &rig->ops));
    expect_ok(rig, rig->ops->create(&rig->err, &rig->parameters, &rig->machine));
    expect_ok(rig, rig->ops->map(&rig->err, rig->machine, &rig->memory));
    rig->ops->heap(rig->machine, &low, &high, &align);
    expect_ok(rig, memory_allocate(&rig->err, &rig->memory, ALLOCATION_BUFFER, "buffer out",
                                   RIG_OUT_BYTES, align, low, high, &rig->out));
    rig->out_words = memory_bytes(&rig->memory, rig->out, RIG_OUT_BYTES);
    rig->code = calloc(RIG_WORDS_MAX, sizeof *rig->code);
    assert_non_null(rig->code);
    rig->own = (struct amdgpu_kernel){.version = 4, .properties = DISPATCH | KERNARG,
                                      .rsrc2 = USERS | GROUP_ID_X, .vgprs = 16, .sgprs = 16,
                                      .wavefront = 64};
    rig->kernel = (struct kernel){.name = "kernel", .entry = CODE_BASE, .registers = 16,
                                  .parameter_bytes = 16, .amdgpu = &rig->own};
    rig->arguments[0] = (struct argument){.kind = ARGUMENT_BUFFER, .bits = rig->out};
    rig->arguments[1] = (struct argument){.kind = ARGUMENT_VALUE, .type = WC_U32};
    rig->recorder.observer.event = record;
    return rig;
}

uint32_t rig_add(struct rig *rig, struct code code)
{
    assert_true(rig->words + code.words <= RIG_WORDS_MAX);
    memcpy(rig->code + rig->words, code.word, code.words * sizeof *code.word);
    rig->words += code.words;
    return rig->count++;
}

void rig_add_address(struct rig *rig, uint32_t address, uint32_t index)
{
    rig_add(rig, s_load_dwordx2(6, ARGUMENTS, 0));
    rig_add(rig, s_waitcnt(15, 0));
    rig_add(rig, v_lshlrev_b32(address, 2, index));
    rig_add(rig, v_add_u32(address, 6, address)); /* buffers do not cross 4 GiB here */
    rig_add(rig, v_mov_b32(address + 1, 7));
}

static void decode(struct rig *rig)
{
    uint64_t bytes = (uint64_t)rig->words * 4;
    rig->kernel.bytes = bytes;
    rig->segment = (struct segment){.address = CODE_BASE, .size = bytes,
                                    .bytes = (const uint8_t *)rig->code, .file_bytes = bytes,
                                    .readable = true, .executable = true};
    rig->symbol = (struct symbol){.name = "kernel", .address = CODE_BASE, .size = bytes,
                                  .is_function = true, .is_global = true};
    rig->image = (struct image){.path = "hand-made", .format = "AMDGPU code object v4",
                                .isa = "gcn3", .entry = CODE_BASE, .segments = &rig->segment,
                                .segment_count = 1, .symbols = &rig->symbol, .symbol_count = 1,
                                .kernels = &rig->kernel, .kernel_count = 1, .architecture = 803};
    const struct isa *isa = isa_find(rig->image.isa);
    expect_ok(rig, isa->decode(&rig->err, &rig->image, rig->ops->features(rig->machine, isa),
                               &rig->program));
    assert_int_equal(rig->program->count, rig->count);
}

static enum wc_status prepare(struct rig *rig, const uint32_t grid[3], const uint32_t block[3])
{
    if (!rig->program)
        decode(rig);
    rig->launch = (struct launch){.name = "kernel", .image = &rig->image,
                                  .program = rig->program, .kernel = &rig->kernel,
                                  .args = rig->arguments, .arg_count = RIG_ARGUMENTS};
    memcpy(rig->launch.grid, grid, sizeof rig->launch.grid);
    memcpy(rig->launch.block, block, sizeof rig->launch.block);
    rig->outcome = (struct outcome){0};
    return rig->ops->admit(&rig->err, rig->machine, &rig->launch);
}

enum wc_status rig_admit(struct rig *rig, uint32_t groups, uint32_t items)
{
    return prepare(rig, (uint32_t[]){groups, 1, 1}, (uint32_t[]){items, 1, 1});
}

enum wc_status rig_try(struct rig *rig, uint32_t groups, uint32_t items, bool every_cycle)
{
    enum wc_status status = rig_admit(rig, groups, items);
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

void rig_run(struct rig *rig, uint32_t groups, uint32_t items)
{
    expect_ok(rig, rig_try(rig, groups, items, false));
}

enum wc_status rig_run_shape(struct rig *rig, const uint32_t grid[3], const uint32_t block[3])
{
    struct run_control control = {.max_cycles = 1000000};
    enum wc_status status = prepare(rig, grid, block);
    if (status != WC_OK)
        return status;
    return rig->ops->run_functional(&rig->err, rig->machine, &rig->memory, &rig->launch, &control,
                                    &rig->outcome);
}

enum wc_status rig_run_functional(struct rig *rig, uint32_t groups, uint32_t items)
{
    return rig_run_shape(rig, (uint32_t[]){groups, 1, 1}, (uint32_t[]){items, 1, 1});
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

void rig_expect_words(const struct rig *rig, const char *words)
{
    if (!rig->err.message || !strstr(rig->err.message, words))
        fail_msg("'%s' is not in: %s", words, rig->err.message ? rig->err.message : "(nothing)");
}

uint64_t rig_count(const struct rig *rig, size_t id)
{
    return rig->outcome.statistics.count[id];
}

static bool is_issue(const struct rig *rig, const struct event *event, uint32_t number)
{
    return event->kind == EVENT_ISSUE && event->insn == &rig->program->insns[number];
}

const struct event *rig_issue(const struct rig *rig, uint32_t simd, uint32_t wave, uint32_t number)
{
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (is_issue(rig, event, number) && event->core == simd && event->warp == wave)
            return event;
    }
    return NULL;
}

cycle_t rig_cycle(const struct rig *rig, uint32_t simd, uint32_t wave, uint32_t number)
{
    const struct event *event = rig_issue(rig, simd, wave, number);
    if (!event)
        fail_msg("instruction %u was not issued by wavefront %u of SIMD %u", number, wave, simd);
    return event->cycle;
}

uint32_t rig_issues(const struct rig *rig, uint32_t number)
{
    uint32_t issues = 0;
    for (size_t i = 0; i < rig->recorder.count; i++)
        issues += is_issue(rig, &rig->recorder.events[i], number);
    return issues;
}

uint64_t rig_waited(const struct rig *rig, uint32_t simd, uint32_t wave, enum stall_reason reason)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_STALL && event->core == simd && event->warp == wave &&
            event->reason == reason)
            cycles += event->until - event->cycle;
    }
    return cycles;
}
