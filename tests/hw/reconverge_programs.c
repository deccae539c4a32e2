/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_programs.c - makes a random program, walks it lane by lane, compiles it to tokens
 * and branches, runs that on a token stack, and compares. */
#include "reconverge_programs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = 32,
    STATEMENTS_MAX = 256,
    FUNCTIONS = 3, /* the last one is where the warp starts; each calls only those before it */
    ARMS_MAX = 3,
    CODE_MAX = 2048,
    TRACE_MAX = 1 << 11,
    NESTING_MAX = 4,
    ROOM = 31 + 2 * (NESTING_MAX + 1) * FUNCTIONS, /* waiting sides, and tokens of all levels */
    FUEL = 150, /* decisions of a lane after which every loop ends at its first chance */
};

enum statement_kind {
    MARK,      /* writes its number down */
    CHOICE,    /* two arms by a branch or three by an indirect one, under an SSY or a PBK */
    LOOP_BACK, /* PBK and PCNT; lanes that go round again branch back, the others wait */
    LOOP_EXIT, /* PBK and PCNT; lanes that end break, the others go round */
    LOOP_SYNC, /* the same with SSY and sync, and no continue */
    CALL,
    LEAVE,     /* some lanes leave for `token` */
    EXIT,      /* some lanes end */
};

/* Its number is the number of its mark or of its decision; statement 0 ends a list. */
struct statement {
    enum statement_kind kind;
    enum token_kind token;
    uint32_t arms, arm[ARMS_MAX]; /* first statements; a loop's body is arm[0] */
    uint32_t callee, next;
    uint32_t one_in; /* a decision holds for so many lanes */
    bool uniform;    /* all lanes decide alike */
};

enum operation_kind { OP_MARK, OP_PUSH, OP_CALL, OP_BRANCH, OP_INDIRECT, OP_LEAVE, OP_EXIT };

struct operation {
    enum operation_kind kind;
    enum token_kind token;
    uint32_t decision; /* the statement that decides; 0: all lanes */
    bool negated;
    uint32_t target, arm[ARMS_MAX];
};

struct program {
    uint64_t seed, random;
    struct statement statements[STATEMENTS_MAX];
    uint32_t count, budget;
    uint32_t function[FUNCTIONS];
    struct operation code[CODE_MAX];
    uint32_t length, entry[FUNCTIONS];
};

struct lane {
    uint16_t decided[STATEMENTS_MAX]; /* times that the lane came to a decision */
    uint32_t decisions;
    uint32_t path[TRACE_MAX], length;
};

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ b * 0x9e3779b97f4a7c15) + 0x632be59bd9b4e019;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static uint32_t choose(struct program *program, uint32_t choices)
{
    return (uint32_t)(mix(program->seed, program->random++) % choices);
}

/* Making a program. */

static uint32_t make_list(struct program *program, uint32_t function, uint32_t nesting,
                          uint32_t open);

static uint32_t add(struct program *program, struct statement statement)
{
    uint32_t number = program->count++;
    statement.one_in = 2 + choose(program, statement.kind == EXIT ? 12 : 3);
    statement.uniform = choose(program, 5) == 0;
    program->statements[number] = statement;
    return number;
}

static uint32_t make_choice(struct program *program, uint32_t function, uint32_t nesting,
                            uint32_t open)
{
    struct statement made = {.kind = CHOICE, .arms = 2 + choose(program, 2)};
    made.token = choose(program, 3) ? TOKEN_SSY : TOKEN_PBK;
    for (uint32_t i = 0; i < made.arms; i++)
        made.arm[i] = make_list(program, function, nesting + 1, open | 1u << made.token);
    return add(program, made);
}

static uint32_t make_loop(struct program *program, uint32_t function, uint32_t nesting,
                          uint32_t open)
{
    struct statement made = {.kind = LOOP_BACK + choose(program, 3), .arms = 1};
    made.token = made.kind == LOOP_SYNC ? TOKEN_SSY : TOKEN_PBK;
    uint32_t inside = 1u << made.token | (made.kind == LOOP_SYNC ? 0 : 1u << TOKEN_PCNT);
    made.arm[0] = make_list(program, function, nesting + 1, open | inside);
    return add(program, made);
}

static uint32_t make_leave(struct program *program, uint32_t open)
{
    enum token_kind token = TOKEN_SSY + choose(program, 4);
    if (!(open >> token & 1))
        return add(program, (struct statement){.kind = MARK});
    return add(program, (struct statement){.kind = LEAVE, .token = token});
}

static uint32_t make_statement(struct program *program, uint32_t function, uint32_t nesting,
                               uint32_t open)
{
    uint32_t kind = choose(program, 16);
    program->budget--;
    if (kind < 5 && nesting < NESTING_MAX)
        return make_choice(program, function, nesting, open);
    if (kind < 9 && nesting < NESTING_MAX)
        return make_loop(program, function, nesting, open);
    if (kind == 9 && function)
        return add(program, (struct statement){.kind = CALL, .callee = choose(program, function)});
    if (kind == 10)
        return add(program, (struct statement){.kind = EXIT});
    return make_leave(program, open);
}

/* Statements with a mark before each and after the last, so that every join is seen. */
static uint32_t make_list(struct program *program, uint32_t function, uint32_t nesting,
                          uint32_t open)
{
    uint32_t list = add(program, (struct statement){.kind = MARK}), last = list;
    for (uint32_t left = 1 + choose(program, 3); left && program->budget; left--) {
        uint32_t made = make_statement(program, function, nesting, open);
        uint32_t mark = add(program, (struct statement){.kind = MARK});
        program->statements[last].next = made;
        program->statements[made].next = mark;
        last = mark;
    }
    return list;
}

static void make_program(struct program *program, uint64_t seed)
{
    *program = (struct program){.seed = mix(seed, 1), .count = 1};
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        program->budget = i == FUNCTIONS - 1 ? 24 : 8;
        program->function[i] =
            make_list(program, i, 0, i == FUNCTIONS - 1 ? 0 : 1u << TOKEN_CAL);
    }
}

/* What a lane decides, the same in both runs: it depends on the lane, the place and how often the
 * lane was there. */

static uint32_t draw(const struct program *program, struct lane *lane, uint32_t number,
                     uint32_t decision)
{
    bool uniform = program->statements[decision].uniform;
    uint64_t place = mix(program->seed, (uint64_t)decision << 32 | lane->decided[decision]++);
    lane->decisions++;
    return (uint32_t)(mix(place, uniform ? LANES : number) >> 32);
}

static bool holds(const struct program *program, struct lane *lane, uint32_t number,
                  uint32_t decision)
{
    const struct statement *statement = &program->statements[decision];
    bool drawn = draw(program, lane, number, decision) % statement->one_in == 0;
    bool loop = statement->kind >= LOOP_BACK && statement->kind <= LOOP_SYNC;
    return drawn || (loop && lane->decisions > FUEL);
}

static void mark(struct lane *lane, uint32_t statement)
{
    if (lane->length < TRACE_MAX)
        lane->path[lane->length] = statement;
    lane->length++;
}

/* Walking it, one lane after the other, by the structure. */

struct walk {
    const struct program *program;
    struct lane *lane;
    uint32_t number;
    uint64_t *together; /* a key for each mark in its iterations: equal for lanes that meet there */
};

/* What ends a list: 0 its end, a kind of token that the lane leaves for, or the lane's exit. */
enum { TO_THE_END = TOKEN_DIV, EXITED = TOKEN_CAL + 1 };

static int walk_list(struct walk *walk, uint32_t statement, uint64_t where);

static int walk_loop(struct walk *walk, const struct statement *loop, uint32_t number,
                     uint64_t where)
{
    for (uint64_t iteration = 0;; iteration++) {
        int end = walk_list(walk, loop->arm[0], mix(where, iteration << 16 | number));
        if (end == (int)loop->token)
            return TO_THE_END;
        bool continues = end == TOKEN_PCNT && loop->kind != LOOP_SYNC;
        if (end != TO_THE_END && !continues)
            return end;
        if (holds(walk->program, walk->lane, walk->number, number))
            return TO_THE_END;
    }
}

static int walk_choice(struct walk *walk, const struct statement *choice, uint32_t number,
                       uint64_t where)
{
    uint32_t arm = choice->arms == 2
                       ? holds(walk->program, walk->lane, walk->number, number)
                       : draw(walk->program, walk->lane, walk->number, number) % ARMS_MAX;
    int end = walk_list(walk, choice->arm[arm], where);
    return end == (int)choice->token ? TO_THE_END : end;
}

static int walk_call(struct walk *walk, const struct statement *call, uint32_t number,
                     uint64_t where)
{
    int end = walk_list(walk, walk->program->function[call->callee], mix(where, number));
    return end == TOKEN_CAL ? TO_THE_END : end;
}

static int walk_statement(struct walk *walk, uint32_t number, uint64_t where)
{
    const struct statement *statement = &walk->program->statements[number];
    switch (statement->kind) {
    case MARK:
        if (walk->lane->length < TRACE_MAX)
            walk->together[walk->lane->length] = mix(where, ~(uint64_t)number);
        mark(walk->lane, number);
        return TO_THE_END;
    case CHOICE:
        return walk_choice(walk, statement, number, where);
    case LOOP_BACK:
    case LOOP_EXIT:
    case LOOP_SYNC:
        return walk_loop(walk, statement, number, where);
    case CALL:
        return walk_call(walk, statement, number, where);
    case LEAVE:
    case EXIT:
        break;
    }
    bool goes = holds(walk->program, walk->lane, walk->number, number);
    int to = statement->kind == EXIT ? EXITED : (int)statement->token;
    return goes ? to : TO_THE_END;
}

static int walk_list(struct walk *walk, uint32_t statement, uint64_t where)
{
    int end = TO_THE_END;
    for (; statement && end == TO_THE_END; statement = walk->program->statements[statement].next)
        end = walk_statement(walk, statement, where);
    return end;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Walks all lanes; returns how many marks the warp passes if lanes are together where they can. */
static uint64_t walk_lanes(const struct program *program, struct lane *lanes)
{
    uint64_t *keys = malloc(sizeof *keys * LANES * TRACE_MAX), distinct = 0;
    size_t count = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        struct walk walk = {program, &lanes[i], i, keys + count};
        walk_list(&walk, program->function[FUNCTIONS - 1], 0);
        count += lanes[i].length < TRACE_MAX ? lanes[i].length : TRACE_MAX;
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++)
        distinct += i == 0 || keys[i] != keys[i - 1];
    free(keys);
    return distinct;
}

/* Compiling it to tokens and branches. */

static void compile_list(struct program *program, uint32_t statement);

static uint32_t put(struct program *program, struct operation operation)
{
    if (program->length == CODE_MAX)
        abort();
    program->code[program->length] = operation;
    return program->length++;
}

static uint32_t put_leave(struct program *program, enum token_kind token, uint32_t decision)
{
    return put(program,
               (struct operation){.kind = OP_LEAVE, .token = token, .decision = decision});
}

static void compile_choice(struct program *program, const struct statement *choice,
                           uint32_t number)
{
    uint32_t push = put(program, (struct operation){.kind = OP_PUSH, .token = choice->token});
    uint32_t part = put(program, (struct operation){
                                     .kind = choice->arms == 2 ? OP_BRANCH : OP_INDIRECT,
                                     .decision = number,
                                 });
    for (uint32_t i = 0; i < choice->arms; i++) {
        program->code[part].arm[i] = program->length;
        program->code[part].target = program->length; /* of a branch: arm 1, behind is arm 0 */
        compile_list(program, choice->arm[i]);
        put_leave(program, choice->token, 0);
    }
    program->code[push].target = program->length;
}

static void compile_loop(struct program *program, const struct statement *loop, uint32_t number)
{
    bool has_continue = loop->kind != LOOP_SYNC;
    uint32_t push = put(program, (struct operation){.kind = OP_PUSH, .token = loop->token});
    uint32_t head = program->length;
    if (has_continue)
        put(program, (struct operation){.kind = OP_PUSH, .token = TOKEN_PCNT});
    compile_list(program, loop->arm[0]);
    if (has_continue) {
        put_leave(program, TOKEN_PCNT, 0);
        program->code[head].target = program->length;
    }
    struct operation back = {.kind = OP_BRANCH, .target = head};
    if (loop->kind == LOOP_BACK) {
        back.decision = number;
        back.negated = true;
        put(program, back);
        put_leave(program, loop->token, 0);
    } else {
        put_leave(program, loop->token, number);
        put(program, back);
    }
    program->code[push].target = program->length;
}

static void compile_statement(struct program *program, uint32_t number)
{
    const struct statement *statement = &program->statements[number];
    switch (statement->kind) {
    case MARK:
        put(program, (struct operation){.kind = OP_MARK, .target = number});
        break;
    case CHOICE:
        compile_choice(program, statement, number);
        break;
    case LOOP_BACK:
    case LOOP_EXIT:
    case LOOP_SYNC:
        compile_loop(program, statement, number);
        break;
    case CALL:
        put(program, (struct operation){.kind = OP_CALL,
                                        .target = program->entry[statement->callee]});
        break;
    case LEAVE:
        put_leave(program, statement->token, number);
        break;
    case EXIT:
        put(program, (struct operation){.kind = OP_EXIT, .decision = number});
        break;
    }
}

static void compile_list(struct program *program, uint32_t statement)
{
    for (; statement; statement = program->statements[statement].next)
        compile_statement(program, statement);
}

static void compile(struct program *program)
{
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        program->entry[i] = program->length;
        compile_list(program, program->function[i]);
        if (i == FUNCTIONS - 1)
            put(program, (struct operation){.kind = OP_EXIT});
        else
            put_leave(program, TOKEN_CAL, 0);
    }
}

/* Running that for a warp. */

struct run {
    const struct program *program;
    struct lane *lanes;
    struct token_stack stack;
    struct programs_seen *seen;
    uint64_t marks; /* passed by the warp, with however many lanes */
};

static uint64_t deciding_lanes(struct run *run, const struct operation *operation)
{
    uint64_t lanes = 0;
    if (!operation->decision)
        return ~0ull;
    for (uint64_t open = run->stack.active; open; open &= open - 1) {
        uint32_t number = (uint32_t)__builtin_ctzll(open);
        if (holds(run->program, &run->lanes[number], number, operation->decision))
            lanes |= 1ull << number;
    }
    return operation->negated ? ~lanes : lanes;
}

static enum token_outcome pass_mark(struct run *run, const struct operation *operation)
{
    run->marks++;
    for (uint64_t open = run->stack.active; open; open &= open - 1)
        mark(&run->lanes[__builtin_ctzll(open)], operation->target);
    run->stack.pc++;
    return TOKENS_SAME;
}

static enum token_outcome branch_each(struct run *run, const struct operation *operation,
                                      uint32_t behind)
{
    uint32_t target[LANES] = {0};
    for (uint64_t open = run->stack.active; open; open &= open - 1) {
        uint32_t number = (uint32_t)__builtin_ctzll(open);
        uint32_t drawn = draw(run->program, &run->lanes[number], number, operation->decision);
        target[number] = operation->arm[drawn % ARMS_MAX];
    }
    return tokens_branch_each(&run->stack, ~0ull, target, behind);
}

static bool other_tokens_above(const struct token_stack *stack, enum token_kind kind)
{
    uint32_t i = stack->depth;
    while (i && stack->entries[i - 1].kind == TOKEN_DIV)
        i--;
    return i && stack->entries[i - 1].kind != kind;
}

static enum token_outcome leave(struct run *run, const struct operation *operation, uint32_t behind)
{
    uint64_t lanes = deciding_lanes(run, operation);
    bool past = (lanes & run->stack.active) && other_tokens_above(&run->stack, operation->token);
    enum token_outcome outcome = tokens_leave(&run->stack, operation->token, lanes, behind);
    run->seen->past_other_tokens += past;
    run->seen->leaves_parted[operation->token] += outcome == TOKENS_PARTED;
    return outcome;
}

static enum token_outcome step(struct run *run)
{
    const struct operation *operation = &run->program->code[run->stack.pc];
    uint32_t behind = run->stack.pc + 1;
    enum token_outcome outcome = TOKENS_SAME;
    switch (operation->kind) {
    case OP_MARK:
        return pass_mark(run, operation);
    case OP_PUSH:
        return tokens_push(&run->stack, operation->token, operation->target, behind);
    case OP_CALL:
        return tokens_call(&run->stack, operation->target, behind);
    case OP_BRANCH:
        outcome = tokens_branch(&run->stack, deciding_lanes(run, operation), operation->target,
                                behind);
        run->seen->branches_parted += outcome == TOKENS_PARTED;
        break;
    case OP_INDIRECT:
        outcome = branch_each(run, operation, behind);
        run->seen->indirect_parted += outcome == TOKENS_PARTED;
        break;
    case OP_LEAVE:
        return leave(run, operation, behind);
    case OP_EXIT:
        outcome = tokens_exit(&run->stack, deciding_lanes(run, operation), behind);
        run->seen->exits_parted += outcome == TOKENS_PARTED;
        break;
    }
    return outcome;
}

/* Lanes above a token are lanes of the token; lanes above a waiting side are others. */
static const char *disorder(const struct token_stack *stack)
{
    uint64_t above = stack->active;
    uint32_t waiting = 0;
    for (uint32_t i = stack->depth; i > 0; i--) {
        const struct token *entry = &stack->entries[i - 1];
        bool side = entry->kind == TOKEN_DIV;
        if (side ? (above & entry->mask) != 0 : (above & ~entry->mask) != 0)
            return side ? "a waiting side shares lanes with what is above it"
                        : "a token misses lanes of what is above it";
        above |= entry->mask;
        waiting += side;
    }
    return waiting >= LANES ? "more sides wait than there are lanes" : NULL;
}

static const char *run_warp(struct run *run)
{
    const struct program *program = run->program;
    tokens_reset(&run->stack, program->entry[FUNCTIONS - 1], UINT32_MAX);
    for (uint32_t steps = 0; steps < 1u << 22; steps++) {
        enum token_outcome outcome = step(run);
        if (outcome == TOKENS_OVERFLOW)
            return "the stack is full";
        if (outcome == TOKENS_UNPAIRED)
            return "lanes leave and no token of their kind is open";
        if (outcome == TOKENS_DONE)
            return NULL;
        uint32_t depth = tokens_depth(&run->stack);
        run->seen->deepest = depth > run->seen->deepest ? depth : run->seen->deepest;
        const char *wrong = disorder(&run->stack);
        if (wrong)
            return wrong;
    }
    return "the warp does not end";
}

static const char *difference(const struct lane *walked, const struct lane *ran)
{
    for (uint32_t i = 0; i < LANES; i++) {
        if (walked[i].length > TRACE_MAX)
            return "the trial's paths are too short for the program";
        if (walked[i].length != ran[i].length ||
            memcmp(walked[i].path, ran[i].path, walked[i].length * sizeof walked[i].path[0]))
            return "a lane went another way";
    }
    return NULL;
}

static struct lane *new_lanes(void)
{
    struct lane *lanes = malloc(sizeof *lanes * LANES);
    for (uint32_t i = 0; i < LANES; i++) {
        memset(lanes[i].decided, 0, sizeof lanes[i].decided);
        lanes[i].decisions = lanes[i].length = 0;
    }
    return lanes;
}

const char *program_trial(uint64_t seed, enum token_rule rule, struct programs_seen *seen)
{
    struct program *program = malloc(sizeof *program);
    struct lane *walked = new_lanes(), *ran = new_lanes();
    struct token entries[ROOM];
    struct run run = {.program = program, .lanes = ran, .seen = seen};
    run.stack = (struct token_stack){.entries = entries, .size = ROOM, .rule = rule};
    make_program(program, seed);
    compile(program);
    uint64_t marks = walk_lanes(program, walked);
    const char *wrong = run_warp(&run);
    if (!wrong)
        wrong = difference(walked, ran);
    if (!wrong && marks != run.marks)
        wrong = "lanes that could be together ran apart";
    free(program);
    free(walked);
    free(ran);
    return wrong;
}
