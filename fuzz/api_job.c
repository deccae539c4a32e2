/* SPDX-License-Identifier: Apache-2.0 */
/* api_job.c - calls of jobs. */
#include <string.h>

#include "api_player.h"
#include "folder.h"

static void call_job_open(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_job_free(player->job[slot]);
    take_status(player, wc_job_open(player->context, next_input(player), &player->job[slot]));
}

static void call_job_new(struct player *player)
{
    unsigned slot = next_slot(player);
    const char *file = next_input(player);
    const char *entry = next_byte(player) & 1 ? NULL : next_name(player);
    wc_job_free(player->job[slot]);
    take_status(player, wc_job_new(player->context, file, entry, &player->job[slot]));
}

static void call_job_free(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_job_free(player->job[slot]);
    player->job[slot] = NULL;
}

/* NULL: there is no job in this slot. */
static wc_job *next_job(struct player *player)
{
    return player->job[next_slot(player)];
}

static void call_job_grid(struct player *player)
{
    wc_job *job = next_job(player);
    uint32_t sizes[6];
    for (unsigned i = 0; i < 6; i++)
        sizes[i] = (uint32_t)next_number(player);
    if (job)
        take_status(player, wc_job_grid(job, sizes, sizes + 3));
}

static void call_job_shared(struct player *player)
{
    wc_job *job = next_job(player);
    if (job)
        take_status(player, wc_job_shared(job, (uint32_t)next_number(player)));
}

/* Without memory of the caller the host has room for all elements, or can never have it. */
static void call_job_buffer(struct player *player)
{
    wc_job *job = next_job(player);
    const char *name = next_name(player);
    enum wc_type type = next_type(player);
    uint64_t count = next_number(player);
    void *host = next_byte(player) & 1 ? NULL : next_pointer(player);
    if (job && (host || count < 4096 || count >= 1ull << 61))
        take_status(player,
                    wc_job_buffer(job, name, type, count, host, next_byte(player) & 1));
}

static void call_job_buffer_fixed(struct player *player)
{
    wc_job *job = next_job(player);
    if (job)
        take_status(player, wc_job_buffer_fixed(job, next_name(player)));
}

static void call_job_buffer_assume(struct player *player)
{
    wc_job *job = next_job(player);
    const char *name = next_name(player);
    uint8_t sides = next_byte(player);
    const void *min = sides & 1 ? next_pointer(player) : NULL;
    const void *max = sides & 2 ? next_pointer(player) : NULL;
    if (job)
        take_status(player, wc_job_buffer_assume(job, name, min, max));
}

static void call_job_arg_buffer(struct player *player)
{
    wc_job *job = next_job(player);
    if (job)
        take_status(player, wc_job_arg_buffer(job, next_name(player)));
}

static void call_job_arg_scalar(struct player *player)
{
    wc_job *job = next_job(player);
    enum wc_type type = next_type(player);
    uint64_t value = next_number(player);
    if (job)
        take_status(player, wc_job_arg_scalar(job, type, &value));
}

/* With 0 bytes the kernel may touch all of the caller's memory: it is between forbidden pages. */
static void call_job_arg_pointer(struct player *player)
{
    wc_job *job = next_job(player);
    void *host = next_pointer(player);
    if (job)
        take_status(player, wc_job_arg_pointer(job, host, next_number(player) * 16u));
}

static void call_job_map(struct player *player)
{
    wc_job *job = next_job(player);
    void *host = next_pointer(player);
    if (job)
        take_status(player, wc_job_map(job, host, next_number(player) * 16u));
}

static void call_job_map_read_only(struct player *player)
{
    wc_job *job = next_job(player);
    const void *host = next_pointer(player);
    if (job)
        take_status(player, wc_job_map_read_only(job, host, next_number(player) * 16u));
}

static void call_job_arg_bytes(struct player *player)
{
    wc_job *job = next_job(player);
    const void *data = next_pointer(player);
    if (job)
        take_status(player, wc_job_arg_bytes(job, data, next_byte(player)));
}

static void call_job_arg_local(struct player *player)
{
    wc_job *job = next_job(player);
    if (job)
        take_status(player, wc_job_arg_local(job, (uint32_t)next_number(player)));
}

static void call_job_machine(struct player *player)
{
    wc_job *job = next_job(player);
    if (job)
        take_status(player, wc_job_machine(job, next_name(player)));
}

static void call_job_set(struct player *player)
{
    wc_job *job = next_job(player);
    const char *key = next_setting(player);
    if (job)
        take_status(player, wc_job_set(job, key, next_setting(player)));
}

static void call_job_questions(struct player *player)
{
    wc_job *job = next_job(player);
    const char *path = next_input(player);
    if (!job)
        return;
    take_words(wc_job_machine_name(job));
    if (wc_job_writes(job, path))
        finding("a job that saves nothing writes %s", path);
    wc_job_reads(job, path);
}

static void call_job_split(struct player *player)
{
    static const char *const names[] = {"table.split", "gcn3.yaml", "not-there"};
    wc_job *job = next_job(player);
    uint8_t byte = next_byte(player);
    const char *table = byte % 4 < 3 ? folder_path(names[byte % 4]) : NULL;
    if (job)
        take_status(player, wc_job_split(job, table));
}

static void call_job_launch(struct player *player)
{
    wc_job *job = next_job(player);
    const char *entry = next_byte(player) & 1 ? NULL : next_name(player);
    if (job)
        take_status(player, wc_job_launch(job, NULL, entry));
}

static void call_job_stack(struct player *player)
{
    wc_job *job = next_job(player);
    if (job)
        take_status(player, wc_job_stack(job, (uint32_t)next_number(player)));
}

static void call_job_symbol(struct player *player)
{
    wc_job *job = next_job(player);
    const char *name = next_name(player);
    enum wc_type type = next_type(player);
    uint64_t count = next_number(player);
    void *host = next_pointer(player);
    if (job)
        take_status(player,
                    wc_job_symbol(job, name, type, count, host, next_byte(player) & 1));
}

static void call_job_arg_buffer_at(struct player *player)
{
    wc_job *job = next_job(player);
    const char *name = next_name(player);
    if (job)
        take_status(player, wc_job_arg_buffer_at(job, name, next_number(player)));
}

static void call_job_on_out_of_bounds(struct player *player)
{
    wc_job *job = next_job(player);
    enum wc_out_of_bounds action = (enum wc_out_of_bounds)(next_byte(player) % 3); /* 2: none */
    if (job)
        take_status(player, wc_job_on_out_of_bounds(job, action));
}

static void call_job_cooperative(struct player *player)
{
    wc_job *job = next_job(player);
    if (job)
        take_status(player, wc_job_cooperative(job, next_byte(player) & 1));
}

static void call_job_parse(struct player *player)
{
    static const char *const texts[] = {"kernel: vortex.elf\n", "kernle: x\n", ""};
    unsigned slot = next_slot(player);
    const char *path = next_input(player), *text = texts[next_byte(player) % 3];
    wc_job_free(player->job[slot]);
    take_status(player,
                wc_job_parse(player->context, path, text, strlen(text), &player->job[slot]));
}

static void call_job_ndrange(struct player *player)
{
    wc_job *job = next_job(player);
    uint32_t sizes[2];
    for (unsigned i = 0; i < 2; i++)
        sizes[i] = (uint32_t)next_number(player);
    if (job)
        take_status(player, wc_job_ndrange(job, sizes, (uint32_t)next_number(player)));
}

static void call_job_loop(struct player *player)
{
    static const char *const names[] = {"0x80000334", "saxpy.cl:9", "no loop"};
    wc_job *job = next_job(player);
    const char *name = names[next_byte(player) % 3];
    uint64_t max = next_number(player);
    if (job)
        take_status(player, wc_job_loop(job, name, max, next_number(player)));
}

static void call_job_buffer_shape(struct player *player)
{
    wc_job *job = next_job(player);
    const char *name = next_name(player);
    uint64_t shape[9];
    size_t rank = next_byte(player) % 10; /* 9: too many */
    for (size_t i = 0; i < rank; i++)
        shape[i] = next_number(player);
    if (job)
        take_status(player, wc_job_buffer_shape(job, name, shape, rank));
}

static void call_job_texture(struct player *player)
{
    wc_job *job = next_job(player);
    const char *buffer = next_name(player);
    struct wc_texture texture = WC_TEXTURE(.name = next_name(player));
    texture.width = (uint32_t)next_number(player);
    texture.height = (uint32_t)next_number(player);
    texture.address = next_number(player);
    texture.pitch = next_number(player);
    texture.channels = next_byte(player) % 6;
    texture.channel_bytes = next_byte(player) % 6;
    texture.texel = (enum wc_texel)(next_byte(player) % 4);
    texture.linear = next_byte(player) & 1;
    texture.edge[0] = (enum wc_texture_edge)(next_byte(player) % 5);
    if (job)
        take_status(player, wc_job_texture(job, buffer, &texture));
}

static void call_job_arg_texture(struct player *player)
{
    wc_job *job = next_job(player);
    if (job)
        take_status(player, wc_job_arg_texture(job, next_name(player)));
}

/* Kept inputs name calls by number: a new one is the last. */
static call_fn *const list[] = {
    call_job_open, call_job_new, call_job_free, call_job_grid, call_job_shared, call_job_buffer,
    call_job_buffer_fixed, call_job_buffer_assume, call_job_arg_buffer, call_job_arg_scalar,
    call_job_arg_pointer, call_job_arg_bytes, call_job_arg_local, call_job_machine, call_job_set,
    call_job_questions, call_job_split, call_job_launch, call_job_stack, call_job_symbol,
    call_job_arg_buffer_at, call_job_on_out_of_bounds, call_job_cooperative, call_job_parse,
    call_job_ndrange, call_job_loop, call_job_buffer_shape, call_job_texture, call_job_arg_texture,
    call_job_map, call_job_map_read_only,
};
const struct calls job_calls = {list, sizeof list / sizeof *list};
