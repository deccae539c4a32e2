/* SPDX-License-Identifier: Apache-2.0 */
/* device.h - a machine whose memory and binaries stay between launches. */
#ifndef WARPCLOCK_API_DEVICE_H
#define WARPCLOCK_API_DEVICE_H

#include "api/context.h"
#include "machine/machine.h"

struct wc_module {
    wc_device *device;
    wc_module *next;
    struct image *image;
    struct program *program;
    bool released; /* likewise */
};

struct wc_device {
    wc_context *context;
    struct parameters parameters;
    struct machine *machine;
    struct memory memory;
    wc_module *modules;
    uint64_t next_base; /* of the next binary */
    uint64_t heap_bytes; /* of device-side malloc(); 0: default */
    uint32_t clock_mhz;
    bool has_heap;
    bool running;
    bool released; /* by wc_device_free() in a callback of its launch: freed after it */
};

/* Clears the last error; NULL if the call cannot be made. */
struct error *device_begin(const wc_device *device);

#endif
