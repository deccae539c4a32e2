/* SPDX-License-Identifier: Apache-2.0 */
/* exec_program.h - starts a program with our libraries in front of the vendor's. */
#ifndef WARPCLOCK_CLI_EXEC_PROGRAM_H
#define WARPCLOCK_CLI_EXEC_PROGRAM_H

#include "command.h"

/* Finds the first operand as a shell does it, for free(), and protects it from being replaced by
 * an output. */
enum wc_status exec_program_find(struct session *session, char **path);

/* Runs the file `path` with the operands of the session and waits for its end. Launches are
 * reported to the file `report`. *status is the program's exit status; 128 + N: signal N ended
 * it. */
enum wc_status exec_program(struct session *session, const char *path, int report, int *status);

#endif
