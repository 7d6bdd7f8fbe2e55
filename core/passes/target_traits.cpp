// SPDX-License-Identifier: Apache-2.0
#include "core/passes/target_traits.h"

namespace nervure {

Result<std::optional<DeviceTraits>> targetTraits(const PassContext &context,
                                                 const std::string &target)
{
    if (target == hostDevice) {
        return std::optional<DeviceTraits>();
    }
    if (target.empty() || target == anyDevice || !context.targets) {
        return std::optional<DeviceTraits>(DeviceTraits{});
    }
    const Result<DeviceTraits> traits = context.targets(target);
    if (!traits) {
        return traits.error();
    }
    return std::optional<DeviceTraits>(*traits);
}

} // namespace nervure
