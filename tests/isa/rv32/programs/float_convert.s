# SPDX-License-Identifier: Apache-2.0
# float_convert.s - F conversions, comparisons, minimum and maximum, signs, classes.
.include "test.inc"

    program

    # fcvt.w.s
    to_integer 2, fcvt.w.s, 0xffffffff, 1, 0xbf8ccccd, rne
    to_integer 3, fcvt.w.s, 0xffffffff, 1, 0xbf8ccccd, rtz
    to_integer 4, fcvt.w.s, 0xfffffffe, 1, 0xbf8ccccd, rdn
    to_integer 5, fcvt.w.s, 0xffffffff, 1, 0xbf8ccccd, rup
    to_integer 6, fcvt.w.s, 0xffffffff, 1, 0xbf8ccccd, rmm
    to_integer 7, fcvt.w.s, 0xffffffff, 0, 0xbf800000, rne
    to_integer 8, fcvt.w.s, 0xffffffff, 0, 0xbf800000, rtz
    to_integer 9, fcvt.w.s, 0xffffffff, 0, 0xbf800000, rdn
    to_integer 10, fcvt.w.s, 0xffffffff, 0, 0xbf800000, rup
    to_integer 11, fcvt.w.s, 0xffffffff, 0, 0xbf800000, rmm
    to_integer 12, fcvt.w.s, 0xffffffff, 1, 0xbf666666, rne
    to_integer 13, fcvt.w.s, 0x00000000, 1, 0xbf666666, rtz
    to_integer 14, fcvt.w.s, 0xffffffff, 1, 0xbf666666, rdn
    to_integer 15, fcvt.w.s, 0x00000000, 1, 0xbf666666, rup
    to_integer 16, fcvt.w.s, 0xffffffff, 1, 0xbf666666, rmm
    to_integer 17, fcvt.w.s, 0x00000000, 1, 0xbf000000, rne
    to_integer 18, fcvt.w.s, 0x00000000, 1, 0xbf000000, rtz
    to_integer 19, fcvt.w.s, 0xffffffff, 1, 0xbf000000, rdn
    to_integer 20, fcvt.w.s, 0x00000000, 1, 0xbf000000, rup
    to_integer 21, fcvt.w.s, 0xffffffff, 1, 0xbf000000, rmm
    to_integer 22, fcvt.w.s, 0x00000000, 1, 0x3f000000, rne
    to_integer 23, fcvt.w.s, 0x00000000, 1, 0x3f000000, rtz
    to_integer 24, fcvt.w.s, 0x00000000, 1, 0x3f000000, rdn
    to_integer 25, fcvt.w.s, 0x00000001, 1, 0x3f000000, rup
    to_integer 26, fcvt.w.s, 0x00000001, 1, 0x3f000000, rmm
    to_integer 27, fcvt.w.s, 0x00000001, 1, 0x3f666666, rne
    to_integer 28, fcvt.w.s, 0x00000000, 1, 0x3f666666, rtz
    to_integer 29, fcvt.w.s, 0x00000000, 1, 0x3f666666, rdn
    to_integer 30, fcvt.w.s, 0x00000001, 1, 0x3f666666, rup
    to_integer 31, fcvt.w.s, 0x00000001, 1, 0x3f666666, rmm
    to_integer 32, fcvt.w.s, 0x00000002, 1, 0x3fc00000, rne
    to_integer 33, fcvt.w.s, 0x00000001, 1, 0x3fc00000, rtz
    to_integer 34, fcvt.w.s, 0x00000001, 1, 0x3fc00000, rdn
    to_integer 35, fcvt.w.s, 0x00000002, 1, 0x3fc00000, rup
    to_integer 36, fcvt.w.s, 0x00000002, 1, 0x3fc00000, rmm
    to_integer 37, fcvt.w.s, 0x00000002, 1, 0x40200000, rne
    to_integer 38, fcvt.w.s, 0x00000002, 1, 0x40200000, rtz
    to_integer 39, fcvt.w.s, 0x00000002, 1, 0x40200000, rdn
    to_integer 40, fcvt.w.s, 0x00000003, 1, 0x40200000, rup
    to_integer 41, fcvt.w.s, 0x00000003, 1, 0x40200000, rmm
    to_integer 42, fcvt.w.s, 0xfffffffe, 1, 0xc0200000, rne
    to_integer 43, fcvt.w.s, 0xfffffffe, 1, 0xc0200000, rtz
    to_integer 44, fcvt.w.s, 0xfffffffd, 1, 0xc0200000, rdn
    to_integer 45, fcvt.w.s, 0xfffffffe, 1, 0xc0200000, rup
    to_integer 46, fcvt.w.s, 0xfffffffd, 1, 0xc0200000, rmm
    to_integer 47, fcvt.w.s, 0x7fffffff, 16, 0x4f32d05e, rtz
    to_integer 48, fcvt.w.s, 0x7fffffff, 16, 0x4f32d05e, rup
    to_integer 49, fcvt.w.s, 0x80000000, 16, 0xcf32d05e, rtz
    to_integer 50, fcvt.w.s, 0x80000000, 16, 0xcf32d05e, rup
    to_integer 51, fcvt.w.s, 0x7fffffff, 16, 0x501502f9, rtz
    to_integer 52, fcvt.w.s, 0x7fffffff, 16, 0x501502f9, rup
    to_integer 53, fcvt.w.s, 0x7fffffff, 16, 0x4f000000, rtz
    to_integer 54, fcvt.w.s, 0x7fffffff, 16, 0x4f000000, rup
    to_integer 55, fcvt.w.s, 0x80000000, 0, 0xcf000000, rtz
    to_integer 56, fcvt.w.s, 0x80000000, 0, 0xcf000000, rup
    to_integer 57, fcvt.w.s, 0x7fffff80, 0, 0x4effffff, rtz
    to_integer 58, fcvt.w.s, 0x7fffff80, 0, 0x4effffff, rup
    to_integer 59, fcvt.w.s, 0x7fffffff, 16, 0x4f7fffff, rtz
    to_integer 60, fcvt.w.s, 0x7fffffff, 16, 0x4f7fffff, rup
    to_integer 61, fcvt.w.s, 0x7fffffff, 16, 0x7f800000, rtz
    to_integer 62, fcvt.w.s, 0x7fffffff, 16, 0x7f800000, rup
    to_integer 63, fcvt.w.s, 0x80000000, 16, 0xff800000, rtz
    to_integer 64, fcvt.w.s, 0x80000000, 16, 0xff800000, rup
    to_integer 65, fcvt.w.s, 0x7fffffff, 16, 0x7fc00000, rtz
    to_integer 66, fcvt.w.s, 0x7fffffff, 16, 0x7fc00000, rup
    to_integer 67, fcvt.w.s, 0x7fffffff, 16, 0xffc00000, rtz
    to_integer 68, fcvt.w.s, 0x7fffffff, 16, 0xffc00000, rup
    to_integer 69, fcvt.w.s, 0x7fffffff, 16, 0x7f800001, rtz
    to_integer 70, fcvt.w.s, 0x7fffffff, 16, 0x7f800001, rup
    to_integer 71, fcvt.w.s, 0x00000000, 1, 0x00000001, rne
    to_integer 72, fcvt.w.s, 0x00000000, 1, 0x00000001, rtz
    to_integer 73, fcvt.w.s, 0x00000000, 1, 0x00000001, rdn
    to_integer 74, fcvt.w.s, 0x00000001, 1, 0x00000001, rup
    to_integer 75, fcvt.w.s, 0x00000000, 1, 0x00000001, rmm
    to_integer 76, fcvt.w.s, 0x00000000, 1, 0x80000001, rne
    to_integer 77, fcvt.w.s, 0x00000000, 1, 0x80000001, rtz
    to_integer 78, fcvt.w.s, 0xffffffff, 1, 0x80000001, rdn
    to_integer 79, fcvt.w.s, 0x00000000, 1, 0x80000001, rup
    to_integer 80, fcvt.w.s, 0x00000000, 1, 0x80000001, rmm
    to_integer 81, fcvt.w.s, 0x00000000, 0, 0x80000000, rne
    to_integer 82, fcvt.w.s, 0x00000000, 0, 0x80000000, rtz
    to_integer 83, fcvt.w.s, 0x00000000, 0, 0x80000000, rdn
    to_integer 84, fcvt.w.s, 0x00000000, 0, 0x80000000, rup
    to_integer 85, fcvt.w.s, 0x00000000, 0, 0x80000000, rmm

    # fcvt.wu.s
    to_integer 86, fcvt.wu.s, 0x00000000, 16, 0xbf8ccccd, rne
    to_integer 87, fcvt.wu.s, 0x00000000, 16, 0xbf8ccccd, rtz
    to_integer 88, fcvt.wu.s, 0x00000000, 16, 0xbf8ccccd, rdn
    to_integer 89, fcvt.wu.s, 0x00000000, 16, 0xbf8ccccd, rup
    to_integer 90, fcvt.wu.s, 0x00000000, 16, 0xbf8ccccd, rmm
    to_integer 91, fcvt.wu.s, 0x00000000, 16, 0xbf800000, rne
    to_integer 92, fcvt.wu.s, 0x00000000, 16, 0xbf800000, rtz
    to_integer 93, fcvt.wu.s, 0x00000000, 16, 0xbf800000, rdn
    to_integer 94, fcvt.wu.s, 0x00000000, 16, 0xbf800000, rup
    to_integer 95, fcvt.wu.s, 0x00000000, 16, 0xbf800000, rmm
    to_integer 96, fcvt.wu.s, 0x00000000, 16, 0xbf666666, rne
    to_integer 97, fcvt.wu.s, 0x00000000, 1, 0xbf666666, rtz
    to_integer 98, fcvt.wu.s, 0x00000000, 16, 0xbf666666, rdn
    to_integer 99, fcvt.wu.s, 0x00000000, 1, 0xbf666666, rup
    to_integer 100, fcvt.wu.s, 0x00000000, 16, 0xbf666666, rmm
    to_integer 101, fcvt.wu.s, 0x00000000, 1, 0xbf000000, rne
    to_integer 102, fcvt.wu.s, 0x00000000, 1, 0xbf000000, rtz
    to_integer 103, fcvt.wu.s, 0x00000000, 16, 0xbf000000, rdn
    to_integer 104, fcvt.wu.s, 0x00000000, 1, 0xbf000000, rup
    to_integer 105, fcvt.wu.s, 0x00000000, 16, 0xbf000000, rmm
    to_integer 106, fcvt.wu.s, 0x00000000, 1, 0x3f000000, rne
    to_integer 107, fcvt.wu.s, 0x00000000, 1, 0x3f000000, rtz
    to_integer 108, fcvt.wu.s, 0x00000000, 1, 0x3f000000, rdn
    to_integer 109, fcvt.wu.s, 0x00000001, 1, 0x3f000000, rup
    to_integer 110, fcvt.wu.s, 0x00000001, 1, 0x3f000000, rmm
    to_integer 111, fcvt.wu.s, 0x00000001, 1, 0x3f666666, rne
    to_integer 112, fcvt.wu.s, 0x00000000, 1, 0x3f666666, rtz
    to_integer 113, fcvt.wu.s, 0x00000000, 1, 0x3f666666, rdn
    to_integer 114, fcvt.wu.s, 0x00000001, 1, 0x3f666666, rup
    to_integer 115, fcvt.wu.s, 0x00000001, 1, 0x3f666666, rmm
    to_integer 116, fcvt.wu.s, 0x00000002, 1, 0x3fc00000, rne
    to_integer 117, fcvt.wu.s, 0x00000001, 1, 0x3fc00000, rtz
    to_integer 118, fcvt.wu.s, 0x00000001, 1, 0x3fc00000, rdn
    to_integer 119, fcvt.wu.s, 0x00000002, 1, 0x3fc00000, rup
    to_integer 120, fcvt.wu.s, 0x00000002, 1, 0x3fc00000, rmm
    to_integer 121, fcvt.wu.s, 0x00000002, 1, 0x40200000, rne
    to_integer 122, fcvt.wu.s, 0x00000002, 1, 0x40200000, rtz
    to_integer 123, fcvt.wu.s, 0x00000002, 1, 0x40200000, rdn
    to_integer 124, fcvt.wu.s, 0x00000003, 1, 0x40200000, rup
    to_integer 125, fcvt.wu.s, 0x00000003, 1, 0x40200000, rmm
    to_integer 126, fcvt.wu.s, 0x00000000, 16, 0xc0200000, rne
    to_integer 127, fcvt.wu.s, 0x00000000, 16, 0xc0200000, rtz
    to_integer 128, fcvt.wu.s, 0x00000000, 16, 0xc0200000, rdn
    to_integer 129, fcvt.wu.s, 0x00000000, 16, 0xc0200000, rup
    to_integer 130, fcvt.wu.s, 0x00000000, 16, 0xc0200000, rmm
    to_integer 131, fcvt.wu.s, 0xb2d05e00, 0, 0x4f32d05e, rtz
    to_integer 132, fcvt.wu.s, 0xb2d05e00, 0, 0x4f32d05e, rup
    to_integer 133, fcvt.wu.s, 0x00000000, 16, 0xcf32d05e, rtz
    to_integer 134, fcvt.wu.s, 0x00000000, 16, 0xcf32d05e, rup
    to_integer 135, fcvt.wu.s, 0xffffffff, 16, 0x501502f9, rtz
    to_integer 136, fcvt.wu.s, 0xffffffff, 16, 0x501502f9, rup
    to_integer 137, fcvt.wu.s, 0x80000000, 0, 0x4f000000, rtz
    to_integer 138, fcvt.wu.s, 0x80000000, 0, 0x4f000000, rup
    to_integer 139, fcvt.wu.s, 0x00000000, 16, 0xcf000000, rtz
    to_integer 140, fcvt.wu.s, 0x00000000, 16, 0xcf000000, rup
    to_integer 141, fcvt.wu.s, 0x7fffff80, 0, 0x4effffff, rtz
    to_integer 142, fcvt.wu.s, 0x7fffff80, 0, 0x4effffff, rup
    to_integer 143, fcvt.wu.s, 0xffffff00, 0, 0x4f7fffff, rtz
    to_integer 144, fcvt.wu.s, 0xffffff00, 0, 0x4f7fffff, rup
    to_integer 145, fcvt.wu.s, 0xffffffff, 16, 0x7f800000, rtz
    to_integer 146, fcvt.wu.s, 0xffffffff, 16, 0x7f800000, rup
    to_integer 147, fcvt.wu.s, 0x00000000, 16, 0xff800000, rtz
    to_integer 148, fcvt.wu.s, 0x00000000, 16, 0xff800000, rup
    to_integer 149, fcvt.wu.s, 0xffffffff, 16, 0x7fc00000, rtz
    to_integer 150, fcvt.wu.s, 0xffffffff, 16, 0x7fc00000, rup
    to_integer 151, fcvt.wu.s, 0xffffffff, 16, 0xffc00000, rtz
    to_integer 152, fcvt.wu.s, 0xffffffff, 16, 0xffc00000, rup
    to_integer 153, fcvt.wu.s, 0xffffffff, 16, 0x7f800001, rtz
    to_integer 154, fcvt.wu.s, 0xffffffff, 16, 0x7f800001, rup
    to_integer 155, fcvt.wu.s, 0x00000000, 1, 0x00000001, rne
    to_integer 156, fcvt.wu.s, 0x00000000, 1, 0x00000001, rtz
    to_integer 157, fcvt.wu.s, 0x00000000, 1, 0x00000001, rdn
    to_integer 158, fcvt.wu.s, 0x00000001, 1, 0x00000001, rup
    to_integer 159, fcvt.wu.s, 0x00000000, 1, 0x00000001, rmm
    to_integer 160, fcvt.wu.s, 0x00000000, 1, 0x80000001, rne
    to_integer 161, fcvt.wu.s, 0x00000000, 1, 0x80000001, rtz
    to_integer 162, fcvt.wu.s, 0x00000000, 16, 0x80000001, rdn
    to_integer 163, fcvt.wu.s, 0x00000000, 1, 0x80000001, rup
    to_integer 164, fcvt.wu.s, 0x00000000, 1, 0x80000001, rmm
    to_integer 165, fcvt.wu.s, 0x00000000, 0, 0x80000000, rne
    to_integer 166, fcvt.wu.s, 0x00000000, 0, 0x80000000, rtz
    to_integer 167, fcvt.wu.s, 0x00000000, 0, 0x80000000, rdn
    to_integer 168, fcvt.wu.s, 0x00000000, 0, 0x80000000, rup
    to_integer 169, fcvt.wu.s, 0x00000000, 0, 0x80000000, rmm

    # fcvt.s.w
    from_integer 170, fcvt.s.w, 0x00000000, 0, 0x00000000, rne
    from_integer 171, fcvt.s.w, 0x3f800000, 0, 0x00000001, rne
    from_integer 172, fcvt.s.w, 0x40000000, 0, 0x00000002, rne
    from_integer 173, fcvt.s.w, 0xc0000000, 0, 0xfffffffe, rne
    from_integer 174, fcvt.s.w, 0xbf800000, 0, 0xffffffff, rne
    from_integer 175, fcvt.s.w, 0x4f000000, 1, 0x7fffffff, rne
    from_integer 176, fcvt.s.w, 0xcf000000, 0, 0x80000000, rne
    from_integer 177, fcvt.s.w, 0xcf000000, 0, 0x80000000, rtz
    from_integer 178, fcvt.s.w, 0xcf000000, 0, 0x80000000, rdn
    from_integer 179, fcvt.s.w, 0xcf000000, 0, 0x80000000, rup
    from_integer 180, fcvt.s.w, 0xcf000000, 0, 0x80000000, rmm
    from_integer 181, fcvt.s.w, 0x4b800000, 1, 0x01000001, rne
    from_integer 182, fcvt.s.w, 0x4b800000, 1, 0x01000001, rtz
    from_integer 183, fcvt.s.w, 0x4b800000, 1, 0x01000001, rdn
    from_integer 184, fcvt.s.w, 0x4b800001, 1, 0x01000001, rup
    from_integer 185, fcvt.s.w, 0x4b800001, 1, 0x01000001, rmm
    from_integer 186, fcvt.s.w, 0x4b800002, 1, 0x01000003, rne
    from_integer 187, fcvt.s.w, 0x4b800001, 1, 0x01000003, rtz
    from_integer 188, fcvt.s.w, 0x4b800001, 1, 0x01000003, rdn
    from_integer 189, fcvt.s.w, 0x4b800002, 1, 0x01000003, rup
    from_integer 190, fcvt.s.w, 0x4b800002, 1, 0x01000003, rmm
    from_integer 191, fcvt.s.w, 0xcb800000, 1, 0xfeffffff, rne
    from_integer 192, fcvt.s.w, 0xcb800000, 1, 0xfeffffff, rtz
    from_integer 193, fcvt.s.w, 0xcb800001, 1, 0xfeffffff, rdn
    from_integer 194, fcvt.s.w, 0xcb800000, 1, 0xfeffffff, rup
    from_integer 195, fcvt.s.w, 0xcb800001, 1, 0xfeffffff, rmm
    from_integer 196, fcvt.s.w, 0x4d91a2b4, 1, 0x12345678, rne
    from_integer 197, fcvt.s.w, 0x4d91a2b3, 1, 0x12345678, rtz
    from_integer 198, fcvt.s.w, 0x4d91a2b3, 1, 0x12345678, rdn
    from_integer 199, fcvt.s.w, 0x4d91a2b4, 1, 0x12345678, rup
    from_integer 200, fcvt.s.w, 0x4d91a2b4, 1, 0x12345678, rmm

    # fcvt.s.wu
    from_integer 201, fcvt.s.wu, 0x00000000, 0, 0x00000000, rne
    from_integer 202, fcvt.s.wu, 0x3f800000, 0, 0x00000001, rne
    from_integer 203, fcvt.s.wu, 0x40000000, 0, 0x00000002, rne
    from_integer 204, fcvt.s.wu, 0x4f800000, 1, 0xfffffffe, rne
    from_integer 205, fcvt.s.wu, 0x4f800000, 1, 0xffffffff, rne
    from_integer 206, fcvt.s.wu, 0x4f000000, 1, 0x7fffffff, rne
    from_integer 207, fcvt.s.wu, 0x4f000000, 0, 0x80000000, rne
    from_integer 208, fcvt.s.wu, 0x4f000000, 0, 0x80000000, rtz
    from_integer 209, fcvt.s.wu, 0x4f000000, 0, 0x80000000, rdn
    from_integer 210, fcvt.s.wu, 0x4f000000, 0, 0x80000000, rup
    from_integer 211, fcvt.s.wu, 0x4f000000, 0, 0x80000000, rmm
    from_integer 212, fcvt.s.wu, 0x4b800000, 1, 0x01000001, rne
    from_integer 213, fcvt.s.wu, 0x4b800000, 1, 0x01000001, rtz
    from_integer 214, fcvt.s.wu, 0x4b800000, 1, 0x01000001, rdn
    from_integer 215, fcvt.s.wu, 0x4b800001, 1, 0x01000001, rup
    from_integer 216, fcvt.s.wu, 0x4b800001, 1, 0x01000001, rmm
    from_integer 217, fcvt.s.wu, 0x4b800002, 1, 0x01000003, rne
    from_integer 218, fcvt.s.wu, 0x4b800001, 1, 0x01000003, rtz
    from_integer 219, fcvt.s.wu, 0x4b800001, 1, 0x01000003, rdn
    from_integer 220, fcvt.s.wu, 0x4b800002, 1, 0x01000003, rup
    from_integer 221, fcvt.s.wu, 0x4b800002, 1, 0x01000003, rmm
    from_integer 222, fcvt.s.wu, 0x4f7f0000, 1, 0xfeffffff, rne
    from_integer 223, fcvt.s.wu, 0x4f7effff, 1, 0xfeffffff, rtz
    from_integer 224, fcvt.s.wu, 0x4f7effff, 1, 0xfeffffff, rdn
    from_integer 225, fcvt.s.wu, 0x4f7f0000, 1, 0xfeffffff, rup
    from_integer 226, fcvt.s.wu, 0x4f7f0000, 1, 0xfeffffff, rmm
    from_integer 227, fcvt.s.wu, 0x4d91a2b4, 1, 0x12345678, rne
    from_integer 228, fcvt.s.wu, 0x4d91a2b3, 1, 0x12345678, rtz
    from_integer 229, fcvt.s.wu, 0x4d91a2b3, 1, 0x12345678, rdn
    from_integer 230, fcvt.s.wu, 0x4d91a2b4, 1, 0x12345678, rup
    from_integer 231, fcvt.s.wu, 0x4d91a2b4, 1, 0x12345678, rmm

    # fmin.s
    ff_unrounded 232, fmin.s, 0x3f800000, 0, 0x3f800000, 0x40000000
    ff_unrounded 233, fmin.s, 0x3f800000, 0, 0x40000000, 0x3f800000
    ff_unrounded 234, fmin.s, 0xc0000000, 0, 0xbf800000, 0xc0000000
    ff_unrounded 235, fmin.s, 0x80000000, 0, 0x00000000, 0x80000000
    ff_unrounded 236, fmin.s, 0x80000000, 0, 0x80000000, 0x00000000
    ff_unrounded 237, fmin.s, 0x3f800000, 0, 0x3f800000, 0x7fc00000
    ff_unrounded 238, fmin.s, 0x3f800000, 0, 0x7fc00000, 0x3f800000
    ff_unrounded 239, fmin.s, 0x3f800000, 16, 0x7f800001, 0x3f800000
    ff_unrounded 240, fmin.s, 0x7fc00000, 0, 0x7fc00000, 0x7fc00001
    ff_unrounded 241, fmin.s, 0x7fc00000, 16, 0x7f800001, 0x7fc00000
    ff_unrounded 242, fmin.s, 0xff800000, 0, 0x7f800000, 0xff800000
    ff_unrounded 243, fmin.s, 0x80000001, 0, 0x00000001, 0x80000001
    ff_unrounded 244, fmin.s, 0x40a00000, 0, 0x40a00000, 0x40a00000

    # fmax.s
    ff_unrounded 245, fmax.s, 0x40000000, 0, 0x3f800000, 0x40000000
    ff_unrounded 246, fmax.s, 0x40000000, 0, 0x40000000, 0x3f800000
    ff_unrounded 247, fmax.s, 0xbf800000, 0, 0xbf800000, 0xc0000000
    ff_unrounded 248, fmax.s, 0x00000000, 0, 0x00000000, 0x80000000
    ff_unrounded 249, fmax.s, 0x00000000, 0, 0x80000000, 0x00000000
    ff_unrounded 250, fmax.s, 0x3f800000, 0, 0x3f800000, 0x7fc00000
    ff_unrounded 251, fmax.s, 0x3f800000, 0, 0x7fc00000, 0x3f800000
    ff_unrounded 252, fmax.s, 0x3f800000, 16, 0x7f800001, 0x3f800000
    ff_unrounded 253, fmax.s, 0x7fc00000, 0, 0x7fc00000, 0x7fc00001
    ff_unrounded 254, fmax.s, 0x7fc00000, 16, 0x7f800001, 0x7fc00000
    ff_unrounded 255, fmax.s, 0x7f800000, 0, 0x7f800000, 0xff800000
    ff_unrounded 256, fmax.s, 0x00000001, 0, 0x00000001, 0x80000001
    ff_unrounded 257, fmax.s, 0x40a00000, 0, 0x40a00000, 0x40a00000

    # feq.s
    f_compare 258, feq.s, 0, 0, 0x3f800000, 0x40000000
    f_compare 259, feq.s, 0, 0, 0x40000000, 0x3f800000
    f_compare 260, feq.s, 0, 0, 0xbf800000, 0xc0000000
    f_compare 261, feq.s, 1, 0, 0x00000000, 0x80000000
    f_compare 262, feq.s, 1, 0, 0x80000000, 0x00000000
    f_compare 263, feq.s, 0, 0, 0x3f800000, 0x7fc00000
    f_compare 264, feq.s, 0, 0, 0x7fc00000, 0x3f800000
    f_compare 265, feq.s, 0, 16, 0x7f800001, 0x3f800000
    f_compare 266, feq.s, 0, 0, 0x7fc00000, 0x7fc00001
    f_compare 267, feq.s, 0, 16, 0x7f800001, 0x7fc00000
    f_compare 268, feq.s, 0, 0, 0x7f800000, 0xff800000
    f_compare 269, feq.s, 0, 0, 0x00000001, 0x80000001
    f_compare 270, feq.s, 1, 0, 0x40a00000, 0x40a00000

    # flt.s
    f_compare 271, flt.s, 1, 0, 0x3f800000, 0x40000000
    f_compare 272, flt.s, 0, 0, 0x40000000, 0x3f800000
    f_compare 273, flt.s, 0, 0, 0xbf800000, 0xc0000000
    f_compare 274, flt.s, 0, 0, 0x00000000, 0x80000000
    f_compare 275, flt.s, 0, 0, 0x80000000, 0x00000000
    f_compare 276, flt.s, 0, 16, 0x3f800000, 0x7fc00000
    f_compare 277, flt.s, 0, 16, 0x7fc00000, 0x3f800000
    f_compare 278, flt.s, 0, 16, 0x7f800001, 0x3f800000
    f_compare 279, flt.s, 0, 16, 0x7fc00000, 0x7fc00001
    f_compare 280, flt.s, 0, 16, 0x7f800001, 0x7fc00000
    f_compare 281, flt.s, 0, 0, 0x7f800000, 0xff800000
    f_compare 282, flt.s, 0, 0, 0x00000001, 0x80000001
    f_compare 283, flt.s, 0, 0, 0x40a00000, 0x40a00000

    # fle.s
    f_compare 284, fle.s, 1, 0, 0x3f800000, 0x40000000
    f_compare 285, fle.s, 0, 0, 0x40000000, 0x3f800000
    f_compare 286, fle.s, 0, 0, 0xbf800000, 0xc0000000
    f_compare 287, fle.s, 1, 0, 0x00000000, 0x80000000
    f_compare 288, fle.s, 1, 0, 0x80000000, 0x00000000
    f_compare 289, fle.s, 0, 16, 0x3f800000, 0x7fc00000
    f_compare 290, fle.s, 0, 16, 0x7fc00000, 0x3f800000
    f_compare 291, fle.s, 0, 16, 0x7f800001, 0x3f800000
    f_compare 292, fle.s, 0, 16, 0x7fc00000, 0x7fc00001
    f_compare 293, fle.s, 0, 16, 0x7f800001, 0x7fc00000
    f_compare 294, fle.s, 0, 0, 0x7f800000, 0xff800000
    f_compare 295, fle.s, 0, 0, 0x00000001, 0x80000001
    f_compare 296, fle.s, 1, 0, 0x40a00000, 0x40a00000

    # fsgnj.s
    ff_unrounded 297, fsgnj.s, 0xbf800000, 0, 0x3f800000, 0xc0000000
    ff_unrounded 298, fsgnj.s, 0xbf800000, 0, 0xbf800000, 0xc0000000
    ff_unrounded 299, fsgnj.s, 0x3f800000, 0, 0xbf800000, 0x40000000
    ff_unrounded 300, fsgnj.s, 0xff800001, 0, 0x7f800001, 0x80000000
    ff_unrounded 301, fsgnj.s, 0x7fc01234, 0, 0xffc01234, 0x00000000

    # fsgnjn.s
    ff_unrounded 302, fsgnjn.s, 0x3f800000, 0, 0x3f800000, 0xc0000000
    ff_unrounded 303, fsgnjn.s, 0x3f800000, 0, 0xbf800000, 0xc0000000
    ff_unrounded 304, fsgnjn.s, 0xbf800000, 0, 0xbf800000, 0x40000000
    ff_unrounded 305, fsgnjn.s, 0x7f800001, 0, 0x7f800001, 0x80000000
    ff_unrounded 306, fsgnjn.s, 0xffc01234, 0, 0xffc01234, 0x00000000

    # fsgnjx.s
    ff_unrounded 307, fsgnjx.s, 0xbf800000, 0, 0x3f800000, 0xc0000000
    ff_unrounded 308, fsgnjx.s, 0x3f800000, 0, 0xbf800000, 0xc0000000
    ff_unrounded 309, fsgnjx.s, 0xbf800000, 0, 0xbf800000, 0x40000000
    ff_unrounded 310, fsgnjx.s, 0xff800001, 0, 0x7f800001, 0x80000000
    ff_unrounded 311, fsgnjx.s, 0xffc01234, 0, 0xffc01234, 0x00000000

    # fclass.s
    f_class 312, 0x00000001, 0xff800000
    f_class 313, 0x00000002, 0xbf800000
    f_class 314, 0x00000004, 0x80000001
    f_class 315, 0x00000008, 0x80000000
    f_class 316, 0x00000010, 0x00000000
    f_class 317, 0x00000020, 0x00000001
    f_class 318, 0x00000040, 0x3f800000
    f_class 319, 0x00000080, 0x7f800000
    f_class 320, 0x00000100, 0x7f800001
    f_class 321, 0x00000200, 0x7fc00000

    # flw, fsw, fmv keep every bit, those of signalling NaNs too
    li gp, 322
    la a1, words
    fsflags zero
    flw fa0, 4(a1)
    fsw fa0, 8(a1)
    lw a0, 8(a1)
    want a0, 0xff8abcde
    fmv.x.w a0, fa0
    want a0, 0xff8abcde
    want_flags 0

    finish

    .data
    .balign 4
words:
    .word 0, 0xff8abcde, 0
