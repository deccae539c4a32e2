/* SPDX-License-Identifier: Apache-2.0 */
/* control.c - control flow, barriers and fences: only effects, which the machine's token stack
 * turns into a mask and a pc (PAS-41..48). */
#include "isa/sass/condition.h"
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

/* The active lanes that pass the condition-code test; false: there is no such test. */
static bool passing(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const unsigned test = sass_of(insn)->modifier[SASS_TEST];
    uint64_t lanes = ~0ull;
    if (test != SASS_CONDITION_TRUE && !sass_condition(sass_state(warp), test, &lanes)) {
        sass_illegal(warp, insn, effect);
        return false;
    }
    effect->taken = warp->mask & lanes;
    return true;
}

/* Those lanes get effect `kind`; without any, control continues. */
static void passing_want(struct warp *warp, const struct insn *insn, struct effect *effect,
                         enum effect_kind kind, uint32_t value)
{
    if (!passing(warp, insn, effect))
        return;
    effect->kind = effect->taken ? kind : EFFECT_NONE;
    effect->value = value;
}

void sass_bra(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    passing_want(warp, insn, effect, EFFECT_BRANCH, 0);
}

/* Each lane goes to the address in its register plus `base`. */
static void branch_each(struct warp *warp, const struct insn *insn, struct effect *effect,
                        uint64_t base, bool is_signed)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_state *state = sass_state(warp);
    struct sass_lanes sa;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    uint64_t seen = ~0ull;
    uint32_t place = ~0u;
    if (effect->kind == EFFECT_FAULT || !passing(warp, insn, effect))
        return;
    for (uint64_t rest = effect->taken; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t address = is_signed ? base + (uint64_t)(int64_t)(int32_t)a[lane]
                                     : (uint32_t)(base + a[lane]);
        if (address != seen)
            place = (uint32_t)program_index(state->launch->program, address);
        seen = address;
        state->lane_target[lane] = place;
    }
    effect->lane_target = state->lane_target;
    effect->kind = effect->taken ? EFFECT_BRANCH_EACH : EFFECT_NONE;
}

void sass_brx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const uint64_t offset = (uint64_t)(int64_t)sass_of(insn)->offset;
    branch_each(warp, insn, effect, insn->pc + SASS_INSN_BYTES + offset, true);
}

void sass_jmx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch_each(warp, insn, effect, (uint32_t)sass_of(insn)->offset, false);
}

static void token(struct effect *effect, enum sass_token kind)
{
    effect->kind = EFFECT_TOKEN;
    effect->value = kind;
}

void sass_ssy(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    token(effect, SASS_TOKEN_SSY);
}

void sass_pbk(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    token(effect, SASS_TOKEN_PBK);
}

void sass_pcnt(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    token(effect, SASS_TOKEN_PCNT);
}

/* Sets a return address without a jump. */
void sass_pret(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    token(effect, SASS_TOKEN_CAL);
}

void sass_cal(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    effect->kind = EFFECT_CALL;
}

void sass_jcal(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sass_cal(warp, insn, effect);
}

void sass_sync(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    passing_want(warp, insn, effect, EFFECT_LEAVE, SASS_TOKEN_SSY);
}

void sass_brk(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    passing_want(warp, insn, effect, EFFECT_LEAVE, SASS_TOKEN_PBK);
}

void sass_cont(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    passing_want(warp, insn, effect, EFFECT_LEAVE, SASS_TOKEN_PCNT);
}

void sass_ret(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    passing_want(warp, insn, effect, EFFECT_LEAVE, SASS_TOKEN_CAL);
}

void sass_exit(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    passing_want(warp, insn, effect, EFFECT_EXIT, 0);
}

void sass_kil(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sass_exit(warp, insn, effect);
}

/* Id and count must be the same in all lanes; otherwise the first active lane's are used. Taken:
 * the lanes whose predicate BAR.RED counts. */
void sass_bar(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const unsigned lane = warp->mask ? (unsigned)__builtin_ctzll(warp->mask) : 0;
    struct sass_lanes sa, sb;
    effect->kind = EFFECT_BARRIER;
    effect->value = sass_source(warp, &own->a, &sa, effect)[lane];
    effect->count = sass_source(warp, &own->b, &sb, effect)[lane];
    effect->target = own->modifier[SASS_MODE];
    effect->taken = warp->mask & sass_predicate(warp, own->p);
}

LANEWISE void sass_b2r(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint32_t reduced = sass_state(warp)->reduced;
    struct sass_lanes spread;
    effect->kind = EFFECT_NONE;
    sass_write(warp, own->rd, sass_broadcast(warp, &spread, reduced));
    sass_predicate_put(warp, own->pd, reduced ? ~0ull : 0);
}

/* A fence has no effect on values: accesses take effect with their instruction. */
void sass_membar(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    effect->kind = EFFECT_FENCE;
}

/* There is no debugger for a breakpoint; a trap is how programs give up. */
void sass_bpt(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sass_illegal(warp, insn, effect);
    effect->fault.kind = FAULT_BREAKPOINT;
}

/* BPT.CAL in the stub of a function that the host provides. */
void sass_call_host(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    struct sass_host *host = sass_state(warp)->launch->host;
    effect->kind = EFFECT_NONE;
    if (host)
        host->call(host, warp, (enum host_function)sass_of(insn)->b.value, effect);
    else
        sass_illegal(warp, insn, effect);
}

void sass_nop(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    effect->kind = EFFECT_NONE;
}

/* Waits for loads etc.; only the clocked model uses it. */
void sass_depbar(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sass_nop(warp, insn, effect);
}
