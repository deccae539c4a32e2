/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - the complete state of a Pascal machine at the end of a cycle (PAS-97).
 *
 * Past times are left out and future ones are cycles of the launch, so the state depends only on
 * the cycle, not on which cycles the loop has simulated. */
#include "machine/common/state_json.h"
#include "machine/pascal/clock.h"

static json_t *dram_state(const struct dram *dram, cycle_t now)
{
    json_t *banks = json_array();
    for (uint32_t i = 0; i < dram->numbers->banks; i++) {
        const struct dram_bank *bank = &dram->bank[i];
        json_t *object = json_object();
        if (bank->open)
            json_put(&object, "row", state_number(bank->row));
        state_add_ahead(&object, "busy_until", bank->free, now);
        json_append(&banks, object);
    }
    return banks;
}

/* ---- warps ---- */

/* As in the paper's figures: next pc, reconvergence pc, lanes; those that run first. */
static json_t *stack_state(const struct pascal *pascal, const struct pascal_warp *w)
{
    const struct program *program = pascal->run.launch->program;
    struct token_row rows[TOKENS_LANES_MAX * 2];
    json_t *list = json_array();
    if (tokens_depth(&w->tokens) > sizeof rows / sizeof *rows)
        return list;
    uint32_t count = tokens_rows(&w->tokens, program->count, rows);
    rows[0].npc = w->resident.warp.pc; /* the stack is read only when lanes move */
    for (uint32_t i = 0; i < count; i++) {
        json_t *row = json_array();
        uint64_t places[] = {rows[i].npc, rows[i].rpc};
        for (unsigned k = 0; k < 2; k++)
            json_append(&row, places[k] < program->count
                                 ? state_hex(program->insns[places[k]].pc) : json_null());
        json_append(&row, state_hex(rows[i].mask));
        json_append(&list, row);
    }
    return list;
}

static json_t *counter_state(const struct pascal_timing *t, cycle_t now)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < PASCAL_DEPENDENCIES; i++) {
        const struct dependency *d = &t->dependency[i];
        uint64_t under_way = 0;
        for (uint32_t k = 0; k < d->count; k++)
            under_way += d->at[k] > now;
        json_append(&list, state_number(under_way));
    }
    return list;
}

/* Registers whose value is still pending, and until when: hardware does not check (PAS-60). */
static json_t *pending_state(const cycle_t *times, cycle_t now)
{
    json_t *object = json_object();
    for (uint32_t name = 0; name < SASS_NAMES; name++)
        state_add_ahead(&object, isa_sass.register_name(name), times[name], now);
    return object;
}

static json_t *register_state(const struct pascal *pascal, const struct pascal_warp *w)
{
    json_t *object = json_object();
    for (uint32_t name = 0; name + SASS_R0 < pascal->rows; name++)
        state_add_register(&object, &isa_sass, &w->resident.warp, name);
    for (uint32_t i = 0; i < SASS_PT; i++)
        json_put(&object, isa_sass.register_name(SASS_NAME_P0 + i),
                 state_hex(w->state.predicate[i]));
    state_add_register(&object, &isa_sass, &w->resident.warp, SASS_NAME_CC);
    return object;
}

static json_t *warp_state(const struct pascal_smp *smp, uint32_t slot, cycle_t now)
{
    const struct pascal *pascal = pascal_of(smp);
    const struct pascal_warp *w = pascal_warp_of(smp->partition.warp[slot]);
    const struct pascal_timing *t = &smp->timing[slot];
    const uint32_t *index = w->resident.group->index;
    json_t *object = json_object();
    json_put(&object, "slot", state_number(slot));
    json_put(&object, "block",
             json_pack("[I,I,I]", (json_int_t)index[0], (json_int_t)index[1],
                       (json_int_t)index[2]));
    json_put(&object, "warp", state_number(w->resident.number));
    json_put(&object, "pc", state_hex(run_insn(&pascal->run, &w->resident)->pc));
    json_put(&object, "mask", state_hex(w->resident.warp.mask));
    if (w->resident.waits)
        json_put(&object, "at_barrier", state_number(w->barrier));
    state_add_ahead(&object, "starts", t->slot.started, now);
    state_add_ahead(&object, "fetched", t->slot.fetched, now);
    state_add_ahead(&object, "may_issue", slot_held_until(&t->slot), now);
    json_put(&object, "stack", stack_state(pascal, w));
    json_put(&object, "counters", counter_state(t, now));
    json_put(&object, "pending", pending_state(pascal_register_times(smp, slot), now));
    json_put(&object, "registers", register_state(pascal, w));
    return object;
}

/* ---- processing blocks and SMs ---- */

static json_t *smp_state(const struct pascal_smp *smp, cycle_t now)
{
    static const char *const units[PASCAL_UNITS] = {
        [PASCAL_CORES] = "cores", [PASCAL_FP64] = "fp64", [PASCAL_SFU] = "sfu",
        [PASCAL_LSU] = "lsu",     [PASCAL_CONTROL] = "control"};
    json_t *object = json_object(), *busy = json_object(), *warps = json_array();
    for (unsigned i = 0; i < PASCAL_UNITS; i++)
        state_add_ahead(&busy, units[i], smp->unit[i].free, now + 1);
    for (uint32_t slot = 0; slot < smp->partition.slots; slot++) {
        if (!smp->partition.warp[slot]->ended)
            json_append(&warps, warp_state(smp, slot, now));
    }
    json_put(&object, "units_busy_until", busy);
    json_put(&object, "warps", warps);
    return object;
}

/* The bytes of shared memory, one line per resident block. */
static json_t *shared_state(const struct pascal *pascal, uint32_t sm)
{
    const struct pascal_sm *s = &pascal->sms[sm];
    json_t *list = json_array();
    uint64_t taken = ~s->free_blocks & lanes_all(pascal->numbers.blocks);
    for (; taken; taken &= taken - 1) {
        const uint8_t *bytes = s->blocks[__builtin_ctzll(taken)].sass.shared;
        struct text text = {0};
        for (uint32_t i = 0; i < pascal->sass.shared_bytes; i++)
            text_add(&text, "%02x", bytes[i]);
        json_append(&list, json_string(text_string(&text)));
        text_free(&text);
    }
    return list;
}

static json_t *sm_state(const struct pascal *pascal, uint32_t i, cycle_t now)
{
    const struct pascal_sm_clock *sm = &pascal->clock->sm[i];
    json_t *object = json_object(), *smps = json_array(), *l1d = json_array();
    for (uint32_t k = 0; k < PASCAL_SMPS; k++)
        json_append(&smps, smp_state(&sm->smp[k], now));
    for (unsigned k = 0; k < PASCAL_L1D_CACHES; k++)
        json_append(&l1d, state_cache(&sm->l1d[k], now));
    json_put(&object, "smps", smps);
    json_put(&object, "l1i", state_cache(&sm->l1i, now));
    json_put(&object, "constant", state_cache(&sm->constant, now));
    json_put(&object, "l1d", l1d);
    json_put(&object, "shared", shared_state(pascal, i));
    state_add_ahead(&object, "shared_busy_until", sm->shared.free, now + 1);
    return object;
}

json_t *pascal_state(const struct machine *machine, uint64_t cycle)
{
    const struct pascal *pascal = (const struct pascal *)machine;
    json_t *object = json_object(), *sms = json_array();
    for (uint32_t i = 0; i < pascal->numbers.sms; i++)
        json_append(&sms, sm_state(pascal, i, cycle));
    json_put(&object, "kernel", json_outside_string(pascal->run.launch->name));
    json_put(&object, "cycle_of_launch", state_number(cycle));
    json_put(&object, "blocks_started", state_number(pascal->run.next_group));
    json_put(&object, "sms", sms);
    json_put(&object, "l2", state_cache(&pascal->clock->l2, cycle));
    json_put(&object, "dram", dram_state(&pascal->clock->dram, cycle));
    return object;
}
