/* SPDX-License-Identifier: Apache-2.0 */
/* reservation.c - a ring of booked cycles. */
#include "hw/reservation.h"

#include <string.h>

void reservation_reset(struct reservation *reservation)
{
    memset(reservation, 0, sizeof *reservation);
}

cycle_t reservation_book(struct reservation *reservation, cycle_t wanted)
{
    while (reservation->booked[wanted % RESERVATION_WINDOW] == wanted + 1)
        wanted++;
    reservation->booked[wanted % RESERVATION_WINDOW] = wanted + 1;
    return wanted;
}
