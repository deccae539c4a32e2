/* SPDX-License-Identifier: Apache-2.0 */
/* exec_machine.h - the machine that runs the kernels of a program. */
#ifndef WARPCLOCK_CLI_EXEC_MACHINE_H
#define WARPCLOCK_CLI_EXEC_MACHINE_H

#include "command.h"

/* The library of ours that a program needs, by what it contains: "libwarpclock-hip.so"; NULL: that
 * is not known. */
const char *exec_library_of(const char *program);

/* The machine without --machine, in the same way. */
const char *exec_machine_default(const char *program);

/* Misspelt machines and parameters, and machines that cannot run programs, are found before
 * the program starts. */
enum wc_status exec_machine_check(struct session *session);

#endif
