# SPDX-License-Identifier: Apache-2.0
# float.s - F arithmetic: results and flags in all five rounding modes.
.include "test.inc"

    program

    # fadd.s
    ff 2, fadd.s, 0x40600000, 0, 0x40200000, 0x3f800000, rne
    ff 3, fadd.s, 0xc49a3fff, 1, 0xc49a6333, 0x3f8ccccd, rtz
    ff 4, fadd.s, 0x7f7fffff, 5, 0x7f7fffff, 0x7f7fffff, rdn
    ff 5, fadd.s, 0x01000001, 1, 0x00800000, 0x00800001, rup
    ff 6, fadd.s, 0x7fc00000, 16, 0x7f800000, 0xff800000, rmm
    ff 7, fadd.s, 0x00000000, 0, 0x00000000, 0x80000000, rne
    ff 8, fadd.s, 0x7fc00000, 16, 0x7f800001, 0x3f800000, rtz
    ff 9, fadd.s, 0x7fc00000, 0, 0x7fc00001, 0x40000000, rdn
    ff 10, fadd.s, 0x40800000, 0, 0x3f800000, 0x40400000, rup
    ff 11, fadd.s, 0x3f800000, 0, 0x3f800000, 0x00000000, rmm
    ff 12, fadd.s, 0x3f000000, 1, 0x00000001, 0x3f000000, rne
    ff 13, fadd.s, 0x7f7fffff, 1, 0x00800000, 0x7f7fffff, rtz
    ff 14, fadd.s, 0xbfc00000, 1, 0x00000001, 0xbfc00000, rdn
    ff 15, fadd.s, 0x7fc00000, 16, 0x3a83126f, 0x7f800001, rup
    ff 16, fadd.s, 0xff800000, 0, 0xff800000, 0x4b7fffff, rmm
    ff 17, fadd.s, 0x40880000, 0, 0x3f800000, 0x40500000, rne
    ff 18, fadd.s, 0xff800000, 0, 0xff800000, 0x80000001, rtz
    ff 19, fadd.s, 0x7fc00000, 16, 0x3eaaaaab, 0x7f800001, rdn
    ff 20, fadd.s, 0x7fc00000, 16, 0x3eaaaaab, 0x7f800001, rup
    ff 21, fadd.s, 0x7f7fffff, 1, 0x7f7fffff, 0x00000001, rmm
    ff 22, fadd.s, 0x7fc00000, 16, 0xff800000, 0x7f800001, rne
    ff 23, fadd.s, 0x7fc00000, 0, 0x4b7fffff, 0x7fc00000, rtz
    ff 24, fadd.s, 0x7fc00000, 16, 0x7f800001, 0x00800000, rdn
    ff 25, fadd.s, 0x7fc00000, 16, 0x7f800001, 0x00000001, rup
    ff 26, fadd.s, 0x3f7fffff, 1, 0x3f800000, 0xb3000001, rne
    ff 27, fadd.s, 0x3f7fffff, 1, 0x3f800000, 0xb3000001, rtz
    ff 28, fadd.s, 0x3f7fffff, 1, 0x3f800000, 0xb3000001, rdn
    ff 29, fadd.s, 0x3f800000, 1, 0x3f800000, 0xb3000001, rup
    ff 30, fadd.s, 0x3f7fffff, 1, 0x3f800000, 0xb3000001, rmm

    # fsub.s
    ff 31, fsub.s, 0x3fc00000, 0, 0x40200000, 0x3f800000, rne
    ff 32, fsub.s, 0xc49a8666, 1, 0xc49a6333, 0x3f8ccccd, rtz
    ff 33, fsub.s, 0x80000000, 0, 0x7f7fffff, 0x7f7fffff, rdn
    ff 34, fsub.s, 0x80000001, 0, 0x00800000, 0x00800001, rup
    ff 35, fsub.s, 0x7f800000, 0, 0x7f800000, 0xff800000, rmm
    ff 36, fsub.s, 0x00000000, 0, 0x00000000, 0x80000000, rne
    ff 37, fsub.s, 0x7fc00000, 16, 0x7f800001, 0x3f800000, rtz
    ff 38, fsub.s, 0x7fc00000, 0, 0x7fc00001, 0x40000000, rdn
    ff 39, fsub.s, 0xc0000000, 0, 0x3f800000, 0x40400000, rup
    ff 40, fsub.s, 0x3f800000, 0, 0x3f800000, 0x00000000, rmm
    ff 41, fsub.s, 0xbf000000, 1, 0x00000001, 0x3f000000, rne
    ff 42, fsub.s, 0xff7ffffe, 1, 0x4b7fffff, 0x7f7fffff, rtz
    ff 43, fsub.s, 0xff800000, 0, 0xff800000, 0x3dcccccd, rdn
    ff 44, fsub.s, 0x7f800000, 0, 0x7f800000, 0x3a83126f, rup
    ff 45, fsub.s, 0x7f800000, 0, 0x80000000, 0xff800000, rmm
    ff 46, fsub.s, 0xc0500000, 1, 0x80000001, 0x40500000, rne
    ff 47, fsub.s, 0xff800000, 0, 0x00800000, 0x7f800000, rtz
    ff 48, fsub.s, 0xff7fffff, 1, 0x40500000, 0x7f7fffff, rdn
    ff 49, fsub.s, 0xba83126e, 1, 0x007fffff, 0x3a83126f, rup
    ff 50, fsub.s, 0x3dcccccd, 0, 0x3dcccccd, 0x00000000, rmm
    ff 51, fsub.s, 0x3dcccccd, 1, 0x3dcccccd, 0x00000001, rne
    ff 52, fsub.s, 0x7f800000, 0, 0x3dcccccd, 0xff800000, rtz
    ff 53, fsub.s, 0xba83126f, 1, 0x00800000, 0x3a83126f, rdn
    ff 54, fsub.s, 0x7fc00000, 0, 0x80000000, 0x7fc00000, rup
    ff 55, fsub.s, 0x3f800000, 1, 0x3f800000, 0xb3000001, rne
    ff 56, fsub.s, 0x3f800000, 1, 0x3f800000, 0xb3000001, rtz
    ff 57, fsub.s, 0x3f800000, 1, 0x3f800000, 0xb3000001, rdn
    ff 58, fsub.s, 0x3f800001, 1, 0x3f800000, 0xb3000001, rup
    ff 59, fsub.s, 0x3f800000, 1, 0x3f800000, 0xb3000001, rmm

    # fmul.s
    ff 60, fmul.s, 0x40200000, 0, 0x40200000, 0x3f800000, rne
    ff 61, fmul.s, 0xc4a9d385, 1, 0xc49a6333, 0x3f8ccccd, rtz
    ff 62, fmul.s, 0x7f7fffff, 5, 0x7f7fffff, 0x7f7fffff, rdn
    ff 63, fmul.s, 0x00000001, 3, 0x00800000, 0x00800001, rup
    ff 64, fmul.s, 0xff800000, 0, 0x7f800000, 0xff800000, rmm
    ff 65, fmul.s, 0x80000000, 0, 0x00000000, 0x80000000, rne
    ff 66, fmul.s, 0x7fc00000, 16, 0x7f800001, 0x3f800000, rtz
    ff 67, fmul.s, 0x7fc00000, 0, 0x7fc00001, 0x40000000, rdn
    ff 68, fmul.s, 0x40400000, 0, 0x3f800000, 0x40400000, rup
    ff 69, fmul.s, 0x00000000, 0, 0x3f800000, 0x00000000, rmm
    ff 70, fmul.s, 0x00000000, 3, 0x00000001, 0x3f000000, rne
    ff 71, fmul.s, 0x00800001, 0, 0x3f800001, 0x00800000, rtz
    ff 72, fmul.s, 0x7f800000, 0, 0x3f800001, 0x7f800000, rdn
    ff 73, fmul.s, 0x7fc00000, 16, 0x7f800001, 0x80000000, rup
    ff 74, fmul.s, 0xff800000, 0, 0x80000001, 0x7f800000, rmm
    ff 75, fmul.s, 0x00000000, 0, 0x7f7fffff, 0x00000000, rne
    ff 76, fmul.s, 0x80000003, 3, 0x80000001, 0x40500000, rtz
    ff 77, fmul.s, 0x00000000, 0, 0x00000000, 0x3f800000, rdn
    ff 78, fmul.s, 0x80ffffff, 0, 0x80000001, 0x4b7fffff, rup
    ff 79, fmul.s, 0x7f800000, 0, 0xff800000, 0xff800000, rmm
    ff 80, fmul.s, 0x80000000, 0, 0x3f800000, 0x80000000, rne
    ff 81, fmul.s, 0x7fc00000, 16, 0x80000001, 0x7f800001, rtz
    ff 82, fmul.s, 0x002aaaaa, 3, 0x3eaaaaab, 0x007fffff, rdn
    ff 83, fmul.s, 0x7fc00000, 16, 0x7f800001, 0x40500000, rup
    ff 84, fmul.s, 0x3f800003, 0, 0x3f800000, 0x3f800003, rne
    ff 85, fmul.s, 0x3f800003, 0, 0x3f800000, 0x3f800003, rtz
    ff 86, fmul.s, 0x3f800003, 0, 0x3f800000, 0x3f800003, rdn
    ff 87, fmul.s, 0x3f800003, 0, 0x3f800000, 0x3f800003, rup
    ff 88, fmul.s, 0x3f800003, 0, 0x3f800000, 0x3f800003, rmm

    # fdiv.s
    ff 89, fdiv.s, 0x40200000, 0, 0x40200000, 0x3f800000, rne
    ff 90, fdiv.s, 0xc48c5a2e, 1, 0xc49a6333, 0x3f8ccccd, rtz
    ff 91, fdiv.s, 0x3f800000, 0, 0x7f7fffff, 0x7f7fffff, rdn
    ff 92, fdiv.s, 0x3f7fffff, 1, 0x00800000, 0x00800001, rup
    ff 93, fdiv.s, 0x7fc00000, 16, 0x7f800000, 0xff800000, rmm
    ff 94, fdiv.s, 0x7fc00000, 16, 0x00000000, 0x80000000, rne
    ff 95, fdiv.s, 0x7fc00000, 16, 0x7f800001, 0x3f800000, rtz
    ff 96, fdiv.s, 0x7fc00000, 0, 0x7fc00001, 0x40000000, rdn
    ff 97, fdiv.s, 0x3eaaaaab, 1, 0x3f800000, 0x40400000, rup
    ff 98, fdiv.s, 0x7f800000, 8, 0x3f800000, 0x00000000, rmm
    ff 99, fdiv.s, 0x00000002, 0, 0x00000001, 0x3f000000, rne
    ff 100, fdiv.s, 0x7983126f, 0, 0x3a83126f, 0x00800000, rtz
    ff 101, fdiv.s, 0x39a151c3, 1, 0x3a83126f, 0x40500000, rdn
    ff 102, fdiv.s, 0x3f800000, 0, 0x00000001, 0x00000001, rup
    ff 103, fdiv.s, 0xbfbfffff, 1, 0xbfc00000, 0x3f800001, rmm
    ff 104, fdiv.s, 0x0000000a, 3, 0x00000001, 0x3dcccccd, rne
    ff 105, fdiv.s, 0x7f800000, 0, 0x7f800000, 0x00000001, rtz
    ff 106, fdiv.s, 0x80000000, 0, 0x80000000, 0x3dcccccd, rdn
    ff 107, fdiv.s, 0x7fc00000, 16, 0x4b7fffff, 0x7f800001, rup
    ff 108, fdiv.s, 0x7fc00000, 0, 0xcf000000, 0x7fc00000, rmm
    ff 109, fdiv.s, 0x80000000, 3, 0x80000001, 0x40500000, rne
    ff 110, fdiv.s, 0x80000000, 3, 0x00000001, 0xbfc00000, rtz
    ff 111, fdiv.s, 0x00000000, 0, 0x3f800001, 0x7f800000, rdn
    ff 112, fdiv.s, 0x7f800000, 5, 0x40500000, 0x00000001, rup
    ff 113, fdiv.s, 0xbeaaaaab, 1, 0x3f800000, 0xc0400000, rne
    ff 114, fdiv.s, 0xbeaaaaaa, 1, 0x3f800000, 0xc0400000, rtz
    ff 115, fdiv.s, 0xbeaaaaab, 1, 0x3f800000, 0xc0400000, rdn
    ff 116, fdiv.s, 0xbeaaaaaa, 1, 0x3f800000, 0xc0400000, rup
    ff 117, fdiv.s, 0xbeaaaaab, 1, 0x3f800000, 0xc0400000, rmm

    # fsqrt.s
    f_root 118, 0x40000000, 0, 0x40800000, rne
    f_root 119, 0x3fb504f3, 1, 0x40000000, rtz
    f_root 120, 0x3fe2dfc4, 1, 0x40490fdb, rdn
    f_root 121, 0x3ea1e89c, 1, 0x3dcccccd, rup
    f_root 122, 0x00000000, 0, 0x00000000, rmm
    f_root 123, 0x80000000, 0, 0x80000000, rne
    f_root 124, 0x7fc00000, 16, 0xbf800000, rtz
    f_root 125, 0x7f800000, 0, 0x7f800000, rdn
    f_root 126, 0x7fc00000, 16, 0x7f800001, rup
    f_root 127, 0x7fc00000, 0, 0x7fc00000, rmm
    f_root 128, 0x1a3504f3, 1, 0x00000001, rne
    f_root 129, 0x5f7fffff, 1, 0x7f7fffff, rtz
    f_root 130, 0x3f800000, 1, 0x3f800001, rdn

    # fmadd.s
    fff 131, fmadd.s, 0x40600000, 0, 0x3f800000, 0x40200000, 0x3f800000, rne
    fff 132, fmadd.s, 0x34800000, 1, 0x3f800001, 0x3f800001, 0xbf800000, rtz
    fff 133, fmadd.s, 0x7fc00000, 16, 0x7f800000, 0x00000000, 0x7fc00000, rdn
    fff 134, fmadd.s, 0x7f7fffff, 0, 0x7f7fffff, 0x40000000, 0xff7fffff, rup
    fff 135, fmadd.s, 0x7f800000, 0, 0x4b7fffff, 0x7f800000, 0x00000001, rmm
    fff 136, fmadd.s, 0xbfbbbbbc, 1, 0x3eaaaaab, 0x3dcccccd, 0xbfc00000, rne
    fff 137, fmadd.s, 0x7fc00000, 16, 0x7f800001, 0x00800000, 0x3a83126f, rtz
    fff 138, fmadd.s, 0xbfc00000, 1, 0x3f800001, 0x00000001, 0xbfc00000, rdn
    fff 139, fmadd.s, 0x7f800000, 5, 0x3f800001, 0x7f7fffff, 0x007fffff, rup
    fff 140, fmadd.s, 0x7fc00000, 16, 0x007fffff, 0x7f800001, 0x7f7fffff, rmm
    fff 141, fmadd.s, 0x7fc00000, 16, 0x007fffff, 0xff800000, 0x7f800001, rne
    fff 142, fmadd.s, 0x00000001, 3, 0x3f800001, 0x00000001, 0x00000000, rtz
    fff 143, fmadd.s, 0xbfc00000, 1, 0x3f800000, 0x00000001, 0xbfc00000, rdn
    fff 144, fmadd.s, 0x7fc00000, 16, 0x3f800000, 0x3f800000, 0x7f800001, rup
    fff 145, fmadd.s, 0x7fc00000, 16, 0x4b7fffff, 0x7f7fffff, 0x7f800001, rmm
    fff 146, fmadd.s, 0x7fc00000, 0, 0x7fc00000, 0x00800000, 0xff800000, rne
    fff 147, fmadd.s, 0x7fc00000, 0, 0x3a83126f, 0x7f800000, 0x7fc00000, rtz
    fff 148, fmadd.s, 0x7fc00000, 16, 0x4b7fffff, 0x80000000, 0x7f800001, rdn

    # fmsub.s
    fff 149, fmsub.s, 0x3fc00000, 0, 0x3f800000, 0x40200000, 0x3f800000, rne
    fff 150, fmsub.s, 0x40000001, 1, 0x3f800001, 0x3f800001, 0xbf800000, rtz
    fff 151, fmsub.s, 0x7fc00000, 16, 0x7f800000, 0x00000000, 0x7fc00000, rdn
    fff 152, fmsub.s, 0x7f800000, 5, 0x7f7fffff, 0x40000000, 0xff7fffff, rup
    fff 153, fmsub.s, 0x7f800000, 0, 0x00000001, 0x7f800000, 0x3f800001, rmm
    fff 154, fmsub.s, 0xc09c0000, 0, 0xbfc00000, 0x40500000, 0x80000000, rne
    fff 155, fmsub.s, 0x7fc00000, 16, 0x7f800001, 0x007fffff, 0x3eaaaaab, rtz
    fff 156, fmsub.s, 0x3fc00000, 1, 0x00800000, 0x007fffff, 0xbfc00000, rdn
    fff 157, fmsub.s, 0xff800000, 0, 0xff800000, 0x3f800001, 0x3f800001, rup
    fff 158, fmsub.s, 0xff800000, 0, 0x00000001, 0xff800000, 0x3f800000, rmm
    fff 159, fmsub.s, 0x00000001, 0, 0x00000001, 0x00000000, 0x80000001, rne
    fff 160, fmsub.s, 0x813fffff, 1, 0x4b7fffff, 0x80000001, 0x00800000, rtz
    fff 161, fmsub.s, 0xff800000, 5, 0xbfc00000, 0x007fffff, 0x7f7fffff, rdn
    fff 162, fmsub.s, 0xbf800000, 0, 0x00000000, 0x3f800001, 0x3f800000, rup
    fff 163, fmsub.s, 0xc0500000, 0, 0x80000001, 0x80000000, 0x40500000, rmm
    fff 164, fmsub.s, 0x7fc00000, 16, 0x7fc00000, 0x00000001, 0x7f800001, rne
    fff 165, fmsub.s, 0x7fc00000, 16, 0x7f7fffff, 0x00800000, 0x7f800001, rtz
    fff 166, fmsub.s, 0x404fffff, 1, 0x3f800000, 0x40500000, 0x00000001, rdn

    # fnmsub.s
    fff 167, fnmsub.s, 0xbfc00000, 0, 0x3f800000, 0x40200000, 0x3f800000, rne
    fff 168, fnmsub.s, 0xc0000001, 1, 0x3f800001, 0x3f800001, 0xbf800000, rtz
    fff 169, fnmsub.s, 0x7fc00000, 16, 0x7f800000, 0x00000000, 0x7fc00000, rdn
    fff 170, fnmsub.s, 0xff7fffff, 5, 0x7f7fffff, 0x40000000, 0xff7fffff, rup
    fff 171, fnmsub.s, 0x7fc00000, 16, 0x7f800001, 0x3dcccccd, 0x3eaaaaab, rmm
    fff 172, fnmsub.s, 0x7fc00000, 0, 0x80000000, 0x80000001, 0x7fc00000, rne
    fff 173, fnmsub.s, 0x3eaaaaaa, 1, 0x3dcccccd, 0x007fffff, 0x3eaaaaab, rtz
    fff 174, fnmsub.s, 0x7fc00000, 16, 0x3dcccccd, 0xbfc00000, 0x7f800001, rdn
    fff 175, fnmsub.s, 0x7fc00000, 16, 0x7f800000, 0x7f800001, 0x3dcccccd, rup
    fff 176, fnmsub.s, 0x7fc00000, 16, 0x7f800001, 0x7f800001, 0xcf000000, rmm
    fff 177, fnmsub.s, 0x4f000000, 1, 0x3f800000, 0xcf000000, 0x00800000, rne
    fff 178, fnmsub.s, 0xc0980000, 0, 0x40500000, 0x3f800000, 0xbfc00000, rtz
    fff 179, fnmsub.s, 0x3a83126f, 0, 0x3dcccccd, 0x00000000, 0x3a83126f, rdn
    fff 180, fnmsub.s, 0x7fc00000, 16, 0x80000000, 0xff800000, 0x4b7fffff, rup
    fff 181, fnmsub.s, 0x4b800000, 1, 0xbfc00000, 0x3f800000, 0x4b7fffff, rmm
    fff 182, fnmsub.s, 0x7fc00000, 0, 0x00800000, 0x7fc00000, 0x00000001, rne
    fff 183, fnmsub.s, 0x7f800000, 0, 0x3f800000, 0xff800000, 0x40500000, rtz
    fff 184, fnmsub.s, 0x7fc00000, 16, 0x7f800001, 0x4b7fffff, 0x40500000, rdn

    # fnmadd.s
    fff 185, fnmadd.s, 0xc0600000, 0, 0x3f800000, 0x40200000, 0x3f800000, rne
    fff 186, fnmadd.s, 0xb4800000, 1, 0x3f800001, 0x3f800001, 0xbf800000, rtz
    fff 187, fnmadd.s, 0x7fc00000, 16, 0x7f800000, 0x00000000, 0x7fc00000, rdn
    fff 188, fnmadd.s, 0xff7fffff, 0, 0x7f7fffff, 0x40000000, 0xff7fffff, rup
    fff 189, fnmadd.s, 0x7fc00000, 0, 0x40500000, 0x7fc00000, 0x007fffff, rmm
    fff 190, fnmadd.s, 0xff7fffff, 1, 0xbfc00000, 0x3eaaaaab, 0x7f7fffff, rne
    fff 191, fnmadd.s, 0xbf977777, 1, 0x40500000, 0x3eaaaaab, 0x3dcccccd, rtz
    fff 192, fnmadd.s, 0x807fffff, 3, 0x80000001, 0x00000001, 0x007fffff, rdn
    fff 193, fnmadd.s, 0x4e2aaaab, 1, 0x3eaaaaab, 0xcf000000, 0x3dcccccd, rup
    fff 194, fnmadd.s, 0x7fc00000, 0, 0x3f800000, 0x7fc00000, 0xbfc00000, rmm
    fff 195, fnmadd.s, 0x7fc00000, 0, 0x7fc00000, 0x00000001, 0x3a83126f, rne
    fff 196, fnmadd.s, 0x7fc00000, 0, 0x7f7fffff, 0x7fc00000, 0x007fffff, rtz
    fff 197, fnmadd.s, 0x7fc00000, 16, 0x7f800001, 0x007fffff, 0xff800000, rdn
    fff 198, fnmadd.s, 0xff800000, 0, 0xff800000, 0xff800000, 0x3a83126f, rup
    fff 199, fnmadd.s, 0xff800000, 5, 0x4b7fffff, 0x7f7fffff, 0x007fffff, rmm
    fff 200, fnmadd.s, 0x7fc00000, 0, 0x40500000, 0x7fc00000, 0x3f800000, rne
    fff 201, fnmadd.s, 0x7f800000, 0, 0x007fffff, 0xff800000, 0x40500000, rtz
    fff 202, fnmadd.s, 0x7fc00000, 16, 0x7f800001, 0xff800000, 0x00000001, rdn

    # frm: the dynamic mode is what it says
    li gp, 203
    fsrmi 1
    operands 0x3f800000, 0x33ffffff
    fadd.s fa0, fa1, fa2
    want_float fa0, 0x3f800000, 1
    fsrmi 3
    operands 0x3f800000, 0x33ffffff
    fadd.s fa0, fa1, fa2
    want_float fa0, 0x3f800001, 1
    fsrmi 0

    finish
