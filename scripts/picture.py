#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints numbers as a picture of characters, darker for more.   picture.py FILE.csv WIDTH

A character is twice as high as wide: every second row is shown."""
import re
import sys

numbers = [int(word) for word in re.findall(r"-?\d+", open(sys.argv[1]).read())]
width = int(sys.argv[2])
shades = " .:-=+*#%@"
most = max(numbers)
for row in range(0, len(numbers), 2 * width):
    print("".join(shades[n * (len(shades) - 1) // most] for n in numbers[row:row + width]))
