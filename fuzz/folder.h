/* SPDX-License-Identifier: Apache-2.0 */
/* folder.h - a folder of its own for every process of a fuzz target: functions that read files get
 * their input there, and what they write stays there. It is removed at exit; a crash leaves it. */
#ifndef WARPCLOCK_FUZZ_FOLDER_H
#define WARPCLOCK_FUZZ_FOLDER_H

#include <stddef.h>

/* The path of a file in the folder, valid until the process ends. At most 16 different names. */
const char *folder_path(const char *name);
/* The same, after its contents have been replaced. */
const char *folder_write(const char *name, const void *bytes, size_t length);

/* The folder of machine files: next to the program if it has been moved, or in the source tree. */
const char *machines_folder(void);

/* Reports a finding and aborts, which every fuzzing engine counts as a crash. */
_Noreturn void finding(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
