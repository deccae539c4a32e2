/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - the complete state of an SBI/SWI machine at the end of a cycle (PAS-97). */
#include "machine/common/state_json.h"
#include "machine/fermi/clock.h"

static json_t *place(const struct fermi *fermi, uint32_t index)
{
    return state_hex(fermi->run.launch->program->insns[index].pc);
}

/* ---- splits ---- */

static json_t *split_state(const struct fermi *fermi, const struct split *split, const char *where,
                           cycle_t now)
{
    json_t *object = json_object();
    json_put(&object, "where", json_string(where));
    json_put(&object, "pc", place(fermi, split->pc));
    json_put(&object, "mask", state_hex(split->mask));
    if (split->depth)
        json_put(&object, "calls", state_number(split->depth));
    if (split->waits)
        json_put(&object, "waits", json_true());
    if (split->busy)
        json_put(&object, "branches", json_true());
    state_add_ahead(&object, "ready", split->ready, now);
    return object;
}

/* Hot splits, then the list of the cold table in its order. */
static json_t *splits_state(const struct fermi *fermi, const struct fermi_warp *w, cycle_t now)
{
    static const char *const names[FERMI_HOT] = {"primary", "secondary"};
    const struct contexts *contexts = &fermi->contexts;
    json_t *list = json_array();
    for (uint32_t i = 0; i < fermi->clock->numbers.contexts.hot; i++) {
        if (w->hot[i].mask)
            json_append(&list, split_state(fermi, &w->hot[i], names[i], now));
    }
    if (!fermi->numbers.frontier)
        return list;
    for (uint32_t node = contexts->warps[w->resident.warp.slot].list; node != CCT_NONE;
         node = contexts->cct.nodes[node].next)
        json_append(&list, split_state(fermi, &contexts->cct.nodes[node].split,
                                       node < contexts->cct.numbers->nodes ? "cold" : "memory",
                                       now));
    return list;
}

/* ---- a warp ---- */

static json_t *buffer_state(const struct fermi *fermi, const struct fermi_timing *t, cycle_t now)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < fermi->clock->numbers.contexts.hot; i++) {
        const struct fermi_entry *entry = &t->entry[i];
        if (!entry->insn)
            continue;
        json_t *object = json_object();
        json_put(&object, "pc", place(fermi, entry->pc));
        json_put(&object, "fetched", state_number(entry->fetched));
        state_add_ahead(&object, "ready", entry->ready, now);
        if (entry->suspended)
            json_put(&object, "suspended", json_true());
        json_append(&list, object);
    }
    return list;
}

static void add_pending(json_t **object, const struct isa *isa,
                        const struct scoreboard_entry *entry, cycle_t now)
{
    if (entry->retires <= now)
        return;
    for (uint32_t i = 0; i < entry->count; i++) {
        for (uint32_t r = 0; r < entry->writes[i].count; r++)
            json_put(object, isa->register_name(entry->writes[i].first + r),
                     state_number(entry->retires));
    }
}

static json_t *pending_state(const struct fermi *fermi, const struct fermi_timing *t, cycle_t now)
{
    const struct isa *isa = fermi->run.launch->program->isa;
    json_t *object = json_object();
    for (uint32_t i = 0; i < t->entries.size; i++)
        add_pending(&object, isa, &t->entries.entry[i], now);
    for (uint32_t i = 0; i < t->matrix.size; i++) {
        for (uint32_t slot = 0; slot < SCOREBOARD_MATRIX_SLOTS; slot++)
            add_pending(&object, isa, &t->matrix.event[i].slot[slot], now);
    }
    return object;
}

static json_t *register_state(const struct fermi *fermi, const struct fermi_warp *w)
{
    const struct isa *isa = fermi->run.launch->program->isa;
    const uint32_t count = fermi->program == &fermi_rv32 ? RV32_REGISTERS
                                                         : fermi->rows - SASS_R0;
    json_t *object = json_object();
    for (uint32_t i = 0; i < count; i++)
        state_add_register(&object, isa, &w->resident.warp, i);
    return object;
}

static json_t *warp_state(const struct fermi *fermi, const struct fermi_warp *w, cycle_t now)
{
    const struct fermi_timing *t = fermi_timing_of(fermi, w);
    const uint32_t *index = w->resident.group->index;
    json_t *object = json_object();
    json_put(&object, "slot", state_number(w->resident.warp.slot));
    json_put(&object, "block",
             json_pack("[I,I,I]", (json_int_t)index[0], (json_int_t)index[1],
                       (json_int_t)index[2]));
    json_put(&object, "warp", state_number(w->resident.number));
    json_put(&object, "live", state_hex(w->live));
    state_add_ahead(&object, "starts", t->started, now);
    state_add_ahead(&object, "resumes", t->resume, now);
    json_put(&object, "splits", splits_state(fermi, w, now));
    json_put(&object, "buffer", buffer_state(fermi, t, now));
    json_put(&object, "pending", pending_state(fermi, t, now));
    json_put(&object, "registers", register_state(fermi, w));
    return object;
}

/* ---- the SM ---- */

static json_t *rows_state(const struct fermi_clock *clock, cycle_t now)
{
    static const char *const names[FERMI_ROW_KINDS] = {"mad", "lsu", "sfu"};
    json_t *list = json_array();
    for (uint32_t i = 0; i < clock->rows; i++) {
        json_t *object = json_object();
        json_put(&object, "kind", json_string(names[clock->row[i].kind]));
        state_add_ahead(&object, "busy_until", clock->row[i].free, now + 1);
        json_append(&list, object);
    }
    return list;
}

json_t *fermi_state(const struct machine *machine, uint64_t cycle)
{
    const struct fermi *fermi = (const struct fermi *)machine;
    const struct fermi_clock *clock = fermi->clock;
    json_t *object = json_object(), *warps = json_array();
    for (uint64_t rest = clock->running; rest; rest &= rest - 1)
        json_append(&warps, warp_state(fermi, &fermi->warps[__builtin_ctzll(rest)], cycle));
    json_put(&object, "kernel", json_outside_string(fermi->run.launch->name));
    json_put(&object, "cycle_of_launch", state_number(cycle));
    json_put(&object, "blocks_started", state_number(fermi->run.next_group));
    json_put(&object, "warps", warps);
    json_put(&object, "rows", rows_state(clock, cycle));
    json_put(&object, "cold_contexts", state_number(fermi->contexts.cct.used));
    json_put(&object, "l1", state_cache(&clock->l1, cycle));
    state_add_ahead(&object, "memory_busy_until",
                    throughput_next_event(&clock->memory, cycle) == NEVER
                        ? 0 : throughput_next_event(&clock->memory, cycle), cycle);
    return object;
}
