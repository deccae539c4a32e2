/* SPDX-License-Identifier: Apache-2.0 */
/* exec_report.c - reads what the launches of a program took, and shows it. */
#include "exec_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "environment.h"
#include "memory.h"
#include "warpclock.h"

/* ---- reading ---- */

enum { FIELDS = 11 };

/* Splits a line at its tabs; false: it has not all fields, such as EXEC_STARTED. */
static bool split(char *line, char *fields[FIELDS])
{
    size_t i;

    for (i = 0; i < FIELDS; i++) {
        fields[i] = line;
        line = strchr(line, i + 1 < FIELDS ? '\t' : '\n');
        if (!line)
            return false;
        *line++ = '\0';
    }
    return true;
}

static void add_launch(struct exec_report *report, const char *text)
{
    char *fields[FIELDS], *line = format_text("%s", text);
    struct exec_launch *launch;

    if (!split(line, fields)) {
        free(line);
        return;
    }
    report->list = reallocate(report->list, (report->count + 1) * sizeof *report->list);
    launch = &report->list[report->count++];
    *launch = (struct exec_launch){
        .line = line, .kernel = fields[0], .name = fields[1], .grid = fields[2],
        .block = fields[3], .shared = strtoull(fields[4], NULL, 10), .status = atoi(fields[5]),
        .cycles = strtoull(fields[6], NULL, 10), .ns = strtod(fields[7], NULL),
        .instructions = strtoull(fields[8], NULL, 10), .job = fields[9], .message = fields[10],
    };
}

void exec_report_read(struct exec_report *report, int descriptor)
{
    FILE *file;
    char *line = NULL;
    size_t room = 0;

    *report = (struct exec_report){0};
    if (lseek(descriptor, 0, SEEK_SET) != 0 || !(file = fdopen(dup(descriptor), "r")))
        return;
    while (getline(&line, &room, file) > 0) {
        report->started = true;
        report->begun += strcmp(line, EXEC_BEGUN) == 0;
        add_launch(report, line);
    }
    free(line);
    fclose(file);
}

void exec_report_free(struct exec_report *report)
{
    size_t i;

    for (i = 0; i < report->count; i++)
        free(report->list[i].line);
    free(report->list);
}

static bool is_late(const struct exec_launch *launch, const struct time_value *deadline)
{
    return (deadline->cycles && launch->cycles > deadline->cycles) ||
           (deadline->ns > 0 && launch->ns > deadline->ns);
}

size_t exec_report_late(const struct exec_report *report, const struct time_value *deadline)
{
    size_t i = 0;

    while (i < report->count && !is_late(&report->list[i], deadline))
        i++;
    return i;
}

size_t exec_report_stuck(const struct exec_report *report)
{
    size_t i = 0;

    while (i < report->count && report->list[i].status != WC_DEADLOCK)
        i++;
    return i;
}

size_t exec_report_unrecorded(const struct exec_report *report)
{
    size_t i = 0;

    while (i < report->count && strcmp(report->list[i].job, EXEC_NOT_RECORDED) != 0)
        i++;
    return i;
}

/* ---- table ---- */

struct row {
    const char *name;
    uint64_t count, cycles, max, instructions, faulted, stuck, failed;
    double ns;
};

/* Rows in the order of the first launches. */
static struct row *sum_rows(const struct exec_report *report, size_t *count)
{
    struct row *rows = reallocate(NULL, (report->count + 1) * sizeof *rows);
    size_t i, k;

    *count = 0;
    for (i = 0; i < report->count; i++) {
        const struct exec_launch *launch = &report->list[i];

        for (k = 0; k < *count && strcmp(rows[k].name, launch->name) != 0; k++)
            ;
        if (k == *count)
            rows[(*count)++] = (struct row){.name = launch->name};
        rows[k].count++;
        rows[k].cycles += launch->cycles;
        rows[k].max = launch->cycles > rows[k].max ? launch->cycles : rows[k].max;
        rows[k].instructions += launch->instructions;
        rows[k].ns += launch->ns;
        rows[k].faulted += launch->status == WC_KERNEL_FAULT;
        rows[k].stuck += launch->status == WC_DEADLOCK;
        rows[k].failed += launch->status != WC_OK && launch->status != WC_KERNEL_FAULT &&
                          launch->status != WC_DEADLOCK;
    }
    return rows;
}

/* "1.234 us" */
static void put_time(FILE *out, double ns)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    size_t i = 0;

    for (; ns >= 1000 && i < 3; i++)
        ns /= 1000;
    fprintf(out, "%9.3f %-2s", ns, units[i]);
}

/* "1 234 567", as `run` groups digits. */
static const char *grouped(uint64_t value, char text[32])
{
    char digits[24], *to = text;
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    int i;

    for (i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *to++ = ' ';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

static void put_number(FILE *out, int width, uint64_t value)
{
    char text[32];

    fprintf(out, "%*s  ", width, grouped(value, text));
}

/* Launches that did not do their work: their numbers are those of a part. */
static void put_failures(FILE *out, const struct row *row)
{
    const struct {
        uint64_t count;
        const char *what;
    } kinds[] = {{row->faulted, "faulted"}, {row->stuck, "did not end"}, {row->failed, "failed"}};
    const char *before = "  (";
    size_t i;

    for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!kinds[i].count)
            continue;
        fprintf(out, "%s%" PRIu64 " %s", before, kinds[i].count, kinds[i].what);
        before = ", ";
    }
    fputs(*before == ',' ? ")\n" : "\n", out);
}

static void put_row(FILE *out, const struct row *row, bool functional)
{
    put_number(out, 9, row->count);
    if (!functional) {
        put_number(out, 14, row->cycles);
        put_number(out, 14, row->max);
        put_time(out, row->ns);
        fputs("  ", out);
    }
    put_number(out, 14, row->instructions);
    fputs(row->name, out);
    put_failures(out, row);
}

/* ---- deadline ---- */

static bool has_deadline(const struct time_value *deadline)
{
    return deadline->cycles || deadline->ns > 0;
}

/* What the launches leave of a deadline. */
struct verdict {
    bool ended;     /* every launch did */
    double mhz;     /* 0: no launch took time */
    int64_t margin; /* cycles that the longest launch leaves; negative: too many */
};

static struct verdict judge_deadline(const struct exec_report *report,
                                     const struct time_value *deadline)
{
    struct verdict verdict = {.ended = report->begun == report->count};
    uint64_t longest = 0, limit;
    size_t i;

    for (i = 0; i < report->count; i++) {
        const struct exec_launch *launch = &report->list[i];

        verdict.ended &= launch->status == WC_OK;
        longest = launch->cycles > longest ? launch->cycles : longest;
        if (launch->ns > 0)
            verdict.mhz = round((double)launch->cycles * 1e3 / launch->ns);
    }
    limit = deadline->cycles ? deadline->cycles : (uint64_t)(deadline->ns * verdict.mhz / 1e3);
    verdict.margin = (int64_t)limit - (int64_t)longest;
    return verdict;
}

/* As `run` says it. */
static void put_verdict(FILE *out, const struct exec_report *report,
                        const struct time_value *deadline)
{
    const struct verdict verdict = judge_deadline(report, deadline);
    const bool met = verdict.margin >= 0;
    const uint64_t cycles = (uint64_t)(met ? verdict.margin : -verdict.margin);
    char number[32];

    if (deadline->cycles)
        fprintf(out, "  deadline of %s cycles: ", grouped(deadline->cycles, number));
    else
        fprintf(out, "  deadline of %g us: ", deadline->ns * 1e-3);
    if (!verdict.ended) {
        fputs("NOT MET, a launch did not end\n", out);
        return;
    }
    fprintf(out, "%s, %s cycle%s %s", met ? "met" : "NOT MET", grouped(cycles, number),
            cycles == 1 ? "" : "s", met ? "to spare" : "too many");
    if (verdict.mhz > 0)
        fprintf(out, " (%.3f us)", (double)cycles / verdict.mhz);
    fputs("\n", out);
}

char *exec_report_text(const struct exec_report *report, bool functional,
                       const struct time_value *deadline)
{
    struct text_stream text;
    FILE *out = text_stream_open(&text);
    struct row total = {.name = "all kernels"};
    size_t count, i;
    struct row *rows = sum_rows(report, &count);

    fputs(" launches  ", out);
    if (!functional)
        fprintf(out, "%14s  %14s  %12s  ", "cycles", "longest", "time");
    fprintf(out, "%14s  kernel\n", "warp instr.");
    for (i = 0; i < count; i++) {
        put_row(out, &rows[i], functional);
        total.count += rows[i].count;
        total.cycles += rows[i].cycles;
        total.max = rows[i].max > total.max ? rows[i].max : total.max;
        total.instructions += rows[i].instructions;
        total.ns += rows[i].ns;
        total.faulted += rows[i].faulted;
        total.stuck += rows[i].stuck;
        total.failed += rows[i].failed;
    }
    if (count != 1)
        put_row(out, &total, functional);
    if (has_deadline(deadline))
        put_verdict(out, report, deadline);
    free(rows);
    return text_stream_close(&text, out);
}

/* ---- JSON ---- */

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

/* "4 1 1" as [4, 1, 1]. */
static void put_sizes(FILE *out, const char *key, const char *sizes)
{
    fprintf(out, ", \"%s\": [", key);
    for (; *sizes; sizes++)
        fprintf(out, *sizes == ' ' ? ", " : "%c", *sizes);
    fputc(']', out);
}

static void put_text(FILE *out, const char *key, const char *text)
{
    if (strcmp(text, "-") == 0)
        return;
    fprintf(out, ", \"%s\": ", key);
    put_string(out, text);
}

static void put_launch(FILE *out, const struct exec_launch *launch, bool functional,
                       const struct time_value *deadline)
{
    fputs("  {\"kernel\": ", out);
    put_string(out, launch->kernel);
    put_text(out, "name", launch->name);
    put_sizes(out, "grid", launch->grid);
    put_sizes(out, "block", launch->block);
    fprintf(out, ", \"shared\": %" PRIu64 ", \"status\": %d", launch->shared, launch->status);
    if (!functional)
        fprintf(out, ", \"cycles\": %" PRIu64 ", \"nanoseconds\": %.3f", launch->cycles,
                launch->ns);
    fprintf(out, ", \"warp_instructions\": %" PRIu64, launch->instructions);
    if (has_deadline(deadline))
        fprintf(out, ", \"met\": %s",
                launch->status == WC_OK && !is_late(launch, deadline) ? "true" : "false");
    if (strcmp(launch->job, EXEC_NOT_RECORDED) != 0)
        put_text(out, "job", launch->job);
    put_text(out, "error", launch->message);
    fputc('}', out);
}

/* The margin of no launch, or of one that did not end, is not known. */
static void put_deadline(FILE *out, const struct exec_report *report,
                         const struct time_value *deadline)
{
    const struct verdict verdict = judge_deadline(report, deadline);
    const bool late = exec_report_late(report, deadline) < report->count;

    if (!has_deadline(deadline))
        return;
    if (deadline->cycles)
        fprintf(out, ", \"deadline\": {\"cycles\": %" PRIu64, deadline->cycles);
    else
        fprintf(out, ", \"deadline\": {\"nanoseconds\": %.3f", deadline->ns);
    fprintf(out, ", \"met\": %s, \"margin\": ", verdict.ended && !late ? "true" : "false");
    if (verdict.ended && report->count)
        fprintf(out, "%" PRId64 "}", verdict.margin);
    else
        fputs("null}", out);
}

char *exec_report_json(const struct exec_report *report, const char *program, const char *machine,
                       bool functional, int program_status, const struct time_value *deadline)
{
    struct text_stream text;
    FILE *out = text_stream_open(&text);
    uint64_t cycles = 0;
    double ns = 0;
    size_t i;

    for (i = 0; i < report->count; i++) {
        cycles += report->list[i].cycles;
        ns += report->list[i].ns;
    }
    fprintf(out, "{\"schema\": 1, \"warpclock\": \"%s\", \"program\": ", wc_version());
    put_string(out, program);
    fputs(", \"machine\": ", out);
    put_string(out, machine);
    fprintf(out, ", \"program_status\": %d", program_status);
    if (!functional)
        fprintf(out, ", \"cycles\": %" PRIu64 ", \"nanoseconds\": %.3f", cycles, ns);
    put_deadline(out, report, deadline);
    fputs(", \"launches\": [", out);
    for (i = 0; i < report->count; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_launch(out, &report->list[i], functional, deadline);
    }
    fputs("\n]}\n", out);
    return text_stream_close(&text, out);
}
