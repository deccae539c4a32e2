/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - memcpy, memmove and memset for RV32: compilers call them to copy and clear structures
 * and arrays. Word by word where both sides are aligned.
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

void *memcpy(void *to, const void *from, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    size_t done = 0;

    if ((((uintptr_t)to | (uintptr_t)from) & 3) == 0) {
        for (; done + 4 <= size; done += 4)
            *(uint32_t *)(target + done) = *(const uint32_t *)(source + done);
    }
    for (; done < size; done++)
        target[done] = source[done];
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;

    if ((uintptr_t)to - (uintptr_t)from >= size)
        return memcpy(to, from, size);
    while (size-- > 0)
        target[size] = source[size];
    return to;
}

void *memset(void *to, int value, size_t size)
{
    unsigned char *target = to;
    uint32_t byte = (unsigned char)value;
    size_t done = 0;

    if (((uintptr_t)to & 3) == 0) {
        for (; done + 4 <= size; done += 4)
            *(uint32_t *)(target + done) = byte * 0x01010101u;
    }
    for (; done < size; done++)
        target[done] = (unsigned char)value;
    return to;
}
