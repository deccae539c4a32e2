/* SPDX-License-Identifier: Apache-2.0 */
/* texture_filter.c - coordinates to texels, and texels to a value. */
#include <math.h>
#include <string.h>

#include "isa/sass/texture.h"

enum { FRACTION = 256 }; /* weights: 8 bits */

/* ---- where ---- */

/* A coordinate in texels; NaN is 0, and what no texture can have is cut off. */
static double in_texels(const struct wc_texture *texture, float coordinate, uint32_t size,
                        enum wc_texture_edge edge)
{
    const double limit = 1e12;
    double texels = (double)coordinate * (texture->normalized ? size : 1);
    if (isnan(texels) || (isinf(texels) && edge != WC_EDGE_CLAMP && edge != WC_EDGE_BORDER))
        return 0;
    return texels > limit ? limit : texels < -limit ? -limit : texels;
}

/* Repeated textures need coordinates from 0 to 1. */
static enum wc_texture_edge edge_of(const struct wc_texture *texture, unsigned dimension)
{
    const enum wc_texture_edge edge = texture->edge[dimension];
    return !texture->normalized && (edge == WC_EDGE_WRAP || edge == WC_EDGE_MIRROR)
               ? WC_EDGE_CLAMP : edge;
}

static int64_t modulo(int64_t i, int64_t size)
{
    return (i % size + size) % size;
}

/* The index in the texture; -1: outside. */
static int64_t at_edge(int64_t i, int64_t size, enum wc_texture_edge edge)
{
    switch (edge) {
    case WC_EDGE_WRAP:
        return modulo(i, size);
    case WC_EDGE_MIRROR:
        i = modulo(i, 2 * size);
        return i < size ? i : 2 * size - 1 - i;
    case WC_EDGE_CLAMP:
        return i < 0 ? 0 : i < size ? i : size - 1;
    default:
        return i < 0 || i >= size ? -1 : i;
    }
}

static void add(const struct wc_texture *texture, int64_t x, int64_t y, uint32_t weight,
                struct texel_set *out)
{
    out->weight[out->count] = weight;
    out->address[out->count++] =
        x < 0 || y < 0 ? 0
                       : texture->address + (uint64_t)y * texture->pitch +
                             (uint64_t)x * texel_bytes(texture);
}

bool texture_filters(const struct wc_texture *texture)
{
    return texture->linear && (texture->texel == WC_TEXEL_FLOAT || texture->fractions);
}

/* A coordinate for filtering: the texel before it, and the weight of the next one. */
struct between {
    int64_t before, after;
    uint32_t weight;
};

static struct between find_between(double texels, uint32_t size, enum wc_texture_edge edge)
{
    const int64_t fixed = (int64_t)floor(texels * FRACTION + 0.5) - FRACTION / 2;
    const int64_t before = fixed >> 8;
    return (struct between){at_edge(before, size, edge), at_edge(before + 1, size, edge),
                            (uint32_t)(fixed & (FRACTION - 1))};
}

/* One weight is rounded; the others follow from it, and their sum is 1. */
static void place_filtered(const struct wc_texture *texture, double x, double y,
                           struct texel_set *out)
{
    const struct between i = find_between(x, texture->width, edge_of(texture, 0));
    const struct between j = find_between(y, texture->height, edge_of(texture, 1));
    const uint32_t both = (i.weight * j.weight + FRACTION / 2) / FRACTION;
    add(texture, i.before, j.before, FRACTION - i.weight - j.weight + both, out);
    add(texture, i.after, j.before, i.weight - both, out);
    add(texture, i.before, j.after, j.weight - both, out);
    add(texture, i.after, j.after, both, out);
}

void texture_place(const struct wc_texture *texture, float x, float y, struct texel_set *out)
{
    const enum wc_texture_edge edge[2] = {edge_of(texture, 0), edge_of(texture, 1)};
    const double tx = in_texels(texture, x, texture->width, edge[0]);
    const double ty = in_texels(texture, y, texture->height, edge[1]);
    out->count = 0;
    if (texture_filters(texture))
        place_filtered(texture, tx, ty, out);
    else
        add(texture, at_edge((int64_t)floor(tx), texture->width, edge[0]),
            at_edge((int64_t)floor(ty), texture->height, edge[1]), FRACTION, out);
}

void texture_place_exactly(const struct wc_texture *texture, int64_t x, int64_t y,
                           struct texel_set *out)
{
    out->count = 0;
    add(texture, at_edge(x, texture->width, WC_EDGE_BORDER),
        at_edge(y, texture->height, WC_EDGE_BORDER), FRACTION, out);
}

/* ---- values ---- */

static float half_value(uint32_t bits)
{
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    const double size = exponent == 31  ? (mantissa ? NAN : INFINITY)
                        : exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
    return (float)(bits >> 15 & 1 ? -size : size);
}

/* A channel as a number; integers keep their value. */
static double channel(const struct wc_texture *texture, const uint8_t *bytes, unsigned which)
{
    const unsigned width = texture->channel_bytes;
    uint32_t bits = 0;
    float single;
    memcpy(&bits, bytes + which * width, width);
    if (texture->texel == WC_TEXEL_FLOAT && width == 2)
        return half_value(bits);
    if (texture->texel == WC_TEXEL_FLOAT) {
        memcpy(&single, &bits, sizeof single);
        return single;
    }
    if (texture->texel == WC_TEXEL_SIGNED)
        return (int32_t)(bits << (32 - 8 * width)) >> (32 - 8 * width);
    return bits;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* To the nearest number; half way it goes away from zero. */
static float round_away(double value)
{
    const float nearest = (float)value;
    const float other = nextafterf(nearest, value > nearest ? INFINITY : -INFINITY);
    const double rest = fabs(value - nearest);
    return rest > 0 && rest == fabs((double)other - value) && fabsf(other) > fabsf(nearest)
               ? other : nearest;
}

/* Integers as fractions of their maximum: -1 or 0 to 1. */
static float fraction(const struct wc_texture *texture, double sum, bool filtered)
{
    const double max = ldexp(1, 8 * texture->channel_bytes - (texture->texel == WC_TEXEL_SIGNED)) -
                       1;
    const double units = texture->texel == WC_TEXEL_SIGNED ? 32767 : 65535; /* of a filtered one */
    const double value = sum / FRACTION / max;
    const double kept = filtered ? copysign(floor(fabs(value * units) + 0.5), value) / units
                                 : value;
    return (float)(kept < -1 ? -1 : kept);
}

/* The border colour of integers that are not fractions is their bits. */
static double border(const struct wc_texture *texture, unsigned which)
{
    const double max = ldexp(1, 8 * texture->channel_bytes - (texture->texel == WC_TEXEL_SIGNED)) -
                       1;
    const double colour = texture->border[which];
    return texture->fractions ? colour * max : colour;
}

/* A texel that is not filtered keeps its bits. */
static bool is_plain(const struct wc_texture *texture, const struct texel_set *set)
{
    return set->count == 1 && set->address[0] && !texture->fractions &&
           texture->channel_bytes == 4;
}

static double weighted(const struct wc_texture *texture, const struct texel_set *set,
                       const uint8_t bytes[TEXEL_CORNERS][16], unsigned which)
{
    double sum = 0;
    for (unsigned i = 0; i < set->count; i++) {
        if (set->weight[i]) /* nothing of an infinity is not a NaN */
            sum += set->weight[i] * (set->address[i] ? channel(texture, bytes[i], which)
                                                     : border(texture, which));
    }
    return sum;
}

void texture_value(const struct wc_texture *texture, const struct texel_set *set,
                   const uint8_t bytes[TEXEL_CORNERS][16], uint32_t value[TEXEL_CHANNELS])
{
    const bool floats = texture->texel == WC_TEXEL_FLOAT || texture->fractions;
    for (unsigned i = 0; i < TEXEL_CHANNELS; i++) {
        if (i >= texture->channels) { /* absent ones are 0, and alpha is 1 */
            value[i] = i < 3 ? 0 : floats ? float_bits(1) : 1;
            continue;
        }
        if (is_plain(texture, set)) {
            memcpy(&value[i], bytes[0] + 4 * i, 4);
            continue;
        }
        const double sum = weighted(texture, set, bytes, i);
        if (texture->texel == WC_TEXEL_FLOAT)
            value[i] = float_bits(round_away(sum / FRACTION));
        else if (texture->fractions)
            value[i] = float_bits(fraction(texture, sum, set->count > 1));
        else
            value[i] = (uint32_t)(int64_t)(sum / FRACTION);
    }
}
