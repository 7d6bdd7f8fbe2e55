// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/support/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace nervure {

/// What our kernels stand on: all inputs and outputs float32, and few enough elements for 32-bit
/// indices. The error (code "no-kernel") sends the operator to the host.
[[nodiscard]] Status checkKernelTensors(const KernelContext &context);

/// Whether the product of these sizes can be an int in a kernel.
[[nodiscard]] bool fitsInt(std::initializer_list<std::int64_t> sizes);

/// The error that sends an operator to the host: "no kernel for …".
[[nodiscard]] Diagnostic noKernelFor(const std::string &what);

/// How many floats the vectors of a kernel have: what the device computes at once, 4 to 16.
[[nodiscard]] int vectorLanes(const DeviceTraits &device);

/// Whether kernels have vectors of so many floats for a block of channels: 4, 8 or 16.
[[nodiscard]] constexpr bool isVectorLength(std::int64_t lanes)
{
    return lanes == 4 || lanes == 8 || lanes == 16;
}

/// The local size of kernels whose work-items do much: one item a group on a CPU, whose compiler
/// then has no loop over items to wrap around them; elsewhere what the driver chooses.
[[nodiscard]] inline std::array<std::size_t, 3> oneItemGroups(const DeviceTraits &device)
{
    return device.isCpu() ? std::array<std::size_t, 3>{1, 1, 1}
                          : std::array<std::size_t, 3>{0, 0, 0};
}

/// Adds int arguments.
template <typename Numbers = std::initializer_list<std::int64_t>>
void addInts(KernelLaunch &launch, const Numbers &numbers)
{
    for (const std::int64_t number : numbers) {
        launch.args.push_back(KernelArg::int32(number));
    }
}

/// A global size of positive numbers.
[[nodiscard]] std::array<std::size_t, 3> globalSize(std::int64_t x, std::int64_t y, std::int64_t z);

[[nodiscard]] constexpr std::int64_t ceilDivide(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

} // namespace nervure
