/* SPDX-License-Identifier: Apache-2.0 */
/* convert.c - between floats, and between floats and integers.
 *
 * To integers: towards zero, saturated to the nearest integer that fits, NaN to 0. To floats: as
 * MODE rounds results of the type; F64 to F32 rounds as F32 and to F16 as F16. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

/* ---- To integers ---- */

/* A number rounded to an integer from `min` to `max`. */
static int64_t to_integer(enum ieee_rounding rounding, struct ieee_number number, int64_t min,
                          int64_t max)
{
    if (number.kind == IEEE_NAN || number.kind == IEEE_ZERO)
        return 0;
    if (number.kind == IEEE_INFINITE || number.exponent > 40) /* beyond every limit */
        return number.negative ? min : max;
    int64_t value = (int64_t)ieee_magnitude(rounding, number);
    value = number.negative ? -value : value;
    return value < min ? min : value > max ? max : value;
}

static uint64_t to_i32(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return (uint32_t)to_integer(IEEE_TOWARD_ZERO, ieee_unpack(x->format, a), INT32_MIN, INT32_MAX);
}

static uint64_t to_u32(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return (uint32_t)to_integer(IEEE_TOWARD_ZERO, ieee_unpack(x->format, a), 0, UINT32_MAX);
}

static uint64_t to_i16(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return (uint16_t)to_integer(IEEE_TOWARD_ZERO, ieee_unpack(x->format, a), INT16_MIN, INT16_MAX);
}

static uint64_t to_u16(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return (uint16_t)to_integer(IEEE_TOWARD_ZERO, ieee_unpack(x->format, a), 0, UINT16_MAX);
}

static uint64_t to_floor(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return (uint32_t)to_integer(IEEE_DOWN, ieee_unpack(x->format, a), INT32_MIN, INT32_MAX);
}

/* floor(a + 1/2), the sum exact. */
static uint64_t to_nearest_up(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    const struct ieee_number half = {IEEE_FINITE, false, -1, (uint64_t)1 << 63};
    struct ieee_number sum = ieee_sum(IEEE_NEAREST_EVEN, ieee_unpack(x->format, a), half);
    (void)b, (void)c;
    return (uint32_t)to_integer(IEEE_DOWN, sum, INT32_MIN, INT32_MAX);
}

void gcn3_v_cvt_i32_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_i32);
}

void gcn3_v_cvt_u32_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_u32);
}

void gcn3_v_cvt_i16_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_i16);
}

void gcn3_v_cvt_u16_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_u16);
}

void gcn3_v_cvt_flr_i32_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_floor);
}

void gcn3_v_cvt_rpi_i32_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_nearest_up);
}

/* Towards zero, for a magnitude below 2^32; larger ones are undefined. */
static inline uint32_t whole_part(uint32_t magnitude)
{
    uint32_t exponent = magnitude >> 23, significand = (magnitude & 0x7fffff) | 0x800000;
    uint32_t right = 150 - exponent, left = exponent - 150; /* 150: the last bit is worth 1 */
    uint32_t small = significand >> (right & 31), large = significand << (left & 31);
    return exponent < 127 ? 0 : exponent < 150 ? small : large;
}

/* The two most common: all lanes in one loop. */
static inline uint32_t single_to_i32(uint32_t word)
{
    const uint32_t limit = 0x4f000000, infinity = 0x7f800000; /* 2^31 */
    uint32_t magnitude = word & 0x7fffffff, whole = whole_part(magnitude), sign = word >> 31;
    uint32_t value = magnitude >= limit ? INT32_MAX + sign : sign ? -whole : whole;
    return magnitude > infinity ? 0 : value;
}

static inline uint32_t single_to_u32(uint32_t word)
{
    const uint32_t limit = 0x4f800000, infinity = 0x7f800000; /* 2^32 */
    uint32_t value = word >= limit ? UINT32_MAX : whole_part(word);
    return word > infinity ? 0 : value; /* NaN, or negative */
}

/* `f` of each lane, after the source's sign modifiers. */
GCN3_INLINE void convert_single(struct warp *warp, const struct insn *insn, struct effect *effect,
                                gcn3_unary_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t keep = own->src[0].absolute ? 0x7fffffff : ~0u;
    const uint32_t flip = (uint32_t)own->src[0].negate << 31;
    struct gcn3_lanes scratch, out;
    const uint32_t *a = gcn3_source(warp, own, 0, &scratch);
    effect->kind = EFFECT_NONE;
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        out.lane[lane] = f((a[lane] & keep) ^ flip);
    gcn3_write(warp, own, out.lane);
}

LANEWISE void gcn3_v_cvt_i32_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    convert_single(warp, insn, effect, single_to_i32);
}

LANEWISE void gcn3_v_cvt_u32_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    convert_single(warp, insn, effect, single_to_u32);
}

/* ---- To floats ---- */

static uint64_t from_integer(const struct gcn3_float *x, int64_t value)
{
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    return ieee_pack(x->format, x->rules.rounding, ieee_from_integer(value < 0, magnitude));
}

static uint64_t from_i32(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return from_integer(x, (int32_t)a);
}

static uint64_t from_u32(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return from_integer(x, (uint32_t)a);
}

static uint64_t from_i16(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return from_integer(x, (int16_t)a);
}

static uint64_t from_u16(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return from_integer(x, (uint16_t)a);
}

static uint64_t from_byte_0(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return from_integer(x, (uint8_t)a);
}

static uint64_t from_byte_1(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    return from_byte_0(x, a >> 8, b, c);
}

static uint64_t from_byte_2(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    return from_byte_0(x, a >> 16, b, c);
}

static uint64_t from_byte_3(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    return from_byte_0(x, a >> 24, b, c);
}

/* The four lowest bits as signed sixteenths. */
static uint64_t from_offset(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    int value = (int)((a & 15) ^ 8) - 8;
    uint64_t magnitude = (uint64_t)(value < 0 ? -value : value);
    struct ieee_number number = ieee_from_integer(value < 0, magnitude);
    (void)b, (void)c;
    number.exponent -= 4;
    return ieee_pack(x->format, x->rules.rounding, number);
}

/* True if the instruction is only a conversion, in place. */
static bool is_bare(const struct gcn3_insn *own)
{
    return gcn3_is_plain(own) && !own->clamp && !own->omod;
}

/* All lanes in one loop if there is nothing else to do. */
static void run_single(struct warp *warp, const struct insn *insn, struct effect *effect,
                       gcn3_float_fn *otherwise, bool is_signed)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct ieee_lanes lanes = gcn3_ieee_lanes(warp);
    struct gcn3_lanes scratch;
    if (!is_bare(own)) {
        gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, otherwise);
        return;
    }
    effect->kind = EFFECT_NONE;
    (is_signed ? binary32_from_i32 : binary32_from_u32)(
        &lanes, gcn3_rounding(warp, GCN3_F32), gcn3_vgpr(warp, own->dst.code),
        gcn3_source_plain(warp, &own->src[0], &scratch));
}

void gcn3_v_cvt_f32_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_single(warp, insn, effect, from_i32, true);
}

void gcn3_v_cvt_f32_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_single(warp, insn, effect, from_u32, false);
}

void gcn3_v_cvt_f64_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_i32);
}

void gcn3_v_cvt_f64_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_u32);
}

void gcn3_v_cvt_f16_i16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_i16);
}

void gcn3_v_cvt_f16_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_u16);
}

void gcn3_v_cvt_f32_ubyte0(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_byte_0);
}

void gcn3_v_cvt_f32_ubyte1(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_byte_1);
}

void gcn3_v_cvt_f32_ubyte2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_byte_2);
}

void gcn3_v_cvt_f32_ubyte3(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_byte_3);
}

void gcn3_v_cvt_off_f32_i4(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, from_offset);
}

/* ---- From float to float ---- */

/* A NaN's payload keeps its highest bits. */
static uint64_t converted_nan(struct ieee_format from, struct ieee_format to, uint64_t word)
{
    int shift = from.fraction_bits - to.fraction_bits;
    uint64_t payload = word & (ieee_smallest_normal(from) - 1);
    payload = shift > 0 ? payload >> shift : payload << -shift;
    return ieee_sign(to, ieee_is_negative(from, word)) | ieee_quiet_nan(to) | payload;
}

static uint64_t converted(struct ieee_format from, struct ieee_format to,
                          enum ieee_rounding rounding, uint64_t word)
{
    struct ieee_number number = ieee_unpack(from, word);
    if (number.kind == IEEE_NAN)
        return converted_nan(from, to, word);
    return ieee_pack(to, rounding, number);
}

static uint64_t to_half(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return converted(x->format, ieee_binary16, x->rules.rounding, a);
}

static uint64_t to_single(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return converted(x->format, ieee_binary32, x->rules.rounding, a);
}

static uint64_t to_double(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return converted(x->format, ieee_binary64, x->rules.rounding, a);
}

void gcn3_v_cvt_f16_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_half);
}

void gcn3_v_cvt_f32_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_single);
}

void gcn3_v_cvt_f32_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_single);
}

void gcn3_v_cvt_f64_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, to_double);
}
