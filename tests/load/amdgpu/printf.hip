/* SPDX-License-Identifier: Apache-2.0 */
/* printf.hip - HIP's printf: long strings, all kinds of numbers, and lanes that do not call. */
extern "C" __attribute__((device)) int printf(const char *, ...);

extern "C" __attribute__((global)) void hello(int *out, float scale)
{
    const int item = __builtin_amdgcn_workitem_id_x(), group = __builtin_amdgcn_workgroup_id_x();
    const int i = group * 96 + item;
    out[i] = -2;
    if (item % 3 == 0)
        out[i] = printf("group %d item %2d: %s|%-6s|%5.2f %lld %#x %c%%\n", group, item,
                        item & 1 ? "a text that is longer than one packet of fifty-six bytes, twice "
                                   "as long and a little more" : "even",
                        "", scale * item, -1234567890123ll, 255u, 'z');
}

/* What assert() becomes: a message on standard error, and a trap. */
extern "C" __attribute__((device)) unsigned long long __ockl_fprintf_stderr_begin();
extern "C" __attribute__((device)) unsigned long long
__ockl_fprintf_append_string_n(unsigned long long message, const char *text,
                               unsigned long long bytes, unsigned is_last);

extern "C" __attribute__((global)) void must_be(const int *value, int expected)
{
    static const char text[] = "the value is another one\n";
    if (*value == expected)
        return;
    __ockl_fprintf_append_string_n(__ockl_fprintf_stderr_begin(), text, sizeof text, 1);
    __builtin_trap();
}

extern "C" __attribute__((global)) void show(int *out)
{
    out[0] = printf("%d\n", out[__builtin_amdgcn_workitem_id_x()]);
}
