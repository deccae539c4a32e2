// SPDX-License-Identifier: Apache-2.0
// blackscholes - prices of European call and put options by the formula of Black and Scholes. Rate
// 0.02, volatility 0.3.
//
// Sim-D has no logarithm and no exponential. log(a / b) is the series of 2 artanh z, z = (a - b) /
// (a + b), at most 0.5. e^-x = 2^-n 2^f with n = x / ln 2 rounded: 2^-n by its exponent, 2^f by
// the series of e^(f ln 2). The discount is the series of e^-x for a small x. The normal
// distribution is Abramowitz and Stegun 26.2.17; the loop computes it for d1 and d2.
.data
    0 0x0 1000000 1 n // price
    1 0x3e0000 1000000 1 n // strike
    2 0x7c0000 1000000 1 n // years
    3 0xba0000 1000000 1 n // call
    4 0xf80000 1000000 1 n // put
.text
    ldglin v0, 0                        // price
    ldglin v1, 1                        // strike
    ldglin v2, 2                        // years
    rsqrt v3, v2
    mul v3, v3, v2
    mul v3, v3, 0.3                     // deviation
    add v4, v0, v1
    rcp v4, v4
    add.neg v5, v0, v1
    mul v4, v5, v4                      // z
    mul v5, v4, v4
    mov v6, 0.0952380952
    mov v7, 0.105263158
    mad v6, v6, v5, v7
    mov v7, 0.117647059
    mad v6, v6, v5, v7
    mov v7, 0.133333333
    mad v6, v6, v5, v7
    mov v7, 0.153846154
    mad v6, v6, v5, v7
    mov v7, 0.181818182
    mad v6, v6, v5, v7
    mov v7, 0.222222222
    mad v6, v6, v5, v7
    mov v7, 0.285714286
    mad v6, v6, v5, v7
    mov v7, 0.4
    mad v6, v6, v5, v7
    mov v7, 0.666666667
    mad v6, v6, v5, v7
    mov v7, 2.0
    mad v6, v6, v5, v7
    mul v4, v4, v6                      // log(price / strike)
    mul v5, v2, 0.065
    add v4, v4, v5
    rcp v5, v3
    mul v4, v4, v5                      // d1
    mov v5, 0
    smov s0, 2
distribution:
    or v6, v5, 0                        // the distribution at d1, in the second iteration
    abs v7, v4
    mul v8, v7, 0.2316419
    add v8, v8, 1.0
    rcp v8, v8                          // t
    mov v9, 1.330274429
    mov v10, -1.821255978
    mad v9, v9, v8, v10
    mov v10, 1.781477937
    mad v9, v9, v8, v10
    mov v10, -0.356563782
    mad v9, v9, v8, v10
    mov v10, 0.319381530
    mad v9, v9, v8, v10
    mul v9, v9, v8
    mul v10, v7, v7
    mul v10, v10, 0.5
    min v10, v10, 80.0
    mul v11, v10, 1.44269504
    add v11, v11, 0.5
    cvt.f2i v11, v11                    // n
    cvt.i2f v12, v11
    mad.neg v10, v12, 0.693145752, v10  // ln 2 in two parts: the first has few bits
    mad.neg v10, v12, 0.00000142860677, v10
    mul v10, v10, -1.0                  // f ln 2
    mov v12, 0.00138888889
    mov v13, 0.00833333333
    mad v12, v12, v10, v13
    mov v13, 0.0416666667
    mad v12, v12, v10, v13
    mov v13, 0.166666667
    mad v12, v12, v10, v13
    mov v13, 0.5
    mad v12, v12, v10, v13
    mov v13, 1.0
    mad v12, v12, v10, v13
    mad v12, v12, v10, v13
    imul v11, v11, -1
    iadd v11, v11, 127
    shl v11, v11, 23
    mul v12, v12, v11
    mul v12, v12, 0.39894228
    mul v5, v9, v12                     // the upper tail
    test.le p0, v4
    cpush.if negative
    cmask p0
    mov v13, 1.0
    add.neg v5, v13, v5
    cpop
negative:
    add.neg v4, v4, v3                  // d2
    sisub s0, s0, 1
#bound branchcycle 1 1 0
    sicj.g distribution, s0
    mul v7, v2, 0.02
    mov v8, 0.0416666667
    mov v9, -0.166666667
    mad v8, v8, v7, v9
    mov v9, 0.5
    mad v8, v8, v7, v9
    mov v9, -1.0
    mad v8, v8, v7, v9
    mov v9, 1.0
    mad v8, v8, v7, v9
    mul v8, v8, v1                      // discounted strike
    mul v9, v0, v6
    mul v10, v8, v5
    add.neg v9, v9, v10
    stglin v9, 3
    mov v11, 1.0
    add.neg v5, v11, v5
    add.neg v6, v11, v6
    mul v9, v8, v5
    mul v10, v0, v6
    add.neg v9, v9, v10
    stglin v9, 4
    exit
