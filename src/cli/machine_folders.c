/* SPDX-License-Identifier: Apache-2.0 */
/* machine_folders.c - folders of machine files from the environment. */
#include "machine_folders.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* WARPCLOCK_PATH is a list like PATH. A folder added later is searched earlier, so go backwards. */
void machine_folders_add(wc_context *context)
{
    const char *path = getenv("WARPCLOCK_PATH");
    char *list, *colon;

    if (!path)
        return;
    list = format_text(":%s", path);
    while ((colon = strrchr(list, ':')) != NULL) {
        if (colon[1])
            wc_context_add_machine_folder(context, colon + 1);
        *colon = '\0';
    }
    free(list);
}
