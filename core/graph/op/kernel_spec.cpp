// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/kernel_spec.h"

#include <algorithm>
#include <cassert>

namespace nervure {

KernelLaunch::KernelLaunch() = default;
KernelLaunch::KernelLaunch(const KernelLaunch &other) = default;
KernelLaunch::KernelLaunch(KernelLaunch &&other) noexcept = default;
KernelLaunch &KernelLaunch::operator=(const KernelLaunch &other) = default;
KernelLaunch &KernelLaunch::operator=(KernelLaunch &&other) noexcept = default;
KernelLaunch::~KernelLaunch() = default;

KernelSpec::KernelSpec() = default;
KernelSpec::KernelSpec(const KernelSpec &other) = default;
KernelSpec::KernelSpec(KernelSpec &&other) noexcept = default;
KernelSpec &KernelSpec::operator=(const KernelSpec &other) = default;
KernelSpec &KernelSpec::operator=(KernelSpec &&other) noexcept = default;
KernelSpec::~KernelSpec() = default;

std::size_t chooseVariant(KernelSpec &spec, const DeviceTraits &device, std::string key,
                          std::vector<std::string> variants)
{
    assert(!variants.empty() && "there is always a way");
    std::size_t chosen = 0;
    if (device.tuning) {
        const auto winner = device.tuning->winners.find(key);
        if (winner != device.tuning->winners.end()) {
            // A winner of another version of the program may have gone.
            const auto it = std::find(variants.begin(), variants.end(), winner->second);
            chosen = it == variants.end() ? 0 : static_cast<std::size_t>(it - variants.begin());
        }
    }
    std::string name = variants[chosen];
    spec.choices.push_back({std::move(key), std::move(variants), std::move(name)});
    return chosen;
}

void computeInHalf(KernelSpec &spec)
{
    for (KernelLaunch &launch : spec.launches) {
        const bool isHalf =
            std::any_of(launch.defines.begin(), launch.defines.end(),
                        [](const auto &entry) { return entry.first == "NERVURE_IS_HALF"; });
        if (isHalf) {
            launch.defines.emplace_back("NERVURE_HALF_ARITHMETIC", "1");
        }
    }
}

} // namespace nervure
