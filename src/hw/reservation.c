/* SPDX-License-Identifier: Apache-2.0 */
/* reservation.c - a ring of booked cycles. */
#include "hw/reservation.h"

#include <stdbool.h>
#include <string.h>

void reservation_reset(struct reservation *reservation)
{
    memset(reservation, 0, sizeof *reservation);
}

static bool is_booked(const struct reservation *reservation, cycle_t cycle)
{
    return reservation->booked[cycle % RESERVATION_WINDOW] == cycle + 1;
}

cycle_t reservation_book(struct reservation *reservation, cycle_t wanted, cycle_t length)
{
    for (cycle_t free = 0; free < length;) {
        if (is_booked(reservation, wanted + free)) {
            wanted += free + 1;
            free = 0;
        } else {
            free++;
        }
    }
    for (cycle_t i = 0; i < length; i++)
        reservation->booked[(wanted + i) % RESERVATION_WINDOW] = wanted + i + 1;
    return wanted;
}
