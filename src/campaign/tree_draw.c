/* SPDX-License-Identifier: Apache-2.0 */
/* tree_draw.c - a tree from random numbers. */
#include "campaign/tree.h"

enum { TIMES_MAX = 48, SIZE_MAX_DRAWN = 40, CHOICES_MAX = 9 };

struct drawer {
    struct dice *dice;
    struct tree *tree;
    unsigned features;
    uint32_t left; /* statements */
    uint32_t functions; /* that can be called */
    uint32_t weights[CHOICES_MAX]; /* of the kinds of statements: each program has its own */
};

/* Where a statement is. */
struct place {
    uint32_t depth, loops, times;
    bool together; /* all work-items of the group come here, equally often */
};

static struct operand draw_operand(struct drawer *d)
{
    static const uint32_t constants[] = {0, 1, 2, 3, 7, 31, 255, 4096, 0x80000000, 0xffffffff};
    switch (dice_below(d->dice, 10)) {
    case 0: return (struct operand){.kind = OPERAND_ITEM};
    case 1: return (struct operand){.kind = OPERAND_LOCAL};
    case 2: return (struct operand){.kind = OPERAND_GROUP};
    case 3: return (struct operand){OPERAND_CONSTANT, dice_pick(d->dice, constants, 10)};
    case 4: return (struct operand){OPERAND_CONSTANT, (uint32_t)dice_next(d->dice)};
    }
    if (d->tree->launches > 1 && dice_one_in(d->dice, 6))
        return (struct operand){.kind = OPERAND_LAUNCH};
    return (struct operand){OPERAND_VARIABLE, dice_below(d->dice, VARIABLES)};
}

/* Something that a branch or a loop depends on: not a constant. */
static struct operand draw_decider(struct drawer *d)
{
    struct operand operand = draw_operand(d);
    return operand.kind == OPERAND_CONSTANT ? (struct operand){.kind = OPERAND_ITEM} : operand;
}

static struct condition draw_condition(struct drawer *d)
{
    return (struct condition){
        .comparison = dice_below(d->dice, COMPARISONS), .value = draw_decider(d),
        .mask = DICE_PICK(d->dice, 1, 2, 3, 7, 15, 48, 0xff, 0xfff),
        .constant = DICE_PICK(d->dice, 0, 0, 1, 2, 3, 8, 20, 100)};
}

static struct statement *new_statement(struct drawer *d, struct statement what)
{
    struct statement *statement = arena_alloc(&d->tree->arena, sizeof *statement);
    what.target = (uint8_t)dice_below(d->dice, VARIABLES);
    *statement = what;
    return statement;
}

static struct statement *draw_list(struct drawer *d, struct place place, uint32_t count);

/* Shifts by constants alone, and no comparison. */
static void make_plain(struct drawer *d, struct statement *what)
{
    if (what->operation == OPERATION_LESS)
        what->operation = OPERATION_ADD;
    if (what->operation == OPERATION_SHL || what->operation == OPERATION_SHR)
        what->b = (struct operand){OPERAND_CONSTANT, dice_below(d->dice, 32)};
}

static struct statement *draw_operation(struct drawer *d, struct place place)
{
    (void)place;
    bool divides = d->features & FEATURE_DIVIDE && dice_one_in(d->dice, 6);
    struct statement what = {
        .kind = STATEMENT_OPERATION,
        .operation = (uint8_t)dice_below(d->dice, divides ? OPERATIONS : OPERATION_DIVIDE),
        .a = draw_operand(d), .b = draw_operand(d)};
    if (!(d->features & FEATURE_SHIFTS))
        make_plain(d, &what);
    return new_statement(d, what);
}

static struct statement *draw_load(struct drawer *d, struct place place)
{
    (void)place;
    return new_statement(d, (struct statement){.kind = STATEMENT_LOAD, .a = draw_operand(d),
                                               .number = DICE_PICK(d->dice, 0, 0, 0, 1, 4, 5, 6)});
}

static struct statement *draw_slot(struct drawer *d, struct place place)
{
    (void)place;
    return new_statement(d, (struct statement){
        .kind = dice_one_in(d->dice, 2) ? STATEMENT_SLOT_LOAD : STATEMENT_SLOT_STORE,
        .number = dice_below(d->dice, SLOTS), .a = draw_operand(d)});
}

static struct statement *draw_local(struct drawer *d, struct place place)
{
    (void)place;
    return new_statement(d, (struct statement){
        .kind = dice_one_in(d->dice, 2) ? STATEMENT_LOCAL_LOAD : STATEMENT_LOCAL_STORE,
        .a = draw_operand(d)});
}

static struct statement *draw_atomic(struct drawer *d, struct place place)
{
    (void)place;
    return new_statement(d, (struct statement){.kind = STATEMENT_ATOMIC,
                                               .operation = (uint8_t)dice_below(d->dice, ATOMICS),
                                               .a = draw_operand(d), .b = draw_operand(d)});
}

static struct statement *draw_exchange(struct drawer *d, struct place place)
{
    (void)place;
    return new_statement(d, (struct statement){.kind = STATEMENT_EXCHANGE, .a = draw_operand(d),
                                               .number = dice_below(d->dice, d->tree->block)});
}

static struct statement *draw_branch(struct drawer *d, struct place place)
{
    struct condition condition = draw_condition(d);
    struct statement *branch =
        new_statement(d, (struct statement){.kind = STATEMENT_BRANCH, .condition = condition});
    place.depth++;
    place.together &= operand_is_shared(condition.value);
    branch->body = draw_list(d, place, 1 + dice_below(d->dice, 3));
    if (dice_one_in(d->dice, 2))
        branch->other = draw_list(d, place, 1 + dice_below(d->dice, 3));
    return branch;
}

static struct statement *draw_loop(struct drawer *d, struct place place)
{
    struct statement what = {.kind = STATEMENT_LOOP};
    if (dice_one_in(d->dice, 2))
        what.least = 1 + dice_below(d->dice, 5);
    else
        what.mask = DICE_PICK(d->dice, 1, 3, 3, 7), what.least = dice_below(d->dice, 2);
    what.a = draw_decider(d);
    what.condition = draw_condition(d);
    what.leaves = dice_one_in(d->dice, 4);
    what.tests_below = what.least && dice_one_in(d->dice, 2);
    struct statement *loop = new_statement(d, what);
    place.depth++;
    place.loops++;
    place.times *= loop_most(loop);
    place.together &= loop_is_shared(loop);
    loop->body = draw_list(d, place, 1 + dice_below(d->dice, 3));
    return loop;
}

static struct statement *draw_call(struct drawer *d, struct place place)
{
    (void)place;
    return new_statement(d, (struct statement){.kind = STATEMENT_CALL,
                                               .number = dice_below(d->dice, d->functions)});
}

static bool may_nest(const struct drawer *d, const struct place *place)
{
    return place->depth < DEPTH_MAX && d->left > 0;
}

static bool may_loop(const struct drawer *d, const struct place *place)
{
    return may_nest(d, place) && place->loops < LOOPS_MAX && place->times <= TIMES_MAX / 8;
}

static bool may_always(const struct drawer *d, const struct place *place)
{
    return (void)d, (void)place, true;
}

static bool has_local(const struct drawer *d, const struct place *place)
{
    return (void)place, d->features & FEATURE_LOCAL;
}

static bool has_atomics(const struct drawer *d, const struct place *place)
{
    return (void)place, d->features & FEATURE_ATOMICS;
}

static bool may_meet(const struct drawer *d, const struct place *place)
{
    return d->features & FEATURE_LOCAL && place->together;
}

/* A function may have a loop, as if it were one around its statements. */
static bool may_call(const struct drawer *d, const struct place *place)
{
    return d->functions && place->depth <= CALL_DEPTH && place->loops <= CALL_LOOPS &&
           place->times <= TIMES_MAX / 8;
}

static const struct choice {
    struct statement *(*draw)(struct drawer *d, struct place place);
    bool (*allowed)(const struct drawer *d, const struct place *place);
    uint32_t weight;
} choices[] = {
    {draw_operation, may_always, 12}, {draw_load, may_always, 6}, {draw_slot, may_always, 4},
    {draw_local, has_local, 3},       {draw_atomic, has_atomics, 2}, {draw_exchange, may_meet, 3},
    {draw_branch, may_nest, 6},       {draw_loop, may_loop, 5},      {draw_call, may_call, 4},
};
enum { CHOICES = sizeof choices / sizeof *choices };
_Static_assert(sizeof choices / sizeof *choices <= CHOICES_MAX, "each choice has a weight");

/* Some kinds are missing in a program and some are frequent: what comes up once in a mixture of all
 * may have no effect (Groce et al., Swarm Testing, ISSTA 2012). Operations are always there. */
static void draw_weights(struct drawer *d)
{
    for (uint32_t i = 0; i < CHOICES; i++)
        d->weights[i] = choices[i].weight * (i ? DICE_PICK(d->dice, 0, 1, 1, 6) : 1);
}

static struct statement *draw_statement(struct drawer *d, struct place place)
{
    uint32_t total = 0, i = 0;
    for (uint32_t k = 0; k < CHOICES; k++)
        total += choices[k].allowed(d, &place) ? d->weights[k] : 0;
    for (uint32_t left = dice_below(d->dice, total);; i++) {
        uint32_t weight = choices[i].allowed(d, &place) ? d->weights[i] : 0;
        if (left < weight)
            break;
        left -= weight;
    }
    d->left -= d->left > 0;
    return choices[i].draw(d, place);
}

static struct statement *draw_list(struct drawer *d, struct place place, uint32_t count)
{
    struct statement *first = NULL, **end = &first;
    for (uint32_t i = 0; i < count; i++) {
        *end = draw_statement(d, place);
        end = &(*end)->next;
    }
    return first;
}

/* Every variable begins with something, and its end is seen. */
static struct statement *draw_first_values(struct drawer *d, struct statement **first)
{
    struct statement *last = NULL;
    for (uint32_t i = 0; i < VARIABLES; i++) {
        struct place place = {0};
        struct statement *value =
            dice_one_in(d->dice, 2) ? draw_load(d, place) : draw_operation(d, place);
        if (value->kind == STATEMENT_LOAD && dice_one_in(d->dice, 2))
            value->a = (struct operand){.kind = OPERAND_ITEM};
        value->target = (uint8_t)i;
        if (last)
            last->next = value;
        else
            *first = value;
        last = value;
    }
    return last;
}

static struct statement *last_stores(struct drawer *d)
{
    struct statement *first = NULL, **end = &first;
    for (uint32_t i = 0; i < VARIABLES; i++) {
        *end = new_statement(d, (struct statement){.kind = STATEMENT_SLOT_STORE, .number = i,
                                                   .a = {OPERAND_VARIABLE, i}});
        end = &(*end)->next;
    }
    return first;
}

static void draw_shape(struct drawer *d)
{
    struct tree *tree = d->tree;
    tree->groups = DICE_PICK(d->dice, 1, 1, 2, 3, 5);
    tree->launches = 1;
    if (d->features & FEATURE_LAUNCHES && dice_one_in(d->dice, 4))
        tree->launches = DICE_PICK(d->dice, 2, 2, LAUNCHES_MAX);
    tree->block = 1024;
    if (d->features & FEATURE_ANY_BLOCK)
        tree->block = DICE_PICK(d->dice, 1, 4, 8, 16, 32, 33, 64, 64, 100, 128, 256);
    tree->input_seed = 1 + dice_below(d->dice, 1000000);
    tree->input_max = DICE_PICK(d->dice, 1, 7, 255, 255, 0xffffffff);
    tree->fact = dice_below(d->dice, 3);
    tree->loop_facts = !dice_one_in(d->dice, 5);
}

/* A loop and a branch at least, and what is around them. */
static struct statement *draw_function(struct drawer *d)
{
    const struct place place = {.depth = CALL_DEPTH, .loops = CALL_LOOPS, .times = TIMES_MAX / 8};
    struct statement *first = draw_statement(d, place);
    first->next = draw_loop(d, place);
    first->next->next = draw_branch(d, place);
    first->next->next->next = dice_one_in(d->dice, 2) ? draw_statement(d, place) : NULL;
    return first;
}

static void draw_functions(struct drawer *d)
{
    uint32_t count = DICE_PICK(d->dice, 0, 0, 0, 0, 1, FUNCTIONS_MAX);
    if (!(d->features & FEATURE_CALLS))
        return;
    for (uint32_t i = 0; i < count; i++)
        d->tree->functions[i] = draw_function(d);
    d->functions = count; /* from now on: functions call none */
}

/* Those that nothing has called. */
static struct statement *draw_last_calls(struct drawer *d)
{
    struct statement *first = NULL, **end = &first;
    for (uint32_t i = 0; i < d->functions; i++) {
        if (tree_calls(d->tree, i))
            continue;
        *end = new_statement(d, (struct statement){.kind = STATEMENT_CALL, .number = i});
        end = &(*end)->next;
    }
    return first;
}

/* Most trees are small, so that many can be tried. */
void tree_draw(struct tree *tree, struct dice *dice, unsigned features)
{
    struct drawer drawer = {.dice = dice, .tree = tree, .features = features};
    *tree = (struct tree){0};
    draw_shape(&drawer);
    draw_weights(&drawer);
    drawer.left = dice_one_in(dice, 20) ? 20 + dice_below(dice, SIZE_MAX_DRAWN)
                                        : 1 + dice_below(dice, 1 + dice_below(dice, 16));
    draw_functions(&drawer);
    struct statement *last = draw_first_values(&drawer, &tree->first);
    while (drawer.left) {
        last->next = draw_statement(&drawer, (struct place){.times = 1, .together = true});
        last = last->next;
    }
    last->next = draw_last_calls(&drawer);
    while (last->next)
        last = last->next;
    last->next = last_stores(&drawer);
}

void tree_free(struct tree *tree)
{
    arena_free(&tree->arena);
    *tree = (struct tree){0};
}
