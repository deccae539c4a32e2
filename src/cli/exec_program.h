/* SPDX-License-Identifier: Apache-2.0 */
/* exec_program.h - starts a program with our libraries in front of the vendor's. */
#ifndef WARPCLOCK_CLI_EXEC_PROGRAM_H
#define WARPCLOCK_CLI_EXEC_PROGRAM_H

#include "command.h"

/* Runs the operands of the session as a program and waits for its end. Launches are reported to the
 * file `report`. *status is the program's exit status; 128 + N: signal N ended it. */
enum wc_status exec_program(struct session *session, int report, int *status);

#endif
