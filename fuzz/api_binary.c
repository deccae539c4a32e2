/* SPDX-License-Identifier: Apache-2.0 */
/* api_binary.c - calls of kernel binaries. */
#include "api_player.h"

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

static call_fn *const list[] = {
    call_binary_open, call_binary_free, call_binary_info, call_binary_disassemble,
    call_binary_flow_graph,
};
const struct calls binary_calls = {list, sizeof list / sizeof *list};
