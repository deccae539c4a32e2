/* SPDX-License-Identifier: Apache-2.0 */
/* texture.h - which texels a coordinate means, and what filtering makes of them.
 *
 * CUDA C Programming Guide, appendix "Texture Fetching": weights have 8 fractional bits. How
 * coordinates, weights and sums are rounded was measured on a later GPU of the vendor (sm_90), bit
 * by bit; that Pascal does the same is an assumption. */
#ifndef WARPCLOCK_ISA_SASS_TEXTURE_H
#define WARPCLOCK_ISA_SASS_TEXTURE_H

#include "isa/sass/sass.h"

/* ---- operands; table_texture.c ---- */

enum sass_handle { SASS_HANDLE_IN_BANK, SASS_HANDLE_IN_A, SASS_HANDLE_IN_B, SASS_HANDLE_IN_C };
enum sass_handle sass_handle_of(const struct sass_insn *own);
/* Registers of coordinates in a, and the components that it writes, as a mask. */
uint32_t sass_coordinate_words(const struct sass_insn *own);
uint32_t sass_components(const struct sass_insn *own);
/* Whether components after the second have a target of their own. */
bool sass_has_second_target(const struct sass_insn *own);

/* ---- fetching; texture_filter.c ---- */

enum { TEXEL_CHANNELS = 4, TEXEL_CORNERS = 4 };

/* Texels of one fetch: up to four, each with its weight in units of 1/256. */
struct texel_set {
    unsigned count;
    uint64_t address[TEXEL_CORNERS]; /* 0: outside, the texel is the border colour */
    uint32_t weight[TEXEL_CORNERS];
};

static inline unsigned texel_bytes(const struct wc_texture *texture)
{
    return texture->channels * texture->channel_bytes;
}

/* Filters where the texture asks for it and its texels are read as floating point. */
bool texture_filters(const struct wc_texture *texture);
/* By floating-point coordinates in texels, or from 0 to 1. */
void texture_place(const struct wc_texture *texture, float x, float y, struct texel_set *out);
/* By whole numbers of texels; outside of the texture there is no texel. */
void texture_place_exactly(const struct wc_texture *texture, int64_t x, int64_t y,
                           struct texel_set *out);
/* The four components; `bytes` has one texel per place that is not outside. */
void texture_value(const struct wc_texture *texture, const struct texel_set *set,
                   const uint8_t bytes[TEXEL_CORNERS][16], uint32_t value[TEXEL_CHANNELS]);

#endif
