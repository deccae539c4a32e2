/* SPDX-License-Identifier: Apache-2.0 */
/* api_context.c - calls of contexts, files, references and passes. */
#include <string.h>

#include "api_player.h"
#include "folder.h"

static void call_version(struct player *player)
{
    (void)player;
    take_words(wc_version());
    take_words(wc_version_details());
    for (size_t i = 0; wc_instruction_sets[i]; i++)
        take_words(wc_instruction_sets[i]);
}

static void call_add_machine_folder(struct player *player)
{
    wc_context_add_machine_folder(player->context, next_input(player));
}

static void interrupt_it(void *user, const struct wc_progress *progress)
{
    take_words(progress->activity);
    wc_interrupt(user);
}

static void call_on_progress(struct player *player)
{
    wc_context_on_progress(player->context, next_byte(player) & 1 ? interrupt_it : NULL,
                           player->context);
}

static void hear(void *user, const char *bytes, size_t length)
{
    if (!user || (length && memchr(bytes, '\n', length) == bytes + length))
        finding("a console without its user");
}

static void call_on_console(struct player *player)
{
    wc_context_on_console(player->context, next_byte(player) & 1 ? hear : NULL, player);
}

static void call_interrupt(struct player *player)
{
    wc_interrupt(player->context);
}

static void call_max_memory(struct player *player)
{
    wc_context_max_memory(player->context, next_number(player));
}

static void call_nearest(struct player *player)
{
    const char *name = next_name(player);
    const char *candidates[3];
    size_t count = next_byte(player) % 4u;
    for (size_t i = 0; i < count; i++)
        candidates[i] = next_name(player);
    take_words(wc_nearest(name, candidates, count));
}

/* ---- files ---- */

static void call_protect_inputs(struct player *player)
{
    wc_context_protect_inputs(player->context);
}

static void call_add_input(struct player *player)
{
    const char *path = next_output(player);
    take_status(player, wc_context_add_input(player->context, path, next_name(player)));
}

static void call_add_output(struct player *player)
{
    const char *path = next_output(player);
    take_status(player, wc_context_add_output(player->context, path, next_name(player)));
}

static void call_output_open(struct player *player)
{
    unsigned slot = next_slot(player);
    const char *path = next_output(player);
    if (player->output[slot])
        return;
    player->committed[slot] = false;
    take_status(player, wc_output_open(player->context, path, next_name(player),
                                       &player->output[slot]));
}

static void call_output_write(struct player *player)
{
    unsigned slot = next_slot(player);
    const char *bytes = next_pointer(player);
    if (player->output[slot] && !player->committed[slot])
        wc_output_write(player->output[slot], bytes, next_byte(player));
}

static void call_output_commit(struct player *player)
{
    unsigned slot = next_slot(player);
    if (!player->output[slot] || player->committed[slot])
        return;
    player->committed[slot] = true;
    take_status(player, wc_output_commit(player->output[slot]));
}

static void call_output_free(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_output_free(player->output[slot]);
    player->output[slot] = NULL;
}

static void call_write_file(struct player *player)
{
    const char *path = next_output(player);
    const char *bytes = next_pointer(player);
    take_status(player, wc_write_file(player->context, path, bytes, next_byte(player)));
}

static void call_same_file(struct player *player)
{
    const char *a = next_input(player);
    wc_same_file(a, next_output(player));
}

static void call_first_diff(struct player *player)
{
    char *text;
    const char *a = next_output(player), *b = next_input(player);
    enum wc_status status = wc_first_diff(player->context, a, b, &text);
    if (status == WC_MISMATCH) {
        take_words(text);
        wc_text_free(text);
        return;
    }
    took_text(player, "wc_first_diff", status, &text);
}

static void call_output_temporary(struct player *player)
{
    const wc_output *output = player->output[next_slot(player)];
    if (output)
        take_words(wc_output_temporary(output));
}

/* ---- references, passes and papers ---- */

static void call_machines_text(struct player *player)
{
    char *text;
    take_text(player, wc_machines_text(player->context, next_format(player), &text), &text);
    take_words(wc_machine_name(player->context, next_number(player)));
}

static void call_machine_text(struct player *player)
{
    char *text;
    const char *name = next_name(player);
    const char *sets[2];
    size_t count = next_byte(player) % 3u;
    for (size_t i = 0; i < count; i++)
        sets[i] = next_setting(player);
    take_text(player,
              wc_machine_text(player->context, name, sets, count, next_format(player), &text),
              &text);
}

static void call_statistics_text(struct player *player)
{
    char *text;
    take_text(player, wc_statistics_text(player->context, next_format(player), &text), &text);
}

static void call_instructions_text(struct player *player)
{
    char *text;
    const char *isa = next_name(player);
    enum wc_format format = next_format(player);
    take_text(player, wc_instructions_text(player->context, isa, format, &text), &text);
}

static void call_diverge(struct player *player)
{
    char *text;
    size_t length = next_byte(player), left = (size_t)(player->end - player->at);
    const char *assembly = (const char *)player->at;
    length = length < left ? length : left;
    player->at += length;
    take_text(player, wc_diverge(player->context, "text", assembly, length, &text), &text);
}

/* A paper takes minutes: only tables that it does not have. */
static void call_paper_rerun(struct player *player)
{
    wc_paper *paper;
    const char *name = next_name(player);
    take_words(wc_paper_name(next_number(player)));
    take_words(wc_paper_table_name(name, next_number(player)));
    take_status(player, wc_paper_rerun(player->context, name, "no table", &paper));
    wc_paper_free(paper);
}

/* Kept inputs name calls by number: a new one is the last. */
static call_fn *const list[] = {
    call_version, call_add_machine_folder, call_on_progress, call_on_console, call_interrupt,
    call_nearest, call_protect_inputs, call_add_input, call_add_output, call_output_open,
    call_output_write, call_output_commit, call_output_free, call_write_file, call_same_file,
    call_first_diff, call_machines_text, call_machine_text, call_statistics_text,
    call_instructions_text, call_diverge, call_paper_rerun, call_max_memory, call_output_temporary,
};
const struct calls context_calls = {list, sizeof list / sizeof *list};
