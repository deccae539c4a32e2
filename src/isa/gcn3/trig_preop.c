/* SPDX-License-Identifier: Apache-2.0 */
/* trig_preop.c - v_trig_preop_f64: 53 bits of 2/pi, from the first one that matters for the
 * reduction of an argument. The manual keeps 1201 bits; segments that begin too near to their end
 * are 0. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

enum { SEGMENT_BITS = 53, SHIFT_END = 1120 };

/* 2/pi, the first bit has the weight 1/2. */
static const uint64_t two_by_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
};

static uint64_t segment_at(unsigned shift)
{
    unsigned word = shift / 64, bit = shift % 64;
    uint64_t bits = two_by_pi[word] << bit;
    if (bit)
        bits |= two_by_pi[word + 1] >> (64 - bit);
    return bits >> (64 - SEGMENT_BITS);
}

static uint64_t preop(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    const int near = 1077, far = 1968; /* exponents from which bits are skipped, results scaled */
    int exponent = (int)(ieee_magnitude_of(ieee_binary64, a) >> ieee_binary64.fraction_bits);
    int shift = (int)(b & 31) * SEGMENT_BITS + (exponent > near ? exponent - near : 0);
    (void)x, (void)c;
    if (shift >= SHIFT_END)
        return 0;
    struct ieee_number number = ieee_from_integer(false, segment_at((unsigned)shift));
    number.exponent += (exponent >= far ? 128 : 0) - SEGMENT_BITS - shift;
    return ieee_pack(ieee_binary64, IEEE_TOWARD_ZERO, number);
}

void gcn3_v_trig_preop_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, preop);
}
