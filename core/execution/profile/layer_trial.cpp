// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/layer_trial.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

using GroupSize = std::array<std::size_t, 3>;

/// Powers of two that divide the extent, and the extent itself.
std::vector<std::size_t> divisorsToTry(std::size_t extent, std::size_t mostItems)
{
    std::vector<std::size_t> divisors;
    for (std::size_t size = 1; size <= std::min(extent, mostItems); size *= 2) {
        if (extent % size == 0) {
            divisors.push_back(size);
        }
    }
    if (extent <= mostItems
        && std::find(divisors.begin(), divisors.end(), extent) == divisors.end()) {
        divisors.push_back(extent);
    }
    return divisors;
}

bool counts(const SizeTrial &size)
{
    return size.fault.empty() && size.isCorrect && size.ms.count > 0;
}

std::size_t itemsOf(const GroupSize &size)
{
    return size[0] * size[1] * size[2];
}

} // namespace

const SizeTrial *LaunchTrial::best() const
{
    const SizeTrial *fastest = nullptr;
    for (const SizeTrial &size : sizes) {
        if (counts(size) && (fastest == nullptr || size.ms.median < fastest->ms.median)) {
            fastest = &size;
        }
    }
    return fastest;
}

void LaunchTrial::sort()
{
    if (sizes.size() > 1) {
        std::stable_sort(
            sizes.begin() + 1, sizes.end(), [](const SizeTrial &a, const SizeTrial &b) {
                return std::pair(!counts(a), a.ms.median) < std::pair(!counts(b), b.ms.median);
            });
    }
}

std::vector<GroupSize> sizesToTry(const GroupSize &global, const GroupSize &planned,
                                  std::size_t mostItems)
{
    std::vector<GroupSize> found;
    for (const std::size_t z : divisorsToTry(global[2], mostItems)) {
        for (const std::size_t y : divisorsToTry(global[1], mostItems / z)) {
            for (const std::size_t x : divisorsToTry(global[0], mostItems / z / y)) {
                found.push_back({x, y, z});
            }
        }
    }
    // Of many those with the most items, and of these the longest rows: what devices like.
    std::sort(found.begin(), found.end(), [](const GroupSize &a, const GroupSize &b) {
        return std::pair(itemsOf(a), a) > std::pair(itemsOf(b), b);
    });
    std::vector<GroupSize> sizes{planned};
    const GroupSize drivers{0, 0, 0};
    if (planned != drivers) {
        sizes.push_back(drivers);
    }
    for (const GroupSize &size : found) {
        if (size != planned && sizes.size() < mostSizes) {
            sizes.push_back(size);
        }
    }
    return sizes;
}

} // namespace nervure
