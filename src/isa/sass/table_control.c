/* SPDX-License-Identifier: Apache-2.0 */
/* table_control.c - branches, tokens, barriers, special registers. Found as described in
 * table_integer.c.
 *
 * Targets may also come from a constant (bit 5); known compilers do not make such code, and no row
 * has it. */
#include "isa/sass/run.h"
#include "isa/sass/spell.h"

static sass_names uniform = {"", "U"};
static sass_names reduce = {"POPC", "AND", "OR", NULL};
/* There are six; the operand selects one. */
static sass_names scoreboard = {"", "", "", "", "", "", NULL, NULL};
static sass_names trap = {"DRAIN_ILLEGAL", "CAL", "PAUSE", "TRAP", "INT", "DRAIN", "PAUSE_QUIET",
                          NULL};

static const struct sass_field no_fields[] = {SASS_FIELDS_END};
static const struct sass_field bra[] = {
    {SASS_TEST, 0, 5}, {SASS_UNIFORM, 7, 1, uniform}, SASS_FIELDS_END,
};
static const struct sass_field tested[] = {{SASS_TEST, 0, 5}, SASS_FIELDS_END};
static const struct sass_field bar[] = {{SASS_MODE, 32, 3}, SASS_FIELDS_END};
static const struct sass_field bar_red[] = {
    {SASS_MODE, 32, 3}, {SASS_OP, 35, 2, reduce}, SASS_FIELDS_END,
};
static const struct sass_field depbar[] = {{SASS_MODE, 29, 1}, {SASS_MASK, 0, 6}, SASS_FIELDS_END};
static const struct sass_field depbar_le[] = {
    {SASS_MODE, 29, 1}, {SASS_MASK, 0, 6}, {SASS_SELECT, 26, 3, scoreboard}, SASS_FIELDS_END,
};
static const struct sass_field nop[] = {{SASS_TEST, 8, 5}, SASS_FIELDS_END};
static const struct sass_field bpt[] = {{SASS_MODE, 6, 3, trap}, SASS_FIELDS_END};

enum { CONSTANT_TARGET = 1 << 5, LIMITED = 1 << 6, INCREMENT = 1 << 6, KEEP_COUNT = 1 << 5,
       TRIGGER = 1 << 13 };

/* BAR: the mode, and a predicate that must be PT if unused. */
enum { BAR_MODE_LOW = 32 };
#define FIXED_MODE (7ull << BAR_MODE_LOW)
#define FIXED_PREDICATE (15ull << 39)

static const struct sass_row rows[] = {
    {.op = {.name = "BRA", .run = sass_bra, .role = ROLE_BRANCH,
            .timing = TIMING_BRANCH, .flow = FLOW_BRANCH,
            .about = "branch to the target"},
     .forms = {{.match = 0xe240ull << 48, .mask = 0xfff0ull << 48 | CONSTANT_TARGET | LIMITED, bra,
                {CC_TEST, TARGET}}}},
    {.op = {.name = "BRX", .run = sass_brx, .role = ROLE_JUMP_REGISTER,
            .timing = TIMING_BRANCH, .flow = FLOW_INDIRECT,
            .about = "branch to a plus an offset"},
     .forms = {{.match = 0xe250ull << 48, .mask = 0xfff0ull << 48 | CONSTANT_TARGET | LIMITED,
                tested, {CC_TEST, TARGET_TABLE}}}},
    {.op = {.name = "JMP", .run = sass_bra, .role = ROLE_BRANCH,
            .timing = TIMING_BRANCH, .flow = FLOW_BRANCH,
            .about = "branch to an absolute address"},
     .forms = {{.match = 0xe210ull << 48, .mask = 0xfff0ull << 48 | CONSTANT_TARGET | LIMITED, bra,
                {CC_TEST, TARGET_ABSOLUTE}}}},
    {.op = {.name = "JMX", .run = sass_jmx, .role = ROLE_JUMP_REGISTER,
            .timing = TIMING_BRANCH, .flow = FLOW_INDIRECT,
            .about = "branch to the address a plus an offset"},
     .forms = {{.match = 0xe200ull << 48, .mask = 0xfff0ull << 48 | CONSTANT_TARGET | LIMITED,
                tested, {CC_TEST, TARGET_POINTER}}}},
    {.op = {.name = "SSY", .run = sass_ssy, .role = ROLE_TOKEN,
            .timing = TIMING_BRANCH, .flow = FLOW_TOKEN,
            .about = "push the reconvergence address of SYNC"},
     .row_flags = ROW_NO_GUARD,
     .forms = {{.match = 0xe290ull << 48, .mask = 0xfff0ull << 48 | CONSTANT_TARGET, no_fields,
                {TARGET}}}},
    {.op = {.name = "PBK", .run = sass_pbk, .role = ROLE_TOKEN,
            .timing = TIMING_BRANCH, .flow = FLOW_TOKEN,
            .about = "push the target of BRK"},
     .row_flags = ROW_NO_GUARD,
     .forms = {{.match = 0xe2a0ull << 48, .mask = 0xfff0ull << 48 | CONSTANT_TARGET, no_fields,
                {TARGET}}}},
    {.op = {.name = "PCNT", .run = sass_pcnt, .role = ROLE_TOKEN,
            .timing = TIMING_BRANCH, .flow = FLOW_TOKEN,
            .about = "push the target of CONT"},
     .row_flags = ROW_NO_GUARD,
     .forms = {{.match = 0xe2b0ull << 48, .mask = 0xfff0ull << 48 | CONSTANT_TARGET, no_fields,
                {TARGET}}}},
    {.op = {.name = "PRET", .run = sass_pret, .role = ROLE_TOKEN,
            .timing = TIMING_BRANCH, .flow = FLOW_TOKEN,
            .about = "push the target of RET"},
     .row_flags = ROW_NO_GUARD,
     .forms = {{.match = 0xe270ull << 48 | INCREMENT,
                .mask = 0xfff0ull << 48 | CONSTANT_TARGET | INCREMENT, no_fields, {TARGET}}}},
    {.op = {.name = "CAL", .run = sass_cal, .role = ROLE_JUMP,
            .timing = TIMING_BRANCH, .flow = FLOW_CALL,
            .about = "call the target"},
     .row_flags = ROW_NO_GUARD,
     .forms = {{.match = 0xe260ull << 48 | INCREMENT,
                .mask = 0xfff0ull << 48 | CONSTANT_TARGET | INCREMENT, no_fields, {TARGET}}}},
    {.op = {.name = "JCAL", .run = sass_jcal, .role = ROLE_JUMP,
            .timing = TIMING_BRANCH, .flow = FLOW_CALL,
            .about = "call an absolute address"},
     .row_flags = ROW_NO_GUARD,
     .forms = {{.match = 0xe220ull << 48 | INCREMENT,
                .mask = 0xfff0ull << 48 | CONSTANT_TARGET | INCREMENT, no_fields,
                {TARGET_ABSOLUTE}}}},
    {.op = {.name = "SYNC", .run = sass_sync, .role = ROLE_LEAVE,
            .timing = TIMING_BRANCH, .flow = FLOW_LEAVE,
            .about = "lanes wait at the address pushed by SSY"},
     .forms = {{SASS_TOP(0xf0f8, 0xfff8), tested, {CC_TEST}}}},
    {.op = {.name = "BRK", .run = sass_brk, .role = ROLE_LEAVE,
            .timing = TIMING_BRANCH, .flow = FLOW_LEAVE,
            .about = "lanes branch to the address pushed by PBK"},
     .forms = {{SASS_TOP(0xe340, 0xfff0), tested, {CC_TEST}}}},
    {.op = {.name = "CONT", .run = sass_cont, .role = ROLE_LEAVE,
            .timing = TIMING_BRANCH, .flow = FLOW_LEAVE,
            .about = "lanes branch to the address pushed by PCNT"},
     .forms = {{SASS_TOP(0xe350, 0xfff0), tested, {CC_TEST}}}},
    {.op = {.name = "RET", .run = sass_ret, .role = ROLE_LEAVE,
            .timing = TIMING_BRANCH, .flow = FLOW_RETURN,
            .about = "lanes return to the caller"},
     .forms = {{SASS_TOP(0xe320, 0xfff0), tested, {CC_TEST}}}},
    {.op = {.name = "EXIT", .run = sass_exit, .role = ROLE_END,
            .timing = TIMING_BRANCH, .flow = FLOW_EXIT,
            .about = "end the lanes"},
     .forms = {{.match = 0xe300ull << 48, .mask = 0xfff0ull << 48 | KEEP_COUNT, tested,
                {CC_TEST}}}},
    {.op = {.name = "KIL", .run = sass_kil, .role = ROLE_END,
            .timing = TIMING_BRANCH, .flow = FLOW_EXIT,
            .about = "end the lanes"},
     .forms = {{SASS_TOP(0xe330, 0xfff0), tested, {CC_TEST}}}},
    {.op = {.name = "BPT", .run = sass_bpt, .role = ROLE_END,
            .timing = TIMING_BRANCH, .flow = FLOW_TRAP,
            .about = "breakpoint or trap"},
     .row_flags = ROW_NO_GUARD,
     .forms = {{SASS_TOP(0xe3a0, 0xfff0), bpt, {B_NOTE20}}}},
    {.op = {.name = "BAR.SYNC", .run = sass_bar, .role = ROLE_BARRIER, .timing = TIMING_BARRIER,
            .about = "wait for the threads of the block at a barrier"},
     .forms = {{.match = 0xf0a8ull << 48 | 7ull << 39,
                .mask = 0xfff8ull << 48 | FIXED_PREDICATE | FIXED_MODE, bar,
                {A_BARRIER, B_THREADS_IF_ANY}}}},
    {.op = {.name = "BAR.ARV", .run = sass_bar, .role = ROLE_BARRIER, .timing = TIMING_BARRIER,
            .about = "arrive at a barrier without waiting"},
     .forms = {{.match = 0xf0a8ull << 48 | 7ull << 39 | 1ull << BAR_MODE_LOW,
                .mask = 0xfff8ull << 48 | FIXED_PREDICATE | FIXED_MODE, bar,
                {A_BARRIER, B_THREADS}}}},
    {.op = {.name = "BAR.RED", .run = sass_bar, .role = ROLE_BARRIER, .timing = TIMING_BARRIER,
            .about = "wait at a barrier and combine a predicate"},
     .row_flags = ROW_REDUCTION,
     .forms = {{.match = 0xf0a8ull << 48 | 2ull << BAR_MODE_LOW,
                .mask = 0xfff8ull << 48 | FIXED_MODE, bar_red,
                {A_BARRIER, B_THREADS_IF_ANY, P39}}}},
    {.op = {.name = "B2R.RESULT", .run = sass_b2r, .role = ROLE_STATUS,
            .unit = UNIT_SFU, .timing = TIMING_CSR,
            .about = "d := result of the warp's last BAR.RED; predicate := it is not 0"},
     .row_flags = ROW_REDUCTION,
     .forms = {{.match = 0xf0b8ull << 48 | 1ull << BAR_MODE_LOW,
                .mask = 0xfff8ull << 48 | 3ull << BAR_MODE_LOW, no_fields, {D, PD45_IF_ANY}}}},
    {.op = {.name = "DEPBAR.LE", .run = sass_depbar, .role = ROLE_WAIT, .timing = TIMING_FENCE,
            .about = "wait until a dependency barrier counts at most the limit"},
     .forms = {{.match = 0xf0f0ull << 48 | 1ull << 29, .mask = 0xfff8ull << 48 | 1ull << 29,
                depbar_le, {SCOREBOARD, SCOREBOARD_COUNT, SCOREBOARDS}}}},
    {.op = {.name = "DEPBAR", .run = sass_depbar, .role = ROLE_WAIT, .timing = TIMING_FENCE,
            .about = "wait for a set of dependency barriers"},
     .forms = {{.match = 0xf0f0ull << 48, .mask = 0xfff8ull << 48 | 1ull << 29, depbar,
                {B_SCOREBOARDS}}}},
    {.op = {.name = "S2R", .run = sass_s2r, .role = ROLE_STATUS,
            .unit = UNIT_SFU, .timing = TIMING_CSR,
            .about = "d := a special register"},
     .forms = {{SASS_TOP(0xf0c8, 0xfff8), no_fields, {D, B_NUMBER}}}},
    {.op = {.name = "CS2R", .run = sass_cs2r, .role = ROLE_STATUS, .timing = TIMING_CSR,
            .about = "d := a special register, without going through memory"},
     .forms = {{SASS_TOP(0x50c8, 0xfff8), no_fields, {D, B_NUMBER}}}},
    {.op = {.name = "NOP", .run = sass_nop, .about = "nothing"},
     .forms = {{.match = 0x50b0ull << 48, .mask = 0xfff8ull << 48 | TRIGGER, nop,
                {CC_TEST, B_NOTE16}}}},
};

const struct sass_rows_part sass_rows_control = {rows, sizeof rows / sizeof rows[0]};
