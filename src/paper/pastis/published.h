/* SPDX-License-Identifier: Apache-2.0 */
/* published.h - the figures of the PasTiS paper in papers/pastis/published.yaml. */
#ifndef WARPCLOCK_PAPER_PASTIS_PUBLISHED_H
#define WARPCLOCK_PAPER_PASTIS_PUBLISHED_H

#include <stdint.h>

#include "paper/claims.h"

enum {
    PASTIS_WIDTHS = 3, /* 32, 64 and 128 bits a lane */
    PASTIS_LANES = 32,
    PASTIS_POOLS = 4,  /* of 128 bits */
    PASTIS_TABLE_1_ROWS = 4,
    PASTIS_STRIDES = 18,
    PASTIS_STATES = 5,
    PASTIS_ENTRIES_MAX = 3,
    PASTIS_SIZES = 3,
    PASTIS_LAYERS = 3,
};

/* Transactions by width, of the active lanes of a mask. */
struct published_mask {
    const char *mask; /* "000000FF" */
    double transactions[PASTIS_WIDTHS];
};

struct published_stride {
    double bits, stride, transactions, cycles;
};

/* A state of the stack, running lanes first. */
struct published_state {
    const char *state;
    const char *entries[PASTIS_ENTRIES_MAX]; /* "0x48 0x70 0xC0000000" */
    size_t entry_count;
};

struct published_product {
    double size, warps, reads, writes, board, simulator, overhead;
};

struct pastis_published {
    struct published_mask table_1[PASTIS_TABLE_1_ROWS], table_2[PASTIS_LANES];
    struct {
        double fixed, base[PASTIS_WIDTHS], conflict;
    } duration;
    struct {
        double printed, all, pools[PASTIS_POOLS], cycles;
    } figure_8;
    struct published_stride strides[PASTIS_STRIDES];
    struct published_state stack[PASTIS_STATES];
    struct published_product products[PASTIS_SIZES];
    double columns[2], padded[2]; /* transactions and cycles of a read */
    struct {
        double layers[PASTIS_LAYERS + 1], parameters, precision, digits, overhead;
    } mlp;
    struct claims claims;
};

enum wc_status pastis_published_load(struct error *err, struct arena *arena, const char *path,
                                     struct pastis_published *published);

#endif
