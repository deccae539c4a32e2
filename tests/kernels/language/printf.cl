/* SPDX-License-Identifier: Apache-2.0 */
/* printf.cl - printf with all kinds of arguments; literals of lengths that are multiples of four. */
__kernel void hello(__global int *out, float scale)
{
    int i = get_global_id(0);

    out[i] = printf("item %d of %s: %.2f\n", i, "four", sqrt(scale * i));
    if (i != 0)
        return;
    printf("plain, 100%%\n");
    printf("%s|%s|%d|%-9s|%9s|%.3s\n", "abc", "abcdefgh", 3, "left", "right100%", "cut here");
    printf("%c %hhd %hd %ld %v2hlf %#v4hhx\n", 'x', (char)-1, (short)-2, 1L << 40,
           (float2)(1.5f, -2.0f), (uchar4)(1, 2, 3, 255));
}
