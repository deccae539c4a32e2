/* SPDX-License-Identifier: Apache-2.0 */
/* api_binary.c - calls of kernel binaries, and of their split points. */
#include <string.h>

#include "api_player.h"
#include "folder.h"

static void call_binary_open(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_binary_free(player->binary[slot]);
    take_status(player, wc_binary_open(player->context, next_input(player), &player->binary[slot]));
}

static void call_binary_free(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_binary_free(player->binary[slot]);
    player->binary[slot] = NULL;
}

static void call_binary_info(struct player *player)
{
    wc_binary *binary = player->binary[next_slot(player)];
    char *text;
    if (binary)
        take_text(player, wc_binary_info(binary, next_format(player), &text), &text);
}

static void call_binary_disassemble(struct player *player)
{
    wc_binary *binary = player->binary[next_slot(player)];
    const char *kernel = next_byte(player) & 1 ? NULL : next_name(player);
    char *text;
    if (binary)
        take_text(player, wc_binary_disassemble(binary, kernel, next_format(player), &text), &text);
}

static void call_binary_flow_graph(struct player *player)
{
    wc_binary *binary = player->binary[next_slot(player)];
    const char *kernel = next_byte(player) & 1 ? NULL : next_name(player);
    char *text;
    if (binary)
        take_text(player, wc_binary_flow_graph(binary, kernel, next_format(player), &text), &text);
}

/* ---- in parts ---- */

struct taker {
    unsigned left; /* parts that it takes */
    bool full;
};

static bool take_part(void *user, const char *bytes, size_t length)
{
    struct taker *taker = user;
    if (taker->full)
        finding("a part after the last one that was taken");
    volatile bool found = memchr(bytes, '\0', length); /* all of it can be read */
    if (found)
        finding("a report with a NUL");
    taker->full = taker->left-- == 0;
    return !taker->full;
}

typedef enum wc_status parts_fn(wc_binary *binary, const char *kernel, enum wc_format format,
                                wc_write_fn *write, void *user);

static void call_in_parts(struct player *player, const char *call, parts_fn *function)
{
    wc_binary *binary = player->binary[next_slot(player)];
    const char *kernel = next_byte(player) & 1 ? NULL : next_name(player);
    enum wc_format format = next_format(player);
    struct taker taker = {.left = next_byte(player)};
    if (!binary)
        return;
    enum wc_status status = function(binary, kernel, format, take_part, &taker);
    took_status(player, call, status);
    if (taker.full && status != WC_INTERRUPTED)
        finding("%s: status %d though a part was not taken", call, status);
}

static void call_binary_disassemble_to(struct player *player)
{
    call_in_parts(player, "wc_binary_disassemble_to()", wc_binary_disassemble_to);
}

static void call_binary_flow_graph_to(struct player *player)
{
    call_in_parts(player, "wc_binary_flow_graph_to()", wc_binary_flow_graph_to);
}

/* ---- split points ---- */

static void call_split(struct player *player)
{
    unsigned slot = next_slot(player), from = next_slot(player);
    uint8_t bits = next_byte(player);
    const char *marks[2] = {next_name(player), bits & 1 ? "0x100" : "saxpy.cl:9"};
    struct wc_split_options options = WC_SPLIT_OPTIONS(
        .select = (enum wc_split_select)(bits / 4 % 3), .marks = marks,
        .mark_count = bits / 16 % 3, .tags = bits & 64);
    options.kernel = bits & 2 ? next_name(player) : NULL;
    options.depth = (uint32_t)next_number(player);
    if (!player->binary[from])
        return;
    wc_splitting_free(player->splitting[slot]);
    take_status(player, wc_split(player->binary[from], bits & 128 ? NULL : &options,
                                 &player->splitting[slot]));
}

static void call_splitting_text(struct player *player)
{
    const wc_splitting *splitting = player->splitting[next_slot(player)];
    char *text;
    if (splitting)
        take_text(player, wc_splitting_text(splitting, next_format(player), &text), &text);
}

/* The new file is one of those that calls find. */
static void call_splitting_bytes(struct player *player)
{
    const wc_splitting *splitting = player->splitting[next_slot(player)];
    size_t size = 0;
    if (!splitting)
        return;
    const void *bytes = wc_splitting_bytes(splitting, &size);
    if (bytes && next_byte(player) & 1)
        folder_write("gcn3.hsaco", bytes, size);
}

static void call_splitting_table(struct player *player)
{
    const wc_splitting *splitting = player->splitting[next_slot(player)];
    char *text = NULL;
    if (!splitting)
        return;
    enum wc_status status = wc_splitting_table(splitting, &text);
    if (text)
        folder_write("table.split", text, strlen(text));
    took_text(player, "wc_splitting_table()", status, &text);
}

static void call_splitting_free(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_splitting_free(player->splitting[slot]);
    player->splitting[slot] = NULL;
}

/* Kept inputs name calls by number: a new one is the last. */
static call_fn *const list[] = {
    call_binary_open, call_binary_free, call_binary_info, call_binary_disassemble,
    call_binary_flow_graph, call_binary_disassemble_to, call_binary_flow_graph_to, call_split,
    call_splitting_text, call_splitting_bytes, call_splitting_table, call_splitting_free,
};
const struct calls binary_calls = {list, sizeof list / sizeof *list};
