/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.h - ^C ends every phase; after a simulation began the statistics so far are written. */
#ifndef WARPCLOCK_CLI_INTERRUPT_H
#define WARPCLOCK_CLI_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "warpclock.h"

/* From now on SIGINT, SIGTERM and SIGHUP end the process with status 130. A signal that the caller
 * ignores (nohup, a background job) stays ignored. */
void interrupt_begin(void);

/* From now on they ask `context` to stop, once; a second one kills at once. NULL: they end the
 * process again, before the context is freed. */
void interrupt_watch(wc_context *context);

/* The watched context is asked to stop after so many seconds, once; 0: no more. */
void interrupt_after(uint64_t seconds);

/* True after these seconds. */
bool interrupt_timed_out(void);

/* One more file to remove if the process ends; NULL: none. */
void interrupt_removes(const char *path);

/* True after one of these signals, while a context is watched. */
bool interrupt_seen(void);

/* The same for functions that ask by themselves. */
extern atomic_bool interrupt_flag;

#endif
