/* SPDX-License-Identifier: Apache-2.0 */
/* reservation.h - a stage that serves one client per cycle and can be booked ahead, out of order.
 *
 * A decoder gets hits after a few cycles and a miss after a hundred: the miss must not delay the
 * hits in between. */
#ifndef WARPCLOCK_HW_RESERVATION_H
#define WARPCLOCK_HW_RESERVATION_H

#include "hw/cycle.h"

enum { RESERVATION_WINDOW = 4096 }; /* cycles that can be booked ahead without a collision */

struct reservation {
    cycle_t booked[RESERVATION_WINDOW]; /* at cycle % window: that cycle + 1 when it is taken */
    cycle_t queue, end; /* cycles queue .. end - 1 are taken: the search may start behind them */
};

void reservation_reset(struct reservation *reservation);
/* Books the first `length` free cycles in a row from `wanted` on and returns the first of them. The
 * length is at most a quarter of the window. */
cycle_t reservation_book(struct reservation *reservation, cycle_t wanted, cycle_t length);

/* The same for one cycle. */
static inline cycle_t reservation_book_one(struct reservation *reservation, cycle_t wanted)
{
    if (wanted - reservation->queue < reservation->end - reservation->queue)
        wanted = reservation->end;
    else
        reservation->queue = wanted;
    while (reservation->booked[wanted % RESERVATION_WINDOW] == wanted + 1)
        wanted++;
    reservation->booked[wanted % RESERVATION_WINDOW] = wanted + 1;
    reservation->end = wanted + 1;
    return wanted;
}

#endif
