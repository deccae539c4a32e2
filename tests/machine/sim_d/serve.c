/* SPDX-License-Identifier: Apache-2.0 */
/* serve.c - Sim-D's memory system alone: requests from standard input, commands to standard output.
 *
 * A request is one line:
 *   tile|index|pad  read|write  SLOT  COMPUTE-CYCLE  ADDRESS  WORDS  PERIOD  COUNT
 * COMPUTE-CYCLE is its write-back. The index of a lane is (PERIOD + COUNT * lane) modulo WORDS.
 * Options: SPEED ORGANISATION PAD-WORDS PHASE one|all [slow] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "hw/ddr4_checker.h"
#include "machine/sim_d/memory.h"

static struct ddr4_checker checker;

static void print_command(void *context, const struct ddr4_command *command,
                          const struct sim_d_request *request)
{
    (void)context;
    (void)request;
    printf("%" PRIu64 "\t%s\t%u\t%" PRIu32 "\t%" PRIu32 "\n", command->cycle,
           ddr4_name(command->kind), command->bank, command->row, command->column);
    ddr4_check(&checker, command);
}

static void make_index(struct sim_d_request *request)
{
    const struct sim_d_tile *tile = &request->tile;
    static uint32_t index[SIM_D_LANES];
    static uint64_t enabled[SIM_D_LANE_WORDS];
    for (uint32_t lane = 0; lane < SIM_D_LANES; lane++)
        index[lane] = (tile->period + lane * tile->count) % tile->words;
    memset(enabled, 0xff, sizeof enabled);
    request->index = index;
    request->enabled = enabled;
}

static bool read_request(struct sim_d_request *request, uint64_t *write_back)
{
    char server[8], direction[8];
    struct sim_d_tile *tile = &request->tile;
    unsigned slot;
    *request = (struct sim_d_request){.to_period = SIM_D_LANES};
    if (scanf("%7s %7s %u %" SCNu64 " %" SCNx32 " %" SCNu32 " %" SCNu32 " %" SCNu32, server,
              direction, &slot, write_back, &tile->address, &tile->words, &tile->period,
              &tile->count) != 8)
        return false;
    request->slot = (uint8_t)slot;
    request->write = strcmp(direction, "write") == 0;
    request->server = strcmp(server, "tile") == 0    ? SIM_D_DRAM_TILE
                      : strcmp(server, "index") == 0 ? SIM_D_DRAM_INDEX
                                                     : SIM_D_SCRATCHPAD;
    if (request->server == SIM_D_DRAM_INDEX)
        make_index(request);
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    struct sim_d_memory_numbers numbers = {
        .dram = ddr4_find(argv[1], argv[2]), .compute_mhz = 1000,
        .scratchpad_words = (uint32_t)atoi(argv[3]), .refresh_phase = (uint64_t)atoll(argv[4]),
        .one_access = strcmp(argv[5], "one") == 0};
    struct arena arena = {0};
    struct sim_d_memory *memory = sim_d_memory_create(&arena, &numbers);
    struct sim_d_memory_watcher watcher = {.command = print_command};
    struct sim_d_request request;
    struct sim_d_done done;
    uint64_t write_back;
    ddr4_checker_build(&checker, numbers.dram, numbers.dram->refi - numbers.refresh_phase - 1);
    sim_d_memory_watch(memory, &watcher);
    if (argc > 6)
        sim_d_memory_skip_nothing(memory);
    while (read_request(&request, &write_back)) {
        sim_d_memory_submit(memory, &request, sim_d_dram_cycle(memory, write_back - 3));
        if (sim_d_memory_take(memory, SIM_D_ALL_SLOTS, NEVER - 1, &done))
            printf("%" PRIu64 "\tdone\t%" PRIu64 "\n", done.done,
                   sim_d_compute_cycle(memory, done.done));
    }
    if (checker.violations != 0)
        fprintf(stderr, "%s\n", checker.first);
    arena_free(&arena);
    return checker.violations != 0;
}
