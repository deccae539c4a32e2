/* SPDX-License-Identifier: Apache-2.0 */
/* suppress.c - leaks of foreign libraries. */
const char *__lsan_default_suppressions(void);

/* libfyaml 0.7.12 loses a scanner buffer after some malformed quoted texts; not ours to mend. */
const char *__lsan_default_suppressions(void)
{
    return "leak:libfyaml";
}
