/* SPDX-License-Identifier: Apache-2.0 */
/* test_texture.c - textures against a GPU: coordinates, texels and the values that one of the
 * vendor (sm_90) returned for them, bit by bit; and rules of the CUDA C Programming Guide. */
#include "isa/sass/texture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> /* last: it has a macro named fail */

/* Coordinates and the value, as bits of single precision. */
struct sample {
    uint32_t x, y, value;
};

static const uint32_t numbers[64] = {
    0x3fae2d16, 0x4090f262, 0x3f52c372, 0xc028bb5e, 0xbfe38f06, 0xbe3929d0, 0xbf8a75f0, 0x41678aa8,
    0x400af804, 0xc0377fde, 0xbf77a774, 0xc0b9bcc8, 0xbfafc7c2, 0xbebd8c1c, 0x3f7f7308, 0x3ed3e280,
    0x3e66afb8, 0x3f8cda80, 0xbe5245c0, 0xc054767a, 0x3edb1840, 0xc04c54f0, 0xbf5de2be, 0x411d8e12,
    0xc15c4909, 0x3cd4f440, 0xc01d9626, 0x3fc7cc92, 0xbedf24f0, 0xbd2d40f0, 0xc106002c, 0x414dee38,
    0xbfeeef2c, 0xbfff937c, 0x3e4d6140, 0x3d0175c0, 0xbfff6fb8, 0x40dc931a, 0xc05ce230, 0x3f0f569c,
    0x3e405ebc, 0xbff554f8, 0x3f288d0c, 0xc10ac4af, 0xc0193b2e, 0x4069b634, 0x40a11450, 0xbff79008,
    0xbfd00070, 0x40bca3c8, 0xbd0f6fc0, 0x4166877a, 0xc13465e8, 0x3f107770, 0x3e74ef00, 0x3f126ede,
    0xbdd8f350, 0xbf1ffba9, 0x3e673190, 0xc1292942, 0xbecb2d26, 0xbd954a00, 0x4178315e, 0x3f3cdf28,
};
static const uint8_t bytes[64] = {
    34, 70, 18, 181, 53, 3, 17, 232, 8, 93, 64, 28, 225, 234, 204, 221,
    194, 101, 136, 147, 242, 103, 219, 117, 198, 216, 77, 255, 102, 179, 134, 137,
    250, 152, 62, 47, 155, 80, 23, 164, 173, 87, 192, 142, 66, 140, 107, 4,
    241, 244, 151, 228, 91, 114, 89, 33, 74, 166, 32, 176, 90, 166, 57, 84,
};
static const struct sample filtered[] = {
    {0xbef30cd8, 0x4086e678, 0xc0a854e5}, {0x3f7520d6, 0x40a14665, 0xbfa6f958},
    {0x401b5398, 0x3ff26478, 0xbf3857f8}, {0x410695d8, 0x40542ca6, 0x41450c91},
    {0x41094aa2, 0x40f81c96, 0x3f3cdf28}, {0x3dd2fee0, 0xbd488c50, 0x3fae2d16},
    {0x410b8b83, 0x408c3214, 0x40002a48}, {0x40a0ed01, 0x3f13f596, 0xbf6df7c4},
    {0x3fafb42e, 0x3fb5eaae, 0xbfde34bf}, {0x40007b3d, 0x4088056a, 0xbf75fe9f},
    {0x40c7b773, 0x40994c2c, 0x3f4c47f2}, {0x40457288, 0x40c17f86, 0x401b513a},
    {0x4074c206, 0x4025dfda, 0xbfe9603c}, {0x40d1da7e, 0xbf0fdb9c, 0xbe2e8042},
    {0x4100d96a, 0x3f1fe4ac, 0x414b6d36}, {0x4089eb65, 0x410b1c53, 0xc0160cc7},
};
static const struct sample filtered_border[] = {
    {0xbef30cd8, 0x4086e678, 0xbe0c026a}, {0x3f7520d6, 0x40a14665, 0xbfa6f958},
    {0x401b5398, 0x3ff26478, 0xbf3857f8}, {0x410695d8, 0x40542ca6, 0x3f8df734},
    {0x41094aa2, 0x40f81c96, 0x00000000}, {0x3dd2fee0, 0xbd488c50, 0x3ebbc89c},
    {0x410b8b83, 0x408c3214, 0x00000000}, {0x40a0ed01, 0x3f13f596, 0xbf6df7c4},
    {0x3fafb42e, 0x3fb5eaae, 0xbfde34bf}, {0x40007b3d, 0x4088056a, 0xbf75fe9f},
    {0x40c7b773, 0x40994c2c, 0x3f4c47f2}, {0x40457288, 0x40c17f86, 0x401b513a},
    {0x4074c206, 0x4025dfda, 0xbfe9603c}, {0x40d1da7e, 0xbf0fdb9c, 0x00000000},
    {0x4100d96a, 0x3f1fe4ac, 0x40b59db9}, {0x4089eb65, 0x410b1c53, 0x00000000},
};
static const struct sample nearest[] = {
    {0xbef30cd8, 0x4086e678, 0xbfeeef2c}, {0x3f7520d6, 0x40a14665, 0x3e405ebc},
    {0x401b5398, 0x3ff26478, 0xbf77a774}, {0x410695d8, 0x40542ca6, 0x414dee38},
    {0x41094aa2, 0x40f81c96, 0x3f3cdf28}, {0x3dd2fee0, 0xbd488c50, 0x3fae2d16},
    {0x410b8b83, 0x408c3214, 0x3f0f569c}, {0x40a0ed01, 0x3f13f596, 0xbe3929d0},
    {0x3fafb42e, 0x3fb5eaae, 0xc0377fde}, {0x40007b3d, 0x4088056a, 0x3e4d6140},
    {0x40c7b773, 0x40994c2c, 0xc05ce230}, {0x40457288, 0x40c17f86, 0x4166877a},
    {0x4074c206, 0x4025dfda, 0xc054767a}, {0x40d1da7e, 0xbf0fdb9c, 0xbf8a75f0},
    {0x4100d96a, 0x3f1fe4ac, 0x41678aa8}, {0x4089eb65, 0x410b1c53, 0xbecb2d26},
};
static const struct sample wrapped[] = {
    {0xbfc238f6, 0xbdcf1580, 0xc0483ee2}, {0x3fab5454, 0x3f57460c, 0x3fea5fbc},
    {0x3fe9273e, 0x3eaba668, 0xbfaf2a39}, {0xbf58ef18, 0xbed611e8, 0xbfee800c},
    {0x3f278ccc, 0x3f2e0e0c, 0x400d0d63}, {0xbf90ac33, 0xbffc2764, 0x40d80509},
    {0x3f8a5efe, 0x3fded96c, 0xbe9a9b20}, {0xbf7837dc, 0xbfe12bcc, 0x4008980f},
    {0x3f66e4e4, 0xbf829fbf, 0x40d34981}, {0xbebfcfe4, 0x3fb500c4, 0xbee75f3f},
    {0x3fb97194, 0x3eb6a8e0, 0xbfb6bc33}, {0x3fa06d2a, 0xbfce4586, 0xbf1f25cd},
    {0xbf8bf169, 0xbf0aac2a, 0x40ca140f}, {0xbf491538, 0xbf49af90, 0xbfe73635},
    {0xbedbb3b0, 0x3f8324c4, 0xbfa34f1c}, {0xbf2bde2a, 0xbf252692, 0xbf88977b},
};
static const struct sample mirrored[] = {
    {0xbfc238f6, 0xbdcf1580, 0xc03a8aba}, {0x3fab5454, 0x3f57460c, 0xbfbee4ae},
    {0x3fe9273e, 0x3eaba668, 0x3f30b35b}, {0xbf58ef18, 0xbed611e8, 0xbfe18aaf},
    {0x3f278ccc, 0x3f2e0e0c, 0x400d0d63}, {0xbf90ac33, 0xbffc2764, 0x40c0d93b},
    {0x3f8a5efe, 0x3fded96c, 0x409d1b2b}, {0xbf7837dc, 0xbfe12bcc, 0x408dc5ac},
    {0x3f66e4e4, 0xbf829fbf, 0x409e6c98}, {0xbebfcfe4, 0x3fb500c4, 0xbf28092f},
    {0x3fb97194, 0x3eb6a8e0, 0xbd14b5da}, {0x3fa06d2a, 0xbfce4586, 0xc0504aec},
    {0xbf8bf169, 0xbf0aac2a, 0x3f666a03}, {0xbf491538, 0xbf49af90, 0x3f986de8},
    {0xbedbb3b0, 0x3f8324c4, 0xc11db01b}, {0xbf2bde2a, 0xbf252692, 0x407682fb},
};
static const struct sample fractions[] = {
    {0x3ec673a8, 0x3e9f6f08, 0x3e088889}, {0x405eab92, 0x40a453af, 0x3ed93ad9},
    {0x40896beb, 0x410e756e, 0x3ed874d8}, {0x40c4dfe4, 0x3f84bc4e, 0x3ef1daf2},
    {0x40dc83df, 0x409cc4dc, 0x3e936a93}, {0x40bdb826, 0x4020982c, 0x3f196899},
    {0x3fe0283c, 0x3e3b4990, 0x3e64e4e5}, {0x406985a0, 0x4096a85e, 0x3e9a809b},
    {0x40da5dfb, 0x40668d62, 0x3f008381}, {0x410ef7fc, 0x3e8e1dc0, 0x3f68e8e9},
    {0x40ee262c, 0xbef24260, 0x3f5c42dc}, {0x4109601e, 0xbf570ed2, 0x3f68e8e9},
    {0xbeee3312, 0x41002102, 0x3e949495}, {0xbf23dc62, 0x407643d4, 0x3f58ecd9},
    {0x4077a61a, 0x40eda632, 0x3f132093}, {0x4108801d, 0x40066244, 0x3f1f0e9f},
};

static float number(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The value of a texture whose texels are in `memory`, which stands at its address. */
static uint32_t fetch(const struct wc_texture *texture, const void *memory, float x, float y)
{
    struct texel_set set;
    uint8_t texels[TEXEL_CORNERS][16];
    uint32_t value[TEXEL_CHANNELS];
    texture_place(texture, x, y, &set);
    for (unsigned i = 0; i < set.count; i++) {
        if (set.address[i])
            memcpy(texels[i], (const uint8_t *)memory + (set.address[i] - texture->address),
                   texel_bytes(texture));
    }
    texture_value(texture, &set, (const uint8_t(*)[16])texels, value);
    return value[0];
}

static void check(const struct wc_texture *texture, const void *memory,
                  const struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fetch(texture, memory, number(samples[i].x), number(samples[i].y)),
                         samples[i].value);
}
#define CHECK(texture, memory, samples) \
    check(texture, memory, samples, sizeof samples / sizeof *samples)

static struct wc_texture floats(bool linear, enum wc_texture_edge edge)
{
    return WC_TEXTURE(.address = 4096, .pitch = 32, .width = 8, .height = 8, .channels = 1,
                      .channel_bytes = 4, .texel = WC_TEXEL_FLOAT, .linear = linear,
                      .normalized = edge == WC_EDGE_WRAP || edge == WC_EDGE_MIRROR,
                      .edge = {edge, edge});
}

static void filters_as_hardware_does(void **state)
{
    (void)state;
    const struct wc_texture clamped = floats(true, WC_EDGE_CLAMP);
    const struct wc_texture bordered = floats(true, WC_EDGE_BORDER);
    CHECK(&clamped, numbers, filtered);
    CHECK(&bordered, numbers, filtered_border);
}

static void takes_the_texel_at_a_point(void **state)
{
    (void)state;
    const struct wc_texture texture = floats(false, WC_EDGE_CLAMP);
    CHECK(&texture, numbers, nearest);
}

static void repeats_with_normalized_coordinates(void **state)
{
    (void)state;
    const struct wc_texture wrap = floats(true, WC_EDGE_WRAP);
    const struct wc_texture mirror = floats(true, WC_EDGE_MIRROR);
    CHECK(&wrap, numbers, wrapped);
    CHECK(&mirror, numbers, mirrored);
}

static void reads_integers_as_fractions(void **state)
{
    (void)state;
    struct wc_texture texture = floats(true, WC_EDGE_CLAMP);
    texture.channel_bytes = 1;
    texture.pitch = 8;
    texture.texel = WC_TEXEL_UNSIGNED;
    texture.fractions = true;
    CHECK(&texture, bytes, fractions);
}

/* NaN is the first texel; what is far outside is at the edge. */
static void has_a_value_for_every_coordinate(void **state)
{
    (void)state;
    const struct wc_texture texture = floats(false, WC_EDGE_CLAMP);
    const struct wc_texture wrap = floats(false, WC_EDGE_WRAP);
    assert_int_equal(fetch(&texture, numbers, number(0x7fc00000), 0), numbers[0]);
    assert_int_equal(fetch(&texture, numbers, number(0x7f800000), 0), numbers[7]);
    assert_int_equal(fetch(&texture, numbers, number(0xff800000), 0), numbers[0]);
    assert_int_equal(fetch(&texture, numbers, 3e38f, -3e38f), numbers[7]);
    assert_int_equal(fetch(&wrap, numbers, number(0x7f800000), 0), numbers[0]);
    assert_int_equal(fetch(&wrap, numbers, 1e10f, 0), numbers[0]);
}

static void has_no_texel_outside_of_memory(void **state)
{
    (void)state;
    const struct wc_texture texture = floats(false, WC_EDGE_CLAMP);
    const int64_t outside[] = {-1, 8, 1000000, -2147483647};
    struct texel_set set;
    for (unsigned i = 0; i < 4; i++) {
        texture_place_exactly(&texture, outside[i], 0, &set);
        assert_true(set.count == 1 && set.address[0] == 0);
    }
    texture_place_exactly(&texture, 7, 7, &set);
    assert_true(set.address[0] == 4096 + 63 * 4);
}

/* Absent channels are 0, alpha is 1; a texel that is not filtered keeps its bits. */
static void fills_absent_channels(void **state)
{
    (void)state;
    struct wc_texture texture = floats(false, WC_EDGE_CLAMP);
    const struct texel_set set = {.count = 1, .address = {4096}, .weight = {256}};
    uint8_t texel[TEXEL_CORNERS][16] = {{1, 0, 0x80, 0x7f}};
    uint32_t value[TEXEL_CHANNELS];
    texture_value(&texture, &set, (const uint8_t(*)[16])texel, value);
    assert_int_equal(value[0], 0x7f800001);
    assert_true(value[1] == 0 && value[2] == 0 && value[3] == 0x3f800000);
    texture.texel = WC_TEXEL_SIGNED;
    texture.channel_bytes = 1;
    texel[0][0] = 0xff;
    texture_value(&texture, &set, (const uint8_t(*)[16])texel, value);
    assert_true(value[0] == 0xffffffff && value[3] == 1);
    texture.fractions = true;
    texel[0][0] = 0x80;
    texture_value(&texture, &set, (const uint8_t(*)[16])texel, value);
    assert_int_equal(value[0], 0xbf800000); /* -128 is -1, as -127 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_as_hardware_does),
        cmocka_unit_test(takes_the_texel_at_a_point),
        cmocka_unit_test(repeats_with_normalized_coordinates),
        cmocka_unit_test(reads_integers_as_fractions),
        cmocka_unit_test(has_a_value_for_every_coordinate),
        cmocka_unit_test(has_no_texel_outside_of_memory),
        cmocka_unit_test(fills_absent_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
