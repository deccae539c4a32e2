/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.h - ^C ends a long run cleanly: the statistics so far are still written. */
#ifndef WARPCLOCK_CLI_INTERRUPT_H
#define WARPCLOCK_CLI_INTERRUPT_H

#include <stdbool.h>

#include "warpclock.h"

/* From now on SIGINT, SIGTERM and SIGHUP ask `context` to stop; a second one kills at once. A
 * signal that the caller ignores (nohup, a background job) stays ignored. */
void interrupt_watch(wc_context *context);

/* Forgets the context, before it is freed. */
void interrupt_forget(void);

/* True after one of these signals. */
bool interrupt_seen(void);

#endif
