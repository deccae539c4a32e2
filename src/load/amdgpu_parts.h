/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_parts.h - interfaces between the parts of the AMDGPU code object loader. */
#ifndef WARPCLOCK_LOAD_AMDGPU_PARTS_H
#define WARPCLOCK_LOAD_AMDGPU_PARTS_H

#include "load/elf_file.h"
#include "load/yaml.h"

struct amdgpu {
    struct elf_file elf;
    struct image *image;
    uint32_t version; /* of the code object: 2 to 5 */
};

/* Each fills a part, in this order. */
enum wc_status amdgpu_relocate(struct error *err, struct amdgpu *object);
enum wc_status amdgpu_load_kernels(struct error *err, struct amdgpu *object);
enum wc_status amdgpu_load_metadata(struct error *err, struct amdgpu *object);

/* The chip that a note of version 2 names, 0x803 for gfx803; 0: none does. */
enum wc_status amdgpu_noted_chip(struct error *err, const struct amdgpu *object, uint32_t *chip);

/* The `size` bytes at an address if all come from the file, else NULL. */
const uint8_t *amdgpu_bytes_at(const struct amdgpu *object, uint64_t address, uint64_t size);

/* The metadata as a tree; NULL: there are none. */
enum wc_status amdgpu_read_metadata(struct error *err, struct amdgpu *object,
                                    const struct yaml_node **root);
/* Finds a key of version 2, else the one of later versions: only letters and digits count. */
const struct yaml_node *amdgpu_find(const struct yaml_node *mapping, const char *version_2,
                                    const char *later);
/* "vecadd.kd" and "vecadd@kd" belong to kernel "vecadd". */
bool amdgpu_names_kernel(const char *symbol, const char *kernel);
/* The metadata of the kernels as a tree: keys as in version 2 or as in later versions. */
enum wc_status amdgpu_describe_kernels(struct error *err, struct amdgpu *object,
                                       const struct yaml_node *metadata);

/* The metadata since version 3 (MessagePack) as a tree; `offset` is their position in the file. */
enum wc_status amdgpu_unpack(struct error *err, struct image *image, const uint8_t *bytes,
                             uint64_t size, uint64_t offset, const struct yaml_node **root);

#endif
