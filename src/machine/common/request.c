/* SPDX-License-Identifier: Apache-2.0 */
/* request.c - the parts of a memory access. */
#include "machine/common/request.h"

#include "hw/coalescer.h"

void request_add(struct request *r, struct memory_answer answer, const char *by)
{
    r->taken = later(r->taken, answer.taken);
    r->by = answer.done >= r->done ? by : r->by;
    r->done = later(r->done, answer.done);
}

void request_tell(const struct request *r, enum event_space space, uint64_t address,
                  uint32_t transactions, struct memory_answer answer)
{
    const struct partition *p = r->partition;
    if (run_tells(p->run, EVENT_MEMORY))
        tell_memory(p->run, p->id, r->slot, r->access, space, address, transactions, answer);
}

/* A hit is served by the level itself; otherwise the counters of the levels below show how far the
 * request went. */
struct memory_answer request_ask(const struct way *way, uint64_t address, uint32_t bytes,
                                 cycle_t at, const char **by)
{
    const struct cache *l2 = way->l2;
    uint64_t asked = l2->loads, missed = l2->load_misses, fetched = way->dram->loads;
    struct memory_answer answer = memory_request(way->level, address, bytes, way->store, at);
    *by = way->store                    ? "l1d.forward"
          : answer.hit                  ? way->name
          : way->dram->loads != fetched ? "dram.overhead"
          : l2->load_misses == missed && l2->loads != asked ? "l2.latency"
                                        : "(line in flight)";
    return answer;
}

static void prefetch(const struct way *way, uint64_t line, cycle_t at)
{
    for (uint32_t i = 1; i <= way->prefetch; i++)
        memory_request(way->level, (line + i) * way->line_bytes, way->line_bytes, false, at);
}

void request_lines(struct request *r, const struct way *way, const uint64_t *address,
                   uint64_t mask, uint32_t bytes)
{
    struct coalesced lines;
    struct coalesced_span spans[COALESCER_REQUESTS_MAX];
    coalesce(address, mask, way->line_bytes, 64, &lines);
    coalesced_measure(&lines, address, mask, bytes, way->line_bytes, spans);
    for (uint32_t i = 0; i < lines.count; i++) {
        uint64_t first = spans[i].first, end = (lines.request[i].line + 1) * way->line_bytes;
        uint64_t last = spans[i].last < end ? spans[i].last : end - 1;
        cycle_t sent = r->sent + lines.request[i].cycle;
        const char *by;
        struct memory_answer answer =
            request_ask(way, first, (uint32_t)(last - first + 1), sent + way->there, &by);
        if (!way->store && !answer.hit)
            prefetch(way, lines.request[i].line, sent);
        answer.taken = way->there ? sent : answer.taken; /* the path has no limit */
        answer.done += way->back;
        request_add(r, answer, by);
        request_tell(r, SPACE_GLOBAL, first, 1, answer);
    }
    r->partition->run->outcome->statistics.count[STAT_GLOBAL_TRANSACTIONS] += lines.count;
}

void request_shared(struct request *r, struct sharedmem *shared, uint32_t bytes,
                    const uint64_t *address, cycle_t extra, const char *by)
{
    struct sharedmem_access cost;
    struct memory_answer answer = {.hit = true};
    bool store = r->access->kind == ACCESS_STORE;
    sharedmem_measure(shared->numbers, store ? SHAREDMEM_STORE : SHAREDMEM_LOAD, bytes, address,
                      r->access->mask, &cost);
    answer.done = sharedmem_request(shared, &cost, r->sent, &answer.taken) + extra;
    request_add(r, answer, by);
    request_tell(r, SPACE_LOCAL, address[__builtin_ctzll(r->access->mask)], cost.transactions,
                 answer);
}

cycle_t request_conflict(const struct request *r, uint32_t cycles_each)
{
    uint32_t lanes = coalesce_most_equal(r->access->address, r->access->mask);
    return (cycle_t)cycles_each * (lanes ? lanes - 1 : 0);
}
