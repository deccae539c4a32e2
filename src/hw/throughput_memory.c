/* SPDX-License-Identifier: Apache-2.0 */
/* throughput_memory.c - a channel with credit. */
#include "hw/throughput_memory.h"

/* The first whole cycle not before a time of the channel. */
static cycle_t cycle_of(const struct throughput_memory *memory, uint64_t time)
{
    uint64_t parts = memory->numbers->bytes;
    return (time + parts - 1) / parts;
}

static struct memory_answer request(struct memory_level *level, uint64_t address, uint32_t bytes,
                                    bool store, cycle_t now)
{
    (void)address;
    struct throughput_memory *memory = (struct throughput_memory *)level;
    const struct throughput_numbers *n = memory->numbers;
    uint64_t start = later(now * n->bytes, memory->free);
    cycle_t begin = cycle_of(memory, start);
    memory->free = start + (uint64_t)bytes * n->per;
    memory->waited += begin - now;
    memory->bytes += bytes;
    *(store ? &memory->stores : &memory->loads) += 1;
    return (struct memory_answer){.taken = now, .done = begin + n->latency, .alone = n->latency};
}

void throughput_build(struct throughput_memory *memory, const struct throughput_numbers *numbers)
{
    *memory = (struct throughput_memory){.level = {request}, .numbers = numbers};
}

void throughput_reset(struct throughput_memory *memory)
{
    throughput_build(memory, memory->numbers);
}

cycle_t throughput_next_event(const struct throughput_memory *memory, cycle_t now)
{
    cycle_t free = cycle_of(memory, memory->free);
    return free > now ? free : NEVER;
}
