/* SPDX-License-Identifier: Apache-2.0 */
/* style.c - decides whether to use colour. */
#include "style.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool style_terminal(int descriptor)
{
    const char *terminal = getenv("TERM");

    return terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(descriptor);
}

int style_width(int descriptor)
{
    struct winsize size;

    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

bool style_color(const char *choice, int descriptor)
{
    const char *no_color = getenv("NO_COLOR");

    if (choice && strcmp(choice, "always") == 0)
        return true;
    if (choice && strcmp(choice, "never") == 0)
        return false;
    return !(no_color && *no_color) && style_terminal(descriptor);
}
