/* SPDX-License-Identifier: Apache-2.0 */
/* fail_alloc.c - a library to preload: allocations of the process fail.
 *
 *     FAIL_AT=N     the N-th allocation after the start of main() fails (0: none)
 *     FAIL_LAST=M   all up to the M-th fail (default N: one fails; 0: all from there on)
 *     FAIL_COUNT=F  file that receives the number of allocations; it is opened before main()
 *
 * It replaces what allocates in the C library, so foreign libraries (libfyaml, jansson, elfutils,
 * CBC) fail as well. strdup(), asprintf(), fopen() and others of the C library itself allocate
 * through malloc(). A program can also choose the allocation itself: fail_alloc_at(). */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fail_alloc.h"

#define EXPORT __attribute__((visibility("default")))

static atomic_ulong count;
static atomic_ulong first, last; /* the allocations that fail; first 0: none */
static atomic_bool counting;
static int count_file = -1;

/* Functions of libraries that do not survive a failed allocation. What they ask for was probed
 * before (memory_probe), so a real allocator would have it. */
static const char *const spared[] = {"fy_parse_input_append", "__cxa_get_globals"};

static bool is_spared(void)
{
    void *frame[16];
    Dl_info place;
    int frames = backtrace(frame, 16);
    for (int i = 0; i < frames; i++) {
        for (size_t k = 0; k < sizeof spared / sizeof *spared; k++)
            if (dladdr(frame[i], &place) && place.dli_sname && !strcmp(place.dli_sname, spared[k]))
                return true;
    }
    return false;
}

static bool fails(void)
{
    if (!counting)
        return false;
    unsigned long number = ++count;
    if (!first || number < first || (last && number > last) || is_spared())
        return false;
    errno = ENOMEM;
    return true;
}

/* The allocator after this one: of the C library, or of a sanitizer or valgrind. */
static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

typedef void *malloc_fn(size_t size);
typedef void *calloc_fn(size_t count, size_t size);
typedef void *realloc_fn(void *old, size_t size);
typedef void *memalign_fn(size_t alignment, size_t size);
typedef void *mmap_fn(void *address, size_t length, int protection, int flags, int file,
                      off_t offset);

EXPORT void *malloc(size_t size)
{
    static malloc_fn *after;
    if (!after)
        after = (malloc_fn *)next("malloc");
    return fails() ? NULL : after(size);
}

EXPORT void *calloc(size_t number, size_t size)
{
    static calloc_fn *after;
    if (!after)
        after = (calloc_fn *)next("calloc");
    return fails() ? NULL : after(number, size);
}

EXPORT void *realloc(void *old, size_t size)
{
    static realloc_fn *after;
    if (!after)
        after = (realloc_fn *)next("realloc");
    return (size || !old) && fails() ? NULL : after(old, size);
}

EXPORT void *reallocarray(void *old, size_t number, size_t size)
{
    size_t bytes;
    if (!__builtin_mul_overflow(number, size, &bytes))
        return realloc(old, bytes);
    errno = ENOMEM;
    return NULL;
}

EXPORT void *memalign(size_t alignment, size_t size)
{
    static memalign_fn *after;
    if (!after)
        after = (memalign_fn *)next("memalign");
    return fails() ? NULL : after(alignment, size);
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

EXPORT int posix_memalign(void **out, size_t alignment, size_t size)
{
    int before = errno;
    void *memory = memalign(alignment, size);
    errno = before;
    if (memory)
        *out = memory;
    return memory ? 0 : ENOMEM;
}

/* Mappings of files are not memory that runs out. */
EXPORT void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    static mmap_fn *after;
    if (!after)
        after = (mmap_fn *)next("mmap");
    if ((flags & MAP_ANONYMOUS) && fails())
        return MAP_FAILED;
    return after(address, length, protection, flags, file, offset);
}

EXPORT unsigned long fail_alloc_at(unsigned long from, unsigned long to)
{
    unsigned long made = count;
    void *frame;
    counting = false;
    backtrace(&frame, 1); /* loads the unwinder while there is memory */
    count = 0;
    first = from;
    last = to;
    counting = true;
    return made;
}

/* ---- programs that know nothing about it ---- */

static unsigned long number(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : otherwise;
}

static void write_count(void)
{
    char text[32];
    counting = false;
    int length = snprintf(text, sizeof text, "%lu\n", (unsigned long)count);
    if (count_file >= 0)
        (void)!pwrite(count_file, text, (size_t)length, 0);
}

typedef int main_fn(int, char **, char **);
typedef int start_fn(main_fn *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                     void *);

static main_fn *real_main;

static int counted_main(int argc, char **argv, char **environment)
{
    const char *path = getenv("FAIL_COUNT");
    unsigned long from = number("FAIL_AT", 0), to = number("FAIL_LAST", from);
    if (path) {
        count_file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        atexit(write_count);
    }
    if (path || from)
        fail_alloc_at(from, to);
    return real_main(argc, argv, environment);
}

int __libc_start_main(main_fn *main_function, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end);
EXPORT int __libc_start_main(main_fn *main_function, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    start_fn *after = (start_fn *)next("__libc_start_main");
    real_main = main_function;
    return after(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
