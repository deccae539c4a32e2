/* SPDX-License-Identifier: Apache-2.0 */
/* controller.c - the cycles of a request.
 *
 * A stage sees what the stage before it did in an earlier cycle. In each cycle the arbiter moves
 * first and the front end last, so only freed space has to be kept from being used too early. */
#include "machine/sim_d/controller.h"

#include <stddef.h>
#include <string.h>

/* Cycles from the front end's fetch of a descriptor to its first burst. Measured: the first
 * activate of a tile follows the fetch by 4 cycles, of an index stream by 6. */
enum { TILE_INIT = 2, INDEX_INIT = 3 };
/* The end of a request is announced so many cycles before a refresh would be allowed (SIMD-27). */
enum { ANNOUNCED_EARLY = 2 };

void controller_build(struct controller *controller, const struct ddr4_numbers *numbers,
                      uint64_t refresh_phase)
{
    *controller = (struct controller){.refresh_phase = refresh_phase};
    ddr4_build(&controller->ddr4, numbers);
}

static void front_start(struct front_end *front, const struct sim_d_request *request)
{
    front->indexed = request->server == SIM_D_DRAM_INDEX;
    front->has_ahead = front->ended = false;
    if (front->indexed)
        index_start(&front->index, request);
    else {
        stride_bursts(&front->stride, &request->tile);
        front->has_ahead = stride_next(&front->stride, &front->ahead);
        front->ended = !front->has_ahead;
    }
}

/* One cycle's work: true if `access` is the burst after the one ahead. Sets `ended` after it. */
static bool front_look(struct front_end *front, struct sim_d_access *access)
{
    if (!front->indexed) {
        front->ended = !stride_next(&front->stride, access);
        return !front->ended;
    }
    front->ended = front->index.lane == SIM_D_LANES;
    return !front->ended && index_next(&front->index, access);
}

/* Sends at most one burst to the FIFO. `space`: the FIFO had space at the start of the cycle.
 * False: nothing moved. */
static bool front_step(struct controller *controller, bool space)
{
    struct front_end *front = &controller->front;
    struct sim_d_access after;
    if (front->ended || !space)
        return false;
    bool found = front_look(front, &after);
    if (front->has_ahead && (found || front->ended)) {
        uint32_t at = (controller->first_burst + controller->bursts++) % BURST_FIFO;
        controller->burst[at] = (struct burst_request){.access = front->ahead,
                                                       .last = front->ended,
                                                       .next = found ? after.address : 0};
        front->has_ahead = false;
    }
    if (found) {
        front->ahead = after;
        front->has_ahead = true;
    }
    return true;
}

static void announce(struct controller *controller, const struct bank_command *sent)
{
    const struct sim_d_memory_watcher *watcher = controller->watcher;
    const struct ddr4_command *command = &sent->command;
    const struct ddr4_numbers *numbers = controller->ddr4.numbers;
    bool data = ddr4_class(command->kind) == DDR4_READ || ddr4_class(command->kind) == DDR4_WRITE;
    controller->words += sent->wanted;
    if (watcher != NULL && watcher->command != NULL)
        watcher->command(watcher->context, command, controller->request);
    if (data && watcher != NULL && watcher->data != NULL) {
        cycle_t from = command->cycle + ddr4_data_delay(numbers, command->kind);
        watcher->data(watcher->context, controller->request, sent->address, sent->wanted, from,
                      from + numbers->burst);
    }
}

static void send(struct controller *controller, struct bank_command command, cycle_t now)
{
    command.command.cycle = now;
    ddr4_issue(&controller->ddr4, &command.command);
    announce(controller, &command);
}

/* The next refresh falls due when the counter, which is incremented in every cycle, is a multiple
 * of the interval (SIMD-44). */
static cycle_t next_refresh(const struct controller *controller)
{
    uint64_t count = (controller->refreshes + 1) * controller->ddr4.numbers->refi;
    cycle_t due = count > controller->refresh_phase + 1 ? count - controller->refresh_phase - 1 : 0;
    return later(due, ddr4_earliest(&controller->ddr4, DDR4_REF, 0));
}

static bool refresh_is_due(const struct controller *controller, cycle_t now)
{
    uint64_t count = controller->refresh_phase + now + 1;
    return count / controller->ddr4.numbers->refi > controller->refreshes;
}

static void refresh(struct controller *controller, cycle_t now)
{
    controller->request = NULL;
    send(controller, (struct bank_command){.command = {.kind = DDR4_REF}}, now);
    controller->refreshes++;
}

void controller_refresh(struct controller *controller, cycle_t now)
{
    for (cycle_t next = next_refresh(controller); next < now; next = next_refresh(controller))
        refresh(controller, next);
}

/* Generator and front end, in a cycle in which the arbiter took a command of bank `popped`. False:
 * neither moved. */
static bool fill(struct controller *controller, int popped)
{
    bool space = controller->bursts < BURST_FIFO, moved = false;
    if (generator_free(&controller->generator) && controller->bursts != 0) {
        generator_take(&controller->generator, &controller->burst[controller->first_burst]);
        controller->first_burst = (controller->first_burst + 1) % BURST_FIFO;
        controller->bursts--;
        moved = true;
    }
    moved |= generator_push(&controller->generator, controller->arbiter.fifo, popped);
    return front_step(controller, space) || moved;
}

uint32_t controller_best(struct controller *controller, cycle_t now)
{
    if (now < controller->quiet && !controller->generator.new_head)
        return 0; /* the arbiter need not be asked */
    uint32_t best =
        arbiter_best(&controller->arbiter, &controller->ddr4, now, &controller->quiet);
    if (best != 0)
        controller->quiet = 0; /* another command may be at the head of its FIFO */
    controller->generator.new_head = false;
    return best;
}

cycle_t controller_send(struct controller *controller, cycle_t now, uint32_t best)
{
    int bank =
        arbiter_nearest(best, controller->arbiter.pair, controller->ddr4.numbers->banks);
    cycle_t next = controller->quiet;
    if (bank >= 0)
        send(controller, arbiter_pop(&controller->arbiter, (unsigned)bank), now);
    bool moved = fill(controller, bank);
    if (moved || bank >= 0 || (controller->every_cycle && next != NEVER))
        return now + 1;
    return next;
}

cycle_t controller_step(struct controller *controller, cycle_t now)
{
    return controller_send(controller, now, controller_best(controller, now));
}

/* The front end takes a descriptor only while no refresh is due. */
static cycle_t fetch(struct controller *controller, cycle_t now)
{
    controller_refresh(controller, now);
    while (refresh_is_due(controller, now)) {
        cycle_t sent = next_refresh(controller);
        refresh(controller, sent);
        now = later(now, sent + 1);
    }
    return now;
}

cycle_t controller_start(struct controller *controller, const struct sim_d_request *request,
                         cycle_t started)
{
    controller->request = request;
    front_start(&controller->front, request);
    generator_start(&controller->generator, controller->ddr4.numbers, request->write,
                    controller->front.indexed);
    return started + (controller->front.indexed ? INDEX_INIT : TILE_INIT);
}

cycle_t controller_end(struct controller *controller, cycle_t last)
{
    controller->request = NULL;
    cycle_t closed = ddr4_earliest(&controller->ddr4, DDR4_REF, 0);
    return later(last + ANNOUNCED_EARLY, closed) - ANNOUNCED_EARLY;
}

cycle_t controller_serve(struct controller *controller, const struct sim_d_request *request,
                         cycle_t now, cycle_t *started)
{
    *started = fetch(controller, now);
    cycle_t last = controller_start(controller, request, *started);
    for (cycle_t cycle = last; cycle != NEVER; cycle = controller_step(controller, cycle))
        last = cycle;
    return controller_end(controller, last);
}

void controller_forget(struct controller *controller)
{
    controller->request = NULL;
    controller->front.index = (struct index_iterator){0};
    /* A checkpoint has these structures with the gaps between their members. */
    for (unsigned bank = 0; bank < DDR4_BANKS_MAX; bank++) {
        struct bank_fifo *fifo = &controller->arbiter.fifo[bank];
        memset(fifo->entry, 0, sizeof fifo->entry);
    }
    memset(controller->generator.waiting, 0, sizeof controller->generator.waiting);
}
