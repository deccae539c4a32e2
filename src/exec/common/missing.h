/* SPDX-License-Identifier: Apache-2.0 */
/* missing.h - functions of a vendor's library that ours does not have.
 *
 * A program may name them behind a branch that it never takes, so each is there: MISSING(name) in
 * the tables of an interface defines one that says once what it is, and returns that it is not
 * supported. Callers pass arguments that nobody reads. */
#ifndef WARPCLOCK_EXEC_COMMON_MISSING_H
#define WARPCLOCK_EXEC_COMMON_MISSING_H

#include "exec/common/state.h"

/* `told` is the function's own: whether it has said so. */
exec_error exec_missing(const char *name, bool *told);

/* They are in a section of their own, so that a function found by its name is known to be one. */
#define MISSING_CODE __attribute__((visibility("default"), section("missing_code")))
extern const char __start_missing_code[] __attribute__((visibility("hidden")));
extern const char __stop_missing_code[] __attribute__((visibility("hidden")));

static inline bool exec_is_missing(const void *function)
{
    const uintptr_t at = (uintptr_t)function;
    return at >= (uintptr_t)__start_missing_code && at < (uintptr_t)__stop_missing_code;
}

#define MISSING(name)                                                                              \
    MISSING_CODE exec_error name(void);                                                            \
    exec_error name(void)                                                                          \
    {                                                                                              \
        static bool told;                                                                          \
        return exec_missing(#name, &told);                                                         \
    }

/* The same for one that returns a text or another pointer. */
#define MISSING_POINTER(name)                                                                      \
    MISSING_CODE void *name(void);                                                                 \
    void *name(void)                                                                               \
    {                                                                                              \
        static bool told;                                                                          \
        exec_missing(#name, &told);                                                                \
        return NULL;                                                                               \
    }

#endif
