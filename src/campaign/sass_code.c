/* SPDX-License-Identifier: Apache-2.0 */
/* sass_code.c - words with their control bits. */
#include "campaign/sass_code.h"

const struct sass_guard sass_always = {SASS_PT, false};

enum { NO_BARRIERS = 0x7e0, STALL_FIXED = 6, STALL_SLOW = 14, STALL_LOAD = 2, STALL_FLOW = 5 };

/* Barrier b instead of none in the field for results, or for operands. */
static uint32_t writes(uint32_t b) { return (b << 5) - (7u << 5); }
static uint32_t reads(uint32_t b) { return (b << 8) - (7u << 8); }

static uint32_t control_of(enum sass_timing timing)
{
    switch (timing) {
    case SASS_FIXED: return NO_BARRIERS | STALL_FIXED;
    case SASS_SLOW: return NO_BARRIERS | STALL_SLOW;
    case SASS_LOAD: return (NO_BARRIERS | STALL_LOAD) + writes(SASS_LOADS) + reads(SASS_READS);
    case SASS_RESULT: return (NO_BARRIERS | STALL_LOAD) + writes(SASS_RESULTS);
    case SASS_STORE: break;
    }
    return (NO_BARRIERS | STALL_LOAD) + reads(SASS_READS);
}

static uint32_t append(struct sass_code *code, uint64_t bits, uint32_t control)
{
    if (code->count == SASS_WORDS_MAX) {
        code->wrong = "the program is too long";
        return 0;
    }
    code->words[code->count] = bits;
    code->controls[code->count] = control | code->waits << 11;
    code->waits = 0;
    return code->count++;
}

uint32_t sass_put(struct sass_code *code, uint64_t bits, uint32_t d, uint32_t a, uint64_t b,
                  enum sass_timing timing)
{
    uint64_t word = bits | d | (uint64_t)a << 8 | b << 20 | (uint64_t)SASS_PT << 16;
    uint32_t at = append(code, word, control_of(timing));
    if (timing == SASS_RESULT)
        code->waits = 1u << SASS_RESULTS;
    if (timing == SASS_STORE || timing == SASS_LOAD)
        code->waits = 1u << SASS_READS;
    return at;
}

uint32_t sass_flow(struct sass_code *code, uint64_t bits, struct sass_guard guard)
{
    uint64_t word = bits | (uint64_t)guard.predicate << 16 | (uint64_t)guard.negated << 19;
    return append(code, word, NO_BARRIERS | STALL_FLOW);
}

/* The first word of a group is reached through its control word. */
static int64_t address_of(uint32_t word)
{
    return 32 * (int64_t)(word / 3) + (word % 3 ? 8 * (word % 3 + 1) : 0);
}

static int64_t address_behind(uint32_t word)
{
    return 32 * (int64_t)(word / 3) + 8 * (word % 3 + 2);
}

void sass_target(struct sass_code *code, uint32_t at, uint32_t target)
{
    int64_t distance = address_of(target) - address_behind(at);
    code->words[at] |= ((uint64_t)distance & 0xffffff) << 20;
}
