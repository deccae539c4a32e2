/* SPDX-License-Identifier: Apache-2.0 */
/* cycles.c - four small programs on the front end of SWaS, cycle by cycle (X1 to X4). */
#include <inttypes.h>
#include <string.h>

#include "paper/swas/swas.h"
#include "paper/swas/micro.h"

enum { QUEUE = 4, BRANCH_RESOLVE = 3 };

/* The expected result: who issues what, one word per cycle. */
struct example {
    const char *id, *about;
    uint32_t warps, start_nops;
    struct micro_insn insns[16];
    uint32_t count;
    const char *issued; /* "N": NOP of the start, "m": of a miss, "f": of a flush, "-": nobody;
                         * with several warps preceded by the warp's number */
    bool underflow;
};

static const struct example examples[] = {
    {"X1", "I2 is a taken branch to I6", 1, QUEUE,
     {[2] = {.branch = true, .target = 6, .taken = 1}}, 9,
     "N N N N I0 I1 I2 - - f f f f I6 I7 I8", false},
    {"X2", "the first fetch of I2 misses; it can be retried 8 cycles later", 1, QUEUE,
     {[2] = {.miss = 8}}, 7,
     "N N N - - - - - - - N I0 I1 m I2 I3 I4 I5 I6", false},
    {"X3", "only 3 NOPs at the start", 1, QUEUE - 1, {{0}}, 4, "N N N", true},
    {"X4", "two warps under gtlrr; I2 needs I1, which takes 4 cycles", 2, QUEUE,
     {[1] = {.latency = 4}}, 4,
     "0N 0N 0N 0N 0I0 0I1 1N 1N 1N 1N 1I0 1I1 0I2 0I3 - 1I2 1I3", false},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static struct micro_result run_example(const struct example *example,
                                       void (*told)(void *, const struct micro_cycle *),
                                       void *user)
{
    struct micro micro = {.policy = scheduler_find("gtlrr"), .warps = example->warps,
                          .depth = QUEUE, .start_nops = example->start_nops,
                          .branch_resolve = BRANCH_RESOLVE, .told = told, .user = user};
    struct micro_result result;
    for (uint32_t i = 0; i < example->warps; i++)
        micro.program[i] = (struct micro_program){example->insns, example->count};
    micro_run(&micro, &result);
    return result;
}

/* ---- against what must come out ---- */

struct word_list {
    const struct example *example;
    struct text words;
};

static void add_word(void *user, const struct micro_cycle *cycle)
{
    static const char *const nops[] = {[MICRO_START] = "N", [MICRO_MISS] = "m",
                                       [MICRO_FLUSH] = "f"};
    struct word_list *list = user;
    text_add(&list->words, "%s", list->words.length ? " " : "");
    if (cycle->warp < 0) {
        text_add(&list->words, "-");
        return;
    }
    if (list->example->warps > 1)
        text_add(&list->words, "%d", cycle->warp);
    if (cycle->issued.kind == MICRO_INSTRUCTION)
        text_add(&list->words, "I%u", cycle->issued.insn);
    else
        text_add(&list->words, "%s", nops[cycle->issued.kind]);
}

bool swas_cycles_hold(void)
{
    bool hold = true;
    for (size_t i = 0; i < EXAMPLES; i++) {
        struct word_list list = {.example = &examples[i]};
        struct micro_result result = run_example(&examples[i], add_word, &list);
        hold &= result.underflow == examples[i].underflow &&
                strcmp(text_string(&list.words), examples[i].issued) == 0;
        text_free(&list.words);
    }
    return hold;
}

/* ---- the table ---- */

struct row_writer {
    struct paper_table *table;
    const struct example *example;
};

static const char *nop_name(enum micro_kind kind)
{
    static const char *const names[] = {[MICRO_START] = "NOP", [MICRO_MISS] = "NOP (miss)",
                                        [MICRO_FLUSH] = "NOP (flush)"};
    return names[kind];
}

static void add_issue(struct row_writer *writer, const struct micro_cycle *cycle)
{
    if (cycle->issued.kind != MICRO_INSTRUCTION) {
        paper_table_text(writer->table, "%s", nop_name(cycle->issued.kind));
        return;
    }
    const struct micro_insn *insn = &writer->example->insns[cycle->issued.insn];
    paper_table_text(writer->table, "I%u%s", cycle->issued.insn,
                     cycle->ended ? " (end)" : insn->branch ? " (branch)" : "");
}

/* "I1 I2~": the queue, oldest first; what is still on its way at the next cycle's start has a ~. */
static void add_queue(struct paper_table *table, const struct micro_cycle *cycle)
{
    struct text queue = {0};
    for (uint32_t i = 0; i < cycle->queued; i++) {
        const struct micro_slot *slot = &cycle->queue[i];
        text_add(&queue, "%s", i ? " " : "");
        if (slot->kind == MICRO_INSTRUCTION)
            text_add(&queue, "I%u", slot->insn);
        else
            text_add(&queue, "N");
        text_add(&queue, "%s", slot->poppable > cycle->cycle + 1 ? "~" : "");
    }
    paper_table_text(table, "%s", cycle->ended ? "dropped" : text_string(&queue));
    text_free(&queue);
}

static void add_cycle(void *user, const struct micro_cycle *cycle)
{
    struct row_writer *writer = user;
    struct paper_table *table = writer->table;
    paper_table_text(table, "%s", writer->example->id);
    paper_table_number(table, (double)cycle->cycle, 0);
    if (cycle->warp < 0) {
        paper_table_text(table, "-");
        paper_table_text(table, "-");
        paper_table_text(table, "-");
    } else {
        paper_table_text(table, "w%d", cycle->warp);
        add_issue(writer, cycle);
        paper_table_text(table, "I%u%s", cycle->fetched, cycle->missed ? " (miss)" : "");
    }
    add_queue(table, cycle);
}

static void add_summary(struct paper_table *table, const struct example *example,
                        const struct micro_result *result)
{
    const struct micro_count *count = &result->warp[0];
    if (result->underflow)
        paper_table_note(table, "%s, %s: warp 0 is selected in cycle %" PRIu64 " and has nothing "
                                "to issue: a queue needs its 4 NOPs (SWAS-41).",
                         example->id, example->about, result->underflow_at);
    else
        paper_table_note(table, "%s, %s: %" PRIu64 " cycles; slots of warp 0: %" PRIu64 " = 4 + %"
                                PRIu64 " instructions + %" PRIu64 " miss%s + 4 x %" PRIu64
                                " taken branch%s (SWAS-43).",
                         example->id, example->about, result->cycles, count->slots,
                         count->instructions, count->misses, count->misses == 1 ? "" : "es",
                         count->taken, count->taken == 1 ? "" : "es");
}

void swas_table_cycles(struct swas *swas, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"id", "case", true, true}, {"cycle", "cycle", false, false}, {"warp", "warp", true, false},
        {"issue", "issue", true, false}, {"fetch", "fetch", true, false},
        {"queue", "queue afterwards (~ still in flight)", true, false},
    };
    (void)swas;
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < EXAMPLES; i++) {
        struct row_writer writer = {table, &examples[i]};
        struct micro_result result = run_example(&examples[i], add_cycle, &writer);
        add_summary(table, &examples[i], &result);
    }
}
