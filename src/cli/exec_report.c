/* SPDX-License-Identifier: Apache-2.0 */
/* exec_report.c - reads what the launches of a program took, and shows it. */
#include "exec_report.h"

#include <inttypes.h>
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
    uint64_t count, cycles, max, instructions;
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

static void put_row(FILE *out, const struct row *row, bool functional)
{
    fprintf(out, "%9" PRIu64 "  ", row->count);
    if (!functional) {
        fprintf(out, "%14" PRIu64 "  %14" PRIu64 "  ", row->cycles, row->max);
        put_time(out, row->ns);
        fputs("  ", out);
    }
    fprintf(out, "%14" PRIu64 "  %s\n", row->instructions, row->name);
}

char *exec_report_text(const struct exec_report *report, bool functional)
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
    }
    if (count != 1)
        put_row(out, &total, functional);
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
    if (deadline->cycles || deadline->ns > 0)
        fprintf(out, ", \"met\": %s", is_late(launch, deadline) ? "false" : "true");
    if (strcmp(launch->job, EXEC_NOT_RECORDED) != 0)
        put_text(out, "job", launch->job);
    put_text(out, "error", launch->message);
    fputc('}', out);
}

static void put_deadline(FILE *out, const struct time_value *deadline, bool met)
{
    if (deadline->cycles)
        fprintf(out, ", \"deadline\": {\"cycles\": %" PRIu64, deadline->cycles);
    else if (deadline->ns > 0)
        fprintf(out, ", \"deadline\": {\"nanoseconds\": %.3f", deadline->ns);
    else
        return;
    fprintf(out, ", \"met\": %s}", met ? "true" : "false");
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
    put_deadline(out, deadline, exec_report_late(report, deadline) == report->count);
    fputs(", \"launches\": [", out);
    for (i = 0; i < report->count; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_launch(out, &report->list[i], functional, deadline);
    }
    fputs("\n]}\n", out);
    return text_stream_close(&text, out);
}
