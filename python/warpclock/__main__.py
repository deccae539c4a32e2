# SPDX-License-Identifier: Apache-2.0
"""python3 -m warpclock"""
from .command import main

main()
