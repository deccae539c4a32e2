/* SPDX-License-Identifier: Apache-2.0 */
/* ddr4_numbers.c - speeds and organisations as data.
 *
 * DDR4-3200AA: Micron MT40A512M16JY-062E (x16, two bank groups) and MT40A1G8SA-062E (x8, four), as
 * in Table 1 of the Sim-D paper (SIMD-40, SIMD-41). DDR4-1866M: SIMD-42. All have a bus of 64 bits
 * and bursts of eight beats, 64 bytes. */
#include "hw/ddr4.h"

#include <string.h>

const struct ddr4_numbers ddr4_table[] = {
    {.speed = "3200AA", .organisation = "x16", .mhz = 1600, .groups = 2, .banks = 8, .rows = 65536,
     .columns = 1024, .bus_bytes = 8, .burst_bytes = 64, .cl = 22, .cwl = 16, .burst = 4,
     .rcd = 22, .rp = 22, .ras = 52, .rc = 74, .rtp = 12, .wr = 24, .wtr_s = 4, .wtr_l = 12,
     .ccd_s = 4, .ccd_l = 8, .rrd_s = 9, .rrd_l = 11, .faw = 48, .rfc = 560, .refi = 12480},
    {.speed = "3200AA", .organisation = "x8", .mhz = 1600, .groups = 4, .banks = 16, .rows = 65536,
     .columns = 1024, .bus_bytes = 8, .burst_bytes = 64, .cl = 22, .cwl = 16, .burst = 4,
     .rcd = 22, .rp = 22, .ras = 52, .rc = 74, .rtp = 12, .wr = 24, .wtr_s = 4, .wtr_l = 12,
     .ccd_s = 4, .ccd_l = 8, .rrd_s = 4, .rrd_l = 8, .faw = 34, .rfc = 560, .refi = 12480},
    {.speed = "1866M", .organisation = "x16", .mhz = 933, .groups = 2, .banks = 8, .rows = 65536,
     .columns = 1024, .bus_bytes = 8, .burst_bytes = 64, .cl = 13, .cwl = 10, .burst = 4,
     .rcd = 13, .rp = 13, .ras = 32, .rc = 45, .rtp = 7, .wr = 14, .wtr_s = 3, .wtr_l = 7,
     .ccd_s = 4, .ccd_l = 5, .rrd_s = 5, .rrd_l = 6, .faw = 28, .rfc = 327, .refi = 7280},
};
const unsigned ddr4_table_rows = sizeof ddr4_table / sizeof ddr4_table[0];

const struct ddr4_numbers *ddr4_find(const char *speed, const char *organisation)
{
    for (unsigned i = 0; i < ddr4_table_rows; i++) {
        const struct ddr4_numbers *row = &ddr4_table[i];
        if (strcmp(row->speed, speed) == 0 && strcmp(row->organisation, organisation) == 0)
            return row;
    }
    return NULL;
}
