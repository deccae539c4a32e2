/* SPDX-License-Identifier: Apache-2.0 */
/* closed_form.c - equations 15 and 16. */
#include "machine/sim_d/closed_form.h"

/* AC(b): from the first activate to the last access. The paper's cases are for two bank groups;
 * with more, accesses follow each other by nCCD_S. */
static cycle_t last_access(const struct ddr4_numbers *n, uint64_t b)
{
    if (n->groups > 2)
        return n->rcd + (b - 1) * n->ccd_s;
    if (b <= 4)
        return (b - 1) * n->rrd_s + n->rcd;
    if (b <= 6)
        return 2 * n->rrd_s + n->rcd + (b - 4) * n->ccd_l + n->ccd_s;
    if (b <= 8)
        return 3 * n->rrd_s + n->rcd + n->ccd_l + n->ccd_s;
    if (b % 2 == 1)
        return n->rrd_s + n->rcd + 2 * n->ccd_l + (b - 4) * n->ccd_s;
    return 2 * n->rrd_s + n->rcd + n->ccd_l + (b - 5) * n->ccd_s;
}

/* From an access to the first activate after its row is closed. */
static cycle_t closing(const struct ddr4_numbers *n, bool write)
{
    return write ? n->cwl + n->burst + n->wr + n->rp : n->rtp + n->rp;
}

/* From the first activate to the end of a read, whose last row closes after nRAS at the earliest.
 * `others`: rows after the first one that it can need. */
static cycle_t read_delay(const struct ddr4_numbers *n, uint64_t bursts, uint64_t others)
{
    uint64_t activates = bursts - 1 < others ? bursts - 1 : others;
    return later(last_access(n, bursts) + closing(n, false),
                 activates * n->rrd_s + n->ras + n->rp);
}

cycle_t sim_d_tile_delay(const struct ddr4_numbers *n, uint64_t bursts, bool write)
{
    return write ? last_access(n, bursts) + closing(n, true) : read_delay(n, bursts, 3);
}

/* An aligned tile of a few bursts is in one pair of banks. */
cycle_t sim_d_upload_delay(const struct ddr4_numbers *n, uint64_t bursts)
{
    return read_delay(n, bursts, 1);
}

/* IIAC for one of the paper's three cases. */
static cycle_t last_index(const struct ddr4_numbers *n, uint64_t b, uint64_t rows)
{
    int64_t gaps = (int64_t)b - 1, ccd = n->ccd_l;
    if (rows == 1)
        return (cycle_t)(n->rcd + gaps * ccd);
    if (rows <= n->groups)
        return (cycle_t)(n->rcd + n->rrd_s + (gaps - 1) * ccd);
    return (cycle_t)((int64_t)(n->rcd + n->rrd_l + n->rrd_s) - 1 + (gaps - 2) * ccd);
}

/* The indexes may also cover fewer rows than the buffer: the max over all cases up to `rows`, where
 * the equation is not monotone (small nRRD). A case needs as many bursts as rows. */
static cycle_t last_index_max(const struct ddr4_numbers *n, uint64_t b, uint64_t rows)
{
    const uint64_t cases[] = {1, 2, n->groups + 1};
    cycle_t delay = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (cases[i] <= rows && cases[i] <= b)
            delay = later(delay, last_index(n, b, cases[i]));
    }
    return delay;
}

cycle_t sim_d_index_delay(const struct ddr4_numbers *n, uint64_t bursts, uint64_t rows, bool write)
{
    if (rows > n->banks)
        return bursts * (write ? n->rcd + closing(n, true) : n->ras + n->rp);
    return last_index_max(n, bursts, rows) + closing(n, write);
}

uint64_t sim_d_buffer_rows(uint64_t words)
{
    const uint64_t burst = 16, row = 2048;
    return words <= 1 ? 1 : words <= burst + 1 ? 2 : 2 + (words - (burst + 1) + row - 1) / row;
}

cycle_t sim_d_in_compute_cycles(cycle_t dram_cycles, uint32_t dram_mhz, uint32_t compute_mhz)
{
    return (dram_cycles * compute_mhz + dram_mhz - 1) / dram_mhz;
}
