/* SPDX-License-Identifier: Apache-2.0 */
/* outcome.c - trying a case, and the files of what it finds. */
#include "campaign/outcome.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* ---- files ---- */

static void write_file(wc_context *context, const struct finding *finding, const char *name,
                       const struct text *bytes)
{
    struct text path = {0};
    text_add(&path, "%s/%s", text_string(&finding->folder), name);
    wc_write_file(context, text_string(&path), text_string(bytes), bytes->length);
    text_free(&path);
}

static void make_folders(const char *keep, const struct finding *finding)
{
    mkdir(keep, 0777);
    mkdir(text_string(&finding->folder), 0777);
}

/* A variant of the machine with the settings of the way. */
static void describe_machine(const struct way *way, struct text *out)
{
    text_add(out, "name: machine\nabout: \"a machine of a campaign\"\nbased_on: %s\nversion: 1\n"
                  "parameters:%s\n", way->machine->name,
             way->encoder->has_shape || way->settings.count ? "" : " {}");
    if (way->encoder->has_shape)
        text_add(out, "  isa.a: {value: true, source: assumed}\n"
                      "  cores: {value: %u, source: assumed}\n"
                      "  warps: {value: %u, source: assumed}\n"
                      "  threads: {value: %u, source: assumed}\n", way->shape.cores,
                 way->shape.warps, way->shape.threads);
    for (uint32_t i = 0; i < way->settings.count; i++)
        text_add(out, "  %s: {value: %s, source: assumed}\n", way->settings.list[i].name,
                 way->settings.list[i].value);
}

/* What a person types to see it. */
static void describe_command(const struct finding *finding, const struct trial *trial,
                             struct text *out)
{
    const char *folder = text_string(&finding->folder);
    bool exact = finding->way->method == WC_BOUND_EXACT;
    switch (trial->check) {
    case CHECK_FUNCTIONAL:
        text_add(out, "  warpclock run --functional %s/job.yaml\n", folder);
        break;
    case CHECK_CLOCKED:
        text_add(out, "  warpclock check --method %s %s/job.yaml\n"
                      "  warpclock run --check %s/job.yaml\n", exact ? "exact" : "analysis",
                 folder, folder);
        break;
    default:
        text_add(out, "  warpclock run %s/job.yaml        (and again%s)\n", folder,
                 trial->check == CHECK_CONTENTS ? ", with another seed for buffer in and without "
                                                  "expect"
                 : finding->way->every_cycle    ? ", with --every-cycle"
                                                : "");
        break;
    }
}

static void describe(const struct campaign_case *kase, const struct finding *finding,
                     const struct trial *trial, struct text *out)
{
    text_add(out, "case %llu of campaign %llu, %s on %s: the check '%s' %s:\n%s\n\n",
             (unsigned long long)kase->number, (unsigned long long)kase->seed,
             finding->way->encoder->name, finding->way->machine->name, check_names[trial->check],
             trial->crashed ? "ends its process" : "fails", text_string(&trial->message));
    describe_command(finding, trial, out);
    text_add(out, "\nThe program, smaller after %u trials:\n\n%s", finding->steps,
             text_string(&finding->program));
}

/* Whatever way it was: its files replace those that crash_keep() has written. */
static void name_crash(const char *keep, uint64_t number, struct finding *finding)
{
    text_add(&finding->folder, "%s/case-%llu-crash", keep, (unsigned long long)number);
}

static void keep_files(const struct bench *bench, const struct campaign_case *kase,
                       const char *keep, struct finding *finding, const struct trial *trial)
{
    struct text about = {0}, machine = {0};
    if (trial->crashed)
        name_crash(keep, kase->number, finding);
    else
        text_add(&finding->folder, "%s/case-%llu-%s-%s", keep, (unsigned long long)kase->number,
                 finding->way->encoder->name, finding->way->machine->name);
    make_folders(keep, finding);
    describe(kase, finding, trial, &about);
    describe_machine(finding->way, &machine);
    write_file(bench->context, finding, job_file, &finding->job);
    write_file(bench->context, finding, finding->way->encoder->file, &finding->binary.bytes);
    write_file(bench->context, finding, "machine.yaml", &machine);
    write_file(bench->context, finding, "finding.txt", &about);
    text_free(&about);
    text_free(&machine);
}

/* ---- a case ---- */

static void note_finding(const struct bench *bench, struct campaign_case *kase, struct way *way,
                         const char *keep, struct trial *trial, struct finding *finding)
{
    finding->way = way;
    case_shrink(bench, kase, way, trial, &finding->steps);
    way->encoder->encode(&kase->tree, &way->shape, &finding->binary);
    case_job_text(kase, way, &finding->binary, kase->tree.input_seed, &finding->job);
    tree_print(&kase->tree, &finding->program);
    keep_files(bench, kase, keep, finding, trial);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A finding makes the program smaller, so it ends the case. */
void case_try(const struct bench *bench, struct campaign_case *kase, const char *keep,
              struct outcome *outcome)
{
    const double start = now();
    *outcome = (struct outcome){.verdict = "holds"};
    for (uint32_t i = 0; i < kase->way_count; i++) {
        struct trial *trial = &outcome->trials[i];
        bench->try_way(bench, kase, &kase->ways[i], trial);
        outcome->drawn[i] = kase->ways[i].settings.count > 0;
        if (trial->verdict == VERDICT_INTERRUPTED)
            outcome->verdict = NULL;
        if (trial->verdict == VERDICT_FINDING) {
            outcome->verdict = trial->crashed ? "crash" : "finding";
            note_finding(bench, kase, &kase->ways[i], keep, trial, &outcome->findings[i]);
        }
        if (trial->verdict == VERDICT_INTERRUPTED || trial->verdict == VERDICT_FINDING)
            kase->way_count = i + 1;
    }
    outcome->seconds = now() - start;
}

void finding_free(struct finding *finding)
{
    text_free(&finding->program);
    text_free(&finding->job);
    text_free(&finding->folder);
    binary_free(&finding->binary);
}

void outcome_free(struct outcome *outcome)
{
    for (size_t i = 0; i < WAYS_MAX; i++) {
        trial_free(&outcome->trials[i]);
        finding_free(&outcome->findings[i]);
    }
}

/* ---- a process that has ended ---- */

static void read_file(const char *folder, const char *name, struct text *bytes)
{
    struct text path = {0};
    char block[4096];
    size_t count;
    text_add(&path, "%s/%s", folder, name);
    FILE *file = fopen(text_string(&path), "r");
    while (file && (count = fread(block, 1, sizeof block, file)) > 0)
        text_add_bytes(bytes, block, count);
    if (file)
        fclose(file);
    text_free(&path);
}

/* The binary of a job: its name, up to the end of the line. */
static void read_binary(const char *folder, const struct text *job, struct text *name,
                        struct text *bytes)
{
    static const char key[] = "\nkernel: ";
    const char *found = strstr(text_string(job), key);
    if (!found)
        return;
    found += sizeof key - 1;
    text_add(name, "%.*s", (int)strcspn(found, "\n"), found);
    read_file(folder, text_string(name), bytes);
}

void crash_keep(wc_context *context, const char *folder, const char *keep, uint64_t number,
                const char *message, struct finding *finding)
{
    struct text about = {0}, name = {0};
    *finding = (struct finding){0};
    read_file(folder, job_file, &finding->job);
    read_binary(folder, &finding->job, &name, &finding->binary.bytes);
    name_crash(keep, number, finding);
    make_folders(keep, finding);
    text_add(&about, "case %llu: %s\n", (unsigned long long)number, message);
    if (name.length) {
        text_add(&about, "\n  warpclock run --functional %s/job.yaml\n"
                         "  warpclock run %s/job.yaml\n", text_string(&finding->folder),
                 text_string(&finding->folder));
        write_file(context, finding, job_file, &finding->job);
        write_file(context, finding, text_string(&name), &finding->binary.bytes);
    }
    write_file(context, finding, "finding.txt", &about);
    text_free(&about);
    text_free(&name);
}
