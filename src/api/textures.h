/* SPDX-License-Identifier: Apache-2.0 */
/* textures.h - textures of a launch on a device. */
#ifndef WARPCLOCK_API_TEXTURES_H
#define WARPCLOCK_API_TEXTURES_H

#include "base/error.h"
#include "warpclock.h"

/* Refuses what no texture can be. */
enum wc_status textures_check(struct error *err, const struct wc_texture *list, size_t count);

#endif
