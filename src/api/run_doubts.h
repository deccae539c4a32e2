/* SPDX-License-Identifier: Apache-2.0 */
/* run_doubts.h - facts of a job about loops that its run cannot check, or not all of them. */
#ifndef WARPCLOCK_API_RUN_DOUBTS_H
#define WARPCLOCK_API_RUN_DOUBTS_H

#include "api/run_data.h"

/* After the last launch: puts them into the result. */
void run_note_doubts(struct run *run);

#endif
