/* SPDX-License-Identifier: Apache-2.0 */
/* ddr4_checker.c - the rules of DDR4 as the standard states them, on pairs of commands. */
#include "hw/ddr4_checker.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

enum relation { SAME_BANK, SAME_GROUP, OTHER_GROUP, ANYWHERE };

enum { /* sets of kinds */
    ACT = 1 << DDR4_ACT,
    PRE = 1 << DDR4_PRE,
    REF = 1 << DDR4_REF,
    RD = 1 << DDR4_RD,
    WR = 1 << DDR4_WR,
    READS = RD | 1 << DDR4_RDA,
    WRITES = WR | 1 << DDR4_WRA,
    COLUMNS = READS | WRITES,
    CLOSES = PRE | 1 << DDR4_RDA | 1 << DDR4_WRA,
    ALL = (1 << DDR4_KINDS) - 1,
};

struct pair {
    const struct ddr4_command *before, *after;
    const struct ddr4_numbers *n;
};

static bool is(const struct ddr4_command *command, unsigned set)
{
    return (1u << command->kind & set) != 0;
}

static bool related(const struct pair *pair, enum relation relation)
{
    unsigned groups = pair->n->groups;
    bool group = pair->before->bank % groups == pair->after->bank % groups;
    bool bank = pair->before->bank == pair->after->bank;
    return relation == ANYWHERE || (relation == SAME_BANK && bank) ||
           (relation == SAME_GROUP && group) || (relation == OTHER_GROUP && !group);
}

/* The cycles from which rules count. */

static cycle_t command_time(const struct pair *pair)
{
    return pair->before->cycle;
}

static cycle_t next_cycle(const struct pair *pair)
{
    return pair->before->cycle + 1;
}

static uint32_t data_delay(const struct ddr4_command *command, const struct ddr4_numbers *n)
{
    return is(command, READS) ? n->cl : n->cwl;
}

static cycle_t data_end(const struct pair *pair)
{
    return pair->before->cycle + data_delay(pair->before, pair->n) + pair->n->burst;
}

/* When a bank that precharges by itself starts to do so. */
static cycle_t own_precharge(const struct pair *pair)
{
    if (is(pair->before, WRITES))
        return data_end(pair) + pair->n->wr;
    return pair->before->cycle + (pair->before->kind == DDR4_RDA ? pair->n->rtp : 0);
}

/* The command whose data is the first after the earlier command's. */
static cycle_t bus_free(const struct pair *pair)
{
    return data_end(pair) - data_delay(pair->after, pair->n);
}

/* A write's data follows that of a read after two idle cycles. */
static cycle_t bus_turned(const struct pair *pair)
{
    return bus_free(pair) + 2;
}

struct rule {
    const char *name;
    unsigned before, after; /* sets of kinds */
    enum relation relation;
    cycle_t (*from)(const struct pair *pair);
    size_t cycles; /* offset of a member of struct ddr4_numbers */
};

#define NUMBER(member) offsetof(struct ddr4_numbers, member)
#define NO_NUMBER SIZE_MAX

static const struct rule rules[] = {
    {"tRCD", ACT, COLUMNS, SAME_BANK, command_time, NUMBER(rcd)},
    {"tRAS", ACT, PRE, SAME_BANK, command_time, NUMBER(ras)},
    {"tRC", ACT, ACT, SAME_BANK, command_time, NUMBER(rc)},
    {"tRTP", RD, PRE, SAME_BANK, command_time, NUMBER(rtp)},
    {"tWR", WR, PRE, SAME_BANK, data_end, NUMBER(wr)},
    {"tRP", CLOSES, ACT, SAME_BANK, own_precharge, NUMBER(rp)},
    {"tRRD_L", ACT, ACT, SAME_GROUP, command_time, NUMBER(rrd_l)},
    {"tRRD_S", ACT, ACT, OTHER_GROUP, command_time, NUMBER(rrd_s)},
    {"tCCD_L", READS, READS, SAME_GROUP, command_time, NUMBER(ccd_l)},
    {"tCCD_S", READS, READS, OTHER_GROUP, command_time, NUMBER(ccd_s)},
    {"tCCD_L", WRITES, WRITES, SAME_GROUP, command_time, NUMBER(ccd_l)},
    {"tCCD_S", WRITES, WRITES, OTHER_GROUP, command_time, NUMBER(ccd_s)},
    {"tWTR_L", WRITES, READS, SAME_GROUP, data_end, NUMBER(wtr_l)},
    {"tWTR_S", WRITES, READS, OTHER_GROUP, data_end, NUMBER(wtr_s)},
    {"read to write", READS, WRITES, ANYWHERE, bus_turned, NO_NUMBER},
    {"data bus", COLUMNS, COLUMNS, ANYWHERE, bus_free, NO_NUMBER},
    {"tRC", ACT, REF, ANYWHERE, command_time, NUMBER(rc)},
    {"tRP", CLOSES, REF, ANYWHERE, own_precharge, NUMBER(rp)},
    {"tRFC", REF, ALL, ANYWHERE, command_time, NUMBER(rfc)},
    {"one command per cycle", ALL, ALL, ANYWHERE, next_cycle, NO_NUMBER},
};

static uint32_t number(const struct ddr4_numbers *n, size_t offset)
{
    return offset == NO_NUMBER ? 0 : *(const uint32_t *)((const char *)n + offset);
}

static void violated(struct ddr4_checker *checker, const struct ddr4_command *command,
                     const char *rule, cycle_t allowed)
{
    if (checker->violations++ != 0)
        return;
    snprintf(checker->first, sizeof checker->first,
             "%s: %s of bank %u, row %" PRIu32 " in cycle %" PRIu64 ", allowed from %" PRIu64, rule,
             ddr4_name(command->kind), command->bank, command->row, command->cycle, allowed);
}

static void check_pair(struct ddr4_checker *checker, const struct pair *pair)
{
    for (unsigned i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const struct rule *rule = &rules[i];
        if (!is(pair->before, rule->before) || !is(pair->after, rule->after) ||
            !related(pair, rule->relation))
            continue;
        cycle_t allowed = rule->from(pair) + number(pair->n, rule->cycles);
        if (pair->after->cycle < allowed)
            violated(checker, pair->after, rule->name, allowed);
    }
}

static const struct ddr4_command *earlier_command(const struct ddr4_checker *checker, uint64_t back)
{
    return &checker->history[(checker->seen - back) % DDR4_HISTORY];
}

/* Except after a refresh, no rule reaches further back than a row's whole cycle. */
static cycle_t reach(const struct ddr4_numbers *n)
{
    return later(later(n->rc, n->faw), n->cwl + n->burst + n->wr + n->rp);
}

static void check_window(struct ddr4_checker *checker, const struct pair *pair, unsigned *activates)
{
    bool both = pair->before->kind == DDR4_ACT && pair->after->kind == DDR4_ACT;
    cycle_t allowed = pair->before->cycle + pair->n->faw;
    if (both && ++*activates == DDR4_WINDOW && pair->after->cycle < allowed)
        violated(checker, pair->after, "tFAW", allowed);
}

static void check_history(struct ddr4_checker *checker, const struct ddr4_command *command)
{
    uint64_t kept = checker->seen < DDR4_HISTORY ? checker->seen : DDR4_HISTORY;
    unsigned activates = 0;
    for (uint64_t back = 1; back <= kept; back++) {
        struct pair pair = {earlier_command(checker, back), command, checker->numbers};
        if (pair.before->cycle + reach(pair.n) < command->cycle)
            break;
        check_window(checker, &pair, &activates);
        check_pair(checker, &pair);
    }
    if (checker->refreshes != 0) {
        struct pair pair = {&checker->refresh, command, checker->numbers};
        check_pair(checker, &pair);
    }
}

static bool any_open(const struct ddr4_checker *checker)
{
    for (unsigned bank = 0; bank < checker->numbers->banks; bank++) {
        if (checker->open[bank])
            return true;
    }
    return false;
}

static void check_state(struct ddr4_checker *checker, const struct ddr4_command *command)
{
    unsigned bank = command->bank;
    bool open = checker->open[bank];
    if (command->kind == DDR4_ACT && open)
        violated(checker, command, "activate of an open bank", command->cycle);
    if (is(command, COLUMNS) && (!open || checker->row[bank] != command->row))
        violated(checker, command, "access to a row that is not open", command->cycle);
    if (command->kind == DDR4_REF && any_open(checker))
        violated(checker, command, "refresh with an open bank", command->cycle);
}

/* Refreshes that are due before this command, less those issued, must not exceed the postponed. */
static void check_refresh(struct ddr4_checker *checker, const struct ddr4_command *command)
{
    uint32_t refi = checker->numbers->refi;
    uint64_t due = command->cycle < checker->first_due
                       ? 0
                       : 1 + (command->cycle - checker->first_due) / refi;
    if (due > checker->refreshes + DDR4_POSTPONED_MAX + 1)
        violated(checker, command, "more than 8 refreshes postponed", command->cycle);
}

static void record(struct ddr4_checker *checker, const struct ddr4_command *command)
{
    checker->history[checker->seen++ % DDR4_HISTORY] = *command;
    if (command->kind == DDR4_REF) {
        checker->refresh = *command;
        checker->refreshes++;
    }
    if (command->kind == DDR4_ACT) {
        checker->open[command->bank] = true;
        checker->row[command->bank] = command->row;
    }
    if (is(command, CLOSES))
        checker->open[command->bank] = false;
}

void ddr4_checker_build(struct ddr4_checker *checker, const struct ddr4_numbers *numbers,
                        cycle_t first_due)
{
    *checker = (struct ddr4_checker){.numbers = numbers, .first_due = first_due};
}

bool ddr4_check(struct ddr4_checker *checker, const struct ddr4_command *command)
{
    uint64_t before = checker->violations;
    const struct ddr4_numbers *n = checker->numbers;
    if (command->bank >= n->banks || command->row >= n->rows || command->column >= n->columns) {
        violated(checker, command, "no such bank, row or column", command->cycle);
        return false;
    }
    check_state(checker, command);
    check_refresh(checker, command);
    check_history(checker, command);
    record(checker, command);
    return checker->violations == before;
}
