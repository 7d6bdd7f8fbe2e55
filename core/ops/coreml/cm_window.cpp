// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_window.h"

#include <algorithm>

namespace nervure::coreml {

namespace {

constexpr std::int64_t mostOfWindow = std::int64_t{1} << 24;

/// Two numbers from `least` on; those that hold where none are listed.
Result<Numbers> pairOf(const OnnxAttrs &attrs, std::string_view name, Numbers otherwise,
                       std::int64_t least)
{
    const Numbers &numbers = attrs.integers(name);
    if (numbers.empty()) {
        return otherwise;
    }
    const bool isPair = numbers.size() == otherwise.size()
                        && std::all_of(numbers.begin(), numbers.end(), [least](std::int64_t one) {
                               return one >= least && one <= mostOfWindow;
                           });
    if (!isPair) {
        return makeError("attr-invalid", "{} has {} numbers, expected {} from {} to {}", name,
                         numbers.size(), otherwise.size(), least, mostOfWindow);
    }
    return numbers;
}

} // namespace

Result<PlaneWindow> planeWindow(const OnnxAttrs &attrs)
{
    PlaneWindow window;
    ASSIGN_OR_RETURN(window.kernel, pairOf(attrs, "kernelSize", {3, 3}, 1));
    ASSIGN_OR_RETURN(window.strides, pairOf(attrs, "stride", {1, 1}, 1));
    ASSIGN_OR_RETURN(window.dilations, pairOf(attrs, "dilationFactor", {1, 1}, 1));
    window.before = window.after = {0, 0};
    const std::string_view padding = attrs.text("padding");
    window.isSame = padding == "same";
    window.isFrontHeavy = attrs.text("asymmetryMode") == "TOP_LEFT_HEAVY";
    window.includesLastPixel = padding == "includeLastPixel";
    if (window.includesLastPixel) {
        ASSIGN_OR_RETURN(window.before, pairOf(attrs, "paddingAmounts", {0, 0}, 0));
        window.after = window.before;
    } else if (!window.isSame) {
        ASSIGN_OR_RETURN(const Numbers edges, pairOf(attrs, "paddingAmounts", {0, 0, 0, 0}, 0));
        window.before = {edges[0], edges[2]};
        window.after = {edges[1], edges[3]};
    }
    return window;
}

Result<Dimension> windowCount(const PlaneWindow &window, const Dimension &size, std::size_t axis)
{
    const std::int64_t stride = window.strides[axis];
    if (window.isSame) {
        return size.ceilOf(stride);
    }
    const std::int64_t padding = window.before[axis] + window.after[axis];
    const Dimension room = size + Dimension(padding - window.reach(axis));
    if (room.isNumber() && *room.number() < 0) {
        return makeError(
            "infer-shape",
            "{} elements with {} of padding, expected at least {} as the window covers",
            size.text(), padding, window.reach(axis));
    }
    if (!window.includesLastPixel) {
        return room.floorOf(stride) + Dimension(1);
    }
    const Dimension count = room.ceilOf(stride) + Dimension(1);
    const bool isPadded = window.before[0] > 0 || window.before[1] > 0;
    if (!isPadded || !count.isNumber() || !size.isNumber()) {
        return count;
    }
    // The last window begins inside of the image or of the padding in front.
    const bool isBehind = (*count.number() - 1) * stride >= *size.number() + window.before[axis];
    return isBehind ? count - Dimension(1) : count;
}

} // namespace nervure::coreml
