/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_printf.c - vprintf() of device code: the format is in device memory, the arguments are in a
 * structure, each aligned to its size (CUDA C++ Programming Guide, "Formatted Output"). */
#include <string.h>

#include "abi/cuda_host.h"

enum { STRING_BYTES_MAX = 1 << 16, SPEC_BYTES_MAX = 32 };

static bool in_window(uint64_t address, uint64_t window, uint64_t size, uint64_t bytes)
{
    return address >= window && address - window <= size && bytes <= size - (address - window);
}

const uint8_t *cuda_host_bytes(const struct cuda_host *host, const struct warp *warp,
                               unsigned lane, uint64_t address, uint64_t bytes)
{
    const struct sass_state *state = warp->state;
    const struct sass_launch *launch = state->launch;
    if (in_window(address, launch->local_window, launch->local_bytes, bytes))
        return state->local + (uint64_t)lane * launch->local_bytes +
               (address - launch->local_window);
    if (in_window(address, launch->shared_window, launch->shared_bytes, bytes))
        return state->block->shared + (address - launch->shared_window);
    return memory_bytes(host->memory, address, bytes);
}

bool cuda_host_string(const struct cuda_host *host, const struct warp *warp, unsigned lane,
                      uint64_t address, struct text *out)
{
    for (uint64_t i = 0; i < STRING_BYTES_MAX; i++) {
        const uint8_t *byte = cuda_host_bytes(host, warp, lane, address + i, 1);
        if (!byte)
            return false;
        if (!*byte)
            return true;
        text_add_bytes(out, (const char *)byte, 1);
    }
    return true;
}

/* A call of one lane. */
struct printing {
    const struct cuda_host *host;
    const struct warp *warp;
    unsigned lane;
    uint64_t next; /* argument */
    int32_t count;
    bool failed;
    struct text *out;
};

static uint64_t take_argument(struct printing *printing, unsigned bytes)
{
    uint64_t value = 0;
    const uint64_t at = (printing->next + bytes - 1) / bytes * bytes;
    const uint8_t *from =
        cuda_host_bytes(printing->host, printing->warp, printing->lane, at, bytes);
    if (from)
        memcpy(&value, from, bytes);
    printing->failed |= !from;
    printing->next = at + bytes;
    return value;
}

/* One conversion: flags, width and precision as text, and the bytes of its argument. */
struct conversion {
    char spec[SPEC_BYTES_MAX];
    unsigned length;
    unsigned digits; /* of the number that spec ends with */
    unsigned bytes;
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
    text_add(&number, "%d", (int)(int32_t)take_argument(printing, 4));
    for (const char *c = text_string(&number); *c; c++)
        add_char(conversion, *c);
    text_free(&number);
}

/* Reads the text after '%' and returns what follows it. */
static const char *read_conversion(struct printing *printing, const char *format,
                                   struct conversion *conversion)
{
    *conversion = (struct conversion){.spec = "%", .length = 1, .bytes = 4};
    for (; *format && strchr("-+ #0123456789.*", *format); format++) {
        if (*format == '*')
            add_star(printing, conversion);
        else
            add_char(conversion, *format);
    }
    for (; *format && strchr("hlLzjtq", *format); format++)
        conversion->bytes = *format == 'h' ? conversion->bytes : 8;
    conversion->kind = *format;
    return *format ? format + 1 : format;
}

static void print_string(struct printing *printing, struct conversion *conversion)
{
    struct text string = {0};
    printing->failed |= !cuda_host_string(printing->host, printing->warp, printing->lane,
                                          take_argument(printing, 8), &string);
    memcpy(conversion->spec + conversion->length, "s", 2);
    text_add(printing->out, conversion->spec, text_string(&string));
    text_free(&string);
}

static void print_number(struct printing *printing, struct conversion *conversion)
{
    uint64_t bits = take_argument(printing, conversion->bytes);
    const bool is_signed = conversion->kind == 'd' || conversion->kind == 'i';
    if (is_signed && conversion->bytes == 4)
        bits = (uint64_t)(int64_t)(int32_t)bits;
    conversion->spec[conversion->length++] = 'l';
    conversion->spec[conversion->length++] = 'l';
    conversion->spec[conversion->length++] = conversion->kind;
    conversion->spec[conversion->length] = 0;
    text_add(printing->out, conversion->spec, (unsigned long long)bits);
}

static void print_double(struct printing *printing, struct conversion *conversion)
{
    const uint64_t bits = take_argument(printing, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    conversion->spec[conversion->length++] = conversion->kind;
    conversion->spec[conversion->length] = 0;
    text_add(printing->out, conversion->spec, value);
}

/* An unknown conversion appears as it is. */
static void print_one(struct printing *printing, struct conversion *conversion)
{
    switch (conversion->kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        print_number(printing, conversion);
        break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        print_double(printing, conversion);
        break;
    case 'c':
        text_add(printing->out, "%c", (int)take_argument(printing, 4));
        break;
    case 's':
        print_string(printing, conversion);
        break;
    case 'p':
        text_add(printing->out, "0x%llx", (unsigned long long)take_argument(printing, 8));
        break;
    default:
        text_add(printing->out, "%.*s%c", (int)conversion->length, conversion->spec,
                 conversion->kind ? conversion->kind : ' ');
        return;
    }
    printing->count++;
}

static void print_all(struct printing *printing, const char *format)
{
    struct conversion conversion;
    while (*format && !printing->failed) {
        const char *percent = strchrnul(format, '%');
        text_add_bytes(printing->out, format, (size_t)(percent - format));
        format = percent;
        if (!*format)
            return;
        if (format[1] == '%') {
            text_add_bytes(printing->out, "%", 1);
            format += 2;
            continue;
        }
        format = read_conversion(printing, format + 1, &conversion);
        print_one(printing, &conversion);
    }
}

int32_t cuda_host_printf(const struct cuda_host *host, const struct warp *warp, unsigned lane,
                         uint64_t format, uint64_t arguments, struct text *out)
{
    struct text text = {0};
    struct printing printing = {.host = host, .warp = warp, .lane = lane, .next = arguments,
                                .out = out};
    printing.failed = !cuda_host_string(host, warp, lane, format, &text);
    if (!printing.failed)
        print_all(&printing, text_string(&text));
    text_free(&text);
    return printing.failed ? -1 : printing.count;
}
