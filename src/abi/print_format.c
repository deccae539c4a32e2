/* SPDX-License-Identifier: Apache-2.0 */
/* print_format.c - conversions of C's printf, and vectors of OpenCL C's. */
#include "abi/print_format.h"

#include <string.h>

enum { SPEC_BYTES_MAX = 32 };

struct printing {
    struct print_source *source;
    int32_t count;
    bool failed;
    struct text *out;
};

/* The bits of an argument. */
struct taken {
    const uint8_t *bytes; /* NULL: none */
    unsigned got;
};

static struct taken take(struct printing *printing, unsigned bytes)
{
    struct taken taken = {.got = bytes};
    taken.bytes = printing->source->take(printing->source, bytes, &taken.got);
    printing->failed |= !taken.bytes;
    return taken;
}

/* Element i of the argument. */
static uint64_t bits_of(struct taken taken, unsigned i, unsigned bytes)
{
    uint64_t value = 0;
    if (taken.bytes && bytes <= sizeof value && (i + 1) * bytes <= taken.got)
        memcpy(&value, taken.bytes + (uint64_t)i * bytes, bytes);
    return value;
}

/* One conversion: flags, width and precision as text, and the bytes of its argument. */
struct conversion {
    char spec[SPEC_BYTES_MAX];
    unsigned length;
    unsigned digits; /* of the number that spec ends with */
    unsigned bytes;
    unsigned lanes;  /* of a vector; 1: none */
    char kind;
};

/* A width or a precision has at most four digits: nobody needs a line of a gigabyte. */
static void add_char(struct conversion *conversion, char c)
{
    enum { DIGITS_MAX = 4 };
    conversion->digits = c >= '0' && c <= '9' ? conversion->digits + 1 : 0;
    if (conversion->digits <= DIGITS_MAX &&
        conversion->length + 4 < SPEC_BYTES_MAX) /* "ll", the kind and NUL follow */
        conversion->spec[conversion->length++] = c;
}

static void add_star(struct printing *printing, struct conversion *conversion)
{
    struct text number = {0};
    text_add(&number, "%d", (int)(int32_t)bits_of(take(printing, 4), 0, 4));
    for (const char *c = text_string(&number); *c; c++)
        add_char(conversion, *c);
    text_free(&number);
}

static const char *read_lanes(const char *format, struct conversion *conversion)
{
    enum { LANES_MAX = 16 };
    unsigned lanes = 0;
    for (format++; *format >= '0' && *format <= '9' && lanes <= LANES_MAX; format++)
        lanes = 10 * lanes + (unsigned)(*format - '0');
    conversion->lanes = lanes && lanes <= LANES_MAX ? lanes : 1;
    return format;
}

/* Reads the text after '%' and returns what follows it. */
static const char *read_conversion(struct printing *printing, const char *format,
                                   struct conversion *conversion)
{
    *conversion = (struct conversion){.spec = "%", .length = 1, .bytes = 4, .lanes = 1};
    for (; *format && strchr("-+ #0123456789.*", *format); format++) {
        if (*format == '*')
            add_star(printing, conversion);
        else
            add_char(conversion, *format);
    }
    if (*format == 'v' && printing->source->has_vectors)
        format = read_lanes(format, conversion);
    for (; *format && strchr("hlLzjtq", *format); format++)
        conversion->bytes = *format == 'h' ? conversion->bytes : 8;
    conversion->kind = *format;
    return *format ? format + 1 : format;
}

static void print_string(struct printing *printing, struct conversion *conversion)
{
    struct text string = {0};
    printing->failed |= !printing->source->string(printing->source, &string);
    memcpy(conversion->spec + conversion->length, "s", 2);
    text_add(printing->out, conversion->spec, text_string(&string));
    text_free(&string);
}

static void print_integer(struct printing *printing, const struct conversion *conversion,
                          uint64_t bits, unsigned bytes)
{
    char spec[SPEC_BYTES_MAX];
    const bool is_signed = conversion->kind == 'd' || conversion->kind == 'i';
    const unsigned unused = 8 * (8 - bytes);
    memcpy(spec, conversion->spec, sizeof spec);
    memcpy(spec + conversion->length, (char[]){'l', 'l', conversion->kind, 0}, 4);
    bits <<= unused;
    bits = is_signed ? (uint64_t)((int64_t)bits >> unused) : bits >> unused;
    text_add(printing->out, spec, (unsigned long long)bits);
}

static void print_floating(struct printing *printing, const struct conversion *conversion,
                           uint64_t bits, unsigned bytes)
{
    char spec[SPEC_BYTES_MAX];
    double value = 0;
    float single;
    memcpy(spec, conversion->spec, sizeof spec);
    memcpy(spec + conversion->length, (char[]){conversion->kind, 0}, 2);
    memcpy(&value, &bits, sizeof value);
    memcpy(&single, &bits, sizeof single);
    text_add(printing->out, spec, bytes == sizeof single ? (double)single : value);
}

/* A vector of three has the place of four. Integers may come wider than the conversion says. */
static void print_numbers(struct printing *printing, const struct conversion *conversion,
                          bool is_float)
{
    const unsigned lanes = conversion->lanes, places = lanes == 3 ? 4 : lanes;
    const struct taken taken = take(printing, is_float ? 8 : conversion->bytes);
    unsigned bytes = taken.got / places;
    if (lanes == 1 && !is_float && bytes > conversion->bytes)
        bytes = conversion->bytes;
    for (unsigned i = 0; bytes && bytes <= 8 && i < lanes; i++) {
        if (i)
            text_add_bytes(printing->out, ",", 1);
        (is_float ? print_floating : print_integer)(printing, conversion,
                                                    bits_of(taken, i, bytes), bytes);
    }
}

/* An unknown conversion appears as it is. */
static void print_one(struct printing *printing, struct conversion *conversion)
{
    switch (conversion->kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        print_numbers(printing, conversion, false);
        break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        print_numbers(printing, conversion, true);
        break;
    case 'c':
        text_add(printing->out, "%c", (int)bits_of(take(printing, 4), 0, 4));
        break;
    case 's':
        print_string(printing, conversion);
        break;
    case 'p':
        text_add(printing->out, "0x%llx", (unsigned long long)bits_of(take(printing, 8), 0, 8));
        break;
    default:
        text_add(printing->out, "%.*s%c", (int)conversion->length, conversion->spec,
                 conversion->kind ? conversion->kind : ' ');
        return;
    }
    printing->count++;
}

int32_t print_format(struct print_source *source, const char *format, struct text *out)
{
    struct printing printing = {.source = source, .out = out};
    struct conversion conversion;
    while (*format && !printing.failed) {
        const char *percent = strchrnul(format, '%');
        text_add_bytes(out, format, (size_t)(percent - format));
        format = percent;
        if (!*format)
            break;
        if (format[1] == '%') {
            text_add_bytes(out, "%", 1);
            format += 2;
            continue;
        }
        format = read_conversion(&printing, format + 1, &conversion);
        print_one(&printing, &conversion);
    }
    return printing.failed ? -1 : printing.count;
}
