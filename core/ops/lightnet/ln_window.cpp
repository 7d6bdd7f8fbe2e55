// SPDX-License-Identifier: Apache-2.0
#include "core/ops/lightnet/ln_window.h"

#include "core/ops/lightnet/ln_common.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

std::int64_t covered(const LnWindow &window, std::size_t axis)
{
    return (window.size[axis] - 1) * window.dilation[axis] + 1;
}

} // namespace

Status lnCheckWindow(const LnWindow &window)
{
    Status status = lnCheckTuple("size", window.size, 2, 1);
    if (status) {
        status = lnCheckTuple("stride", window.stride, 2, 1);
    }
    if (status) {
        status = lnCheckTuple("dilation", window.dilation, 2, 1);
    }
    return status ? lnCheckTuple("padding", window.padding, 4, 0) : status;
}

std::array<std::int64_t, 4> lnPadding(const LnWindow &window, std::array<std::int64_t, 2> input,
                                      Semantics semantics)
{
    if (window.autopad == "VALID") {
        return {0, 0, 0, 0};
    }
    if (window.autopad != "SAME_UPPER" && window.autopad != "SAME_LOWER") {
        return {window.padding[0], window.padding[1], window.padding[2], window.padding[3]};
    }
    std::array<std::int64_t, 4> padding{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t out = (input[axis] + window.stride[axis] - 1) / window.stride[axis];
        std::int64_t total = (out - 1) * window.stride[axis] + covered(window, axis) - input[axis];
        if (semantics == Semantics::Fixed) {
            total = std::max<std::int64_t>(total, 0);
        }
        const std::int64_t half = total / 2;
        const bool isUpper = window.autopad == "SAME_UPPER";
        padding[axis] = isUpper ? half : total - half;
        padding[axis + 2] = isUpper ? total - half : half;
    }
    return padding;
}

std::array<std::int64_t, 4> lnPaddingFor(const LnWindow &window, const Shape &data,
                                         Semantics semantics, bool padsByBatch)
{
    const bool isFaulty = padsByBatch && semantics == Semantics::Exact;
    return isFaulty ? lnPadding(window, {data[0], data[1]}, semantics)
                    : lnPadding(window, {data[2], data[3]}, semantics);
}

Result<std::array<std::int64_t, 2>> lnOutputSize(const LnWindow &window, const Shape &data,
                                                 Semantics semantics, bool padsByBatch)
{
    const auto padding = lnPaddingFor(window, data, semantics, padsByBatch);
    std::array<std::int64_t, 2> out{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t room =
            data[axis + 2] + padding[axis] + padding[axis + 2] - covered(window, axis);
        // LightNet's division truncates towards zero, so a little too small a room gives 1.
        const bool fits = room >= 0 || semantics == Semantics::Exact;
        out[axis] = room / window.stride[axis] + 1;
        if (!fits || out[axis] < 1) {
            return makeError(
                "infer-shape",
                "the window covers {} positions, expected at most the padded input's {}",
                covered(window, axis), room + covered(window, axis));
        }
    }
    return out;
}

std::optional<std::int64_t> lnKernelMacs(const Shape &elements, const Shape &weight)
{
    const auto count = elementCount(elements);
    const auto weights = elementCount(weight);
    return count && weights && weight.size() == 4 && weight[0] > 0
               ? checkedMultiply(*count, *weights / weight[0])
               : std::nullopt;
}

} // namespace nervure
