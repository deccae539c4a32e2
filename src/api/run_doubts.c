/* SPDX-License-Identifier: Apache-2.0 */
/* run_doubts.c - what the counting of iterations does not see. */
#include "api/run_doubts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/run_verdict.h"
#include "flow/loop_name.h"

static void doubt(struct wc_result *result, const char *fact, const char *why)
{
    for (size_t i = 0; i < result->doubt_count; i++) {
        if (strcmp(result->doubts[i].fact, fact) == 0)
            return;
    }
    result->doubts = arena_grow(&result->arena, result->doubts, result->doubt_count,
                                sizeof *result->doubts);
    result->doubts[result->doubt_count++] = (struct result_doubt){fact, why};
}

static void doubt_rounds(struct wc_result *result, const struct result_launch *launch)
{
    for (size_t i = 0; i < launch->loop_count; i++) {
        const struct result_loop *loop = &launch->loops[i];
        if (!loop->copies)
            continue;
        doubt(result,
              loop->file ? arena_format(&result->arena, "%s:%" PRIu32, loop->file, loop->line)
                         : arena_format(&result->arena, "0x%08" PRIx64, loop->address),
              "its code is there more than once; a round of the machine code counts as one "
              "iteration and may be several");
    }
}

static bool has_loop(const struct program *program, const struct function *function,
                     const char *file, size_t length, uint64_t line)
{
    struct arena work = {0};
    const struct cfg cfg = cfg_make(&work, program, function);
    const struct loop_name *names = loop_names(&work, &cfg);
    bool found = false;
    for (uint32_t i = 0; i < cfg.loops.count; i++)
        found |= loop_is_called(&names[i], file, length, line);
    arena_free(&work);
    return found;
}

/* Some loop that the launch may run has this name, or it is an address. */
static bool is_loop(const struct launch *launch, const char *name)
{
    const struct program *program = launch->program;
    const char *colon = strrchr(name, ':');
    const uint64_t line = colon ? strtoull(colon + 1, NULL, 10) : 0;
    bool found = !colon;
    for (uint32_t i = 0; !found && i < program->function_count; i++)
        found = run_verdict_may_enter(launch, &program->functions[i]) &&
                has_loop(program, &program->functions[i], name, (size_t)(colon - name), line);
    return found;
}

static void doubt_loopless(struct wc_result *result, const struct launch *launch,
                           const struct job_launch *given)
{
    for (size_t i = 0; i < given->loop_count; i++) {
        if (!is_loop(launch, given->loops[i].name))
            doubt(result, arena_strdup(&result->arena, given->loops[i].name),
                  "the machine code has no loop of this line: its iterations are not counted");
    }
}

static void doubt_all(struct wc_result *result, const struct job_launch *launch)
{
    for (size_t i = 0; i < launch->loop_count; i++)
        doubt(result, arena_strdup(&result->arena, launch->loops[i].name),
              "a functional run counts no iterations");
}

void run_note_doubts(struct run *run)
{
    struct wc_result *result = run->result;
    const struct job *job = &run->handle->job;
    for (size_t i = 0; run->loops && i < result->launch_count; i++) {
        if (result->functional)
            doubt_all(result, &job->launches[i]);
        doubt_loopless(result, &run->launches[i], &job->launches[i]);
        doubt_rounds(result, &result->launches[i]);
    }
}
