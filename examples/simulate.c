/* SPDX-License-Identifier: Apache-2.0 */
/* simulate.c - the host program of the PasTiS paper (its figure 4): one call stands for
 * figure3<<<blocks, THREADS>>>(a, n), and the kernel works on the array where it is.
 *
 *     simulate papers/pastis/figure3.cubin
 */
#include <stdlib.h>
#define WC_PASTIS_SHORT_NAMES
#include <warpclock/pastis.h>

enum { BLOCKS = 2, THREADS = 1024, COUNT = BLOCKS * THREADS };

int main(int argc, char **argv)
{
    const char *cubin = argc > 1 ? argv[1] : "papers/pastis/figure3.cubin";
    int *a = malloc(COUNT * sizeof *a);
    parameter_t par[2];

    for (int i = 0; i < COUNT; i++)
        a[i] = i % 3 ? i : -i;
    par[0].kind = PTR;
    par[0].val.ptr = a;
    par[1].kind = INT;
    par[1].val.i = COUNT;
    int status = simulate(cubin, BLOCKS, THREADS, par);

    for (int i = 0; status == 0 && i < COUNT; i++)
        if (a[i] != (i % 3 ? 2 * i : 0))
            status = 1;
    if (status == 0)
        printf("all %d elements are right after %llu cycles\n", COUNT, wc_pastis_cycles);
    free(a);
    return status;
}
