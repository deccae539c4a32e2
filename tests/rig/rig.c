/* SPDX-License-Identifier: Apache-2.0 */
/* rig.c - building a machine around a small program, and running it. */
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

void rig_expect_ok(const struct rig *rig, enum wc_status status)
{
    if (status != WC_OK)
        fail_msg("status %d: %s", status, rig->err.message ? rig->err.message : "(no message)");
}

void rig_expect_words(const struct rig *rig, const char *words)
{
    if (!rig->err.message || !strstr(rig->err.message, words))
        fail_msg("'%s' is not in: %s", words, rig->err.message ? rig->err.message : "(nothing)");
}

static void apply_settings(struct rig *rig, const char *settings)
{
    char *copy = strdup(settings), *rest = NULL;
    assert_non_null(copy);
    for (char *pair = strtok_r(copy, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest))
        rig_expect_ok(rig, parameters_set_pair(&rig->err, &rig->parameters, pair, "test"));
    free(copy);
}

static void create_machine(struct rig *rig, const char *machine, const char *settings)
{
    char path[256];
    snprintf(path, sizeof path, "machines/%s.yaml", machine);
    rig_expect_ok(rig, parameters_load(&rig->err, path, NULL, &rig->parameters));
    apply_settings(rig, settings);
    rig_expect_ok(rig, machine_find(&rig->err, &rig->parameters, &rig->ops));
    rig_expect_ok(rig, rig->ops->create(&rig->err, &rig->parameters, &rig->machine));
    rig_expect_ok(rig, rig->ops->map(&rig->err, rig->machine, &rig->memory));
}

/* Nearly all programs take the buffer `out` and a number that says what to do. */
static void make_arguments(struct rig *rig)
{
    uint64_t low, high, align;
    rig->ops->heap(rig->machine, &low, &high, &align);
    rig_expect_ok(rig, memory_allocate(&rig->err, &rig->memory, ALLOCATION_BUFFER, "buffer out",
                                       RIG_OUT_BYTES, align, low, high, &rig->out));
    rig->out_words = memory_bytes(&rig->memory, rig->out, RIG_OUT_BYTES);
    rig->arguments[0] = (struct argument){.kind = ARGUMENT_BUFFER, .bits = rig->out};
    rig->arguments[1] = (struct argument){.kind = ARGUMENT_VALUE, .type = WC_U32};
}

struct rig *rig_new(const char *machine, const char *settings)
{
    struct rig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    create_machine(rig, machine, settings);
    make_arguments(rig);
    rig->launch = (struct launch){.args = rig->arguments, .arg_count = RIG_ARGUMENTS};
    rig->recorder.observer.event = record;
    return rig;
}

void rig_load(struct rig *rig, const struct image *image)
{
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        struct allocation *placed;
        rig_expect_ok(rig, memory_place(&rig->err, &rig->memory,
                                        segment->executable ? ALLOCATION_CODE : ALLOCATION_DATA,
                                        "segment", segment->address, segment->size,
                                        segment->writable, &placed));
        if (segment->file_bytes)
            memcpy(placed->bytes, segment->bytes, segment->file_bytes);
    }
}

void rig_decode(struct rig *rig, const struct image *image)
{
    const struct isa *isa = isa_find(image->isa);
    rig_expect_ok(rig, isa->decode(&rig->err, image, rig->ops->features(rig->machine, isa),
                                   &rig->program));
    rig->launch.image = image;
    rig->launch.program = rig->program;
}

enum wc_status rig_clock(struct rig *rig, uint64_t max_cycles, bool every_cycle)
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

enum wc_status rig_functional(struct rig *rig)
{
    struct run_control control = {.max_cycles = RIG_CYCLES_MAX};
    rig->outcome = (struct outcome){0};
    return rig->ops->run_functional(&rig->err, rig->machine, &rig->memory, &rig->launch, &control,
                                    &rig->outcome);
}

void rig_free(struct rig *rig)
{
    invariants_free(rig->invariants);
    free(rig->recorder.events);
    program_free(rig->program);
    image_free(rig->loaded);
    free(rig->made.code);
    rig->ops->destroy(rig->machine);
    memory_free(&rig->memory);
    parameters_free(&rig->parameters);
    error_clear(&rig->err);
    free(rig);
}
