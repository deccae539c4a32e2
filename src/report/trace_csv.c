/* SPDX-License-Identifier: Apache-2.0 */
/* trace_csv.c - turns events of a clocked run into lines of a table.
 *
 * Waits and requests of a warp are reported before their instruction: they are collected per warp
 * slot and written with it. The waits of a slot after its last instruction make a line without an
 * instruction at the end of the launch, so that every cycle of every slot is in the table. */
#include "report/trace_csv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "load/output.h"

/* Events of a warp slot since its last line. */
struct csv_slot {
    uint64_t waited[STALL_COUNT];
    uint64_t transactions[SPACE_COUNT];
};

struct trace_csv {
    struct observer observer; /* first */
    struct output output;
    struct csv_slot *slots; /* [core][warp] */
    uint32_t cores, warps;  /* units of the machine, slots of a unit */
    uint32_t parts;         /* units of an SM */
    uint32_t launches;      /* started so far */
};

static void write_head(FILE *file)
{
    fputs("launch,cycle,sm,smp,warp,pc,opcode,mask,stall,transactions,duration,latency_by,paired",
          file);
    for (unsigned i = 0; i < STALL_COUNT; i++)
        fprintf(file, ",%s", stall_name((enum stall_reason)i));
    fputs(",shared,global,constant\n", file);
}

/* The longest wait reason, the first of equal ones; "" if it issued at once. */
static const char *longest_wait(const struct csv_slot *slot)
{
    unsigned longest = 0;
    for (unsigned i = 1; i < STALL_COUNT; i++) {
        if (slot->waited[i] > slot->waited[longest])
            longest = i;
    }
    return slot->waited[longest] ? stall_name((enum stall_reason)longest) : "";
}

/* Starts a line: the columns up to the opcode. */
static void write_place(const struct trace_csv *csv, const struct event *event, cycle_t cycle)
{
    fprintf(csv->output.file, "%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",",
            csv->launches - 1, cycle, event->core / csv->parts, event->core % csv->parts,
            event->warp);
}

/* Ends it: writes the collected values and clears them. */
static void write_slot(const struct trace_csv *csv, struct csv_slot *slot)
{
    FILE *file = csv->output.file;
    for (unsigned i = 0; i < STALL_COUNT; i++)
        fprintf(file, ",%" PRIu64, slot->waited[i]);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", slot->transactions[SPACE_LOCAL],
            slot->transactions[SPACE_GLOBAL], slot->transactions[SPACE_CONSTANT]);
    *slot = (struct csv_slot){0};
}

static uint64_t all_transactions(const struct csv_slot *slot)
{
    return slot->transactions[SPACE_LOCAL] + slot->transactions[SPACE_GLOBAL] +
           slot->transactions[SPACE_CONSTANT];
}

static void on_issue(struct trace_csv *csv, struct csv_slot *slot, const struct event *event)
{
    const char *name = event->insn->op ? event->insn->op->name : "illegal";
    write_place(csv, event, event->cycle);
    fprintf(csv->output.file, "0x%" PRIx64 ",%s,0x%" PRIx64 ",%s,%" PRIu64 ",%" PRIu64 ",%s,%d",
            event->insn->pc, name, event->mask, longest_wait(slot), all_transactions(slot),
            event->until - event->cycle, event->parameter ? event->parameter : "", event->paired);
    write_slot(csv, slot);
}

/* It takes a slot of its warp but is not an instruction (SWAS-40). */
static void on_nop(struct trace_csv *csv, struct csv_slot *slot, const struct event *event)
{
    write_place(csv, event, event->cycle);
    fprintf(csv->output.file, ",nop,,%s,0,0,,0", longest_wait(slot));
    write_slot(csv, slot);
}

/* Waits after the last instruction of each slot. */
static void on_finish(struct trace_csv *csv, const struct event *event)
{
    for (uint32_t i = 0; i < csv->cores * csv->warps; i++) {
        struct csv_slot *slot = &csv->slots[i];
        if (!*longest_wait(slot))
            continue;
        struct event place = {.core = i / csv->warps, .warp = i % csv->warps};
        write_place(csv, &place, event->cycle);
        fprintf(csv->output.file, ",,,%s,0,0,,0", longest_wait(slot));
        write_slot(csv, slot);
    }
}

static void on_event(struct observer *observer, const struct event *event)
{
    struct trace_csv *csv = (struct trace_csv *)observer;
    csv->launches += event->kind == EVENT_LAUNCH;
    if (event->kind == EVENT_FINISH)
        on_finish(csv, event);
    if (event->core >= csv->cores || event->warp >= csv->warps)
        return;
    struct csv_slot *slot = &csv->slots[(size_t)event->core * csv->warps + event->warp];
    if (event->kind == EVENT_STALL)
        slot->waited[event->reason] += event->until - event->cycle;
    else if (event->kind == EVENT_MEMORY)
        slot->transactions[event->space] += event->count;
    else if (event->kind == EVENT_ISSUE)
        on_issue(csv, slot, event);
    else if (event->kind == EVENT_NOP)
        on_nop(csv, slot, event);
}

/* ---- the file ---- */

bool trace_csv_wanted(const char *path)
{
    return output_ends_in(path, ".csv");
}

static void release(struct trace_csv *csv)
{
    if (csv)
        free(csv->slots);
    free(csv);
}

enum wc_status trace_csv_open(struct error *err, const char *path, const struct topology *topology,
                              struct trace_csv **out)
{
    struct trace_csv *csv = calloc(1, sizeof *csv);
    size_t slots = (size_t)topology_units(topology) * topology_issuers(topology);
    *out = NULL;
    if (csv)
        csv->slots = calloc(slots, sizeof *csv->slots);
    enum wc_status status = csv && csv->slots ? output_open_packed(err, path, &csv->output)
                                              : fail_memory(err);
    if (status != WC_OK) {
        release(csv);
        return status;
    }
    csv->observer.event = on_event;
    csv->cores = topology_units(topology);
    csv->warps = topology_issuers(topology);
    csv->parts = topology->unit.count;
    write_head(csv->output.file);
    *out = csv;
    return WC_OK;
}

struct observer *trace_csv_observer(struct trace_csv *csv)
{
    return &csv->observer;
}

enum wc_status trace_csv_close(struct error *err, struct trace_csv *csv, bool keep)
{
    enum wc_status status = WC_OK;
    if (!csv)
        return status;
    if (keep)
        status = output_commit(err, &csv->output);
    else
        output_abandon(&csv->output);
    release(csv);
    return status;
}
