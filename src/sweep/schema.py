#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a schema a string of C: schema.py schema.sql HEADER NAME > schema.c"""
import pathlib
import sys

print("/* SPDX-License-Identifier: Apache-2.0 */\n/* Made by schema.py. */")
print(f'#include "{sys.argv[2]}"\n\nconst char {sys.argv[3]}[] =')
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    print('"' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"')
print(";")
