// SPDX-License-Identifier: Apache-2.0
// hotspot - temperature of a chip: heat from the units, exchange with the four neighbours and with
// the surroundings. A load that overhangs the chip leaves the cell itself in place of the missing
// neighbour.
.data
    0 0x0 512 500 n // power
    1 0x100000 512 500 n // from
    2 0x200000 512 500 n // to
.text
    ldglin v0, 1                        // here
    or v1, v0, 0
    or v2, v0, 0
    or v3, v0, 0
    or v4, v0, 0
    ldglin v1, 1, -1                    // west
    ldglin v2, 1, 1                     // east
    ldglin v3, 1, 0, -1                 // north
    ldglin v4, 1, 0, 1                  // south
    ldglin v5, 0                        // power, then the flow
    mul v6, v0, 2.0
    add v7, v2, v1
    add.neg v7, v7, v6
    mul v7, v7, 0.3
    add v5, v5, v7
    add v7, v3, v4
    add.neg v7, v7, v6
    mul v7, v7, 0.4
    add v5, v5, v7
    mov v7, 80.0
    add.neg v7, v7, v0
    mul v7, v7, 0.01
    add v5, v5, v7
    mul v5, v5, 0.25
    add v5, v0, v5
    stglin v5, 2
    exit
