/* SPDX-License-Identifier: Apache-2.0 */
/* exact.cl - the functions of runtime/builtins that clang's code for GCN3 does not compute to the
 * last bit; these take their place (build-gcn3.sh).
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

/* clang 16 makes round(x) of trunc(x) + 0, which loses the sign of a zero. */
BUILTIN float round(float x)
{
    return __builtin_copysignf(__builtin_roundf(x), x);
}

/* v_sqrt_f32 may be one unit in the last place off: its neighbours' residuals decide. Below 2^-96
 * these would not be exact. */
BUILTIN float sqrt(float x)
{
    bool is_tiny = x < 0x1p-96f;
    float scaled = is_tiny ? x * 0x1p+32f : x;
    float root = __builtin_amdgcn_sqrtf(scaled);
    float below = as_float(as_int(root) - 1), above = as_float(as_int(root) + 1);
    float nearest = __builtin_fmaf(-below, root, scaled) <= 0.0f ? below : root;

    nearest = __builtin_fmaf(-above, root, scaled) > 0.0f ? above : nearest;
    nearest = is_tiny ? nearest * 0x1p-16f : nearest;
    return x == 0.0f || x == INFINITY ? x : nearest;
}
