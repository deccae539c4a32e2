/* SPDX-License-Identifier: Apache-2.0 */
/* tell.h - events that every machine reports alike. Callers ask run->observed first. */
#ifndef WARPCLOCK_MACHINE_COMMON_TELL_H
#define WARPCLOCK_MACHINE_COMMON_TELL_H

#include "hw/dram.h"
#include "hw/memory_level.h"
#include "machine/common/run_state.h"

/* An issued instruction, and the state of its warp after it. */
struct issued {
    const struct insn *insn;
    uint64_t before, after; /* active lanes */
    bool waits, ended;
    cycle_t now, done;
    const char *parameter;  /* parameter of its latency; NULL: not known */
    bool paired;
    uint64_t repeats;       /* lanes that have executed it before */
};
/* After the effect of an instruction that issued with lanes `before`: whether an observer may want
 * to know. */
static inline bool tells_issue(const struct run_state *run, struct resident *w,
                               const struct insn *insn, uint64_t before)
{
    const bool wanted = !run->begins || w->told != before || w->ended ||
                        run->begins[insn - run->insns];
    w->told = (int32_t)w->warp.pc == insn->next ? before : 0;
    return wanted;
}
void tell_issue(const struct run_state *run, uint32_t core, uint32_t slot,
                const struct issued *issued);
void tell_start(const struct run_state *run, const struct warp *warp, cycle_t start);
/* `by`: the warp whose instruction releases it; NULL: a part of it has arrived. */
void tell_release(const struct run_state *run, uint32_t core, uint32_t slot,
                  const struct warp *by, cycle_t now, cycle_t resume);
void tell_wait(const struct run_state *run, const struct warp *warp, cycle_t now);
void tell_end(const struct run_state *run, uint32_t core, uint32_t slot, cycle_t now);
/* EVENT_SPLIT or EVENT_MERGE: lanes go to the slot of another warp. */
void tell_lanes(const struct run_state *run, enum event_kind kind, const struct warp *from,
                const struct warp *to, uint64_t lanes, cycle_t now, cycle_t until);
/* The mask of a warp changes without an instruction of its own. */
void tell_mask(const struct run_state *run, const struct warp *warp, cycle_t now);
/* A request for code, sent in cycle `at`, decoded in cycle `decoded`. */
void tell_fetch(const struct run_state *run, uint32_t core, uint32_t slot, uint64_t address,
                cycle_t at, struct memory_answer answer, cycle_t decoded);
void tell_memory(const struct run_state *run, uint32_t core, uint32_t slot,
                 const struct access *access, enum event_space space, uint64_t address,
                 uint32_t transactions, struct memory_answer answer);
/* A command of DDR4. */
void tell_dram(const struct run_state *run, const struct event_dram *dram);
/* Resets DRAM for a launch; its commands or accesses are reported if the run is observed. */
void tell_banks(struct run_state *run, struct dram *dram);

#endif
