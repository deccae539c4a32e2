/* SPDX-License-Identifier: Apache-2.0 */
/* programs.c - random Vortex programs, each run many ways that must agree.
 *
 *   programs --seed S [--count N] [--seconds T] [--size Z] [--keep FOLDER] [--write FOLDER]
 *            [--machines FOLDER] [--ways all|random]
 *
 * Program i has the seed S + i. It ends after N programs or T seconds, or after ten failures. When
 * a program fails, smaller ones of the same seed are tried, and the smallest that still fails is
 * reported. With --keep it is kept as ELF file and job in FOLDER/seed-N-size-Z, with the command
 * that shows the failure. With --write all programs that pass are written there. --ways random
 * leaves out all machines but those with random numbers: more bounds per second. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "programs_ways.h"

struct options {
    uint64_t seed, count, seconds;
    uint32_t size; /* 0: the seed chooses */
    bool drawn;    /* on random machines only */
    const char *keep, *write, *machines;
};

static bool read_options(int count, char **words, struct options *options)
{
    *options = (struct options){.seed = 1, .machines = "machines"};
    for (int i = 1; i < count; i += 2) {
        if (i + 1 == count)
            return false;
        if (!strcmp(words[i], "--ways"))
            options->drawn = !strcmp(words[i + 1], "random");
        else if (!strcmp(words[i], "--seed"))
            options->seed = strtoull(words[i + 1], NULL, 0);
        else if (!strcmp(words[i], "--count"))
            options->count = strtoull(words[i + 1], NULL, 0);
        else if (!strcmp(words[i], "--seconds"))
            options->seconds = strtoull(words[i + 1], NULL, 0);
        else if (!strcmp(words[i], "--size"))
            options->size = (uint32_t)strtoul(words[i + 1], NULL, 0);
        else if (!strcmp(words[i], "--keep"))
            options->keep = words[i + 1];
        else if (!strcmp(words[i], "--write"))
            options->write = words[i + 1];
        else if (!strcmp(words[i], "--machines"))
            options->machines = words[i + 1];
        else
            return false;
    }
    if (!options->count)
        options->count = options->seconds ? UINT64_MAX : 100;
    if (!options->seconds)
        options->seconds = UINT64_MAX;
    return true;
}

/* In a folder of its own, as a job for the machine of that way. */
static void keep(const char *parent, const struct vortex_program *program,
                 struct campaign *campaign, const struct way *way)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/seed-%llu-size-%u", parent,
             (unsigned long long)program->seed, program->size);
    if ((mkdir(parent, 0777) && errno != EEXIST) || !campaign_keep(campaign, program, way, folder))
        fprintf(stderr, "programs: %s: %s\n", folder, strerror(errno));
    else
        fprintf(stderr, "  kept: warpclock %s %s/job.yaml%s\n",
                way && way->bounded ? "check --method analysis" : "run", folder,
                way && way->functional ? " --functional" : "");
}

/* The smallest size of that seed that fails too; its violation replaces the first one. */
static void shrink(struct campaign *campaign, struct vortex_program *program, uint64_t number,
                   struct violation *violation)
{
    uint64_t seed = program->seed;
    uint32_t failed = program->size;
    for (uint32_t size = 1; size < failed; size += 1 + size / 8) {
        program_generate(program, seed, size);
        if (!campaign_try(campaign, program, number, violation))
            return;
    }
    program_generate(program, seed, failed);
    campaign_try(campaign, program, number, violation);
}

static void tell(struct campaign *campaign, struct vortex_program *program, uint64_t number,
                 const struct options *options, struct violation *violation)
{
    uint32_t size = program->size;
    fprintf(stderr, "seed %llu, size %u, %s: %s\n", (unsigned long long)program->seed, size,
            violation->way ? violation->way->name : "loading", violation->text);
    shrink(campaign, program, number, violation);
    if (program->size < size)
        fprintf(stderr, "  also of size %u, %s: %s\n", program->size,
                violation->way ? violation->way->name : "loading", violation->text);
    if (options->keep)
        keep(options->keep, program, campaign, violation->way);
}

/* Somebody has to read them. */
enum { FAILURES_MAX = 10 };

static uint64_t now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec;
}

/* The number of programs that fail; *tried: of all. */
static uint64_t try_all(struct campaign *campaign, struct vortex_program *program,
                        const struct options *options, uint64_t *tried)
{
    struct violation violation;
    uint64_t failed = 0, start = now_seconds();
    for (uint64_t i = 0; i < options->count && failed < FAILURES_MAX &&
                         now_seconds() - start < options->seconds; i++) {
        uint64_t seed = options->seed + i;
        *tried = i + 1;
        program_generate(program, seed, options->size);
        if (!campaign_try(campaign, program, seed, &violation)) {
            tell(campaign, program, seed, options, &violation);
            failed++;
        } else if (options->write) {
            keep(options->write, program, campaign, NULL);
        }
        if (i % 50 == 0 && isatty(STDERR_FILENO))
            fprintf(stderr, "%llu programs\r", (unsigned long long)i);
    }
    return failed;
}

static void print_counts(const struct campaign_counts *done, const struct options *options,
                         uint64_t tried, uint64_t failed)
{
    printf("programs: %llu from seed %llu, %llu runs, %llu held to the invariants, %llu "
           "warp-instructions\n",
           (unsigned long long)tried, (unsigned long long)options->seed,
           (unsigned long long)done->runs, (unsigned long long)done->thorough,
           (unsigned long long)done->instructions);
    printf("launches: %llu with a bound, %llu refused, %llu expectations compared\n",
           (unsigned long long)done->bounded, (unsigned long long)done->refused,
           (unsigned long long)done->expectations);
    for (size_t i = 0; i < CAMPAIGN_REASONS_MAX && done->reasons[i].count; i++)
        printf("  refused %llu times: %s\n", (unsigned long long)done->reasons[i].count,
               done->reasons[i].text);
    printf("%llu failed\n", (unsigned long long)failed);
}

int main(int count, char **words)
{
    struct options options;
    if (!read_options(count, words, &options)) {
        fprintf(stderr, "usage: %s [--seed S] [--count N] [--seconds T] [--size Z] "
                        "[--keep FOLDER] [--write FOLDER] [--machines FOLDER] "
                        "[--ways all|random]\n", words[0]);
        return 2;
    }
    struct campaign *campaign = campaign_open(options.machines, options.drawn);
    struct vortex_program *program = calloc(1, sizeof *program);
    if (!campaign || !program)
        return 2;
    uint64_t tried = 0, failed = try_all(campaign, program, &options, &tried);
    print_counts(campaign_counts(campaign), &options, tried, failed);
    campaign_close(campaign);
    free(program);
    return failed ? 1 : 0;
}
