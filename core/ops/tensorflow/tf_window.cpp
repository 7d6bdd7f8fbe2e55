// SPDX-License-Identifier: Apache-2.0
#include "core/ops/tensorflow/tf_window.h"

#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>
#include <array>

namespace nervure::tensorflow {

namespace {

/// One number of a list that has one for each dimension; 1 where there is no such list.
std::int64_t numberAt(const OnnxAttrs &attrs, std::string_view name, std::size_t axis)
{
    const auto &numbers = attrs.integers(name);
    return axis < numbers.size() ? numbers[axis] : 1;
}

/// What explicit_paddings say of a dimension.
std::array<std::int64_t, 2> paddingAt(const OnnxAttrs &attrs, std::size_t axis)
{
    const auto &numbers = attrs.integers("explicit_paddings");
    if (attrs.text("padding") != "EXPLICIT" || numbers.size() < 2 * axis + 2) {
        return {0, 0};
    }
    return {numbers[2 * axis], numbers[2 * axis + 1]};
}

} // namespace

ImageAxes imageAxes(const OnnxAttrs &attrs)
{
    return attrs.text("data_format") == "NCHW" ? ImageAxes{2, 3, 1} : ImageAxes{};
}

Result<Dimension> windowCount(const ValueCall &call, const Dimension &size, std::int64_t kernel,
                              std::size_t axis)
{
    const std::int64_t stride = numberAt(call.attrs, "strides", axis);
    const std::int64_t dilation = numberAt(call.attrs, "dilations", axis);
    constexpr std::int64_t most = 1 << 30;
    if (stride < 1 || stride > most || dilation < 1 || dilation > most || kernel < 1
        || kernel > most) {
        return makeError("infer-shape",
                         "kernel {}, stride {} and dilation {}, expected numbers from 1 to {}",
                         kernel, stride, dilation, most);
    }
    if (call.attrs.text("padding") == "SAME") {
        return size.ceilOf(stride);
    }
    const auto [before, after] = paddingAt(call.attrs, axis);
    const std::int64_t reach = (kernel - 1) * dilation + 1;
    const Dimension room = size + Dimension(before) + Dimension(after) - Dimension(reach);
    if (room.isNumber() && *room.number() < 0) {
        return makeError("infer-shape", "a window of {} does not fit {} elements", reach,
                         size.text());
    }
    return room.floorOf(stride) + Dimension(1);
}

ImageWindows imageWindows(const OnnxAttrs &attrs, const Numbers &image, const Numbers &kernel,
                          const Numbers &out)
{
    const ImageAxes axes = imageAxes(attrs);
    ImageWindows windows{kernel, {}, {}, {}, {}};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t axis = i == 0 ? axes.height : axes.width;
        const std::int64_t stride = numberAt(attrs, "strides", axis);
        const std::int64_t dilation = numberAt(attrs, "dilations", axis);
        windows.strides.push_back(stride);
        windows.dilations.push_back(dilation);
        auto [before, after] = paddingAt(attrs, axis);
        if (attrs.text("padding") == "SAME") { // the odd one comes behind
            const std::int64_t reach = (kernel[i] - 1) * dilation + 1;
            const std::int64_t all =
                std::max<std::int64_t>(0, (out[i] - 1) * stride + reach - image[i]);
            before = all / 2;
            after = all - before;
        }
        windows.before.push_back(before);
        windows.after.push_back(after);
    }
    return windows;
}

Operand channelsFirst(const OnnxLowering &op, const Operand &x)
{
    return imageAxes(op.attrs()).isChannelsFirst() ? x : op.transpose(x, {0, 3, 1, 2});
}

Operand asGiven(const OnnxLowering &op, const Operand &x)
{
    return imageAxes(op.attrs()).isChannelsFirst() ? x : op.transpose(x, {0, 2, 3, 1});
}

std::string pairText(const Numbers &numbers)
{
    return attrText(IntTuple(numbers));
}

} // namespace nervure::tensorflow
