/* SPDX-License-Identifier: Apache-2.0 */
/* pools.c - memory pools: memory is taken and given back at once, so a pool is a count of bytes. */
#include <stdlib.h>

#include "exec/common/state.h"

enum { REUSES = POOL_REUSES };

static struct exec_pool *add(bool is_default)
{
    struct exec_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    *pool = (struct exec_pool){.next = exec.pools, .is_default = is_default};
    for (int i = 0; i < REUSES; i++)
        pool->reuse[i] = 1;
    return exec.pools = pool;
}

exec_error pool_new(struct exec_pool **out)
{
    *out = add(false);
    return *out ? ERROR_NONE : ERROR_OUT_OF_MEMORY;
}

exec_error pool_default(struct exec_pool **out)
{
    struct exec_pool *pool = exec.pools;
    while (pool && !pool->is_default)
        pool = pool->next;
    *out = pool ? pool : add(true);
    return *out ? ERROR_NONE : ERROR_OUT_OF_MEMORY;
}

exec_error pool_current(struct exec_pool **out)
{
    *out = exec.pool;
    return *out ? ERROR_NONE : pool_default(out);
}

exec_error pool_check(const struct exec_pool *pool)
{
    const struct exec_pool *known = exec.pools;
    while (known && known != pool)
        known = known->next;
    return known && !known->dropped ? ERROR_NONE : ERROR_INVALID_VALUE;
}

static void release(struct exec_pool *pool)
{
    struct exec_pool **link = &exec.pools;
    while (*link != pool)
        link = &(*link)->next;
    *link = pool->next;
    free(pool);
}

/* Memory of the pool stays until it is freed; then the pool goes too. */
exec_error pool_drop(struct exec_pool *pool)
{
    if (pool_check(pool) != ERROR_NONE || pool->is_default)
        return ERROR_INVALID_VALUE;
    if (exec.pool == pool)
        exec.pool = NULL;
    pool->dropped = true;
    if (!pool->used)
        release(pool);
    return ERROR_NONE;
}

void pool_take(struct exec_pool *pool, uint64_t bytes)
{
    pool->used += bytes;
    if (pool->used > pool->high)
        pool->high = pool->used;
}

void pool_give_back(struct exec_pool *pool, uint64_t bytes)
{
    pool->used -= bytes;
    if (pool->dropped && !pool->used)
        release(pool);
}
