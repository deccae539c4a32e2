/* SPDX-License-Identifier: Apache-2.0 */
/* checks.c - runs of a way, and what must hold for them. */
#include "campaign/checks.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const check_names[CHECKS] = {"functional", "clocked", "again", "contents"};
const char job_file[] = "job.yaml";

/* A random machine may take long for a line; its idle cycles are jumped over. */
static const uint64_t cycles_max = 20000000000;
/* A worst path may be hard to find. */
enum { ANALYSIS_SECONDS = 10 };

/* What the checks of a way share. */
struct making {
    const struct bench *bench;
    const struct campaign_case *kase;
    const struct way *way;
    struct binary binary;
    struct trial *trial;
    uint64_t seed; /* of the input of the job in the folder; 0: there is none */
};

/* ---- reasons ---- */

/* The length of the number that a text begins with; 0: there is none. */
static size_t number_length(const char *text)
{
    static const char digits[] = "0123456789", letters[] = "0123456789abcdefABCDEF";
    return strncmp(text, "0x", 2) == 0 ? 2 + strspn(text + 2, letters) : strspn(text, digits);
}

/* Addresses and numbers aside, so that equal reasons are equal texts. */
static void keep_reason(struct trial *trial, const char *text)
{
    size_t length = 0;
    while (*text && *text != '\n' && length + 1 < sizeof trial->reason) {
        size_t number = number_length(text);
        trial->reason[length++] = number ? '#' : *text;
        text += number ? number : 1;
    }
    trial->reason[length] = '\0';
}

/* ---- one run ---- */

static void conclude(struct making *m, enum verdict verdict, const char *message)
{
    m->trial->verdict = verdict;
    if (!m->trial->message.length)
        text_add(&m->trial->message, "%s", message ? message : "(no message)");
    if (verdict == VERDICT_REFUSED)
        keep_reason(m->trial, text_string(&m->trial->message));
}

/* The checks of a result that do not hold are in its text only. */
static void tell_mismatch(struct making *m, const wc_result *result)
{
    char *text = NULL;
    if (wc_error_message(m->bench->context) && *wc_error_message(m->bench->context))
        text_add(&m->trial->message, "%s", wc_error_message(m->bench->context));
    else if (result && wc_result_text(result, WC_TEXT, &text) == WC_OK)
        text_add(&m->trial->message, "%s", text);
    wc_text_free(text);
    conclude(m, VERDICT_FINDING, "an output differs");
}

/* Machine and program do not fit, or the machine's numbers each other: nothing has run. */
static bool is_refusal(enum wc_status status, const wc_result *result)
{
    return status == WC_BAD_INPUT || (status == WC_KERNEL_FAULT && !result);
}

/* Whatever a run must not return is a finding. */
static bool judge(struct making *m, enum wc_status status, const wc_result *result)
{
    const char *message = wc_error_message(m->bench->context);
    if (is_refusal(status, result)) {
        conclude(m, VERDICT_REFUSED, message);
        return false;
    }
    switch (status) {
    case WC_OK: return true;
    case WC_MISMATCH: tell_mismatch(m, result); break;
    case WC_INTERRUPTED: conclude(m, VERDICT_INTERRUPTED, message); break;
    default: conclude(m, VERDICT_FINDING, message); break;
    }
    return false;
}

static void place_file(const struct making *m, const char *name, struct text *path)
{
    text_add(path, "%s/%s", m->bench->folder, name);
}

/* At once, and not for longer than the run: there is no need to wait for the disk. */
static bool write_file(struct making *m, const char *name, const struct text *bytes)
{
    struct text path = {0};
    place_file(m, name, &path);
    FILE *file = fopen(text_string(&path), "w");
    bool good = file && fwrite(bytes->bytes, 1, bytes->length, file) == bytes->length;
    good = file && fclose(file) == 0 && good;
    if (!good)
        text_add(&m->trial->message, "%s: cannot write: %s", text_string(&path), strerror(errno));
    text_free(&path);
    return good;
}

/* Whatever happens during the run, its job is in the folder. */
static enum wc_status open_job(struct making *m, uint64_t seed, wc_job **job)
{
    struct text text = {0}, path = {0};
    enum wc_status status = WC_INTERRUPTED;
    case_job_text(m->kase, m->way, &m->binary, seed, &text);
    place_file(m, job_file, &path);
    if (m->seed == seed || write_file(m, job_file, &text))
        status = wc_job_parse(m->bench->context, text_string(&path), text_string(&text),
                              text.length, job);
    m->seed = seed;
    text_free(&path);
    text_free(&text);
    return status;
}

/* True: the run ended well. The caller frees *result in any case. */
static bool run(struct making *m, enum check check, uint64_t seed,
                const struct wc_run_options *options, wc_result **result)
{
    wc_job *job = NULL;
    *result = NULL;
    m->trial->check = check;
    enum wc_status status = open_job(m, seed, &job);
    if (status == WC_OK) {
        status = wc_run(job, options, result);
        m->trial->runs[check] += !is_refusal(status, *result);
    }
    bool well = judge(m, status, *result);
    wc_job_free(job);
    return well;
}

static uint64_t number_of(const wc_result *result, const char *name)
{
    double value;
    return result && wc_result_value(result, name, &value) ? (uint64_t)value : 0;
}

/* ---- the checks ---- */

static bool check_functional(struct making *m)
{
    wc_result *result;
    bool well = run(m, CHECK_FUNCTIONAL, m->kase->tree.input_seed,
                    &WC_RUN_OPTIONS(.functional = true, .max_cycles = cycles_max), &result);
    wc_result_free(result);
    return well;
}

static void read_bound(struct trial *trial, const wc_result *result)
{
    char *text = NULL;
    json_t *document = NULL;
    if (wc_result_text(result, WC_JSON, &text) == WC_OK)
        document = json_loads(text, 0, NULL);
    wc_text_free(text);
    trial->cycles = number_of(result, "cycles");
    trial->bound = number_of(result, "bound");
    trial->bounded = trial->bound > 0;
    trial->exact = json_is_true(json_object_get(document, "exact"));
    const char *problem = json_string_value(json_object_get(document, "bound_problem"));
    if (problem && !trial->bounded)
        keep_reason(trial, problem);
    json_decref(document);
}

static bool check_clocked(struct making *m)
{
    wc_result *result;
    bool well = run(m, CHECK_CLOCKED, m->kase->tree.input_seed,
                    &WC_RUN_OPTIONS(.check = true, .bound = true, .bound_may_fail = true,
                                    .bound_method = m->way->method, .max_cycles = cycles_max,
                                    .max_seconds = ANALYSIS_SECONDS), &result);
    if (well)
        read_bound(m->trial, result);
    wc_result_free(result);
    return well;
}

/* Runs once more, and takes as many cycles as before. */
static bool takes_as_long(struct making *m, enum check check, uint64_t seed, bool every_cycle)
{
    wc_result *result;
    struct trial *trial = m->trial;
    bool well = run(m, check, seed,
                    &WC_RUN_OPTIONS(.every_cycle = every_cycle, .max_cycles = cycles_max), &result);
    if (well && number_of(result, "cycles") != trial->cycles) {
        text_add(&trial->message, "%llu cycles%s, before %llu",
                 (unsigned long long)number_of(result, "cycles"),
                 every_cycle ? " without jumps over idle cycles" : "",
                 (unsigned long long)trial->cycles);
        conclude(m, VERDICT_FINDING, NULL);
        well = false;
    }
    wc_result_free(result);
    return well;
}

/* Runs with many cycles are not stepped one by one. */
static bool check_again(struct making *m)
{
    enum { STEPPED_MAX = 200000 };
    bool every_cycle = m->way->every_cycle && m->trial->cycles < STEPPED_MAX;
    return takes_as_long(m, CHECK_AGAIN, m->kase->tree.input_seed, every_cycle);
}

/* Contents that belong to the job stay. */
static bool check_contents(struct making *m)
{
    enum { OTHER_SEEDS = 1000003 };
    const struct tree *tree = &m->kase->tree;
    if (!m->trial->exact || tree->fact == FACT_FIXED)
        return true;
    return takes_as_long(m, CHECK_CONTENTS, tree->input_seed + OTHER_SEEDS, false);
}

static bool (*const checks[CHECKS])(struct making *m) = {
    [CHECK_FUNCTIONAL] = check_functional, [CHECK_CLOCKED] = check_clocked,
    [CHECK_AGAIN] = check_again,           [CHECK_CONTENTS] = check_contents,
};

static void make_all(struct making *m)
{
    for (size_t i = 0; i < CHECKS; i++) {
        if (!checks[i](m))
            return;
    }
}

/* ---- a way ---- */

void trial_free(struct trial *trial)
{
    text_free(&trial->message);
    *trial = (struct trial){0};
}

/* The folder has the job of a run under way only. */
static void remove_job(struct making *m)
{
    struct text path = {0};
    place_file(m, job_file, &path);
    unlink(text_string(&path));
    text_free(&path);
    m->seed = 0;
}

static void try_way(struct making *m)
{
    struct trial *trial = m->trial;
    trial_free(trial);
    remove_job(m);
    if (!m->way->encoder->encode(&m->kase->tree, &m->way->shape, &m->binary))
        conclude(m, VERDICT_REFUSED, m->binary.wrong);
    else if (!write_file(m, m->way->encoder->file, &m->binary.bytes))
        conclude(m, VERDICT_INTERRUPTED, NULL);
    else
        make_all(m);
    remove_job(m);
    binary_free(&m->binary);
}

/* Numbers that do not fit each other or the program: half of the settings go, until they do. */
void trial_run(const struct bench *bench, const struct campaign_case *kase, struct way *way,
               struct trial *trial)
{
    struct making making = {.bench = bench, .kase = kase, .way = way, .trial = trial};
    try_way(&making);
    while (trial->verdict == VERDICT_REFUSED && way->settings.count) {
        way->settings.count /= 2;
        try_way(&making);
    }
}
