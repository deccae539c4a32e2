/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the part of building a machine that all models share. */
#ifndef WARPCLOCK_MACHINE_COMMON_MODEL_H
#define WARPCLOCK_MACHINE_COMMON_MODEL_H

#include "machine/common/run_state.h"

/* Reads a model's parameters into its struct and builds everything else. */
typedef enum wc_status model_build_fn(struct error *err, struct parameters *parameters,
                                      struct run_state *run);

/* Makes a machine of `size` bytes, which `build` fills; a failure leaves none. */
enum wc_status model_create(struct error *err, const struct machine_ops *ops, size_t size,
                            struct parameters *parameters, model_build_fn *build,
                            struct machine **out);
/* Allocates `count` warp slots of `size` bytes each, a struct resident first, aligned for vector
 * code, and lists them in run->warps. */
enum wc_status model_allocate_warps(struct error *err, struct run_state *run, uint32_t count,
                                    size_t size);
/* Gives slot `slot` of core `core` that many lanes and the state of its instruction set. */
void model_place_warp(struct resident *w, uint32_t core, uint32_t slot, uint32_t lanes,
                      uint32_t stride, void *state);
/* Frees what model_create and model_allocate_warps made; the last act of `destroy`. */
void model_destroy(struct machine *machine);

/* Operations of struct machine_ops: the heap in run->heap, and `map` of a machine whose memories
 * are all made at a launch. */
void model_heap(const struct machine *machine, uint64_t *low, uint64_t *high, uint64_t *align);
enum wc_status model_map_nothing(struct error *err, struct machine *machine,
                                 struct memory *memory);

#endif
