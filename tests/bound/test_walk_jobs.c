/* SPDX-License-Identifier: Apache-2.0 */
/* test_walk_jobs.c - whatever a warp does in a run, the walk has told before.
 *
 *     test_walk_jobs [--set KEY=VALUE]... [--machine NAME] [--bound N] [--shake N] [--fixed 0]
 *                    JOB...
 *
 * Each job is a test. The run is the job's own clocked one; this program steps in before each
 * launch (the linker's --wrap), walks it, and listens to what issues. With --shake each launch runs
 * N more times with random words in all buffers, of which the walk knows nothing, but for those
 * that are fixed, and in the range that the job assumes; with --fixed 0 none is fixed. Loops that
 * need a bound all get N of --bound. Without regions the walk has to be the run, instruction by
 * instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <warpclock.h>

#include "machine/vortex/model.h"
#include "bound/vortex/walk.h"
#include "record.h"

static struct {
    const char *set[16], *machine;
    int set_count, shake;
    bool forget; /* fixed buffers */
    uint64_t bound;
    const char *job; /* the one under way */
    uint64_t random;
} options = {.bound = 300};

typedef enum wc_status run_launch(struct error *err, struct machine *machine,
                                  struct memory *memory, const struct launch *launch,
                                  const struct run_control *control, struct outcome *outcome);
run_launch __real_run_timed, __wrap_run_timed;

static void expect_ok(const struct error *err, enum wc_status status, const char *doing)
{
    if (status != WC_OK)
        fail_msg("%s: %s: %s", options.job, doing, err->message ? err->message : "no message");
}

static struct record *record_for(const struct machine *machine, const struct launch *launch)
{
    const struct vortex_numbers *n = &((const struct vortex *)machine)->numbers;
    return record_new(launch->program, n->cores, n->warps);
}

/* ---- the walk ---- */

static struct record *walk_launch(struct machine *machine, struct memory *memory,
                                  const struct launch *launch)
{
    struct arena arena = {0};
    struct error err = {0};
    struct walk_bound list[64];
    struct walk_bounds bounds = {.list = list};
    struct walk_missing *missing;
    size_t count;
    struct record *record = record_for(machine, launch);
    enum wc_status status = vortex_walk(&err, machine, memory, launch, &bounds, &record->sink,
                                        &arena, &missing, &count);
    if (count) {
        assert_int_equal(status, WC_BAD_INPUT);
        assert_true(count <= sizeof list / sizeof list[0]);
        for (size_t i = 0; i < count; i++)
            list[bounds.count++] = (struct walk_bound){missing[i].header, options.bound};
        record_free(record);
        record = record_for(machine, launch);
        status = vortex_walk(&err, machine, memory, launch, &bounds, &record->sink, &arena,
                             &missing, &count);
        assert_int_equal(count, 0);
    }
    expect_ok(&err, status, "walk");
    assert_int_equal(record->ended, record->activations);
    arena_free(&arena);
    return record;
}

/* ---- what a launch finds in memory ---- */

static bool is_data(const struct allocation *a)
{
    return a->writable && (a->kind == ALLOCATION_BUFFER || a->kind == ALLOCATION_DATA);
}

static uint8_t *save(const struct memory *memory)
{
    size_t bytes = 1, at = 0;
    for (uint32_t i = 0; i < memory->count; i++)
        bytes += is_data(&memory->table[i]) ? memory->table[i].size : 0;
    uint8_t *saved = malloc(bytes);
    assert_non_null(saved);
    for (uint32_t i = 0; i < memory->count; i++) {
        const struct allocation *a = &memory->table[i];
        if (is_data(a))
            memcpy(saved + at, a->bytes, a->size);
        at += is_data(a) ? a->size : 0;
    }
    return saved;
}

static void restore(struct memory *memory, const uint8_t *saved)
{
    size_t at = 0;
    for (uint32_t i = 0; i < memory->count; i++) {
        struct allocation *a = &memory->table[i];
        if (is_data(a))
            memcpy(a->bytes, saved + at, a->size);
        at += is_data(a) ? a->size : 0;
    }
}

static uint32_t random_word(void)
{
    options.random = options.random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(options.random >> 33);
}

static bool may_shake(const struct allocation *a)
{
    return a->kind == ALLOCATION_BUFFER && !a->fixed;
}

/* Small numbers and large ones, so that loops and comparisons see both. */
static void shake(struct memory *memory)
{
    uint32_t range = random_word() % 3;
    for (uint32_t i = 0; i < memory->count; i++) {
        struct allocation *a = &memory->table[i];
        for (uint64_t at = 0; may_shake(a) && at + 4 <= a->size; at += 4) {
            uint32_t word = random_word() << 1 ^ random_word();
            word = range == 0 ? word : range == 1 ? word % 64 : word & 1;
            if (a->assume.bytes == sizeof word)
                word = (uint32_t)(a->assume.min + word % (a->assume.max - a->assume.min + 1));
            memcpy(a->bytes + at, &word, sizeof word);
        }
    }
}

/* ---- the run ---- */

static enum wc_status run_and_check(struct error *err, struct machine *machine,
                                    struct memory *memory, const struct launch *launch,
                                    const struct run_control *control, struct outcome *outcome,
                                    const struct record *walked)
{
    struct record *ran = record_for(machine, launch);
    struct observers observers = {.list = {&ran->observer}, .count = 1};
    struct run_control listened = *control;
    listened.observers = &observers;
    enum wc_status status =
        __real_run_timed(err, machine, memory, launch, &listened, outcome);
    expect_ok(err, status, "run");
    record_check_covered(walked, ran, launch->name);
    if (!walked->regions)
        record_check_same(walked, ran, launch->name);
    assert_int_equal(ran->nodes, outcome->statistics.count[STAT_WARP_INSTRUCTIONS]);
    if (getenv("WALK_SHOW"))
        printf("# %s: run %llu, walk %llu, regions %llu, addresses known of %llu of %llu\n",
               launch->name, (unsigned long long)ran->nodes, (unsigned long long)walked->nodes,
               (unsigned long long)walked->regions, (unsigned long long)walked->known_accesses,
               (unsigned long long)walked->accesses);
    record_free(ran);
    return status;
}

enum wc_status __wrap_run_timed(struct error *err, struct machine *machine,
                                       struct memory *memory, const struct launch *launch,
                                       const struct run_control *control, struct outcome *outcome)
{
    for (uint32_t i = 0; options.forget && i < memory->count; i++)
        memory->table[i].fixed = false;
    struct record *walked = walk_launch(machine, memory, launch);
    uint8_t *saved = save(memory);
    for (int i = 0; i < options.shake; i++) {
        struct outcome ignored = {0};
        shake(memory);
        run_and_check(err, machine, memory, launch, control, &ignored, walked);
        restore(memory, saved);
    }
    enum wc_status status =
        run_and_check(err, machine, memory, launch, control, outcome, walked);
    free(saved);
    record_free(walked);
    return status;
}

/* ---- jobs as tests ---- */

static void a_run_does_only_what_the_walk_told(void **state)
{
    wc_job *job;
    wc_result *result = NULL;
    wc_context *context = wc_context_new();
    options.job = *state;
    assert_non_null(context);
    wc_context_add_machine_folder(context, "machines");
    if (wc_job_open(context, options.job, &job) != WC_OK)
        fail_msg("%s", wc_error_message(context));
    if (options.machine)
        assert_int_equal(wc_job_machine(job, options.machine), WC_OK);
    for (int i = 0; i < options.set_count; i++) {
        char key[64];
        const char *equals = strchr(options.set[i], '=');
        assert_non_null(equals);
        snprintf(key, sizeof key, "%.*s", (int)(equals - options.set[i]), options.set[i]);
        assert_int_equal(wc_job_set(job, key, equals + 1), WC_OK);
    }
    if (wc_run(job, NULL, &result) > WC_MISMATCH)
        fail_msg("%s: %s", options.job, wc_error_message(context));
    wc_result_free(result);
    wc_job_free(job);
    wc_context_free(context);
}

static int take_option(char **words)
{
    if (!strcmp(words[0], "--set") && options.set_count < 16)
        options.set[options.set_count++] = words[1];
    else if (!strcmp(words[0], "--machine"))
        options.machine = words[1];
    else if (!strcmp(words[0], "--bound"))
        options.bound = strtoull(words[1], NULL, 0);
    else if (!strcmp(words[0], "--shake"))
        options.shake = atoi(words[1]);
    else if (!strcmp(words[0], "--fixed"))
        options.forget = !atoi(words[1]);
    else
        return 0;
    return 2;
}

int main(int count, char **words)
{
    enum { JOBS_MAX = 64 };
    struct CMUnitTest tests[JOBS_MAX] = {{0}};
    size_t jobs = 0;
    for (int i = 1, used; i < count; i += used) {
        used = i + 1 < count ? take_option(words + i) : 0;
        if (used)
            continue;
        used = 1;
        if (jobs < JOBS_MAX)
            tests[jobs++] = (struct CMUnitTest){.name = words[i], .initial_state = words[i],
                                                .test_func = a_run_does_only_what_the_walk_told};
    }
    return _cmocka_run_group_tests("walked jobs", tests, jobs, NULL, NULL);
}
