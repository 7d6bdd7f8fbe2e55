// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_convolution.h"
#include "core/ops/rules/lowered_parts.h"

#include <algorithm>

namespace nervure::keras {

namespace {

/// The data with its padding around it, and their shape then.
Entry withPadding(const Lowering &op, const KerasConvolution &all, Shape &shape)
{
    IntTuple front(shape.size(), 0);
    IntTuple behind = front;
    for (std::size_t i = 0; i < all.paddings.size(); ++i) {
        front[2 + i] = all.paddings[i].front;
        behind[2 + i] = all.paddings[i].behind;
        shape[2 + i] += front[2 + i] + behind[2 + i];
    }
    return padded(op, all.data, front, behind);
}

/// Height and width of images; what is the same on both sides is the operator's own padding.
Entry convolvedImages(const Lowering &op, const KerasConvolution &all)
{
    const bool isEven =
        std::all_of(all.paddings.begin(), all.paddings.end(),
                    [](const KerasPadding &padding) { return padding.front == padding.behind; });
    Shape shape = all.shape;
    const Entry data = isEven ? all.data : withPadding(op, all, shape);
    const auto pair = [&](std::int64_t KerasWindow::*member) {
        return attrText(IntTuple{all.windows[0].*member, all.windows[1].*member});
    };
    const IntTuple padding =
        isEven ? IntTuple{all.paddings[0].front, all.paddings[1].front} : IntTuple{0, 0};
    return op.make("conv2d", {data, all.weight},
                   attrsOf({{"channels", attrText(all.channels)},
                            {"kernel_size", pair(&KerasWindow::size)},
                            {"strides", pair(&KerasWindow::stride)},
                            {"padding", attrText(padding)},
                            {"dilation", pair(&KerasWindow::dilation)},
                            {"groups", attrText(all.groups)},
                            {"use_bias", "False"}}));
}

/// A row is an image of one row.
Entry convolvedRows(const Lowering &op, KerasConvolution all)
{
    const Shape &shape = all.shape;
    const std::int64_t inputs = shape[1] / all.groups;
    all.data = op.reshape(all.data, {shape[0], shape[1], 1, shape[2]});
    all.weight = op.reshape(all.weight, {all.channels, inputs, 1, all.windows[0].size});
    all.shape = {shape[0], shape[1], 1, shape[2]};
    all.windows.insert(all.windows.begin(), KerasWindow());
    all.paddings.insert(all.paddings.begin(), KerasPadding());
    return op.reshape(convolvedImages(op, all), all.result);
}

/// Layers of depth under the window become channels, whose sum is one over the layers, too: images
/// [batch * depth, channels * layers, height, width].
Entry convolvedVolumes(const Lowering &op, KerasConvolution all)
{
    Shape deep = all.shape;
    const Entry data = withPadding(op, all, deep);
    const KerasWindow depth = all.windows[0];
    const std::int64_t places = all.result[2];
    std::vector<Entry> layers;
    for (std::int64_t layer = 0; layer < depth.size; ++layer) {
        const std::int64_t begin = layer * depth.dilation;
        const std::int64_t end = begin + (places - 1) * depth.stride + 1;
        const Entry part = sliceOf(op, data, deep, 2, begin, end, depth.stride);
        layers.push_back(op.make("expand_dims", {part}, attrsOf({{"axis", "2"}})));
    }
    const Entry stacked = joined(op, std::move(layers), 2);
    const KerasFormula f(op);
    all.shape = {deep[0] * places, deep[1] * depth.size, deep[3], deep[4]};
    all.data = op.reshape(f.transposed(stacked, {0, 3, 1, 2, 4, 5}), all.shape);
    all.weight = op.reshape(all.weight, {all.channels, deep[1] / all.groups * depth.size,
                                         all.windows[1].size, all.windows[2].size});
    all.windows.erase(all.windows.begin());
    all.paddings.assign(2, KerasPadding());
    const Shape &out = all.result;
    const Entry images = convolvedImages(op, all);
    const Entry byDepth = op.reshape(images, {out[0], places, out[1], out[3], out[4]});
    return f.transposed(byDepth, {0, 2, 1, 3, 4});
}

} // namespace

Entry kerasConvolved(const Lowering &op, const KerasConvolution &convolution)
{
    switch (convolution.windows.size()) {
    case 1: return convolvedRows(op, convolution);
    case 2: return convolvedImages(op, convolution);
    default: return convolvedVolumes(op, convolution);
    }
}

} // namespace nervure::keras
