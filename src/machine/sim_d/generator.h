/* SPDX-License-Identifier: Apache-2.0 */
/* generator.h - the command generator: bursts become commands in the FIFOs of the banks.
 *
 * It translates an address (SIMD-31), activates a row before its first burst, and decides when
 * banks are precharged (SIMD-32). A burst enters when all commands of the one before it are in the
 * FIFOs; they enter in order, and a full FIFO holds back the commands after it. */
#ifndef WARPCLOCK_MACHINE_SIM_D_GENERATOR_H
#define WARPCLOCK_MACHINE_SIM_D_GENERATOR_H

#include "hw/ddr4.h"
#include "machine/sim_d/sequencer.h"

/* A bank's FIFO of 8 commands and the register at its head (SIMD-27). */
enum { BANK_FIFO = 8 + 1 };

struct bank_command {
    struct ddr4_command command; /* its cycle is not known yet */
    bool conflict;               /* PRE: another row of the bank is wanted next */
    uint8_t wanted;              /* words of the burst */
    uint32_t address;
};

struct bank_fifo {
    struct bank_command entry[BANK_FIFO]; /* a ring */
    uint32_t first, count;
};

static inline const struct bank_command *bank_fifo_at(const struct bank_fifo *fifo, uint32_t i)
{
    uint32_t at = fifo->first + i;
    return &fifo->entry[at < BANK_FIFO ? at : at - BANK_FIFO];
}

/* A burst, and what the command generator has to know about its successor. */
struct burst_request {
    struct sim_d_access access;
    bool last;
    uint32_t next; /* address of the next burst */
};

struct command_generator {
    const struct ddr4_numbers *numbers;
    bool write;
    bool rows_stay_open; /* index streams: precharge as late as possible */
    uint32_t row[DDR4_BANKS_MAX];
    bool open[DDR4_BANKS_MAX]; /* after all commands generated so far */
    /* Commands of the latest burst that wait for their FIFO: a conflict, an activate, the
     * precharges of all other banks, the access. */
    struct bank_command waiting[DDR4_BANKS_MAX + 2];
    uint32_t next, count;
    bool new_head; /* a command went to an empty FIFO; the arbiter clears it */
};

void generator_start(struct command_generator *generator, const struct ddr4_numbers *numbers,
                     bool write, bool rows_stay_open);
/* All commands of the bursts so far are in FIFOs. */
static inline bool generator_free(const struct command_generator *generator)
{
    return generator->next == generator->count;
}
/* The generator is free. */
void generator_take(struct command_generator *generator, const struct burst_request *burst);
/* Moves commands to FIFOs while there is space. `popped`: the bank whose FIFO lost a command in
 * this cycle, -1 for none: its place is free only in the next one. False: nothing moved. */
bool generator_push(struct command_generator *generator, struct bank_fifo *fifos, int popped);

/* Bank, row and column of an address. */
struct ddr4_command sim_d_map(const struct ddr4_numbers *numbers, uint32_t address);

#endif
