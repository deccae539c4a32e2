/* SPDX-License-Identifier: Apache-2.0 */
/* ddr4.c - the constraints between commands, and when they are met.
 *
 * Each row of `constraints` is one min distance of the standard (SIMD-41). ddr4_build() turns the
 * rows into tables by scope, so that a command updates the first cycles that its bank, its group
 * and the rank allow, and a query takes the max of three. The window of four activates is the only
 * constraint with a longer memory. */
#include "hw/ddr4.h"

#include <string.h>

enum scope { BANK, GROUP, RANK };

struct constraint {
    enum ddr4_kind before;
    enum ddr4_class after;
    enum scope scope;
    uint32_t (*cycles)(const struct ddr4_numbers *n);
};

static uint32_t rcd(const struct ddr4_numbers *n) { return n->rcd; }
static uint32_t ras(const struct ddr4_numbers *n) { return n->ras; }
static uint32_t rc(const struct ddr4_numbers *n) { return n->rc; }
static uint32_t rp(const struct ddr4_numbers *n) { return n->rp; }
static uint32_t rtp(const struct ddr4_numbers *n) { return n->rtp; }
static uint32_t ccd_s(const struct ddr4_numbers *n) { return n->ccd_s; }
static uint32_t ccd_l(const struct ddr4_numbers *n) { return n->ccd_l; }
static uint32_t rrd_s(const struct ddr4_numbers *n) { return n->rrd_s; }
static uint32_t rrd_l(const struct ddr4_numbers *n) { return n->rrd_l; }
static uint32_t rfc(const struct ddr4_numbers *n) { return n->rfc; }
/* After the last data of a write. */
static uint32_t written(const struct ddr4_numbers *n) { return n->cwl + n->burst; }
static uint32_t wtr_s(const struct ddr4_numbers *n) { return written(n) + n->wtr_s; }
static uint32_t wtr_l(const struct ddr4_numbers *n) { return written(n) + n->wtr_l; }
static uint32_t wr(const struct ddr4_numbers *n) { return written(n) + n->wr; }
/* The bus turns around: two idle cycles between the data of a read and of a write. */
static uint32_t rtw(const struct ddr4_numbers *n) { return n->cl + n->burst + 2 - n->cwl; }
static uint32_t rda(const struct ddr4_numbers *n) { return n->rtp + n->rp; }
static uint32_t wra(const struct ddr4_numbers *n) { return wr(n) + n->rp; }

static const struct constraint constraints[] = {
    {DDR4_ACT, DDR4_READ, BANK, rcd},      {DDR4_ACT, DDR4_WRITE, BANK, rcd},
    {DDR4_ACT, DDR4_CLOSE, BANK, ras},     {DDR4_ACT, DDR4_ROW, BANK, rc},
    {DDR4_RD, DDR4_CLOSE, BANK, rtp},      {DDR4_WR, DDR4_CLOSE, BANK, wr},
    {DDR4_RDA, DDR4_ROW, BANK, rda},       {DDR4_WRA, DDR4_ROW, BANK, wra},
    {DDR4_PRE, DDR4_ROW, BANK, rp},

    {DDR4_ACT, DDR4_ROW, GROUP, rrd_l},    {DDR4_RD, DDR4_READ, GROUP, ccd_l},
    {DDR4_RDA, DDR4_READ, GROUP, ccd_l},   {DDR4_WR, DDR4_WRITE, GROUP, ccd_l},
    {DDR4_WRA, DDR4_WRITE, GROUP, ccd_l},  {DDR4_WR, DDR4_READ, GROUP, wtr_l},
    {DDR4_WRA, DDR4_READ, GROUP, wtr_l},

    {DDR4_ACT, DDR4_ROW, RANK, rrd_s},     {DDR4_RD, DDR4_READ, RANK, ccd_s},
    {DDR4_RDA, DDR4_READ, RANK, ccd_s},    {DDR4_WR, DDR4_WRITE, RANK, ccd_s},
    {DDR4_WRA, DDR4_WRITE, RANK, ccd_s},   {DDR4_RD, DDR4_WRITE, RANK, rtw},
    {DDR4_RDA, DDR4_WRITE, RANK, rtw},     {DDR4_WR, DDR4_READ, RANK, wtr_s},
    {DDR4_WRA, DDR4_READ, RANK, wtr_s},

    {DDR4_ACT, DDR4_REFRESH, RANK, rc},    {DDR4_RDA, DDR4_REFRESH, RANK, rda},
    {DDR4_WRA, DDR4_REFRESH, RANK, wra},   {DDR4_PRE, DDR4_REFRESH, RANK, rp},
    {DDR4_REF, DDR4_REFRESH, RANK, rfc},   {DDR4_REF, DDR4_ROW, RANK, rfc},
};

const uint8_t ddr4_class_of[DDR4_KINDS] = {
    [DDR4_ACT] = DDR4_ROW,  [DDR4_RD] = DDR4_READ,   [DDR4_RDA] = DDR4_READ,
    [DDR4_WR] = DDR4_WRITE, [DDR4_WRA] = DDR4_WRITE, [DDR4_PRE] = DDR4_CLOSE,
    [DDR4_REF] = DDR4_REFRESH,
};

const char *ddr4_name(enum ddr4_kind kind)
{
    static const char *const names[DDR4_KINDS] = {
        [DDR4_ACT] = "ACT", [DDR4_RD] = "RD",   [DDR4_RDA] = "RDA", [DDR4_WR] = "WR",
        [DDR4_WRA] = "WRA", [DDR4_PRE] = "PRE", [DDR4_REF] = "REF",
    };
    return names[kind];
}

void ddr4_build(struct ddr4 *ddr4, const struct ddr4_numbers *numbers)
{
    *ddr4 = (struct ddr4){.numbers = numbers};
    for (unsigned i = 0; i < sizeof constraints / sizeof constraints[0]; i++) {
        const struct constraint *c = &constraints[i];
        uint16_t(*distance)[DDR4_CLASSES] = c->scope == BANK    ? ddr4->in_bank
                                            : c->scope == GROUP ? ddr4->in_group
                                                                : ddr4->in_rank;
        distance[c->before][c->after] = (uint16_t)c->cycles(numbers);
    }
}

void ddr4_reset(struct ddr4 *ddr4)
{
    ddr4_build(ddr4, ddr4->numbers);
}

static void follow(struct ddr4_gate *gate, const uint16_t *distance, cycle_t cycle)
{
    for (unsigned class = 0; class < DDR4_CLASSES; class++) {
        cycle_t ready = distance[class] ? cycle + distance[class] : 0;
        gate->ready[class] = later(gate->ready[class], ready);
    }
}

void ddr4_issue(struct ddr4 *ddr4, const struct ddr4_command *command)
{
    enum ddr4_kind kind = command->kind;
    unsigned bank = command->bank;
    follow(&ddr4->rank, ddr4->in_rank[kind], command->cycle);
    follow(&ddr4->group[ddr4_group(ddr4->numbers, bank)], ddr4->in_group[kind], command->cycle);
    follow(&ddr4->bank[bank], ddr4->in_bank[kind], command->cycle);
    if (kind == DDR4_ACT) {
        ddr4->activated[ddr4->issued[DDR4_ACT] % DDR4_WINDOW] = command->cycle;
        ddr4->row[bank] = command->row;
        ddr4->open[bank] = true;
    }
    if (kind == DDR4_RDA || kind == DDR4_WRA || kind == DDR4_PRE)
        ddr4->open[bank] = false;
    ddr4->issued[kind]++;
}

uint32_t ddr4_data_delay(const struct ddr4_numbers *numbers, enum ddr4_kind kind)
{
    return ddr4_class(kind) == DDR4_READ ? numbers->cl : numbers->cwl;
}

cycle_t ddr4_precharge(const struct ddr4_numbers *n, const struct ddr4_command *command,
                       cycle_t activated)
{
    switch (command->kind) {
    case DDR4_RDA: return later(activated + n->ras, command->cycle + n->rtp);
    case DDR4_WRA: return later(activated + n->ras, command->cycle + n->cwl + n->burst + n->wr);
    case DDR4_PRE: return command->cycle;
    default: return NEVER;
    }
}

bool ddr4_all_closed(const struct ddr4 *ddr4)
{
    for (unsigned bank = 0; bank < ddr4->numbers->banks; bank++) {
        if (ddr4->open[bank])
            return false;
    }
    return true;
}
