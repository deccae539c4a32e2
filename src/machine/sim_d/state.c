/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - the complete state of a Sim-D machine at the end of a cycle.
 *
 * Each slot has all its storage to itself (SIMD-1). Registers that are all zero are left out. What
 * is shown changes only in cycles that are simulated, so it does not depend on skipping. */
#include <inttypes.h>
#include <stdio.h>

#include "base/json.h"
#include "base/text.h"
#include "machine/sim_d/clock.h"

static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *hex(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, value);
    return json_string(text);
}

static json_t *text_value(struct text *text)
{
    json_t *value = json_string(text_string(text));
    text_free(text);
    return value;
}

/* Lane 0 is the lowest bit of the first word. */
static json_t *lanes_value(const uint64_t *bits)
{
    struct text text = {0};
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        text_add(&text, "%s%016" PRIx64, i ? " " : "", bits[i]);
    return text_value(&text);
}

static json_t *words_value(const uint32_t *words, size_t count)
{
    struct text text = {0};
    for (size_t i = 0; i < count; i++)
        text_add(&text, "%s%08" PRIx32, i ? " " : "", words[i]);
    return text_value(&text);
}

static bool all_zero(const uint32_t *words, size_t count)
{
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= words[i];
    return !any;
}

/* ---- registers ---- */

static void add_vector(json_t **object, const struct sim_d_group *group, uint32_t name)
{
    uint32_t words[SIM_D_ITEMS];
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        isa_sim_d.read_register(group->warp[i], name, words + i * SIM_D_WARP_LANES);
    if (!all_zero(words, SIM_D_ITEMS))
        json_put(object, sim_d_register_name(name), words_value(words, SIM_D_ITEMS));
}

/* By name: lane by lane, or one word. Masks and predicates have their own place. */
static json_t *register_state(const struct sim_d_group *group)
{
    json_t *object = json_object();
    for (uint32_t name = 0; name < SIM_D_NAME_P; name++) {
        uint32_t words[SIM_D_WARP_LANES];
        bool mask = name >= SIM_D_NAME_VC && name < SIM_D_NAME_VC + SIM_D_MASKS;
        if (name < SIM_D_NAME_S && !mask)
            add_vector(&object, group, name);
        if (name < SIM_D_NAME_S)
            continue;
        isa_sim_d.read_register(group->warp[0], name, words);
        if (words[0])
            json_put(&object, sim_d_register_name(name), hex(words[0]));
    }
    return object;
}

/* The four control masks, then the predicates. */
static json_t *mask_state(const struct sim_d_slot *s)
{
    json_t *object = json_object();
    uint64_t bits[SIM_D_WARPS];
    for (uint32_t k = 0; k < SIM_D_MASKS + SIM_D_PREDICATES; k++) {
        bool predicate = k >= SIM_D_MASKS;
        for (uint32_t i = 0; i < SIM_D_WARPS; i++)
            bits[i] = predicate ? s->state[i].predicate[k - SIM_D_MASKS] : s->state[i].mask[k];
        json_put(&object,
                 sim_d_register_name(predicate ? SIM_D_NAME_P + k - SIM_D_MASKS
                                               : SIM_D_NAME_VC + k), lanes_value(bits));
    }
    return object;
}

static json_t *stack_state(const struct sim_d_group *group)
{
    static const char *const types[] = {
        [SIM_D_STACK_IF] = "if", [SIM_D_STACK_BREAK] = "brk", [SIM_D_STACK_RET] = "jc"};
    json_t *list = json_array();
    for (uint32_t i = group->depth; i-- > 0;) {
        json_t *entry = json_object();
        json_put(&entry, "instruction", number(group->stack[i].pc));
        json_put(&entry, "type", json_string(types[group->stack[i].type]));
        json_put(&entry, "lanes", lanes_value(group->stack[i].mask));
        json_append(&list, entry);
    }
    return list;
}

/* ---- slots ---- */

static json_t *request_state(const struct sim_d_slot_clock *s)
{
    const struct sim_d_descriptor *access = &s->access;
    json_t *object = json_object();
    json_put(&object, "instruction", number(s->request->pc / SAS_INSN_BYTES));
    json_put(&object, "buffer", number(access->buffer));
    json_put(&object, "address", hex(access->address));
    json_put(&object, "words", number(access->words));
    json_put(&object, "period", number(access->period));
    json_put(&object, "lines", number(access->count));
    return object;
}

static json_t *scratchpad_state(const struct sim_d_group *group)
{
    const uint32_t *words = (const uint32_t *)(const void *)group->scratchpad;
    size_t count = group->scratchpad_bytes / sizeof *words;
    while (count && !words[count - 1])
        count--;
    return words_value(words, count);
}

static json_t *slot_state(const struct sim_d_machine *m, uint32_t slot, cycle_t now)
{
    static const char *const states[] = {
        [SIM_D_SLOT_NONE] = "none", [SIM_D_SLOT_RUN] = "run", [SIM_D_SLOT_DRAM] = "dram",
        [SIM_D_SLOT_DRAM_LAST] = "dram and exit", [SIM_D_SLOT_PAD] = "scratchpad"};
    const struct sim_d_slot *s = &m->slot[slot];
    const struct sim_d_slot_clock *clock = &m->clock->slot[slot];
    json_t *object = json_object();
    json_put(&object, "state", json_string(states[sim_d_visible_state(clock, now + 1)]));
    if (s->busy) {
        json_put(&object, "group", json_pack("[I,I]", (json_int_t)s->group.index[0],
                                             (json_int_t)s->group.index[1]));
        json_put(&object, "instruction", number(s->pc));
        json_put(&object, "masks", mask_state(s));
        json_put(&object, "stack", stack_state(&s->isa));
    }
    if (s->busy && clock->request)
        json_put(&object, "request", request_state(clock));
    json_put(&object, "registers", register_state(&s->isa));
    json_put(&object, "scratchpad", scratchpad_state(&s->isa));
    return object;
}

/* The stages from decode to write-back that are not empty. */
static json_t *pipeline_state(const struct sim_d_clock *c)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->stages; i++) {
        const struct sim_d_part *part = &c->stage[i];
        if (!part->insn)
            continue;
        json_t *object = json_object();
        json_put(&object, "stage", number(i));
        json_put(&object, "slot", number(part->slot));
        json_put(&object, "instruction", part->insn == &c->pop
                                             ? json_null()
                                             : number(part->insn->pc / SAS_INSN_BYTES));
        json_put(&object, "column", number(part->column));
        if (part->wrong)
            json_put(&object, "wrong", json_true());
        json_append(&list, object);
    }
    return list;
}

json_t *sim_d_machine_state(const struct machine *machine, uint64_t cycle)
{
    const struct sim_d_machine *m = (const struct sim_d_machine *)machine;
    json_t *object = json_object(), *slots = json_array();
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++)
        json_append(&slots, slot_state(m, i, cycle));
    json_put(&object, "kernel", json_outside_string(m->run.launch->name));
    json_put(&object, "cycle_of_launch", number(cycle));
    json_put(&object, "groups_started", number(m->run.next_group));
    json_put(&object, "slots", slots);
    json_put(&object, "pipeline", pipeline_state(m->clock));
    return object;
}
