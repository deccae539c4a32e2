/* SPDX-License-Identifier: Apache-2.0 */
/* state_dump.c - selects the dumped cycles, and writes the file. */
#include "machine/common/state_dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

static int by_cycle(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static void release(struct state_dump *dump)
{
    json_decref(dump->states);
    free(dump->at);
    free(dump);
}

enum wc_status state_dump_open(struct error *err, const char *path, const uint64_t *at,
                               size_t count, struct state_dump **out)
{
    struct state_dump *dump = calloc(1, sizeof *dump);
    *out = NULL;
    if (!dump || !(dump->at = calloc(count, sizeof *at)) || !(dump->states = json_array())) {
        if (dump)
            release(dump);
        return fail_memory(err);
    }
    enum wc_status status = output_open(err, path, &dump->output);
    if (status != WC_OK) {
        release(dump);
        return status;
    }
    memcpy(dump->at, at, count * sizeof *at);
    qsort(dump->at, count, sizeof *at, by_cycle);
    dump->count = count;
    *out = dump;
    return WC_OK;
}

void state_dump_until(struct state_dump *dump, const struct machine *machine, uint64_t cycle)
{
    for (; dump->next < dump->count && dump->at[dump->next] - dump->base < cycle; dump->next++) {
        json_t *state = machine->ops->state(machine, dump->at[dump->next] - dump->base);
        json_put(&state, "cycle", json_integer((json_int_t)dump->at[dump->next]));
        json_append(&dump->states, state);
    }
}

void state_dump_launch_ended(struct state_dump *dump, uint64_t cycles)
{
    dump->base += cycles;
}

static enum wc_status write_states(struct error *err, struct state_dump *dump)
{
    if (json_dumpf(dump->states, dump->output.file, JSON_INDENT(1)) != 0 &&
        !ferror(dump->output.file))
        return fail_memory(err);
    fputc('\n', dump->output.file);
    return WC_OK;
}

enum wc_status state_dump_close(struct error *err, struct state_dump *dump, bool keep)
{
    enum wc_status status = WC_OK;
    if (!dump)
        return status;
    if (keep && dump->next < dump->count)
        status = fail(err, WC_BAD_INPUT,
                      "no state for cycle %" PRIu64 ": the run has cycles 0 to %" PRIu64,
                      dump->at[dump->next], dump->base ? dump->base - 1 : 0);
    if (keep && status == WC_OK)
        status = write_states(err, dump);
    if (keep && status == WC_OK) {
        status = output_commit(err, &dump->output);
    } else {
        output_abandon(&dump->output);
    }
    release(dump);
    return status;
}
