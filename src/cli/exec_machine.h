/* SPDX-License-Identifier: Apache-2.0 */
/* exec_machine.h - the machine that runs the kernels of a program. */
#ifndef WARPCLOCK_CLI_EXEC_MACHINE_H
#define WARPCLOCK_CLI_EXEC_MACHINE_H

#include "command.h"

/* The name of --machine, or the default. */
const char *exec_machine(const struct arguments *arguments);

/* Misspelt machines and parameters, and machines that cannot run CUDA programs, are found before
 * the program starts. */
enum wc_status exec_machine_check(struct session *session);

#endif
