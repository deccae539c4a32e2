/* SPDX-License-Identifier: Apache-2.0 */
/* api_player.h - plays a string of bytes as calls of the C interface: the first byte chooses a
 * function, the following ones its handles and arguments, and so on until the bytes end. */
#ifndef WARPCLOCK_FUZZ_API_PLAYER_H
#define WARPCLOCK_FUZZ_API_PLAYER_H

#include "warpclock.h"

enum { SLOTS = 3, MEMORY_BYTES = 1 << 16, SCALAR_BYTES = 8 };

struct player {
    const uint8_t *at, *end;
    uint8_t *memory; /* of the caller: MEMORY_BYTES between pages that nobody may touch */
    wc_context *context;
    wc_job *job[SLOTS];
    wc_binary *binary[SLOTS];
    wc_splitting *splitting[SLOTS];
    wc_result *result[SLOTS];
    wc_comparison *comparison[SLOTS];
    wc_output *output[SLOTS];
    bool committed[SLOTS];
    wc_device *device;
    wc_module *module; /* of the device */
    const void *cubin; /* for modules */
    size_t cubin_bytes;
};

/* ---- arguments: 0 when the bytes have ended ---- */

uint8_t next_byte(struct player *player);
/* Small, or one of the numbers at which something overflows. */
uint64_t next_number(struct player *player);
unsigned next_slot(struct player *player);
enum wc_format next_format(struct player *player);
enum wc_type next_type(struct player *player);
/* Names of things that exist and of things that do not; seldom NULL. */
const char *next_input(struct player *player);   /* a file to read */
const char *next_output(struct player *player);  /* a file to write; may be an input, too */
const char *next_name(struct player *player);    /* of a kernel, buffer, machine, statistic, ... */
const char *next_setting(struct player *player); /* a key of a machine, or a value */
void *next_pointer(struct player *player);       /* into the caller's memory; seldom NULL */

/* ---- results of calls ---- */

/* A call with the player's context: its status is the context's, and no internal error. With
 * WARPCLOCK_FUZZ_TRACE in the environment all calls are listed on standard error. */
#define take_status(player, call) took_status(player, #call, call)
void took_status(const struct player *player, const char *call, enum wc_status status);
/* Also a text, which exists if and only if the call succeeded; frees it. */
#define take_text(player, call, text) took_text(player, #call, call, text)
void took_text(const struct player *player, const char *call, enum wc_status status, char **text);
void take_words(const char *text); /* NULL or a string */

/* ---- the functions, by kind ---- */

typedef void call_fn(struct player *player);
struct calls {
    call_fn *const *list;
    size_t count;
};
extern const struct calls context_calls, job_calls, run_calls, binary_calls, device_calls;

#endif
