// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduction_groups.h"

#include "core/ops/rules/copy_kernel.h"

#include <algorithm>

namespace nervure {

bool GroupDimensions::add(std::int64_t size, std::int64_t stride)
{
    if (count > 0 && strides.back() == stride * size) {
        sizes.back() *= size;
        strides.back() = stride;
        return true;
    }
    if (count == maxGroupDimensions) {
        return false;
    }
    std::shift_left(sizes.begin(), sizes.end(), 1);
    std::shift_left(strides.begin(), strides.end(), 1);
    sizes.back() = size;
    strides.back() = stride;
    ++count;
    return true;
}

std::optional<ReductionGroups> groupsOf(const Shape &shape,
                                        const std::vector<std::int64_t> &strides)
{
    const std::vector<std::int64_t> steps = denseStrides(shape);
    ReductionGroups groups;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool isKept = strides[i] != 0;
        if (shape[i] != 1 && !(isKept ? groups.kept : groups.reduced).add(shape[i], steps[i])) {
            return std::nullopt;
        }
        (isKept ? groups.results : groups.each) *= shape[i];
    }
    return groups;
}

} // namespace nervure
