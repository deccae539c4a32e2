/* SPDX-License-Identifier: Apache-2.0 */
/* api_player.c - arguments from bytes, and what every call promises. */
#include "api_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

uint8_t next_byte(struct player *player)
{
    return player->at < player->end ? *player->at++ : 0;
}

uint64_t next_number(struct player *player)
{
    static const uint64_t extremes[] = {1000,       4096,      UINT16_MAX,      INT32_MAX,
                                        UINT32_MAX, INT64_MAX, 1ull << 61,      1ull << 62,
                                        1ull << 63, ~0ull - 7, ~0xFFFull, ~0ull};
    uint8_t byte = next_byte(player);
    return byte < 240 ? byte : extremes[(byte - 240u) % COUNT(extremes)];
}

unsigned next_slot(struct player *player)
{
    return next_byte(player) % SLOTS;
}

enum wc_format next_format(struct player *player)
{
    return (enum wc_format)(next_byte(player) % (WC_DOT + 2u)); /* the last one does not exist */
}

enum wc_type next_type(struct player *player)
{
    return (enum wc_type)(next_byte(player) % (WC_F64 + 2u));
}

static const char *next_of(struct player *player, const char *const *list, size_t count)
{
    uint8_t byte = next_byte(player);
    return byte == UINT8_MAX ? NULL : list[byte % count];
}

static const char *path_of(const char *name)
{
    return name ? folder_path(name) : NULL;
}

const char *next_input(struct player *player)
{
    static const char *const names[] = {"vortex.elf", "pascal.cubin", "gcn3.hsaco", "vortex.yaml",
                                        "pascal.yaml", "gcn3.yaml", "log.steps", "not-there"};
    return path_of(next_of(player, names, COUNT(names)));
}

const char *next_output(struct player *player)
{
    static const char *const names[] = {"out.json", "out.csv", "out.pftrace", "log.steps",
                                        "not-there/out"};
    return path_of(next_of(player, names, COUNT(names)));
}

const char *next_name(struct player *player)
{
    static const char *const names[] = {
        "saxpy", "x", "y", "", "vortex", "vortex-swas", "jetson-tx2", "gcn3", "rv32", "sass",
        "cycles", "warp_instructions", "stalls.fetch", "bound", "swas", "table", "%s%n",
        "a name that is longer than any name that somebody would have given to a kernel or buffer",
        "gcn3-pws", "gcn3-dws",
    };
    return next_of(player, names, COUNT(names));
}

const char *next_setting(struct player *player)
{
    static const char *const settings[] = {
        "warps", "threads", "cores", "l1i.latency", "dram.latency", "l1.size", "cus", "sms",
        "scheduler", "lrr", "gto", "0", "1", "2", "-1", "0x10", "1e9", "18446744073709551616",
        "", "nan", "true", "warps=2", "=", "nothing=1", "splits", "isa.pws",
    };
    return next_of(player, settings, COUNT(settings));
}

void *next_pointer(struct player *player)
{
    uint8_t byte = next_byte(player);
    return byte == UINT8_MAX ? NULL : player->memory + byte * SCALAR_BYTES;
}

void took_status(const struct player *player, const char *call, enum wc_status status)
{
    const char *message = wc_error_message(player->context);
    if (getenv("WARPCLOCK_FUZZ_TRACE"))
        fprintf(stderr, "%d = %s: %s\n", status, call, message);
    if (status != wc_error_status(player->context))
        finding("%s returns %d, its context says %d", call, status,
                wc_error_status(player->context));
    if (status == WC_INTERNAL || strstr(message, "bug in warpclock"))
        finding("%s: status %d: %s", call, status, message);
    take_words(message);
    take_words(wc_error_place(player->context));
    take_words(wc_error_hint(player->context));
    if (wc_error_refused(player->context) && status != WC_BAD_INPUT)
        finding("%s: a refused output with status %d", call, status);
    if (wc_error_fault(player->context) != WC_FAULT_NONE && status != WC_KERNEL_FAULT)
        finding("%s: a fault of a kernel with status %d", call, status);
}

void take_words(const char *text)
{
    volatile size_t bytes = text ? strlen(text) : 0; /* all of it can be read */
    (void)bytes;
}

void took_text(const struct player *player, const char *call, enum wc_status status, char **text)
{
    took_status(player, call, status);
    if ((status == WC_OK) != (*text != NULL))
        finding("%s: status %d %s a text", call, status, *text ? "with" : "without");
    take_words(*text);
    wc_text_free(*text);
}
