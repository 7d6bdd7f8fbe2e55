// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/kernel_checks.h"

#include "core/ops/rules/device_table.h"
#include "core/ops/rules/kernel_types.h"
#include "core/support/text.h"

#include <algorithm>
#include <limits>

namespace nervure {

Diagnostic noKernelFor(const std::string &what)
{
    return makeError("no-kernel", "no kernel for {}", what);
}

bool fitsInt(std::initializer_list<std::int64_t> sizes)
{
    std::int64_t product = 1;
    for (const std::int64_t size : sizes) {
        const std::optional<std::int64_t> next =
            size < 0 ? std::nullopt : checkedMultiply(product, size);
        if (!next || *next > std::numeric_limits<std::int32_t>::max()) {
            return false;
        }
        product = *next;
    }
    return true;
}

Status checkKernelTensors(const KernelContext &context)
{
    for (const auto types : {context.inTypes, context.outTypes}) {
        for (const DType type : types) {
            if (type != DType::Float32) {
                return noKernelFor(std::string(dtypeName(type)) + ", expected float32");
            }
        }
    }
    return checkTensorSizes(context);
}

int vectorLanes(const DeviceTraits &device)
{
    if (!device.isCpu()) {
        return deviceTable(device.deviceClass).lanes;
    }
    return device.preferredFloatVector >= 16 ? 16 : device.preferredFloatVector >= 8 ? 8 : 4;
}

std::array<std::size_t, 3> globalSize(std::int64_t x, std::int64_t y, std::int64_t z)
{
    return {static_cast<std::size_t>(x), static_cast<std::size_t>(y), static_cast<std::size_t>(z)};
}

} // namespace nervure
