/* SPDX-License-Identifier: Apache-2.0 */
/* csr.c - Zicsr, and the per-warp registers of Vortex.
 *
 * CSRs belong to the warp: one value for all lanes, except those that identify a lane. The deciding
 * lane's value is written. A number that Vortex does not have is an error, never a zero. Sources:
 * Vortex hw/rtl of 2.1, 2.2 and 3.0; RISC-V privileged architecture 1.12, chapter 2. */
#include "isa/rv32/csr.h"
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"

static uint32_t low(const uint64_t *counter)
{
    return counter ? (uint32_t)*counter : 0;
}

static uint32_t high(const uint64_t *counter)
{
    return counter ? (uint32_t)(*counter >> 32) : 0;
}

/* Numbers that start-up code of the architecture tests writes and Vortex ignores. */
static bool is_accepted(uint32_t number)
{
    return number == CSR_SATP || (number >= CSR_MISA && number <= CSR_MIE) ||
           number == CSR_PMPCFG0 || number == CSR_PMPADDR0 || number == CSR_MNSTATUS;
}

/* Profile counters: no class is selected, so they read as 0. */
static bool is_profile_counter(uint32_t number)
{
    return (number >= CSR_MPM_FIRST && number <= CSR_MPM_LAST) ||
           (number >= CSR_MPM_FIRST + CSR_HIGH_HALF && number <= CSR_MPM_LAST + CSR_HIGH_HALF);
}

static bool read_group(const struct rv32_group *group, uint32_t number, uint32_t *value)
{
    if (!group)
        return false;
    switch (number) {
    case CSR_GROUP_SLOT: *value = group->slot; return true;
    case CSR_GROUP_RANK: *value = group->rank; return true;
    case CSR_GROUP_WARPS: *value = group->warps; return true;
    case CSR_LOCAL_ADDRESS: *value = group->local_address; return true;
    case CSR_CLUSTER_SIZE: *value = group->cluster_size; return true;
    case CSR_KERNEL_ENTRY: *value = group->entry; return true;
    }
    if (number >= CSR_BLOCK_X && number < CSR_BLOCK_X + 3)
        *value = group->block[number - CSR_BLOCK_X];
    else if (number >= CSR_BLOCK_SIZE_X && number < CSR_BLOCK_SIZE_X + 3)
        *value = group->block_size[number - CSR_BLOCK_SIZE_X];
    else if (number >= CSR_GRID_SIZE_X && number < CSR_GRID_SIZE_X + 3)
        *value = group->grid_size[number - CSR_GRID_SIZE_X];
    else
        return false;
    return true;
}

/* The variable of a trap CSR, or NULL. */
static uint32_t *trap_register(struct rv32_state *state, uint32_t number)
{
    switch (number) {
    case CSR_MSTATUS: return &state->mstatus;
    case CSR_MTVEC: return &state->mtvec;
    case CSR_MEPC: return &state->mepc;
    case CSR_MCAUSE: return &state->mcause;
    case CSR_MTVAL: return &state->mtval;
    }
    return NULL;
}

/* Properties of the machine. 0xFC3 was the number of barriers before it was the local memory's
 * base. */
static bool read_machine(const struct warp *warp, uint32_t number, uint32_t *value)
{
    const struct rv32_environment *machine = rv32_state(warp)->environment;
    bool v2_1 = machine->vortex == RV32_VORTEX_2_1, v3_0 = machine->vortex == RV32_VORTEX_3_0;
    switch (number) {
    case CSR_WARP_ID: *value = warp->slot; return true;
    case CSR_CORE_ID: *value = warp->core; return true;
    case CSR_ACTIVE_WARPS: *value = low(machine->active_warps); return true;
    case CSR_ACTIVE_THREADS: *value = (uint32_t)warp->mask; return true;
    case CSR_NUM_THREADS: *value = machine->threads; return true;
    case CSR_NUM_WARPS: *value = machine->warps; return true;
    case CSR_NUM_CORES: *value = machine->cores; return true;
    case CSR_FC3: *value = v2_1 ? machine->barriers : machine->local_base; return true;
    case CSR_FC4: *value = machine->barriers; return v3_0;
    case CSR_MVENDORID:
    case CSR_MARCHID:
    case CSR_MIMPID: *value = 0; return true;
    case CSR_MCYCLE: *value = low(machine->cycle); return true;
    case CSR_MCYCLE + CSR_HIGH_HALF: *value = high(machine->cycle); return true;
    case CSR_MINSTRET: *value = low(machine->instret); return true;
    case CSR_MINSTRET + CSR_HIGH_HALF: *value = high(machine->instret); return true;
    }
    *value = 0;
    return is_profile_counter(number) || is_accepted(number);
}

static bool read_uniform(const struct warp *warp, uint32_t number, uint32_t *value)
{
    struct rv32_state *state = rv32_state(warp);
    const uint32_t *trap = trap_register(state, number);
    if (trap) {
        *value = state->environment->traps ? *trap : 0;
        return true;
    }
    switch (number) {
    case CSR_FFLAGS: *value = state->fflags; return true;
    case CSR_FRM: *value = state->frm; return true;
    case CSR_FCSR: *value = state->frm << 5 | state->fflags; return true;
    case CSR_MSCRATCH: *value = state->mscratch; return true;
    }
    return read_machine(warp, number, value) || read_group(state->group, number, value);
}

/* Thread index of a lane: counted up from lane 0 in x with carry into y and z. */
static uint32_t thread_index(const struct rv32_group *group, unsigned lane, unsigned axis)
{
    uint64_t index = lane;
    for (unsigned a = 0; a < axis; a++) {
        uint64_t size = group->block_size[a] ? group->block_size[a] : 1;
        index = (group->thread[a] + index) / size;
    }
    index += group->thread[axis];
    uint32_t size = group->block_size[axis];
    return (uint32_t)(axis < 2 && size ? index % size : index);
}

static bool read_lane(const struct warp *warp, uint32_t number, unsigned lane, uint32_t *value)
{
    const struct rv32_state *state = rv32_state(warp);
    const struct rv32_environment *machine = state->environment;
    if (number == CSR_THREAD_ID)
        *value = lane;
    else if (number == CSR_MHARTID)
        *value = (warp->core * machine->warps + warp->slot) * machine->threads + lane;
    else if (number >= CSR_THREAD_X && number < CSR_THREAD_X + 3 && state->group)
        *value = thread_index(state->group, lane, number - CSR_THREAD_X);
    else
        return read_uniform(warp, number, value);
    return true;
}

/* False: the register does not exist, or it is read-only. */
static bool write_uniform(struct warp *warp, uint32_t number, uint32_t value)
{
    struct rv32_state *state = rv32_state(warp);
    uint32_t *trap = trap_register(state, number);
    if (trap) {
        if (state->environment->traps)
            *trap = number == CSR_MEPC ? value & ~3u : value;
        return true;
    }
    switch (number) {
    case CSR_FFLAGS: state->fflags = value & 31; return true;
    case CSR_FRM: state->frm = value & 7; return true;
    case CSR_FCSR:
        state->fflags = value & 31;
        state->frm = value >> 5 & 7;
        return true;
    case CSR_MSCRATCH: state->mscratch = value; return true;
    }
    return is_accepted(number);
}

static void raise_unknown(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    struct fault fault = {.kind = FAULT_CSR, .bytes = 4, .address = (uint32_t)insn->imm};
    rv32_raise(warp, insn, effect, RV32_CAUSE_ILLEGAL, (uint32_t)insn->bits, &fault);
}

enum change { CHANGE_WRITE, CHANGE_SET, CHANGE_CLEAR };

static uint32_t changed(enum change change, uint32_t old, uint32_t operand)
{
    if (change == CHANGE_SET)
        return old | operand;
    return change == CHANGE_CLEAR ? old & ~operand : operand;
}

/* rd := the register, which then changes; set and clear with x0 or 0 do not write at all. */
static void access_csr(struct warp *warp, const struct insn *insn, struct effect *effect,
                       enum change change, uint32_t operand, bool writes)
{
    uint32_t number = (uint32_t)insn->imm, old, *d = warp_row(warp, insn->rd);
    uint32_t value[LANES_MAX] = {0};
    for (unsigned lane = 0; lane < warp->lanes; lane++)
        if (!read_lane(warp, number, lane, &value[lane])) {
            raise_unknown(warp, insn, effect);
            return;
        }
    old = value[warp_deciding_lane(warp)];
    if (writes && !write_uniform(warp, number, changed(change, old, operand))) {
        raise_unknown(warp, insn, effect);
        return;
    }
    for (unsigned lane = 0; lane < warp->lanes; lane++)
        d[lane] = blend(warp->active[lane], value[lane], d[lane]);
    effect->kind = EFFECT_NONE;
}

static void by_register(struct warp *warp, const struct insn *insn, struct effect *effect,
                        enum change change)
{
    uint32_t operand = warp_row(warp, insn->rs1)[warp_deciding_lane(warp)];
    access_csr(warp, insn, effect, change, operand, change == CHANGE_WRITE || insn->rs1 != RV32_X0);
}

static void by_immediate(struct warp *warp, const struct insn *insn, struct effect *effect,
                         enum change change)
{
    access_csr(warp, insn, effect, change, insn->aux, change == CHANGE_WRITE || insn->aux != 0);
}

void rv32_csrrw(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    by_register(warp, insn, effect, CHANGE_WRITE);
}

void rv32_csrrs(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    by_register(warp, insn, effect, CHANGE_SET);
}

void rv32_csrrc(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    by_register(warp, insn, effect, CHANGE_CLEAR);
}

void rv32_csrrwi(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    by_immediate(warp, insn, effect, CHANGE_WRITE);
}

void rv32_csrrsi(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    by_immediate(warp, insn, effect, CHANGE_SET);
}

void rv32_csrrci(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    by_immediate(warp, insn, effect, CHANGE_CLEAR);
}
