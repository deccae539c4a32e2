/* SPDX-License-Identifier: Apache-2.0 */
/* machine_folders.h - folders of machine files from the environment. */
#ifndef WARPCLOCK_CLI_MACHINE_FOLDERS_H
#define WARPCLOCK_CLI_MACHINE_FOLDERS_H

#include "warpclock.h"

/* Those of WARPCLOCK_PATH. */
void machine_folders_add(wc_context *context);

#endif
