/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - machines name their clock where they have one: beside DRAM, of the compute unit, of the
 * core. */
#include "api/clock.h"

enum wc_status machine_clock_mhz(struct error *err, struct parameters *parameters, uint32_t *mhz)
{
    static const char *const names[] = {"clock.core", "clock.compute", "dram.core_clock"};
    uint64_t found = 0;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && !found && i < sizeof names / sizeof *names; i++) {
        if (parameters_find(parameters, names[i]))
            status = parameter_uint(err, parameters, names[i], UINT32_MAX, &found);
    }
    *mhz = (uint32_t)found;
    return status;
}
