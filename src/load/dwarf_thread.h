/* SPDX-License-Identifier: Apache-2.0 */
/* dwarf_thread.h - libdw without its habit of ending the process.
 *
 * libdw calls a handler when it has no memory left. The handler must not return and is given no
 * argument, so all that it can end is its thread: work with libdw runs in one of its own. */
#ifndef WARPCLOCK_LOAD_DWARF_THREAD_H
#define WARPCLOCK_LOAD_DWARF_THREAD_H

#include <stdbool.h>

/* For dwarf_new_oom_handler(). */
__attribute__((noreturn)) void dwarf_thread_end(void);

/* Calls `work` and waits for it. False: it could not start, or libdw ended it. errno is then
 * ENOMEM. */
bool dwarf_thread_run(void (*work)(void *user), void *user);

#endif
